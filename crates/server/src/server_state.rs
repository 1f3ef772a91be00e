//! The state that all rooms and connections share, with the registry of rooms.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use protocol::{
    LevelInfo, LobbyEntry, Ranking, RatingInfo, Refusal, RoomId, RulesInfo, ServerInfo,
};
use record::names::milliseconds;
use rules::Rules;
use store::{RulesKey, shard_of};
use tokio::sync::{mpsc, watch};

use crate::archive_queue::ArchiveQueue;
use crate::clock::ServerClock;
use crate::cluster::{Cluster, Frame, SharedUsage};
use crate::engine_pool::EnginePool;
use crate::identity::{Identities, Player, PlayerKey, Transfers};
use crate::limiter::ConnectionLimiter;
use crate::limits::{ServerLimits, Timeouts};
use crate::lobby::Lobby;
use crate::metrics::{Elsewhere, Metrics};
use crate::moderation::Moderation;
use crate::outbox::{CloseReason, Outbox};
use crate::pairing::Pairing;
use crate::pgn_writer::PgnWriter;
use crate::quota::Quotas;
use crate::ranking::Rankings;
use crate::registry::{Idle, Registry};
use crate::room::{Occupant, RoomMessage};
use crate::room_handle::RoomHandle;
use crate::rule_compiler::RuleCompiler;
use crate::server::ServerConfig;
use crate::store_actor::{StoreFailure, StoreHandle};

/// Everything that rooms and connections share.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) name: String,
    /// The newest version of the protocol that this server speaks.
    pub(crate) newest_version: u16,
    pub(crate) clock: ServerClock,
    pub(crate) limits: ServerLimits,
    pub(crate) timeouts: Timeouts,
    pub(crate) storage: StoreHandle,
    pub(crate) archive_queue: ArchiveQueue,
    pub(crate) identities: Identities,
    pub(crate) engines: EnginePool,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) limiter: Arc<ConnectionLimiter>,
    /// The usage of addresses and players at all nodes.
    pub(crate) usage: Arc<SharedUsage>,
    pub(crate) compiler: RuleCompiler,
    /// The address of the page for others on the local network.
    pub(crate) lan: Option<String>,
    pub(crate) metrics: Metrics,
    pub(crate) lobby: Lobby,
    rankings: Rankings,
    pub(crate) pgn_writer: PgnWriter,
    pub(crate) pairing: Pairing,
    pub(crate) moderation: Moderation,
    pub(crate) transfers: Transfers,
    /// The connections, by number.
    online: Mutex<BTreeMap<u64, Online>>,
    pub(crate) is_stopping: AtomicBool,
    /// Becomes true when all connections are to be closed.
    pub(crate) hang_up: watch::Sender<bool>,
    connections: AtomicU64,
    pub(crate) registry: Mutex<Registry>,
    /// The other nodes, if there are any.
    pub(crate) cluster: OnceLock<Arc<Cluster>>,
}

/// A connected player.
#[derive(Clone, Debug)]
pub(crate) struct Online {
    pub(crate) player: Arc<Player>,
    /// The digest of the secret of their device.
    pub(crate) device: PlayerKey,
    pub(crate) address: IpAddr,
    pub(crate) outbox: Arc<Outbox>,
}

impl ServerState {
    pub(crate) fn new(
        config: &ServerConfig,
        storage: StoreHandle,
        identities: Identities,
        moderation: Moderation,
        lan: Option<String>,
        engines: EnginePool,
    ) -> Arc<ServerState> {
        let limits = config.limits.clone();
        let usage = Arc::new(SharedUsage::new(config.broker.is_some()));
        let (archive_queue, archiving) = ArchiveQueue::new(storage.clone());
        tokio::spawn(archiving.run());
        Arc::new(ServerState {
            name: config.name.clone(),
            newest_version: config.newest_version,
            clock: config.clock.clone(),
            timeouts: config.timeouts,
            storage,
            archive_queue,
            identities,
            engines,
            quotas: Quotas::new(&limits, Arc::clone(&usage)),
            limiter: ConnectionLimiter::new(&limits, Arc::clone(&usage)),
            usage,
            compiler: RuleCompiler::new(),
            limits,
            lan,
            metrics: Metrics::default(),
            lobby: Lobby::default(),
            rankings: Rankings::default(),
            pgn_writer: PgnWriter::default(),
            pairing: Pairing::default(),
            moderation,
            transfers: Transfers::default(),
            online: Mutex::default(),
            is_stopping: AtomicBool::new(false),
            hang_up: watch::Sender::new(false),
            connections: AtomicU64::new(0),
            registry: Mutex::default(),
            cluster: OnceLock::new(),
        })
    }

    /// The description of the server for clients.
    pub(crate) fn info(&self) -> ServerInfo {
        let shipped = notation::ruleset::shipped_ids().filter_map(notation::ruleset::shipped);
        let level = |level: &engine::level::Level| LevelInfo {
            name: level.name.to_owned(),
            rating: level.rating,
        };
        let levels = if self.engines.plays() { &engine::level::ALL[..] } else { &[] };
        ServerInfo {
            name: self.name.clone(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            rules: shipped.map(|rules| rules_info(&rules)).collect(),
            levels: levels.iter().map(level).collect(),
            grace_ms: milliseconds::whole(self.timeouts.grace),
            lan: self.lan.clone(),
        }
    }

    /// The metrics of the server, in the text format of Prometheus.
    pub(crate) fn metrics_text(&self) -> String {
        let text = self.metrics.text(&Elsewhere {
            room_bytes: self.quotas.bytes(),
            engine_questions: self.engines.waiting(),
            store_jobs: self.storage.waiting(),
            archive_queue: self.archive_queue.waiting(),
            seekers: self.pairing.waiting(),
        });
        match self.cluster() {
            Some(cluster) => text + &cluster.metrics_text(),
            None => text,
        }
    }

    /// The other nodes, if there are any.
    pub(crate) fn cluster(&self) -> Option<&Arc<Cluster>> {
        self.cluster.get()
    }

    /// Connections have numbers after this one.
    pub(crate) fn count_connections_from(&self, first: u64) {
        self.connections.store(first, Ordering::Relaxed);
    }

    /// A number for a new connection.
    pub(crate) fn new_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// The ranking of one rule set, or of all.
    pub(crate) async fn rankings(
        &self,
        rules: Option<RulesKey>,
    ) -> Result<Vec<Ranking>, StoreFailure> {
        self.rankings.read(&self.storage, rules).await
    }

    /// Registers a connection.
    pub(crate) fn put_online(&self, connection: u64, online: Online) {
        self.online.lock().insert(connection, online);
    }

    /// The outbox of a connection.
    pub(crate) fn outbox(&self, connection: u64) -> Option<Arc<Outbox>> {
        self.online.lock().get(&connection).map(|online| Arc::clone(&online.outbox))
    }

    /// A connection is closed: it is in no list any more.
    pub(crate) fn take_offline(&self, connection: u64) {
        self.lobby.unwatch(connection);
        self.cancel_seek(connection);
        self.online.lock().remove(&connection);
    }

    /// All connections.
    pub(crate) fn online(&self) -> Vec<Online> {
        self.online.lock().values().cloned().collect()
    }

    /// Closes connections, and returns how many.
    pub(crate) fn kick(&self, is_it: impl Fn(&Online) -> bool) -> usize {
        let kicked: Vec<Online> = self.online().into_iter().filter(is_it).collect();
        for Online { player, address, outbox, .. } in &kicked {
            tracing::warn!(player = %player.name(), %address, "a connection is closed");
            outbox.close(CloseReason::Misbehaved);
        }
        kicked.len()
    }

    /// A room, wherever it is. One that is elsewhere may turn out not to exist.
    pub(crate) fn room(&self, id: &RoomId) -> Option<RoomHandle> {
        match (self.local_room(id), self.cluster()) {
            (Some(mailbox), _) => Some(RoomHandle::Here(mailbox)),
            (None, Some(cluster)) if !cluster.owns(id) => {
                Some(RoomHandle::Elsewhere(Arc::clone(cluster), id.clone()))
            }
            (None, _) => None,
        }
    }

    /// The mailbox of a room of this node.
    pub(crate) fn local_room(&self, id: &RoomId) -> Option<mpsc::Sender<RoomMessage>> {
        self.registry.lock().room(id)
    }

    /// The rooms in which a player has a seat.
    pub(crate) fn rooms_of(&self, key: &PlayerKey) -> Vec<RoomId> {
        self.registry.lock().rooms_of(key)
    }

    /// A player as the occupant of a seat, with a profile and their rating by some rules.
    pub(crate) async fn occupant(
        &self,
        player: &Player,
        rules: RulesKey,
    ) -> Result<Occupant, Refusal> {
        let failed = |error: StoreFailure| {
            tracing::error!(%error, "nobody can sit down");
            Refusal::Failed
        };
        let profile = self.identities.ensure_profile(player).await.map_err(failed)?;
        let rating = self.storage.with(move |store| store.rating(profile, &rules)).await;
        let rating = rating.map_err(failed)?;
        let rating = rating.map(|rating| RatingInfo {
            value: rating.value.round() as i32,
            provisional: rating.is_provisional(),
        });
        Ok(Occupant::Person { key: player.key, name: player.name(), profile, rating })
    }

    /// Reserves a seat in a room, unless the player has too many games.
    pub(crate) fn reserve_seat(&self, key: PlayerKey, room: &RoomId) -> bool {
        let is_reserved =
            self.registry.lock().reserve_seat(key, room, self.limits.rooms_per_player);
        if is_reserved {
            self.broadcast_seat(key, room, true);
        }
        is_reserved
    }

    /// The games of these players in a room are over, or could not begin.
    pub(crate) fn release_seats(&self, players: &[PlayerKey], room: &RoomId) {
        self.registry.lock().release_seats(players, room);
        players.iter().for_each(|player| self.broadcast_seat(*player, room, false));
    }

    /// Broadcasts to other nodes that a player took or left a seat here.
    pub(crate) fn broadcast_seat(&self, player: PlayerKey, room: &RoomId, on: bool) {
        self.broadcast_to_nodes(&Frame::Seat { player, room: room.clone(), on });
    }

    /// Broadcasts a frame to all other nodes, if there are any.
    pub(crate) fn broadcast_to_nodes(&self, frame: &Frame) {
        if let Some(cluster) = self.cluster() {
            cluster.broadcast(frame);
        }
    }

    /// All seats in rooms of this node.
    pub(crate) fn local_seats(&self) -> Vec<(PlayerKey, RoomId)> {
        self.registry.lock().local_seats()
    }

    /// A player took or left a seat in a room of another node.
    pub(crate) fn set_remote_seat(&self, player: PlayerKey, room: &RoomId, on: bool) {
        match on {
            true => drop(self.registry.lock().reserve_seat(player, room, usize::MAX)),
            false => self.registry.lock().release_seats(&[player], room),
        }
    }

    /// How many rooms are in each shard.
    pub(crate) fn rooms_by_shard(&self) -> HashMap<u32, usize> {
        let mut counts = HashMap::new();
        for (room, _) in self.registry.lock().rooms() {
            *counts.entry(shard_of(room.as_str())).or_default() += 1;
        }
        counts
    }

    /// Other nodes have these rooms already.
    pub(crate) fn lose_rooms(&self, is_lost: impl Fn(&RoomId) -> bool) {
        for (_, mailbox) in self.registry.lock().rooms().filter(|(room, _)| is_lost(room)) {
            let mailbox = mailbox.clone();
            tokio::spawn(async move { mailbox.send(RoomMessage::Lost).await });
        }
    }

    /// Saves these rooms and closes them, so that they go on elsewhere.
    pub(crate) async fn suspend_rooms(&self, goes: impl Fn(&RoomId) -> bool) {
        let rooms: Vec<mpsc::Sender<RoomMessage>> = {
            let registry = self.registry.lock();
            registry.rooms().filter(|(room, _)| goes(room)).map(|(_, box_)| box_.clone()).collect()
        };
        for room in &rooms {
            // A room that is closed already has nothing to save.
            let _ = room.send(RoomMessage::Stop).await;
        }
        for room in rooms {
            room.closed().await;
        }
    }

    /// Puts a room on the list, or brings its entry up to date.
    pub(crate) fn list_room(&self, entry: LobbyEntry, address: Option<IpAddr>) {
        if let Some(cluster) = self.cluster() {
            cluster.touch(&entry.room);
        }
        self.lobby.put(entry, address);
    }

    /// A room has become empty, or is not any more.
    pub(crate) fn set_idle(&self, room: &RoomId, idle: Option<Idle>) {
        self.registry.lock().set_idle(room, idle);
    }

    /// The owner of a room is back after a restart.
    pub(crate) fn set_address(&self, room: &RoomId, address: IpAddr) {
        self.registry.lock().set_address(room, address);
    }

    /// A room is closed.
    pub(crate) fn remove_room(&self, room: &RoomId, players: &[PlayerKey]) {
        if !self.registry.lock().remove(room, players) {
            return;
        }
        self.lobby.remove(room);
        if let Some(cluster) = self.cluster() {
            cluster.touch(room);
        }
        players.iter().for_each(|player| self.broadcast_seat(*player, room, false));
    }

    /// Forgets players who have not played for long.
    pub(crate) async fn forget_idle_players(&self) {
        let ago = |time: Duration| {
            let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
            self.clock.unix().plus_seconds(-seconds)
        };
        let (unplayed, idle) = (ago(self.timeouts.forget_unplayed), ago(self.timeouts.forget_idle));
        let plays = |key: &PlayerKey| !self.rooms_of(key).is_empty();
        match self.identities.forget_idle(unplayed, idle, plays).await {
            Ok(0) => {}
            Ok(count) => {
                tracing::info!(count, "players who have not played for long are forgotten")
            }
            Err(error) => tracing::warn!(%error, "idle players could not be forgotten"),
        }
    }

    /// Suspends all rooms, waits until they are saved and finished games archived, and closes all
    /// connections.
    pub(crate) async fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        let leases = self.cluster().map(|cluster| cluster.begin_leaving());
        self.archive_queue.hurry();
        self.suspend_rooms(|_| true).await;
        if let Some((cluster, leases)) = self.cluster().zip(leases) {
            cluster.leave(leases).await;
        }
        self.hang_up.send_replace(true);
    }
}

/// The longest title of rules that is listed, in characters.
const LONGEST_TITLE: usize = 60;

/// Rules as they are listed.
pub(crate) fn rules_info(rules: &Rules) -> RulesInfo {
    let id = rules.id().to_owned();
    // A user's own rules may have any title.
    let title: String = rules.spec().title.chars().take(LONGEST_TITLE).collect();
    RulesInfo {
        title: if title.is_empty() { id.clone() } else { title },
        id,
        size: [rules.size().files(), rules.size().ranks()],
        own: !notation::archive::is_shipped(rules),
    }
}

#[cfg(test)]
mod tests {
    use protocol::RoomOptions;

    use super::*;

    #[test]
    fn long_titles_are_cut() {
        let title = "ü".repeat(20_000);
        let file = format!("inherits = \"standard\"\ntitle = \"{title}\"\n");
        let rules = protocol::RulesChoice::Own { id: "mine".to_owned(), file };
        let first = RoomOptions { rules, ..RoomOptions::friendly("standard") }.first_position();
        match first {
            Ok(first) => assert_eq!(rules_info(first.rules()).title.chars().count(), LONGEST_TITLE),
            Err(why) => assert!(why.to_string().contains("title"), "{why}"),
        }
    }
}
