//! A room in the store, so that a server that was killed goes on where it was.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use game::{Game, ReplayError};
use protocol::{
    ChatLine, IdError, NoGame, PlayerName, ReadError, RoomCode, RoomEvent, RoomId, RoomOptions,
};
use record::{ClockTimes, Entry, EntryKind, GameEnd, GameRecord};
use rules::{Colour, Position};
use serde::{Deserialize, Serialize};
use store::{Lease, ProfileId, RoomChange, RowError, SavedRoom, UnixTime};

use super::archive::Archiving;
use super::config::terms;
use super::lifecycle::Stage;
use super::seat::{Occupant, Seat};
use super::{Room, RoomParams, rules_bytes};
use crate::identity::PlayerKey;
use crate::metrics::Metrics;
use crate::quota::Owner;
use crate::server_state::ServerState;
use crate::store_actor::StoreFailure;

/// Delay before a failed save is retried.
const RETRY: Duration = Duration::from_secs(3);

/// Minimum time on a clock after a restart, so that a killed server costs no game on time.
const LEAST_AFTER_RESTART: Duration = Duration::from_secs(5);

/// How much of a room is in the store.
pub(super) struct Saving {
    /// In a cluster, the lease under which the room is written.
    lease: Option<Lease>,
    /// How many entries of the game are saved.
    entries: usize,
    /// When the game last changed, as it was saved: from then on the side to move thinks.
    changed_at: Option<UnixTime>,
    /// When what could not be saved, or archived, is tried again.
    retry_at: Option<Duration>,
    /// Was the failure to save broadcast?
    is_broadcast: bool,
}

/// Another node has the room.
pub(super) struct Lost;

impl Saving {
    /// A room of which so many entries are saved.
    pub(super) fn new(lease: Option<Lease>, entries: usize) -> Saving {
        Saving { lease, entries, changed_at: None, retry_at: None, is_broadcast: false }
    }

    /// May the room go to another node?
    pub(super) fn is_in_cluster(&self) -> bool {
        self.lease.is_some()
    }

    /// When what could not be saved, or archived, is tried again.
    pub(super) fn retry_at(&self) -> Option<Duration> {
        self.retry_at
    }

    /// Do members know that something could not be saved?
    pub(super) fn is_broadcast(&self) -> bool {
        self.is_broadcast
    }

    /// Does the store lack entries of a game?
    pub(super) fn lacks_entries(&self, game: &Game) -> bool {
        self.entries != game.record().entries.len()
    }

    /// The game begins anew, and all of it is to be saved.
    pub(super) fn restart(&mut self) {
        self.entries = 0;
    }

    /// Is the head to be saved with new entries? It changes when the game begins; if something is
    /// missing it may be a head.
    fn needs_head(&self, game: &Game) -> bool {
        let unsaved = &game.record().entries[self.entries..];
        unsaved.iter().any(|entry| entry.kind == EntryKind::Resume)
            || self.retry_at.is_some()
            || self.entries == 0
    }

    /// Sets when to try again, or that everything is saved. Was something unsaved before?
    fn set_retry(&mut self, at: Option<Duration>, metrics: &Metrics) -> bool {
        let was_unsaved = std::mem::replace(&mut self.retry_at, at).is_some();
        metrics.unsaved_rooms.fetch_add(i64::from(at.is_some()) - i64::from(was_unsaved), Relaxed);
        was_unsaved
    }

    /// Something has failed and is tried again after a while. Was everything saved before?
    pub(super) fn retry_later(&mut self, server: &ServerState) -> bool {
        server.metrics.store_failures.fetch_add(1, Relaxed);
        !self.set_retry(Some(server.clock.now() + RETRY), &server.metrics)
    }

    /// Nothing is tried again any more.
    pub(super) fn give_up(&mut self, metrics: &Metrics) {
        self.set_retry(None, metrics);
    }

    /// Saves entries that are not saved yet, as of a time, and the head if there is one.
    async fn save(
        &mut self,
        server: &ServerState,
        id: &RoomId,
        game: &Game,
        head: Option<String>,
        at: UnixTime,
    ) -> Result<(), Lost> {
        let entries = &game.record().entries;
        let change = RoomChange::Keep {
            room: id.to_string(),
            head,
            keep: u32::try_from(self.entries).unwrap_or(u32::MAX),
            entries: entries[self.entries..].to_vec(),
            at,
        };
        match server.storage.save(change, self.lease).await {
            Ok(()) => {
                self.entries = entries.len();
                self.changed_at = Some(at);
                if self.set_retry(None, &server.metrics) {
                    tracing::info!(room = %id, "what was missing is kept");
                }
            }
            Err(StoreFailure::Lost) => {
                tracing::warn!(room = %id, "another node has the room");
                if let (Some(cluster), Some(lease)) = (server.cluster(), self.lease) {
                    cluster.lose_lease(lease);
                }
                return Err(Lost);
            }
            // The game goes on, and what is missing is saved with the next turn or by a retry.
            Err(error) => {
                // Once, not with every attempt.
                if self.retry_later(server) {
                    tracing::error!(room = %id, %error, "a turn could not be kept");
                }
            }
        }
        Ok(())
    }

    /// Forgets a room, which is closed.
    pub(super) async fn forget(&self, server: &ServerState, id: &RoomId) {
        let change = RoomChange::Forget { room: id.to_string() };
        if let Err(error) = server.storage.save(change, self.lease).await {
            tracing::error!(room = %id, %error, "a room could not be forgotten");
        }
    }
}

/// The head of a saved room: everything besides the entries of its game.
#[derive(Serialize, Deserialize)]
struct Head {
    options: RoomOptions,
    code: Option<RoomCode>,
    seats: [SavedSeat; 2],
    began: Option<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chat: Vec<ChatLine>,
    /// Only in heads of the first version: entries tell it now.
    #[serde(default, skip_serializing)]
    end: Option<GameEnd>,
    /// Only in older heads: entries tell it now.
    #[serde(default, skip_serializing)]
    has_taken_back: bool,
    /// Only in heads of the first version: entries tell it now.
    #[serde(default, skip_serializing)]
    clocks: Option<SavedClocks>,
}

/// The clocks and the number of turns at that time: later turns carry their own clocks.
#[derive(Deserialize)]
struct SavedClocks {
    ply: usize,
    remaining_ms: [u64; 2],
}

#[derive(Serialize, Deserialize)]
enum SavedSeat {
    Person { key: String, name: PlayerName, profile: i64, live: bool, shows_view: bool },
    Level { name: String },
    Empty,
}

impl Room {
    /// Saves what has happened. It is broadcast only afterwards, so that nothing is lost that was seen.
    pub(super) async fn save(&mut self) {
        if self.saving.lacks_entries(&self.game) {
            let head = self.saving.needs_head(&self.game).then(|| self.head());
            self.save_at(head, self.server.clock.unix()).await;
        }
    }

    /// Saves the head, and entries that are not saved yet.
    pub(super) async fn save_head(&mut self) {
        self.save_at(Some(self.head()), self.server.clock.unix()).await;
    }

    /// Saves the chat. The side to move goes on thinking meanwhile.
    pub(super) async fn save_chat(&mut self) {
        let changed_at = self.saving.changed_at.filter(|_| !self.saving.lacks_entries(&self.game));
        let at = changed_at.unwrap_or_else(|| self.server.clock.unix());
        self.save_at(Some(self.head()), at).await;
    }

    /// Saves what could not be saved before, if it is time to retry.
    pub(super) async fn retry_save(&mut self, now: Duration) {
        if self.saving.retry_at.is_some_and(|at| at <= now) {
            self.save_head().await;
            self.archive_if_over();
        }
    }

    /// Broadcasts when turns cannot be saved, and when all of them are saved again.
    pub(super) fn broadcast_unsaved(&mut self, now: Duration) {
        let on = self.saving.retry_at.is_some();
        if std::mem::replace(&mut self.saving.is_broadcast, on) != on {
            self.broadcast(RoomEvent::Unsaved { on }, now);
        }
    }

    async fn save_at(&mut self, head: Option<String>, at: UnixTime) {
        let saved = self.saving.save(&self.server, &self.config.id, &self.game, head, at);
        if let Err(Lost) = saved.await {
            self.lifecycle.stage = Stage::Lost;
        }
    }

    fn head(&self) -> String {
        protocol::write(&Head {
            options: self.config.options.clone(),
            code: self.config.code.clone(),
            seats: Colour::BOTH.map(|side| SavedSeat::of(&self.seats[side])),
            began: self.archiving.began(),
            chat: self.chat.lines(),
            end: None,
            has_taken_back: false,
            clocks: None,
        })
    }
}

impl SavedSeat {
    fn of(seat: &Seat) -> SavedSeat {
        match &seat.occupant {
            Some(Occupant::Person { key, name, profile, .. }) => SavedSeat::Person {
                key: key.to_text(),
                name: name.clone(),
                profile: profile.number(),
                live: seat.live,
                shows_view: seat.shows_view,
            },
            Some(Occupant::Level(level)) => SavedSeat::Level { name: level.name.to_owned() },
            None => SavedSeat::Empty,
        }
    }
}

/// Why a saved room cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RestoreError {
    #[error(transparent)]
    Id(#[from] IdError),
    #[error(transparent)]
    Head(#[from] ReadError),
    #[error("expected a player")]
    NoPlayer,
    #[error("expected the digest of a token")]
    Key,
    #[error("there is no level `{0}`")]
    Level(String),
    #[error(transparent)]
    Options(#[from] NoGame),
    #[error(transparent)]
    Row(#[from] RowError),
    #[error(transparent)]
    Game(#[from] ReplayError),
}

/// Rebuilds a saved room. Its game is paused until its players are back.
pub(crate) fn restore(
    server: &Arc<ServerState>,
    saved: &SavedRoom,
    last_alive: Option<UnixTime>,
    lease: Option<Lease>,
) -> Result<Room, RestoreError> {
    let id = RoomId::new(&saved.room)?;
    let head: Head = protocol::read(&saved.head)?;
    let now = server.clock.now();
    let [white, black] = &head.seats;
    let occupants = [occupant(white)?, occupant(black)?];
    if occupants.iter().all(Option::is_none) {
        return Err(RestoreError::NoPlayer);
    }
    let flags = [white, black].map(|seat| match seat {
        SavedSeat::Person { live, shows_view, .. } => (*live, *shows_view),
        SavedSeat::Level { .. } | SavedSeat::Empty => (true, false),
    });
    let first = head.options.first_position()?;
    let rules_bytes = rules_bytes(&head.options, first.rules());
    let is_first_version = head.end.is_some() || head.clocks.is_some();
    let (terms, entries) = (terms(&head.options, &occupants), entries(&head, saved)?);
    let record = GameRecord { terms, entries };
    let mut game = replay(first, record, &occupants, saved.at, last_alive, now)?;
    game.pause(now);
    game.drain_events();
    let key = occupants.iter().flatten().find_map(Occupant::key);
    let owner = Owner { player: key.copied(), address: None };
    let share = server.quotas.reopen(owner, rules_bytes);
    let params = RoomParams { id, code: head.code, options: head.options, share, lease };
    let is_take_back = |entry: &Entry| matches!(entry.kind, EntryKind::TakeBack(_));
    let has_taken_back = head.has_taken_back || game.record().entries.iter().any(is_take_back);
    let mut room = Room::new(Arc::clone(server), params, game, occupants, now);
    room.archiving = Archiving::resumed(head.began, has_taken_back);
    head.chat.into_iter().for_each(|line| room.chat.push(line));
    // Rows of the first version are written anew with the next entry.
    room.saving.entries = if is_first_version { 0 } else { saved.rows.len() };
    for (side, (live, shows_view)) in Colour::BOTH.into_iter().zip(flags) {
        let seat = &mut room.seats[side];
        (seat.live, seat.shows_view) = (live, shows_view);
    }
    Ok(room)
}

/// The game of a saved room. Was the server killed in its midst, the person to move has lost the
/// time from the last entry until then, but not the game.
fn replay(
    first: Position,
    mut record: GameRecord,
    occupants: &[Option<Occupant>; 2],
    last_entry: UnixTime,
    last_alive: Option<UnixTime>,
    now: Duration,
) -> Result<Game, ReplayError> {
    let game = Game::replay(first.clone(), record.clone(), now)?;
    let turn = game.turn();
    let thought = last_alive.map_or(0, |alive| alive.0.saturating_sub(last_entry.0));
    let is_charged = game.clock_runs()
        && thought > 0
        && last_entry.0 > 0
        && matches!(occupants[turn.index()], Some(Occupant::Person { .. }));
    let remaining = Colour::BOTH.map(|side| game.remaining(side, now));
    let (true, [Some(white), Some(black)]) = (is_charged, remaining) else { return Ok(game) };
    let charged = |side: Colour, left: Duration| match side == turn {
        true => {
            let thought = Duration::from_secs(thought.unsigned_abs());
            left.saturating_sub(thought).max(left.min(LEAST_AFTER_RESTART))
        }
        false => left,
    };
    let times =
        ClockTimes { white: charged(Colour::White, white), black: charged(Colour::Black, black) };
    record.entries.push(Entry::new(EntryKind::SetClocks(times)));
    Game::replay(first, record, now)
}

fn occupant(seat: &SavedSeat) -> Result<Option<Occupant>, RestoreError> {
    match seat {
        SavedSeat::Empty => Ok(None),
        SavedSeat::Person { key, name, profile, .. } => Ok(Some(Occupant::Person {
            key: PlayerKey::from_text(key).ok_or(RestoreError::Key)?,
            name: name.clone(),
            profile: ProfileId::from_number(*profile),
            rating: None,
        })),
        SavedSeat::Level { name } => match engine::level::find(name) {
            Some(level) => Ok(Some(Occupant::Level(level))),
            None => Err(RestoreError::Level(name.clone())),
        },
    }
}

/// The entries of a room, with those that the head of the first version implies.
fn entries(head: &Head, saved: &SavedRoom) -> Result<Vec<Entry>, RowError> {
    let mut entries = saved.entries()?;
    if let Some(clocks) = head.clocks.as_ref().filter(|clocks| clocks.ply == entries.len()) {
        let [white, black] = clocks.remaining_ms.map(Duration::from_millis);
        entries.push(Entry::new(EntryKind::SetClocks(ClockTimes { white, black })));
    }
    entries.extend(head.end.map(|end| Entry::new(EntryKind::End(end))));
    Ok(entries)
}
