//! What all rooms and connections share, and the registry of rooms.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use protocol::{
    LevelInfo, LobbyEntry, Ranking, RatingInfo, Refusal, RoomCode, RoomId, RoomOptions, RulesInfo,
    ServerInfo,
};
use record::names::milliseconds;
use rules::{Position, Rules};
use store::{Lease, RulesKey, SavedRoom, UnixTime, shard_of};
use tokio::sync::{mpsc, oneshot, watch};

use crate::clock::ServerClock;
use crate::cluster::{Cluster, Frame, SharedUsage};
use crate::ended_games::EndedGames;
use crate::engine_pool::EnginePool;
use crate::identity::{Identities, Player, PlayerKey, Transfers, random_bits};
use crate::limiter::ConnectionLimiter;
use crate::limits::ServerLimits;
use crate::lobby::Lobby;
use crate::metrics::{Elsewhere, Metrics};
use crate::moderation::Moderation;
use crate::outbox::{CloseReason, Outbox};
use crate::pairing::Pairing;
use crate::pgn_writer::PgnWriter;
use crate::quota::{Exceeded, Owner, Quotas, Share};
use crate::ranking::Rankings;
use crate::registry::{Idle, Registry};
use crate::room::{self, Occupant, RestoreError, RoomMessage};
use crate::room_handle::RoomHandle;
use crate::rule_compiler::RuleCompiler;
use crate::server::ServerConfig;
use crate::store_actor::{StoreFailure, StoreHandle};

/// The capacity of a room's mailbox. Senders wait when it is full.
const MAILBOX: usize = 64;

/// So many idle rooms are closed at most to make room for one.
const MOST_EVICTIONS: usize = 4;

/// The longest wait for a room that is to be closed.
const EVICTION_TIME: Duration = Duration::from_secs(2);

const DAY: u64 = 24 * 3600;

/// How long the server waits for players who are away.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// After so long the other player can claim the game.
    pub grace: Duration,
    /// After a restart the game goes on, if one player is back and the other is not, after this.
    pub resume: Duration,
    /// An empty room that waits for a player, or whose game is over, is closed after this.
    pub empty: Duration,
    /// A game between people who have both left ends after this.
    pub abandoned: Duration,
    /// A game against the computer whose player has left ends after this.
    pub abandoned_computer: Duration,
    /// A player who has finished no game is forgotten after this.
    pub forget_unplayed: Duration,
    /// A player whose last game was so long ago is forgotten, with games and ratings.
    pub forget_idle: Duration,
    /// A connection that is no WebSocket is closed after this.
    pub http: Duration,
    /// The store must answer within this time; otherwise it counts as failed.
    pub store: Duration,
    /// The server stops within about twice this time, whether or not everything could be saved.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            grace: Duration::from_secs(60),
            resume: Duration::from_secs(20),
            empty: Duration::from_secs(120),
            abandoned: Duration::from_secs(24 * 3600),
            abandoned_computer: Duration::from_secs(15 * 60),
            forget_unplayed: Duration::from_secs(7 * DAY),
            forget_idle: Duration::from_secs(730 * DAY),
            http: Duration::from_secs(300),
            store: Duration::from_secs(5),
            stop: Duration::from_secs(8),
        }
    }
}

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
    pub(crate) ended_games: EndedGames,
    pub(crate) identities: Identities,
    pub(crate) engines: EnginePool,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) limiter: Arc<ConnectionLimiter>,
    /// What addresses and players use at all nodes.
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
    /// Who is connected, by the numbers of their connections.
    online: Mutex<BTreeMap<u64, Online>>,
    pub(crate) is_stopping: AtomicBool,
    /// Becomes true when all connections are to be closed.
    pub(crate) hang_up: watch::Sender<bool>,
    connections: AtomicU64,
    registry: Mutex<Registry>,
    /// The other nodes, if there are any.
    pub(crate) cluster: OnceLock<Arc<Cluster>>,
}

/// Somebody who is connected.
#[derive(Clone, Debug)]
pub(crate) struct Online {
    pub(crate) player: Arc<Player>,
    /// The digest of the secret of their device.
    pub(crate) device: PlayerKey,
    pub(crate) address: IpAddr,
    pub(crate) outbox: Arc<Outbox>,
}

/// A room to be created.
pub(crate) struct NewRoom {
    pub(crate) options: RoomOptions,
    /// The rules and the position that the options name.
    pub(crate) first: Position,
    /// Who sits in it at once, with White and with Black.
    pub(crate) occupants: [Option<Occupant>; 2],
    pub(crate) owner: Owner,
    /// The code of the room before a rematch, so that its spectators can follow.
    pub(crate) code: Option<RoomCode>,
}

/// A room that is being created. Its type is erased, as rooms create rooms for rematches.
pub(crate) type Creation<'a> = Pin<Box<dyn Future<Output = Result<RoomId, Refusal>> + Send + 'a>>;

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
        let (ended_games, putting_away) = EndedGames::new(storage.clone());
        tokio::spawn(putting_away.run());
        Arc::new(ServerState {
            name: config.name.clone(),
            newest_version: config.newest_version,
            clock: config.clock.clone(),
            timeouts: config.timeouts,
            storage,
            ended_games,
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

    /// What every client learns of the server.
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

    /// What the server counts, in the text format of Prometheus.
    pub(crate) fn metrics_text(&self) -> String {
        let text = self.metrics.text(&Elsewhere {
            room_bytes: self.quotas.bytes(),
            engine_questions: self.engines.waiting(),
            store_jobs: self.storage.waiting(),
            ended_games: self.ended_games.waiting(),
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

    /// Somebody is connected.
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

    /// Everybody who is connected.
    pub(crate) fn online(&self) -> Vec<Online> {
        self.online.lock().values().cloned().collect()
    }

    /// Closes connections, and tells how many.
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

    /// The rooms in which somebody plays.
    pub(crate) fn rooms_of(&self, key: &PlayerKey) -> Vec<RoomId> {
        self.registry.lock().rooms_of(key)
    }

    /// Creates a room. If there are too many, idle ones make room for it.
    pub(crate) fn create_room(self: &Arc<ServerState>, new: NewRoom) -> Creation<'_> {
        Box::pin(self.create(new))
    }

    async fn create(self: &Arc<ServerState>, new: NewRoom) -> Result<RoomId, Refusal> {
        if self.is_stopping.load(Ordering::Relaxed) {
            return Err(Refusal::Stopping);
        }
        let NewRoom { options, first, occupants, owner, code } = new;
        let share = self.open_share(owner, room::rules_bytes(&options, first.rules())).await?;
        let failed = |error| {
            tracing::error!(%error, "no random bits");
            Refusal::Failed
        };
        let (id, lease) = match self.cluster() {
            Some(cluster) => cluster.new_room().map(|(id, lease)| (id, Some(lease)))?,
            None => (RoomId::from_random(random_bits().map_err(failed)?), None),
        };
        let code = match code {
            _ if !options.private => None,
            Some(code) => Some(code),
            None => Some(RoomCode::from_random(random_bits().map_err(failed)?)),
        };
        let players = occupants.iter().flatten().filter_map(Occupant::key).copied();
        let players: Vec<PlayerKey> = players.collect();
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        if !self.registry.lock().insert(&id, mailbox, owner, &players, self.limits.rooms_per_player)
        {
            return Err(Refusal::TooManyRooms);
        }
        // The shard may have been handed over since; then nobody would look for the room here.
        if let (Some(cluster), Some(lease)) = (self.cluster(), lease)
            && !cluster.holds(lease)
        {
            drop(messages);
            self.registry.lock().remove(&id, &players);
            return Err(Refusal::Failed);
        }
        players.iter().for_each(|player| self.tell_seat(*player, &id, true));
        let params = room::RoomParams { id: id.clone(), code, options, messages, share, lease };
        tokio::spawn(room::open(Arc::clone(self), params, first, occupants));
        Ok(id)
    }

    /// Counts a new room, in the place of an idle one if there are too many.
    async fn open_share(&self, owner: Owner, bytes: usize) -> Result<Share, Refusal> {
        for _ in 0..MOST_EVICTIONS {
            match self.quotas.open(owner, bytes) {
                Ok(share) => return Ok(share),
                Err(exceeded) => {
                    if !self.evict(exceeded, owner).await {
                        return Err(exceeded.refuse_room());
                    }
                }
            }
        }
        self.quotas.open(owner, bytes).map_err(Exceeded::refuse_room)
    }

    /// Closes the oldest idle room, of an address or of all, and waits until it is gone.
    async fn evict(&self, exceeded: Exceeded, owner: Owner) -> bool {
        let now = self.clock.now();
        let (done, gone) = oneshot::channel();
        let Some(mailbox) = self.registry.lock().take_idle(exceeded, owner, now, &self.timeouts)
        else {
            return false;
        };
        // A room whose mailbox is full is not idle any more.
        if mailbox.try_send(RoomMessage::Evict { done }).is_err() {
            return true;
        }
        self.metrics.evicted_rooms.fetch_add(1, Ordering::Relaxed);
        // The sender is dropped with the room.
        let _ = tokio::time::timeout(EVICTION_TIME, gone).await;
        true
    }

    /// Brings back rooms from the store. One that cannot be read does not cost the others; it stays
    /// in the store.
    pub(crate) fn restore(
        self: &Arc<ServerState>,
        rooms: &[SavedRoom],
        last_alive: Option<UnixTime>,
        lease: Option<Lease>,
    ) {
        for saved in rooms {
            if let Err(error) = self.restore_room(saved, last_alive, lease) {
                let error = error.to_string();
                tracing::error!(room = saved.room, error, "a game cannot go on");
            }
        }
    }

    fn restore_room(
        self: &Arc<ServerState>,
        saved: &SavedRoom,
        last_alive: Option<UnixTime>,
        lease: Option<Lease>,
    ) -> Result<(), RestoreError> {
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        let room = room::restore(self, saved, last_alive, lease, messages)?;
        let (id, players) = (room.id(), room.seated());
        self.registry.lock().insert(id, mailbox, room.owner(), &players, usize::MAX);
        players.iter().for_each(|player| self.tell_seat(*player, id, true));
        tokio::spawn(room.run());
        Ok(())
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
            self.tell_seat(key, room, true);
        }
        is_reserved
    }

    /// The games of these players in a room are over, or could not begin.
    pub(crate) fn release_seats(&self, players: &[PlayerKey], room: &RoomId) {
        self.registry.lock().release_seats(players, room);
        players.iter().for_each(|player| self.tell_seat(*player, room, false));
    }

    /// Tells other nodes that somebody has a seat here, or not any more.
    fn tell_seat(&self, player: PlayerKey, room: &RoomId, on: bool) {
        self.tell_nodes(&Frame::Seat { player, room: room.clone(), on });
    }

    /// Tells all other nodes something, if there are any.
    pub(crate) fn tell_nodes(&self, frame: &Frame) {
        if let Some(cluster) = self.cluster() {
            cluster.tell_all(frame);
        }
    }

    /// All seats in rooms of this node.
    pub(crate) fn local_seats(&self) -> Vec<(PlayerKey, RoomId)> {
        self.registry.lock().local_seats()
    }

    /// Somebody has a seat in a room of another node, or not any more.
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
        players.iter().for_each(|player| self.tell_seat(*player, room, false));
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

    /// Suspends all rooms, waits until they are saved and ended games put away, and closes all
    /// connections.
    pub(crate) async fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        let leases = self.cluster().map(|cluster| cluster.begin_leaving());
        self.ended_games.hurry();
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
