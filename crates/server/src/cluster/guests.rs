//! Guests: clients that are connected to other nodes and in rooms of this one.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use protocol::{Action, Refusal, RoomCode, RoomId, Seek, ToClient};
use rules::Colour;
use store::ClusterNode;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use super::frame::{Entering, Frame, Guest};
use super::{Cluster, NODE_BITS, Peer};
use crate::identity::Player;
use crate::outbox::Outbox;
use crate::pairing::Seeker;
use crate::room::{Admission, RoomMessage, Visitor};
use crate::server_state::ServerState;

/// The way to a connection of another node.
#[derive(Debug)]
pub(crate) struct RemoteOutbox {
    peer: Arc<Peer>,
    connection: u64,
}

impl RemoteOutbox {
    pub(crate) fn node(&self) -> ClusterNode {
        self.peer.node
    }

    pub(crate) fn send(&self, message: &Utf8Bytes) {
        self.peer.push(&Frame::Say { connection: self.connection }, Some(message));
    }

    pub(crate) fn send_live(&self, room: &RoomId, side: Colour, message: &Utf8Bytes) {
        let (room, connection) = (room.clone(), Some(self.connection));
        self.peer.push(&Frame::Live { room, side, connection }, Some(message));
    }

    /// Sends a message to all who watch a room at that node and want this view.
    pub(crate) fn send_to_crowd(&self, room: &RoomId, view: Option<Colour>, message: &Utf8Bytes) {
        self.peer.push(&Frame::Crowd { room: room.clone(), view }, Some(message));
    }

    /// Shows all who watch a room at that node what a player does between moves.
    pub(crate) fn show_crowd(&self, room: &RoomId, side: Colour, message: &Utf8Bytes) {
        let live = Frame::Live { room: room.clone(), side, connection: None };
        self.peer.push(&live, Some(message));
    }

    /// They do not look for an opponent any more.
    pub(crate) fn end_seek(&self) {
        self.peer.push(&Frame::SeekEnded { connection: self.connection }, None);
    }

    /// The room is not here any more: it is closed, or goes on at another node.
    pub(crate) fn end_room(&self, room: &RoomId, is_closed: bool) {
        let room = room.clone();
        let frame = if is_closed { Frame::Closed(room) } else { Frame::Moved(room) };
        self.peer.push(&frame, None);
    }
}

/// All guests, by their connections.
#[derive(Debug, Default)]
pub(super) struct Guests {
    known: Mutex<HashMap<u64, Known>>,
}

#[derive(Debug)]
struct Known {
    player: Arc<Player>,
    rooms: HashSet<RoomId>,
}

impl Guests {
    pub(super) fn count(&self) -> usize {
        self.known.lock().len()
    }

    fn are_in(&self, connection: u64, room: &RoomId) -> bool {
        self.known.lock().get(&connection).is_some_and(|guest| guest.rooms.contains(room))
    }
}

impl Guest {
    /// Describes a local client for another node.
    pub(super) fn new(connection: u64, player: &Player, address: IpAddr) -> Guest {
        Guest {
            connection,
            key: player.key,
            name: player.name(),
            profile: player.profile(),
            blocked: player.blocked_profiles().into_iter().collect(),
            address,
        }
    }

    fn player(&self) -> Player {
        let blocked = self.blocked.iter().cloned().collect();
        Player::new(self.key, self.name.clone(), self.profile, blocked)
    }
}

impl Cluster {
    /// A client of another node asks to enter a room.
    pub(super) fn admit_guest(
        self: &Arc<Cluster>,
        server: &Arc<ServerState>,
        peer: &Arc<Peer>,
        entering: Entering,
    ) {
        let Entering { call, room, guest, role, code, seen, request } = entering;
        let answer = |outcome| peer.push(&Frame::Entered { call, outcome }, None);
        if !self.owns(&room) {
            return answer(Admission::Elsewhere);
        }
        let Some(mailbox) = server.local_room(&room) else { return answer(Admission::NoRoom) };
        let connection = guest.connection;
        let player = self.know_guest(server, &guest, &room);
        let outbox = Arc::new(Outbox::remote(self.remote(peer, connection)));
        let visitor = Visitor { connection, outbox, player, address: guest.address, request };
        let (reply, admitted) = oneshot::channel();
        let message = RoomMessage::Enter { visitor, role, code, seen, reply };
        match mailbox.try_send(message) {
            Ok(()) => {}
            // They ask again.
            Err(TrySendError::Full(_)) => return answer(Admission::Elsewhere),
            Err(TrySendError::Closed(_)) => return answer(Admission::NoRoom),
        }
        let (cluster, server, peer) = (Arc::clone(self), Arc::clone(server), Arc::clone(peer));
        tokio::spawn(async move {
            let outcome = admitted.await.unwrap_or(Admission::Elsewhere);
            if !outcome.is_in() {
                cluster.forget_guest(&server, connection, &room);
            }
            peer.push(&Frame::Entered { call, outcome }, None);
        });
    }

    pub(super) fn guest_leaves(
        &self,
        server: &Arc<ServerState>,
        peer: &Peer,
        room: RoomId,
        connection: u64,
        request: Option<u64>,
    ) {
        match server.local_room(&room) {
            Some(mailbox) => {
                self.forget_guest(server, connection, &room);
                deliver(mailbox, RoomMessage::Leave { connection, request });
            }
            None => self.send_missing(peer, room),
        }
    }

    pub(super) fn guest_disconnects(
        &self,
        server: &Arc<ServerState>,
        room: &RoomId,
        connection: u64,
    ) {
        self.forget_guest(server, connection, room);
        if let Some(mailbox) = server.local_room(room) {
            deliver(mailbox, RoomMessage::Disconnect { connection });
        }
    }

    pub(super) fn guest_acts(
        &self,
        server: &Arc<ServerState>,
        peer: &Arc<Peer>,
        room: RoomId,
        (connection, request): (u64, Option<u64>),
        action: Action,
        round_trip: Duration,
    ) {
        let Some(mailbox) = server.local_room(&room) else {
            return self.send_missing(peer, room);
        };
        if !self.guests.are_in(connection, &room) {
            // Something was lost: they are to enter again.
            return peer.push(&Frame::Moved(room), None);
        }
        let arrived = server.clock.now();
        let act = RoomMessage::Act { connection, request, action, arrived, round_trip };
        if mailbox.try_send(act).is_err() {
            let refused = ToClient::Refused { room: Some(room), refusal: Refusal::TooFast };
            Outbox::remote(self.remote(peer, connection)).answer(request, &refused);
        }
    }

    /// A client of another node looks for an opponent here.
    pub(super) fn guest_seeks(
        self: &Arc<Cluster>,
        server: &Arc<ServerState>,
        peer: &Arc<Peer>,
        guest: Guest,
        seek: Seek,
        rating: i32,
        request: Option<u64>,
    ) {
        let player = Arc::new(guest.player());
        let outbox = Arc::new(Outbox::remote(self.remote(peer, guest.connection)));
        let (connection, address) = (guest.connection, Some(guest.address));
        let seeker = Seeker { connection, player, outbox, seek, rating, address };
        let server = Arc::clone(server);
        tokio::spawn(async move { server.seek(seeker, request).await });
    }

    pub(super) fn give_pgn(
        &self,
        server: &Arc<ServerState>,
        peer: &Arc<Peer>,
        call: u64,
        room: RoomId,
        code: Option<RoomCode>,
    ) {
        let (reply, answer) = oneshot::channel();
        let mailbox = server.local_room(&room);
        let peer = Arc::clone(peer);
        tokio::spawn(async move {
            let asked = async {
                mailbox?.send(RoomMessage::Pgn { code, reply }).await.ok()?;
                answer.await.ok()
            };
            let found = asked.await;
            let is_known = found.is_some();
            peer.push(&Frame::Pgn { call, text: found.flatten(), is_known }, None);
        });
    }

    /// All guests of a node are gone.
    pub(super) fn lose_guests(&self, node: ClusterNode) {
        let Some(server) = self.server.upgrade() else { return };
        let lost: Vec<(u64, RoomId)> = {
            let known = self.guests.known.lock();
            let of_node = known.iter().filter(|(connection, _)| is_of(**connection, node));
            of_node.flat_map(|(at, guest)| guest.rooms.iter().map(|r| (*at, r.clone()))).collect()
        };
        for (connection, room) in lost {
            self.guest_disconnects(&server, &room, connection);
        }
        server.pairing.cancel_all(|connection| is_of(connection, node));
    }

    /// A guest as a player, who is known as long as they are in a room here.
    fn know_guest(&self, server: &ServerState, guest: &Guest, room: &RoomId) -> Arc<Player> {
        let mut known = self.guests.known.lock();
        let guest = known.entry(guest.connection).or_insert_with(|| {
            let player = server.identities.adopt(guest.player());
            Known { player, rooms: HashSet::new() }
        });
        guest.rooms.insert(room.clone());
        Arc::clone(&guest.player)
    }

    fn forget_guest(&self, server: &ServerState, connection: u64, room: &RoomId) {
        let mut known = self.guests.known.lock();
        let Some(guest) = known.get_mut(&connection) else { return };
        guest.rooms.remove(room);
        if guest.rooms.is_empty()
            && let Some(guest) = known.remove(&connection)
        {
            server.identities.release(guest.player);
        }
    }

    fn remote(&self, peer: &Arc<Peer>, connection: u64) -> RemoteOutbox {
        RemoteOutbox { peer: Arc::clone(peer), connection }
    }

    /// A room is not, or not any more, here.
    fn send_missing(&self, peer: &Peer, room: RoomId) {
        let frame = if self.owns(&room) { Frame::Closed(room) } else { Frame::Moved(room) };
        peer.push(&frame, None);
    }
}

/// Puts a message into a mailbox after those that are there already, if there is space.
pub(super) fn deliver(mailbox: mpsc::Sender<RoomMessage>, message: RoomMessage) {
    if let Err(TrySendError::Full(message)) = mailbox.try_send(message) {
        tokio::spawn(async move { mailbox.send(message).await.is_ok() });
    }
}

fn is_of(connection: u64, node: ClusterNode) -> bool {
    connection >> NODE_BITS == u64::from(node.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A guest that re-enters at once must not be removed afterwards.
    #[tokio::test]
    async fn messages_of_guests_keep_their_order() {
        let (mailbox, mut messages) = mpsc::channel(2);
        for connection in 0..2 {
            deliver(mailbox.clone(), RoomMessage::Disconnect { connection });
        }
        deliver(mailbox.clone(), RoomMessage::Leave { connection: 2, request: None });
        for expected in 0..2 {
            let message = messages.try_recv().ok();
            assert!(matches!(
                message,
                Some(RoomMessage::Disconnect { connection }) if connection == expected
            ));
        }
        let last = messages.recv().await;
        assert!(matches!(last, Some(RoomMessage::Leave { connection: 2, .. })), "none is lost");
    }
}
