//! A room in the store, so that a server that was killed goes on where it was.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use game::{Event, Game, Offers, SavedTurn, Snapshot};
use protocol::{GameEnd, PlayerName, RoomCode, RoomId, RoomOptions, TurnRecord};
use rules::{Colour, Position};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{ProfileId, RoomChange, SavedRoom, UnixTime};
use tokio::sync::mpsc;

use super::delayed::Change;
use super::seat::Occupant;
use super::state::Audience;
use super::{InitialSeats, Room, RoomMessage, RoomParams, rules_bytes};
use crate::identity::PlayerKey;
use crate::metrics::Metrics;
use crate::quota::Owner;
use crate::server_state::ServerState;

/// What could not be saved is tried again after this.
pub(super) const RETRY: Duration = Duration::from_secs(3);

/// How much of a room is in the store.
#[derive(Default)]
pub(super) struct Saving {
    /// How many turns are saved.
    pub(super) turns: usize,
    /// When what could not be saved, or archived, is tried again.
    pub(super) retry_at: Option<Duration>,
    /// Is the game in the library?
    pub(super) is_archived: bool,
}

impl Saving {
    /// Sets when to try again, or that everything is saved. Was something unsaved before?
    pub(super) fn set_retry(&mut self, at: Option<Duration>, metrics: &Metrics) -> bool {
        let was_unsaved = std::mem::replace(&mut self.retry_at, at).is_some();
        metrics.unsaved_rooms.fetch_add(i64::from(at.is_some()) - i64::from(was_unsaved), Relaxed);
        was_unsaved
    }
}

/// What is saved of a room besides its turns.
#[derive(Serialize, Deserialize)]
struct Head {
    options: RoomOptions,
    code: Option<RoomCode>,
    seats: [SavedSeat; 2],
    began: Option<i64>,
    end: Option<GameEnd>,
    #[serde(default)]
    has_taken_back: bool,
    clocks: Option<SavedClocks>,
}

/// The clocks after a number of turns; later turns have their own.
#[derive(Serialize, Deserialize)]
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
    pub(super) async fn save(&mut self, events: &[Event], now: Duration) {
        let needs_head = |event: &Event| {
            matches!(event, Event::Resumed | Event::Undone { .. } | Event::Ended(_))
        };
        let is_turn = |event: &Event| matches!(event, Event::Played { .. } | Event::Passed { .. });
        if !events.iter().any(|event| needs_head(event) || is_turn(event)) {
            return;
        }
        // If something is missing it may be a head, or that turns were taken back.
        let has_head = events.iter().any(needs_head) || self.saving.retry_at.is_some();
        let head = has_head.then(|| self.head(now));
        self.save_change(head).await;
    }

    /// Saves everything but the turns, which are saved already.
    pub(super) async fn save_head(&mut self, now: Duration) {
        let head = self.head(now);
        self.save_change(Some(head)).await;
    }

    /// Saves what could not be saved before, if it is time to retry.
    pub(super) async fn retry_save(&mut self, now: Duration) {
        if self.saving.retry_at.is_some_and(|at| at <= now) {
            self.save_head(now).await;
            if self.game.is_over() && self.saving.retry_at.is_none() {
                self.archive(now).await;
                // The end was broadcast before anybody knew what it does to the ratings.
                self.broadcast_states(Some(Change::Final), now);
            }
        }
    }

    /// Forgets the room, which is closed.
    pub(super) async fn delete_saved(&self) {
        let change = RoomChange::Forget { room: self.id.to_string() };
        if let Err(error) = self.server.storage.save(change).await {
            tracing::error!(room = %self.id, %error, "a room could not be forgotten");
        }
    }

    async fn save_change(&mut self, head: Option<String>) {
        let keep = self.saving.turns.min(self.game.ply());
        let written = |turn: &game::PlayedTurn| {
            protocol::write(&self.turn_record(turn, Audience::Player(turn.mover)))
        };
        let turns = self.game.turns()[keep..].iter().map(written).collect();
        let change = RoomChange::Keep {
            room: self.id.to_string(),
            head,
            keep: u32::try_from(keep).unwrap_or(u32::MAX),
            turns,
        };
        match self.server.storage.save(change).await {
            Ok(()) => {
                self.saving.turns = self.game.ply();
                if self.saving.set_retry(None, &self.server.metrics) {
                    tracing::info!(room = %self.id, "what was missing is kept");
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

    fn head(&self, now: Duration) -> String {
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
        let clocks = self.clocks(now).map(|clocks| SavedClocks {
            ply: self.game.ply(),
            remaining_ms: [clocks.white_ms, clocks.black_ms],
        });
        protocol::write(&Head {
            options: self.options.clone(),
            code: self.code.clone(),
            seats,
            began: self.began,
            end: self.game.end(),
            has_taken_back: self.has_taken_back,
            clocks,
        })
    }
}

/// Rebuilds a saved room. Its game is paused until its players are back.
pub(crate) fn restore(
    server: &Arc<ServerState>,
    id: &RoomId,
    saved: &SavedRoom,
    messages: mpsc::Receiver<RoomMessage>,
) -> Result<Room, String> {
    let head: Head = protocol::read(&saved.head).map_err(|error| error.to_string())?;
    let now = server.clock.now();
    let [white, black] = &head.seats;
    let occupants = [occupant(white)?, occupant(black)?];
    if occupants.iter().all(Option::is_none) {
        return Err("expected a player".to_owned());
    }
    let flags = [white, black].map(|seat| match seat {
        SavedSeat::Person { live, shows_view, .. } => (*live, *shows_view),
        SavedSeat::Level { .. } | SavedSeat::Empty => (true, false),
    });
    let first = head.options.first_position().map_err(|error| error.to_string())?;
    let snapshot = snapshot(&head, &occupants, &first, &saved.turns)?;
    let game =
        Game::from_snapshot(first.rules(), snapshot, now).map_err(|error| error.to_string())?;
    let key = occupants.iter().flatten().find_map(Occupant::key);
    let owner = Owner { player: key.copied(), address: None };
    let share = server.quotas.reopen(owner, rules_bytes(&head.options, first.rules()));
    let params =
        RoomParams { id: id.clone(), code: head.code, options: head.options, messages, share };
    let mut room = Room::new(Arc::clone(server), params, game, InitialSeats { occupants }, now);
    room.began = head.began;
    room.has_taken_back = head.has_taken_back;
    room.saving.turns = room.game.ply();
    for (side, (live, shows_view)) in Colour::BOTH.into_iter().zip(flags) {
        let seat = &mut room.seats[side];
        (seat.live, seat.shows_view) = (live, shows_view);
        seat.away_since = Some(now);
    }
    Ok(room)
}

/// The number before the first event of a room: larger than any from before a restart, so that
/// nobody who comes back takes an old number for a new one.
pub(super) fn first_number() -> u64 {
    u64::try_from(UnixTime::now().0).unwrap_or_default() * 1_000_000
}

/// The seed of the computer's play in a room: the same after a restart.
pub(super) fn seed(id: &RoomId) -> u64 {
    let mut hasher = Sha256::new();
    hasher.update(id.to_string());
    hasher.finalize().iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
}

fn occupant(seat: &SavedSeat) -> Result<Option<Occupant>, String> {
    match seat {
        SavedSeat::Empty => Ok(None),
        SavedSeat::Person { key, name, profile, .. } => Ok(Some(Occupant::Person {
            key: PlayerKey::from_text(key).ok_or("expected the digest of a token")?,
            name: name.clone(),
            profile: ProfileId::from_number(*profile),
            rating: None,
        })),
        SavedSeat::Level { name } => match engine::level::find(name) {
            Some(level) => Ok(Some(Occupant::Level(level))),
            None => Err(format!("there is no level `{name}`")),
        },
    }
}

fn snapshot(
    head: &Head,
    occupants: &[Option<Occupant>; 2],
    first: &Position,
    turns: &[String],
) -> Result<Snapshot, String> {
    let turns = saved_turns(first, turns)?;
    let clocks = head.clocks.as_ref().filter(|clocks| clocks.ply == turns.len());
    Ok(Snapshot {
        start: first.to_setup(),
        terms: super::terms(&head.options, occupants),
        remaining: clocks.map(|clocks| clocks.remaining_ms.map(Duration::from_millis)),
        thinking_time: Duration::ZERO,
        is_paused: true,
        offers: Offers::default(),
        end: head.end,
        turns,
    })
}

fn saved_turns(first: &Position, turns: &[String]) -> Result<Vec<SavedTurn>, String> {
    let mut position = first.clone();
    let mut saved = Vec::with_capacity(turns.len());
    for text in turns {
        let record: TurnRecord = protocol::read(text).map_err(|error| error.to_string())?;
        saved.push(SavedTurn {
            turn: record.turn.play(&mut position)?,
            spent: Duration::from_millis(record.spent_ms),
            clock_after: record.clock_ms.map(Duration::from_millis),
        });
    }
    Ok(saved)
}
