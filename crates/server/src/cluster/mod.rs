//! Several servers as one: nodes that share a database and a broker.
//!
//! Every room belongs to a shard, and every shard to one node at a time, by a lease in the database
//! (`placement`). A client of one node in a room of another is a guest there: the node
//! of the connection forwards their actions (`away`), and that of the room their messages
//! (`guests`). What all nodes know of all rooms, such as the lobby, they tell each other (`shared`).
//! Programs that do nothing but think (`worker`) answer the questions of all nodes (`workers`).
//!
//! Nodes talk in numbered batches (`peer`). Whatever is lost, be it a message, a node or the broker, is
//! treated alike: guests are gone, and come in again by themselves when the owner of the room answers.

mod accounts;
mod away;
mod broker;
mod frame;
mod guests;
mod leases;
mod peer;
mod placement;
mod question;
mod shared;
mod usage;
mod worker;
mod workers;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use protocol::RoomId;
use store::{ClusterNode, Lease, Shards, shard_of};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

use crate::engine_pool::PoolEvent;
use crate::identity::PlayerKey;
use crate::metrics::write_metric;
use crate::server_state::ServerState;
use away::Away;
use broker::{Broker, Inbox};
pub(crate) use frame::Frame;
use guests::Guests;
pub(crate) use guests::RemoteOutbox;
use leases::LeaseThread;
use peer::Arrival;
pub(crate) use peer::Peer;
use placement::HeldShard;
pub(crate) use usage::SharedUsage;
pub use worker::{Worker, WorkerConfig};
use workers::{AskingTask, Workers};

/// How often nodes hear of each other, and of what has changed.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(400);

/// A node that left the database is forgotten after this.
const FORGET_AFTER: Duration = Duration::from_secs(10);

/// The version of the clients' protocol when clusters came; nodes of that time do not tell theirs.
const FIRST_VERSION: u16 = 4;

/// Numbers of connections begin with that of their node.
const NODE_BITS: u32 = 40;

/// A node's part of the cluster.
pub(crate) struct Cluster {
    node: ClusterNode,
    server: Weak<ServerState>,
    broker: Broker,
    leases: LeaseThread,
    held: Mutex<BTreeMap<u32, HeldShard>>,
    /// Leases are to be looked at now.
    wake_placement: Notify,
    peers: Mutex<BTreeMap<ClusterNode, Known>>,
    away: Away,
    guests: Guests,
    /// Rooms of this node whose place in the lobby has changed.
    changed: Mutex<HashSet<RoomId>>,
    calls: AtomicU64,
    /// Those who think for all nodes.
    workers: Workers,
}

/// The state of another node.
struct Known {
    peer: Arc<Peer>,
    sending: JoinHandle<()>,
    /// The newest version of the clients' protocol that it speaks.
    version: u16,
    shards: Vec<Lease>,
    listed: HashSet<RoomId>,
    seats: HashSet<(PlayerKey, RoomId)>,
}

/// Why a server cannot be a node; the text is meant to be shown.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct JoinError(String);

impl Cluster {
    /// Joins: this node has a number from now on, but no shards yet.
    pub(crate) async fn join(
        address: &str,
        shards: Box<dyn Shards>,
    ) -> Result<JoinedNode, JoinError> {
        let to_error = |error: &dyn fmt::Display| JoinError(error.to_string());
        let broker = Broker::connect(address).await.map_err(|error| to_error(&error))?;
        let leases = LeaseThread::start(shards).map_err(|error| to_error(&error))?;
        let node = leases.with(|shards| shards.join()).await.map_err(|error| to_error(&error))?;
        let inbox = broker.subscribe(subject(node)).await.map_err(|error| to_error(&error))?;
        let asking =
            AskingTask::subscribe(&broker, node).await.map_err(|error| to_error(&error))?;
        Ok(JoinedNode { node, broker, leases, inbox, asking })
    }

    /// The number before the first connection of this node.
    fn first_connection(node: ClusterNode) -> u64 {
        u64::from(node.0) << NODE_BITS
    }

    /// Does this node have the room, if there is such a room?
    pub(crate) fn owns(&self, room: &RoomId) -> bool {
        self.held.lock().get(&shard_of(room.as_str())).is_some_and(|held| held.is_loaded)
    }

    /// The node that has a room, if it can be reached.
    fn owner_of(&self, room: &RoomId) -> Option<Arc<Peer>> {
        let shard = shard_of(room.as_str());
        let peers = self.peers.lock();
        let lease = |known: &Known| {
            let lease = known.shards.iter().find(|lease| lease.shard == shard)?;
            known.peer.is_up().then(|| (lease.epoch, Arc::clone(&known.peer)))
        };
        peers.values().filter_map(lease).max_by_key(|(epoch, _)| *epoch).map(|(_, peer)| peer)
    }

    /// The newest version of the clients' protocol that all nodes speak: a message of a room is
    /// forwarded as it is, so that no message may use what only some nodes know.
    pub(crate) fn common_version(&self, own: u16) -> u16 {
        let peers = self.peers.lock();
        let heard = peers.values().filter(|known| known.peer.is_up());
        heard.map(|known| known.version).fold(own, u16::min)
    }

    /// The metrics of this node, in the text format of Prometheus.
    pub(crate) fn metrics_text(&self) -> String {
        let peers = self.peers.lock().values().filter(|known| known.peer.is_up()).count();
        let mut text = String::new();
        for (name, about, value) in [
            ("cluster_shards", "Shards that this node has", self.held.lock().len()),
            ("cluster_peers", "Other nodes that are heard", peers),
            ("cluster_guests", "People of other nodes in rooms of this one", self.guests.count()),
            ("cluster_away", "Places of people of this node in rooms of others", self.away.count()),
        ] {
            write_metric(&mut text, name, about, value);
        }
        self.workers.write_metrics(&mut text);
        text
    }

    /// Sends a frame to all other nodes.
    pub(crate) fn broadcast(&self, frame: &Frame) {
        for known in self.peers.lock().values() {
            known.peer.push(frame, None);
        }
    }

    fn new_call(&self) -> u64 {
        self.calls.fetch_add(1, Relaxed)
    }

    /// Receives what other nodes send.
    async fn receive(self: Arc<Cluster>, mut inbox: Inbox) {
        while let Some(batch) = inbox.next().await {
            let Some((head, frames)) = frame::read(&batch.text) else {
                tracing::warn!("a message of the broker makes no sense");
                continue;
            };
            let Some(server) = self.server.upgrade() else { return };
            let peer = self.meet(head.from);
            if !peer.is_up() {
                server.usage.set_reachable(peer.node, true);
            }
            match peer.arrived(head.series, head.number) {
                Arrival::Old => continue,
                Arrival::InOrder => {}
                Arrival::AfterGap => {
                    tracing::warn!(node = head.from.0, "something of another node was lost");
                    peer.push(&Frame::Reset, None);
                    self.begin_anew(&peer);
                }
            }
            for (frame, message) in frames {
                self.handle(&server, &peer, frame, message);
            }
        }
    }

    /// The way to another node, which is opened if it is new.
    fn meet(self: &Arc<Cluster>, node: ClusterNode) -> Arc<Peer> {
        let mut peers = self.peers.lock();
        if let Some(known) = peers.get(&node) {
            return Arc::clone(&known.peer);
        }
        let peer = Arc::new(Peer::new(node));
        let (cluster, to) = (Arc::clone(self), Arc::clone(&peer));
        let sending = tokio::spawn(async move {
            loop {
                let batch = to.next_batch(cluster.node).await;
                cluster.broker.publish(subject(to.node), batch).await;
            }
        });
        let known = Known {
            peer: Arc::clone(&peer),
            sending,
            version: FIRST_VERSION,
            shards: Vec::new(),
            listed: HashSet::new(),
            seats: HashSet::new(),
        };
        peers.insert(node, known);
        drop(peers);
        self.introduce(&peer);
        peer
    }

    /// Sends another node the whole shared state of this one.
    fn introduce(&self, peer: &Peer) {
        if let Some(server) = self.server.upgrade() {
            peer.push(&Frame::Speaks(server.newest_version), None);
        }
        peer.push(&Frame::Shards(self.held_leases()), None);
        self.send_rooms(peer);
    }

    /// Something between this node and another was lost.
    fn begin_anew(&self, peer: &Peer) {
        self.lose_guests(peer.node);
        self.away.lose(peer.node);
        self.introduce(peer);
    }

    fn handle(
        self: &Arc<Cluster>,
        server: &Arc<ServerState>,
        peer: &Arc<Peer>,
        frame: Frame,
        message: Utf8Bytes,
    ) {
        match frame {
            Frame::Alive => {}
            Frame::Speaks(version) => {
                if let Some(known) = self.peers.lock().get_mut(&peer.node) {
                    known.version = version;
                }
            }
            Frame::Reset => self.begin_anew(peer),
            Frame::Shards(leases) => self.receive_shards(peer.node, leases),
            Frame::Anew => {
                self.forget_rooms(server, peer.node);
                server.usage.forget(peer.node);
            }
            Frame::Listed(entry, address) => self.put_listed(server, peer.node, *entry, address),
            Frame::Unlisted(room) => self.remove_listed(server, peer.node, &room),
            Frame::Seat { player, room, on } => {
                self.set_seat(server, peer.node, player, room, on);
            }
            Frame::Changed(player) => self.reload_player(server, player),
            Frame::Moderated => self.reload_measures(server),
            Frame::Usage(delta) => self.receive_usage(server, peer.node, delta),
            Frame::Enter(entering) => self.admit_guest(server, peer, *entering),
            Frame::Leave { room, connection, request } => {
                self.guest_leaves(server, peer, room, connection, request);
            }
            Frame::Disconnect { room, connection } => {
                self.guest_disconnects(server, &room, connection);
            }
            Frame::Act { room, connection, request, action, round_trip_ms } => {
                let round_trip = Duration::from_millis(round_trip_ms);
                self.guest_acts(server, peer, room, (connection, request), action, round_trip);
            }
            Frame::Seek { guest, seek, rating, request } => {
                self.guest_seeks(server, peer, *guest, seek, rating, request);
            }
            Frame::SeekEnded { connection } => self.away.seek_ended(connection),
            Frame::CancelSeek { connection } => {
                server.pairing.cancel(connection);
            }
            Frame::AskPgn { call, room, code } => self.give_pgn(server, peer, call, room, code),
            Frame::Pgn { call, text, is_known } => self.away.take_pgn(call, text, is_known),
            Frame::Entered { call, outcome } => self.away.entered(call, outcome, peer.node),
            Frame::Say { connection } => {
                if let Some(outbox) = server.outbox(connection) {
                    outbox.send_encoded(message);
                }
            }
            Frame::Crowd { room, view } => self.away.broadcast_to_spectators(&room, view, &message),
            Frame::Live { room, side, connection: Some(connection) } => {
                if let Some(outbox) = server.outbox(connection) {
                    outbox.send_live(&room, side, message);
                }
            }
            Frame::Live { room, side, connection: None } => {
                self.away.broadcast_live(&room, side, &message);
            }
            Frame::Moved(room) => self.away.moved(&room, peer.node),
            Frame::Closed(room) => self.away.closed(&room, peer.node),
        }
    }

    /// Another node has sent the list of its shards.
    fn receive_shards(self: &Arc<Cluster>, node: ClusterNode, leases: Vec<Lease>) {
        let lost: Vec<Lease> = {
            let held = self.held.lock();
            let is_newer = |lease: &&Lease| {
                held.get(&lease.shard).is_some_and(|held| held.lease.epoch < lease.epoch)
            };
            leases.iter().filter(is_newer).copied().collect()
        };
        if let Some(known) = self.peers.lock().get_mut(&node) {
            known.shards = leases;
        }
        if !lost.is_empty() {
            tracing::warn!(count = lost.len(), node = node.0, "another node has taken shards over");
            let numbers: Vec<u32> = lost.iter().map(|lease| lease.shard).collect();
            self.lose_shards(&numbers);
        }
        self.retry_entering();
        // Something may be free now.
        self.wake_placement.notify_one();
    }

    /// Periodic work: heartbeats, usage, lobby, and lost peers.
    async fn tick(self: Arc<Cluster>) {
        let mut interval = tokio::time::interval(HEARTBEAT_INTERVAL);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            interval.tick().await;
            let Some(server) = self.server.upgrade() else { return };
            self.broadcast(&Frame::Alive);
            // Usage goes before the lobby, so that a listed room is already counted.
            self.broadcast_usage_delta(&server);
            self.broadcast_changed_rooms(&server);
            self.drop_expired();
            let silent: Vec<Arc<Peer>> = {
                let peers = self.peers.lock();
                let known = peers.values().map(|known| &known.peer);
                known.filter(|peer| peer.falls_silent()).cloned().collect()
            };
            for peer in silent {
                tracing::warn!(node = peer.node.0, "another node is not heard any more");
                server.usage.set_reachable(peer.node, false);
                self.lose_guests(peer.node);
                self.away.lose(peer.node);
            }
            self.retry_entering();
        }
    }

    /// Nodes that are in the database are met, and others forgotten.
    fn keep_peers(self: &Arc<Cluster>, nodes: &[ClusterNode]) {
        for node in nodes.iter().filter(|node| **node != self.node) {
            self.meet(*node);
        }
        let is_gone = |node: &ClusterNode, known: &Known| {
            !nodes.contains(node) && known.peer.silence() > FORGET_AFTER
        };
        let gone: Vec<ClusterNode> = {
            let peers = self.peers.lock();
            peers.iter().filter(|(node, known)| is_gone(node, known)).map(|(n, _)| *n).collect()
        };
        let Some(server) = self.server.upgrade() else { return };
        for node in gone {
            self.forget_rooms(&server, node);
            server.usage.forget(node);
            if let Some(known) = self.peers.lock().remove(&node) {
                known.sending.abort();
            }
        }
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cluster(node {})", self.node.0)
    }
}

/// A node that has its number, before it serves.
pub(crate) struct JoinedNode {
    node: ClusterNode,
    broker: Broker,
    leases: LeaseThread,
    inbox: Inbox,
    asking: AskingTask,
}

impl JoinedNode {
    /// The sender of the engine pool's events.
    pub(crate) fn pool_events(&self) -> mpsc::UnboundedSender<PoolEvent> {
        self.asking.pool_events()
    }

    /// The number before the first connection.
    pub(crate) fn first_connection(&self) -> u64 {
        Cluster::first_connection(self.node)
    }

    /// Begins to hear of others and takes a share of the shards. Gives the tasks that go on.
    pub(crate) async fn begin(self, server: &Arc<ServerState>) -> Vec<JoinHandle<()>> {
        let JoinedNode { node, broker, leases, inbox, asking } = self;
        let cluster = Arc::new(Cluster {
            node,
            server: Arc::downgrade(server),
            broker,
            leases,
            held: Mutex::default(),
            wake_placement: Notify::new(),
            peers: Mutex::default(),
            away: Away::new(),
            guests: Guests::default(),
            changed: Mutex::default(),
            calls: AtomicU64::new(0),
            workers: Workers::default(),
        });
        let _first_time = server.cluster.set(Arc::clone(&cluster));
        tracing::info!(node = node.0, "a node of a cluster");
        cluster.update_leases().await;
        vec![
            tokio::spawn(Arc::clone(&cluster).receive(inbox)),
            tokio::spawn(Arc::clone(&cluster).tick()),
            tokio::spawn(asking.run(Arc::clone(&cluster))),
            tokio::spawn(cluster.maintain_leases()),
        ]
    }
}

/// Where a node is spoken to.
fn subject(node: ClusterNode) -> String {
    format!("xxlchess.node.{}", node.0)
}

/// Pending calls, by number.
type Calls<T> = Mutex<HashMap<u64, T>>;
