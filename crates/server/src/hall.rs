//! The hall: all rooms, what is listed of them, and what they share.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::{
    LevelInfo, RatingInfo, Refusal, RoomCode, RoomId, RoomOptions, RulesInfo, ServerInfo,
};
use rules::Rules;
use store::{RulesKey, SavedRoom};
use tokio::sync::{mpsc, watch};

use crate::clock::Clock;
use crate::engine_pool::EnginePool;
use crate::identity::{Identities, Player, PlayerKey, random_bits};
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::room::{self, Holder, Opening, RoomMessage};
use crate::storage::{Storage, StorageError};

/// So many messages can wait for a room; whoever sends more waits, and only he.
const MAILBOX: usize = 64;

/// How patient the server is with players who are away.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// After so long the other player can claim the game.
    pub grace: Duration,
    /// After a restart the game goes on, if one player is back and the other is not, after this.
    pub resume: Duration,
    /// A room without anybody in it is given up after this: one that waits, and one whose game is
    /// over.
    pub empty: Duration,
    /// A game that both players have left is given up after this.
    pub abandoned: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            grace: Duration::from_secs(60),
            resume: Duration::from_secs(20),
            empty: Duration::from_secs(120),
            abandoned: Duration::from_secs(24 * 3600),
        }
    }
}

/// Everything that rooms and conversations share.
#[derive(Debug)]
pub(crate) struct Hall {
    pub(crate) name: String,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
    pub(crate) patience: Patience,
    pub(crate) storage: Storage,
    pub(crate) identities: Identities,
    pub(crate) engines: EnginePool,
    /// The address of the page for others on the local network.
    lan: Option<String>,
    pub(crate) metrics: Metrics,
    pub(crate) lobby: Lobby,
    pub(crate) is_stopping: AtomicBool,
    /// Becomes true when all conversations are to end.
    pub(crate) hang_up: watch::Sender<bool>,
    connections: AtomicU64,
    registry: Mutex<Registry>,
}

#[derive(Debug, Default)]
struct Registry {
    rooms: HashMap<RoomId, mpsc::Sender<RoomMessage>>,
    /// In which rooms somebody sits whose games are not over.
    seats: HashMap<PlayerKey, HashSet<RoomId>>,
}

/// What a hall is made of.
pub(crate) struct Foundation {
    pub(crate) name: String,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
    pub(crate) patience: Patience,
    pub(crate) storage: Storage,
    pub(crate) identities: Identities,
    pub(crate) engines: EnginePool,
    pub(crate) lan: Option<String>,
}

impl Hall {
    pub(crate) fn new(foundation: Foundation) -> Arc<Hall> {
        let Foundation { name, clock, limits, patience, storage, identities, engines, lan } =
            foundation;
        Arc::new(Hall {
            name,
            clock,
            limits,
            patience,
            storage,
            identities,
            engines,
            lan,
            metrics: Metrics::default(),
            lobby: Lobby::default(),
            is_stopping: AtomicBool::new(false),
            hang_up: watch::Sender::new(false),
            connections: AtomicU64::new(0),
            registry: Mutex::default(),
        })
    }

    /// What the server tells everybody of itself.
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
            grace_ms: u64::try_from(self.patience.grace.as_millis()).unwrap_or(u64::MAX),
            lan: self.lan.clone(),
        }
    }

    /// A number for a new connection.
    pub(crate) fn new_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// The mailbox of a room.
    pub(crate) fn room(&self, id: &RoomId) -> Option<mpsc::Sender<RoomMessage>> {
        self.lock().rooms.get(id).cloned()
    }

    /// The rooms in which somebody plays.
    pub(crate) fn rooms_of(&self, key: &PlayerKey) -> Vec<RoomId> {
        self.lock().seats.get(key).into_iter().flatten().cloned().collect()
    }

    /// Makes a room. If it is private, it has the code of the room before it, so that whoever
    /// watches there can follow, or a new one.
    pub(crate) fn create(
        self: &Arc<Hall>,
        options: RoomOptions,
        opening: Opening,
        known_code: Option<RoomCode>,
    ) -> Result<(RoomId, mpsc::Sender<RoomMessage>), Refusal> {
        if self.is_stopping.load(Ordering::Relaxed) {
            return Err(Refusal::Stopping);
        }
        let first =
            options.first_position().map_err(|fault| Refusal::Options(fault.to_string()))?;
        let mut registry = self.lock();
        if registry.rooms.len() >= self.limits.rooms {
            return Err(Refusal::Full);
        }
        let is_busy = |key: &PlayerKey| {
            registry.seats.get(key).is_some_and(|rooms| rooms.len() >= self.limits.rooms_per_player)
        };
        if opening.players().any(is_busy) {
            return Err(Refusal::TooManyRooms);
        }
        let failed = |error| {
            tracing::error!(%error, "no random bits");
            Refusal::Failed
        };
        let id = RoomId::from_random(random_bits().map_err(failed)?);
        let code = match known_code {
            _ if !options.private => None,
            Some(code) => Some(code),
            None => Some(RoomCode::from_random(random_bits().map_err(failed)?)),
        };
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        registry.rooms.insert(id.clone(), mailbox.clone());
        for key in opening.players() {
            registry.seats.entry(*key).or_default().insert(id.clone());
        }
        drop(registry);
        let place =
            room::Place { id: id.clone(), code, options, messages, mailbox: mailbox.downgrade() };
        tokio::spawn(room::open(Arc::clone(self), place, first, opening));
        Ok((id, mailbox))
    }

    /// Brings back a room that was kept.
    pub(crate) fn restore(self: &Arc<Hall>, saved: &SavedRoom) -> Result<(), String> {
        let id = RoomId::new(&saved.room).map_err(|error| error.to_string())?;
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        let room = room::restore(self, &id, saved, messages, mailbox.downgrade())?;
        let mut registry = self.lock();
        registry.rooms.insert(id.clone(), mailbox);
        for key in room.seated() {
            registry.seats.entry(key).or_default().insert(id.clone());
        }
        drop(registry);
        tokio::spawn(room.run());
        Ok(())
    }

    /// Somebody as the holder of a seat, with a profile and his rating by some rules.
    pub(crate) async fn holder(
        &self,
        player: &Player,
        rules: RulesKey,
    ) -> Result<Holder, StorageError> {
        let profile = self.identities.enrol(player).await?;
        let rating = self.storage.with(move |store| store.rating(profile, &rules)).await?;
        let rating = rating.map(|rating| RatingInfo {
            value: rating.value.round() as i32,
            provisional: rating.is_provisional(),
        });
        Ok(Holder::Person { key: player.key, name: player.name(), profile, rating })
    }

    /// Somebody sits down in a room.
    pub(crate) fn seat(&self, key: PlayerKey, room: &RoomId) -> bool {
        let mut registry = self.lock();
        let rooms = registry.seats.entry(key).or_default();
        if rooms.len() >= self.limits.rooms_per_player {
            return false;
        }
        rooms.insert(room.clone());
        true
    }

    /// Somebody could not sit down after all.
    pub(crate) fn stand_up(&self, key: PlayerKey, room: &RoomId) {
        if let Some(rooms) = self.lock().seats.get_mut(&key) {
            rooms.remove(room);
        }
    }

    /// A game is over, or its room is closed: nobody sits there any more.
    pub(crate) fn unseat(&self, room: &RoomId) {
        self.lock().seats.retain(|_, rooms| {
            rooms.remove(room);
            !rooms.is_empty()
        });
    }

    /// A room is closed.
    pub(crate) fn forget(&self, room: &RoomId) {
        self.lock().rooms.remove(room);
        self.lobby.remove(room);
        self.unseat(room);
    }

    /// Tells all rooms that the server stops, waits until they have kept what they must, and ends
    /// all conversations.
    pub(crate) async fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        let rooms: Vec<_> = self.lock().rooms.values().cloned().collect();
        for room in &rooms {
            // A room that is closed already has nothing to keep.
            let _ = room.send(RoomMessage::Stop).await;
        }
        for room in rooms {
            room.closed().await;
        }
        self.hang_up.send_replace(true);
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Rules as they are listed.
pub(crate) fn rules_info(rules: &Rules) -> RulesInfo {
    let (id, title) = (rules.id().to_owned(), rules.spec().title.clone());
    RulesInfo {
        title: if title.is_empty() { id.clone() } else { title },
        id,
        size: [rules.size().files(), rules.size().ranks()],
        own: !notation::archive::is_shipped(rules),
    }
}
