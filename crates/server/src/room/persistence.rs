//! A room in the store, so that a server that was killed goes on where it was.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use game::{Game, ReplayError};
use protocol::{
    ChatLine, IdError, NoGame, PlayerName, ReadError, RoomCode, RoomEvent, RoomId, RoomOptions,
};
use record::names::milliseconds;
use record::{ClockTimes, Entry, EntryKind, GameEnd, GameRecord};
use rules::{Colour, Position};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Lease, ProfileId, RoomChange, RowError, SavedRoom, UnixTime};
use tokio::sync::{mpsc, oneshot};

use super::seat::Occupant;
use super::{Lifecycle, Room, RoomMessage, RoomParams, rules_bytes};
use crate::archive_queue::{Outcome, Turn};
use crate::identity::PlayerKey;
use crate::metrics::Metrics;
use crate::quota::Owner;
use crate::server_state::ServerState;
use crate::store_actor::StoreFailure;

/// Delay before a failed save is retried.
pub(super) const RETRY: Duration = Duration::from_secs(3);

/// Minimum time on a clock after a restart, so that a killed server costs no game on time.
const LEAST_AFTER_RESTART: Duration = Duration::from_secs(5);

/// How much of a room is in the store.
#[derive(Default)]
pub(super) struct Saving {
    /// How many entries of the game are saved.
    pub(super) entries: usize,
    /// When the game last changed, as it was saved: from then on the side to move thinks.
    changed_at: Option<UnixTime>,
    /// When what could not be saved, or archived, is tried again.
    pub(super) retry_at: Option<Duration>,
    /// The progress of archiving a finished game.
    pub(super) archiving: Archiving,
    /// Was the failure to save broadcast?
    pub(super) is_broadcast: bool,
}

/// The progress of archiving a finished game.
#[derive(Debug, Default)]
pub(super) enum Archiving {
    #[default]
    NotYet,
    /// It waits in the queue.
    Waiting(oneshot::Receiver<Turn>),
    /// It is on its way into the library.
    HandedOver(oneshot::Receiver<Outcome>),
    Done,
}

/// How putting a game away goes on.
pub(super) enum ArchivingStep {
    /// The game can be handed over.
    Turn(Turn),
    /// The result has arrived.
    Outcome(Outcome),
}

impl Archiving {
    /// Is the game on its way?
    pub(super) fn is_waiting(&self) -> bool {
        matches!(self, Archiving::Waiting(_) | Archiving::HandedOver(_))
    }

    /// Waits until it goes on; for ever if the game is not on its way.
    pub(super) async fn step(&mut self) -> ArchivingStep {
        let failed = || StoreFailure::Failed("nobody puts games away".to_owned());
        match self {
            Archiving::NotYet | Archiving::Done => std::future::pending().await,
            Archiving::Waiting(turn) => match turn.await {
                Ok(turn) => ArchivingStep::Turn(turn),
                Err(_) => ArchivingStep::Outcome(Err(failed())),
            },
            Archiving::HandedOver(outcome) => {
                ArchivingStep::Outcome(outcome.await.unwrap_or_else(|_| Err(failed())))
            }
        }
    }
}

impl Saving {
    /// Sets when to try again, or that everything is saved. Was something unsaved before?
    pub(super) fn set_retry(&mut self, at: Option<Duration>, metrics: &Metrics) -> bool {
        let was_unsaved = std::mem::replace(&mut self.retry_at, at).is_some();
        metrics.unsaved_rooms.fetch_add(i64::from(at.is_some()) - i64::from(was_unsaved), Relaxed);
        was_unsaved
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
        let unsaved = &self.game.record().entries[self.saving.entries..];
        if unsaved.is_empty() {
            return;
        }
        // The head changes when the game begins; if something is missing it may be a head.
        let has_head = unsaved.iter().any(|entry| entry.kind == EntryKind::Resume)
            || self.saving.retry_at.is_some()
            || self.saving.entries == 0;
        let head = has_head.then(|| self.head());
        self.save_change(head).await;
    }

    /// Saves the head, and entries that are not saved yet.
    pub(super) async fn save_head(&mut self) {
        let head = self.head();
        self.save_change(Some(head)).await;
    }

    /// Saves the chat. The side to move goes on thinking meanwhile.
    pub(super) async fn save_chat(&mut self) {
        let head = self.head();
        let has_news = self.game.record().entries.len() > self.saving.entries;
        let changed_at = self.saving.changed_at.filter(|_| !has_news);
        self.save_change_at(Some(head), changed_at.unwrap_or_else(|| self.server.clock.unix()))
            .await;
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

    /// Forgets the room, which is closed.
    pub(super) async fn delete_saved(&self) {
        let change = RoomChange::Forget { room: self.id.to_string() };
        if let Err(error) = self.server.storage.save(change, self.lease).await {
            tracing::error!(room = %self.id, %error, "a room could not be forgotten");
        }
    }

    async fn save_change(&mut self, head: Option<String>) {
        self.save_change_at(head, self.server.clock.unix()).await;
    }

    async fn save_change_at(&mut self, head: Option<String>, at: UnixTime) {
        let entries = &self.game.record().entries;
        let count = entries.len();
        let change = RoomChange::Keep {
            room: self.id.to_string(),
            head,
            keep: u32::try_from(self.saving.entries).unwrap_or(u32::MAX),
            entries: entries[self.saving.entries..].to_vec(),
            at,
        };
        match self.server.storage.save(change, self.lease).await {
            Ok(()) => {
                self.saving.entries = count;
                self.saving.changed_at = Some(at);
                if self.saving.set_retry(None, &self.server.metrics) {
                    tracing::info!(room = %self.id, "what was missing is kept");
                }
            }
            Err(StoreFailure::Lost) => {
                tracing::warn!(room = %self.id, "another node has the room");
                self.lifecycle = Lifecycle::Lost;
                if let (Some(cluster), Some(lease)) = (self.server.cluster(), self.lease) {
                    cluster.lose_lease(lease);
                }
            }
            // The game goes on, and what is missing is saved with the next turn or by a retry.
            Err(error) => {
                self.server.metrics.store_failures.fetch_add(1, Relaxed);
                // Once, not with every attempt.
                if self.saving.retry_at.is_none() {
                    tracing::error!(room = %self.id, %error, "a turn could not be kept");
                }
                let retry_at = self.server.clock.now() + RETRY;
                self.saving.set_retry(Some(retry_at), &self.server.metrics);
            }
        }
    }

    fn head(&self) -> String {
        let seats = Colour::BOTH.map(|side| {
            let seat = &self.seats[side];
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
        });
        protocol::write(&Head {
            options: self.options.clone(),
            code: self.code.clone(),
            seats,
            began: self.began,
            chat: self.chat.lines(),
            end: None,
            has_taken_back: false,
            clocks: None,
        })
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
    messages: mpsc::Receiver<RoomMessage>,
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
    let (terms, entries) = (super::terms(&head.options, &occupants), entries(&head, saved)?);
    let record = GameRecord { terms, entries };
    let mut game = replay(first, record, &occupants, saved.at, last_alive, now)?;
    game.pause(now);
    game.drain_events();
    let key = occupants.iter().flatten().find_map(Occupant::key);
    let owner = Owner { player: key.copied(), address: None };
    let share = server.quotas.reopen(owner, rules_bytes);
    let params = RoomParams { id, code: head.code, options: head.options, messages, share, lease };
    let mut room = Room::new(Arc::clone(server), params, game, occupants, now);
    room.began = head.began;
    head.chat.into_iter().for_each(|line| room.chat.push(line));
    let is_take_back = |entry: &Entry| matches!(entry.kind, EntryKind::TakeBack(_));
    room.has_taken_back =
        head.has_taken_back || room.game.record().entries.iter().any(is_take_back);
    // Rows of the first version are written anew with the next entry.
    room.saving.entries = if is_first_version { 0 } else { saved.rows.len() };
    for (side, (live, shows_view)) in Colour::BOTH.into_iter().zip(flags) {
        let seat = &mut room.seats[side];
        (seat.live, seat.shows_view) = (live, shows_view);
        seat.away_since = Some(now);
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

/// The number before the first event of a room: larger than any from before a restart, so that
/// no returning client takes an old number for a new one. A room has far fewer than a thousand
/// events in a millisecond.
pub(super) fn first_number() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    milliseconds::whole(now) * 1000
}

/// The seed of the computer's play in a room: the same after a restart.
pub(super) fn seed(id: &RoomId) -> u64 {
    let mut hasher = Sha256::new();
    hasher.update(id.to_string());
    hasher.finalize().iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
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
