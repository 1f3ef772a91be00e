//! Clients that are connected here and in rooms of other nodes.
//!
//! They stay members if the other node fails: as soon as a node answers for the room, they enter it
//! again and receive its state.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use protocol::{Refusal, RoomCode, RoomId, Seek, ToClient};
use record::names::milliseconds;
use rules::Colour;
use store::ClusterNode;
use tokio::sync::{mpsc, oneshot};

use super::frame::{Entering, Frame, Guest};
use super::guests::deliver;
use super::{Calls, Cluster, Peer};
use crate::outbox::Outbox;
use crate::pairing::Seeker;
use crate::room::{Admission, EnterAs, RoomMessage, Visitor};
use crate::server_state::ServerState;

/// How long entering a room waits for a node that does not answer.
const ENTER_TIMEOUT: Duration = Duration::from_secs(10);

/// After this a question is asked again.
const RETRY_INTERVAL: Duration = Duration::from_secs(3);

/// Where the room was not, it is asked for again after this.
const MOVED_RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Larger crowds of spectators are sent messages in batches of this size, with a pause after each.
const BATCH_SIZE: usize = 128;
const BATCH_INTERVAL: Duration = Duration::from_millis(2);

/// Local clients in rooms of other nodes.
#[derive(Debug)]
pub(super) struct Away {
    rooms: Mutex<HashMap<RoomId, HashMap<u64, Member>>>,
    calls: Calls<(RoomId, u64)>,
    pgns: Calls<oneshot::Sender<Option<Option<String>>>>,
    /// Seeks that were forwarded to another node.
    seeks: Mutex<HashMap<u64, ForwardedSeek>>,
    crowds: mpsc::UnboundedSender<(Vec<Arc<Outbox>>, Utf8Bytes)>,
}

/// A seek that was forwarded to another node.
#[derive(Debug)]
struct ForwardedSeek {
    guest: Guest,
    seek: Seek,
    rating: i32,
    /// That node, if it can be reached.
    at: Option<ClusterNode>,
}

impl ForwardedSeek {
    /// Passes it on to a node.
    fn send(&mut self, peer: &Peer, request: Option<u64>) {
        self.at = Some(peer.node);
        let (guest, seek) = (Box::new(self.guest.clone()), self.seek.clone());
        peer.push(&Frame::Seek { guest, seek, rating: self.rating, request }, None);
    }
}

#[derive(Debug)]
struct Member {
    visitor: Visitor,
    role: EnterAs,
    code: Option<RoomCode>,
    seen: Option<u64>,
    /// The node at which they are in, once they are.
    at: Option<ClusterNode>,
    is_watching: bool,
    /// How they watched before they asked for more than that.
    watched_as: Option<EnterAs>,
    /// They are not asked for again before this.
    next_ask: Instant,
    reply: Option<oneshot::Sender<Admission>>,
}

impl Away {
    pub(super) fn new() -> Away {
        let (crowds, mut waiting) = mpsc::unbounded_channel::<(Vec<Arc<Outbox>>, Utf8Bytes)>();
        tokio::spawn(async move {
            while let Some((outboxes, message)) = waiting.recv().await {
                for batch in outboxes.chunks(BATCH_SIZE) {
                    for outbox in batch {
                        outbox.send_encoded(message.clone());
                    }
                    tokio::time::sleep(BATCH_INTERVAL).await;
                }
            }
        });
        Away {
            rooms: Mutex::default(),
            calls: Mutex::default(),
            pgns: Mutex::default(),
            seeks: Mutex::default(),
            crowds,
        }
    }

    /// Handles a node's answer to a request to enter.
    pub(super) fn entered(&self, call: u64, outcome: Admission, node: ClusterNode) {
        if let Some((room, connection)) = self.calls.lock().remove(&call) {
            self.process_admission(&room, connection, outcome, node);
        }
    }

    fn process_admission(
        &self,
        room: &RoomId,
        connection: u64,
        outcome: Admission,
        node: ClusterNode,
    ) {
        let mut rooms = self.rooms.lock();
        let Some(members) = rooms.get_mut(room) else { return };
        let Some(member) = members.get_mut(&connection) else { return };
        if outcome == Admission::Elsewhere {
            // Not at once: the answer may be the same for a while.
            member.next_ask = Instant::now() + MOVED_RETRY_INTERVAL;
            return;
        }
        let reply = member.reply.take();
        if outcome.is_in() {
            member.at = Some(node);
            (member.seen, member.visitor.request) = (None, None);
            member.is_watching = outcome == Admission::Watching;
            if member.is_watching && matches!(member.role, EnterAs::Player) {
                member.role = member.watched_as.unwrap_or(member.role);
            }
        } else {
            let outbox = Arc::clone(&member.visitor.outbox);
            if outcome == Admission::NoRoom && reply.is_none() {
                let room = Some(room.clone());
                outbox.send(&ToClient::Refused { room, refusal: Refusal::NoRoom });
            }
            members.remove(&connection);
            if members.is_empty() {
                rooms.remove(room);
            }
        }
        if let Some(reply) = reply {
            let _ = reply.send(outcome);
        }
    }

    /// A node cannot be reached: those who are in its rooms enter again when they can.
    pub(super) fn lose(&self, node: ClusterNode) {
        let mut rooms = self.rooms.lock();
        for member in rooms.values_mut().flat_map(HashMap::values_mut) {
            if member.at == Some(node) {
                (member.at, member.next_ask) = (None, Instant::now());
            }
        }
        for seek in self.seeks.lock().values_mut() {
            seek.at.take_if(|at| *at == node);
        }
    }

    /// A room has gone from a node to another one.
    pub(super) fn moved(&self, room: &RoomId, from: ClusterNode) {
        let mut rooms = self.rooms.lock();
        for member in rooms.get_mut(room).into_iter().flat_map(HashMap::values_mut) {
            if member.at == Some(from) {
                (member.at, member.next_ask) = (None, Instant::now());
            }
        }
    }

    /// A room is closed.
    pub(super) fn closed(&self, room: &RoomId, by: ClusterNode) {
        let mut rooms = self.rooms.lock();
        if let Some(members) = rooms.get_mut(room) {
            members.retain(|_, member| member.at != Some(by));
            if members.is_empty() {
                rooms.remove(room);
            }
        }
    }

    /// Broadcasts a message to the spectators of a room with this view.
    pub(super) fn broadcast_to_spectators(
        &self,
        room: &RoomId,
        view: Option<Colour>,
        message: &Utf8Bytes,
    ) {
        let wants = |member: &&Member| {
            member.is_watching && matches!(member.role, EnterAs::Spectator(own) if own == view)
        };
        let outboxes = self.outboxes(room, wants);
        if outboxes.len() > BATCH_SIZE {
            let _ = self.crowds.send((outboxes, message.clone()));
        } else {
            for outbox in outboxes {
                outbox.send_encoded(message.clone());
            }
        }
    }

    /// Broadcasts a player's live update to the spectators of a room.
    pub(super) fn broadcast_live(&self, room: &RoomId, side: Colour, message: &Utf8Bytes) {
        for outbox in self.outboxes(room, |member| member.is_watching) {
            outbox.send_live(room, side, message.clone());
        }
    }

    fn outboxes(&self, room: &RoomId, fits: impl Fn(&&Member) -> bool) -> Vec<Arc<Outbox>> {
        let rooms = self.rooms.lock();
        let members = rooms.get(room).into_iter().flat_map(HashMap::values);
        members.filter(fits).map(|member| Arc::clone(&member.visitor.outbox)).collect()
    }

    /// How many places in rooms there are.
    pub(super) fn count(&self) -> usize {
        self.rooms.lock().values().map(HashMap::len).sum()
    }

    pub(super) fn seek_ended(&self, connection: u64) {
        self.seeks.lock().remove(&connection);
    }

    pub(super) fn take_pgn(&self, call: u64, text: Option<String>, is_known: bool) {
        if let Some(reply) = self.pgns.lock().remove(&call) {
            let _ = reply.send(is_known.then_some(text));
        }
    }

    fn remove(&self, room: &RoomId, connection: u64) -> Option<Member> {
        let mut rooms = self.rooms.lock();
        let members = rooms.get_mut(room)?;
        let member = members.remove(&connection);
        if members.is_empty() {
            rooms.remove(room);
        }
        member
    }
}

impl Cluster {
    /// Enters a room that is not here. While no node answers for it, the attempt is repeated.
    pub(crate) async fn enter(
        self: &Arc<Cluster>,
        room: &RoomId,
        visitor: Visitor,
        role: EnterAs,
        code: Option<RoomCode>,
        seen: Option<u64>,
    ) -> Admission {
        let (reply, answer) = oneshot::channel();
        let connection = visitor.connection;
        let mut member = Member {
            visitor,
            role,
            code,
            seen,
            at: None,
            is_watching: false,
            watched_as: None,
            next_ask: Instant::now(),
            reply: Some(reply),
        };
        {
            let mut rooms = self.away.rooms.lock();
            let members = rooms.entry(room.clone()).or_default();
            let before = members.get(&connection).filter(|before| before.is_watching);
            member.watched_as = before.map(|before| before.role);
            members.insert(connection, member);
        }
        self.retry_entering();
        match tokio::time::timeout(ENTER_TIMEOUT, answer).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) | Err(_) => Admission::Elsewhere,
        }
    }

    /// Is a connection in a room that is not here, or about to be?
    pub(crate) fn has_entered(&self, room: &RoomId, connection: u64) -> bool {
        self.away.rooms.lock().get(room).is_some_and(|members| members.contains_key(&connection))
    }

    /// Forwards a message of a local client to a remote room. False if they are not in it any more.
    pub(crate) fn pass_on(self: &Arc<Cluster>, room: &RoomId, message: RoomMessage) -> bool {
        let (connection, request) = match &message {
            RoomMessage::Act { connection, request, .. }
            | RoomMessage::Leave { connection, request } => (*connection, *request),
            RoomMessage::Disconnect { connection } => (*connection, None),
            _ => return false,
        };
        let (at, outbox) = {
            let rooms = self.away.rooms.lock();
            let Some(member) = rooms.get(room).and_then(|known| known.get(&connection)) else {
                return false;
            };
            (member.at, Arc::clone(&member.visitor.outbox))
        };
        let is_leaving = !matches!(message, RoomMessage::Act { .. });
        if is_leaving {
            self.away.remove(room, connection);
        }
        if at == Some(self.node) {
            let mailbox = self.server.upgrade().and_then(|server| server.local_room(room));
            if let Some(mailbox) = mailbox {
                deliver(mailbox, message);
                return true;
            }
        }
        let peer = at.and_then(|node| self.peers.lock().get(&node).map(|k| Arc::clone(&k.peer)));
        let room = room.clone();
        match (peer.filter(|peer| peer.is_up()), message) {
            (Some(peer), RoomMessage::Act { action, round_trip, .. }) => {
                let round_trip_ms = milliseconds::whole(round_trip);
                let act = Frame::Act { room, connection, request, action, round_trip_ms };
                peer.push(&act, None);
            }
            (Some(peer), RoomMessage::Leave { .. }) => {
                peer.push(&Frame::Leave { room, connection, request }, None);
            }
            (Some(peer), _) => peer.push(&Frame::Disconnect { room, connection }, None),
            // The client is notified, and resends unconfirmed moves once it is in.
            (None, RoomMessage::Act { .. }) => {
                let room = Some(room);
                outbox.answer(request, &ToClient::Refused { room, refusal: Refusal::Failed });
            }
            (None, _) => {
                // They may be about to come in somewhere.
                self.broadcast(&Frame::Disconnect { room: room.clone(), connection });
                outbox.answer(request, &ToClient::Left { room });
            }
        }
        true
    }

    /// Retries for clients that have not entered yet, where a node answers for the room.
    pub(super) fn retry_entering(self: &Arc<Cluster>) {
        let Some(server) = self.server.upgrade() else { return };
        let now = Instant::now();
        let is_due = |member: &Member| member.at.is_none() && member.next_ask <= now;
        let waiting: Vec<RoomId> = {
            let rooms = self.away.rooms.lock();
            let due = rooms.iter().filter(|(_, members)| members.values().any(is_due));
            due.map(|(room, _)| room.clone()).collect()
        };
        for room in waiting {
            let is_own = self.owns(&room);
            let peer = if is_own { None } else { self.owner_of(&room) };
            if !is_own && peer.is_none() {
                continue;
            }
            let mut rooms = self.away.rooms.lock();
            for (connection, member) in rooms.get_mut(&room).into_iter().flatten() {
                if !is_due(member) {
                    continue;
                }
                member.next_ask = now + RETRY_INTERVAL;
                match &peer {
                    Some(peer) => self.ask_to_enter(peer, &room, *connection, member),
                    None => self.enter_here(&server, &room, *connection, member),
                }
            }
        }
        self.retry_seeking();
    }

    fn ask_to_enter(&self, peer: &Peer, room: &RoomId, connection: u64, member: &Member) {
        let call = self.new_call();
        self.away.calls.lock().insert(call, (room.clone(), connection));
        let Visitor { player, address, request, .. } = &member.visitor;
        let entering = Entering {
            call,
            room: room.clone(),
            guest: Guest::new(connection, player, *address),
            role: member.role,
            code: member.code.clone(),
            seen: member.seen,
            request: *request,
        };
        peer.push(&Frame::Enter(Box::new(entering)), None);
    }

    /// The room has come to this node.
    fn enter_here(
        self: &Arc<Cluster>,
        server: &Arc<ServerState>,
        room: &RoomId,
        connection: u64,
        member: &Member,
    ) {
        let (reply, admitted) = oneshot::channel();
        let (visitor, role) = (member.visitor.clone(), member.role);
        let (code, seen) = (member.code.clone(), member.seen);
        let message = RoomMessage::Enter { visitor, role, code, seen, reply };
        let mailbox = server.local_room(room);
        let (cluster, room) = (Arc::clone(self), room.clone());
        tokio::spawn(async move {
            let entered = async {
                mailbox?.send(message).await.ok()?;
                admitted.await.ok()
            };
            let outcome = match entered.await {
                // The room sends the state itself.
                Some(Admission::Watching) => Admission::Playing,
                entered => entered.unwrap_or(Admission::NoRoom),
            };
            cluster.away.process_admission(&room, connection, outcome, cluster.node);
        });
    }

    /// The game of a room elsewhere; inside nothing if it may not be seen.
    pub(crate) async fn pgn(
        &self,
        room: &RoomId,
        code: Option<RoomCode>,
    ) -> Option<Option<String>> {
        let peer = self.owner_of(room)?;
        let call = self.new_call();
        let (reply, answer) = oneshot::channel();
        self.away.pgns.lock().insert(call, reply);
        peer.push(&Frame::AskPgn { call, room: room.clone(), code }, None);
        let answered = tokio::time::timeout(RETRY_INTERVAL, answer).await;
        self.away.pgns.lock().remove(&call);
        answered.ok()?.ok()?
    }

    /// Forwards a seek to the node that pairs all players. Returns the seeker if that is this node, or
    /// none can be reached.
    pub(crate) fn seek_elsewhere(&self, seeker: Seeker, request: Option<u64>) -> Option<Seeker> {
        let Some(peer) = self.pairing_node() else { return Some(seeker) };
        let Seeker { connection, player, seek, rating, address, .. } = &seeker;
        let Some(address) = *address else { return Some(seeker) };
        let guest = Guest::new(*connection, player, address);
        let mut forwarded = ForwardedSeek { guest, seek: seek.clone(), rating: *rating, at: None };
        forwarded.send(&peer, request);
        self.away.seeks.lock().insert(*connection, forwarded);
        None
    }

    /// Cancels a forwarded seek.
    pub(crate) fn cancel_seek(&self, connection: u64) {
        if self.away.seeks.lock().remove(&connection).is_some() {
            self.broadcast(&Frame::CancelSeek { connection });
        }
    }

    /// Forwards seeks again that were lost with a node.
    fn retry_seeking(&self) {
        let mut seeks = self.away.seeks.lock();
        if seeks.is_empty() {
            return;
        }
        let Some(peer) = self.pairing_node() else { return };
        for seek in seeks.values_mut().filter(|seek| seek.at != Some(peer.node)) {
            seek.send(&peer, None);
        }
    }

    /// The other node at which all opponents are found: that of the first shard.
    fn pairing_node(&self) -> Option<Arc<Peer>> {
        let peers = self.peers.lock();
        let own = self.held.lock().get(&0).map(|held| held.lease.epoch);
        let epoch = |known: &super::Known| {
            let lease = known.shards.iter().find(|lease| lease.shard == 0)?;
            known.peer.is_up().then_some(lease.epoch)
        };
        let best = peers.values().filter_map(|known| Some((epoch(known)?, known)));
        let (epoch, known) = best.max_by_key(|(epoch, _)| *epoch)?;
        own.is_none_or(|own| own < epoch).then(|| Arc::clone(&known.peer))
    }
}
