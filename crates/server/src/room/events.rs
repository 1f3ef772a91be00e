//! Processing of new entries of a game: they are saved first, then broadcast; at the end the game is archived.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use engine::level::Pace;
use protocol::RoomEvent;
use record::EntryKind;
use tokio::time::timeout;

use super::Room;
use super::archive::ArchivingStep;
use super::computer::time_left;
use super::delayed::Change;
use crate::engine_pool::Question;

/// The list of games shows how far a game is, but not after every turn.
const LIST_EVERY_TURNS: usize = 10;

/// How long a rematch waits for the ratings of the game before it.
const RATINGS_TIMEOUT: Duration = Duration::from_secs(1);

impl Room {
    /// Saves and broadcasts everything that has happened, until nothing more follows from it.
    pub(super) async fn process_entries(&mut self, mut now: Duration) {
        loop {
            if let Some(side) = self.seats.computer() {
                self.computer.answer_offers(&mut self.game, side, now);
            }
            self.game.drain_events();
            let kinds = self.published.missing(&self.game);
            if kinds.is_empty() {
                break;
            }
            if self.archiving.note(&kinds) {
                self.server.metrics.games_started.fetch_add(1, Relaxed);
            }
            // Clocks are not charged for the store: they run when the entry is sent.
            self.game.hold_clock(now, true);
            self.save().await;
            if self.lifecycle.is_lost() {
                return;
            }
            now = self.server.clock.now();
            self.game.hold_clock(now, false);
            // First, so that a turn without this word before it is one that is kept.
            self.broadcast_unsaved(now);
            // Before the broadcast, so that it shows whether the computer's clock runs.
            self.ask_computer(now);
            for kind in kinds {
                self.publish(kind, now);
            }
        }
        if !self.lifecycle.is_lost() {
            self.archive_if_over();
        }
        self.ask_computer(now);
    }

    /// Broadcasts the next entry, and what belongs to it.
    fn publish(&mut self, kind: EntryKind, now: Duration) {
        if kind == EntryKind::Resume {
            self.broadcast(RoomEvent::Seats(Box::new(self.seat_states(now))), now);
        }
        let ply = self.broadcast_entry(now);
        match kind {
            EntryKind::End(_) => {
                if self.config.options.fog {
                    self.broadcast_states(Some(Change::Final), now);
                }
                self.server.release_seats(&self.seats.players(), &self.config.id);
                self.server.engines.forget(&self.config.id);
                self.list();
                self.server.metrics.games_ended.fetch_add(1, Relaxed);
            }
            EntryKind::Resume => self.list(),
            _ if kind.is_turn() && ply.is_multiple_of(LIST_EVERY_TURNS) => self.list(),
            _ => {}
        }
    }
    /// Lets the computer think, if it is its turn.
    fn ask_computer(&mut self, now: Duration) {
        let (server, config, seats) = (&self.server, &self.config, &self.seats);
        let owner = self.memory.owner();
        self.computer.think(&mut self.game, now, |game, seed| {
            let side = game.turn();
            let Some(level) = seats[side].level() else {
                debug_assert!(false, "the computer has the seat of {side}");
                return None;
            };
            let pace = Pace::shared(server.limits.thinking_time);
            server.engines.ask(Question {
                room: config.id.clone(),
                owner,
                level,
                seed,
                options: config.options.clone(),
                history: game.history().clone(),
                limits: pace.limits(level, time_left(game, now)),
            })
        });
    }

    /// Queues the game for archiving, if it is over and its end is saved. The room stays in the store
    /// until it is closed, so that the end survives if the server is killed now, and the game is
    /// archived after the next start.
    pub(super) fn archive_if_over(&mut self) {
        if self.saving.retry_at().is_none() {
            self.archiving.queue_if_over(&self.game, &self.config, &self.server.archive_queue);
        }
    }

    /// Goes on with putting the game away: hands it over, then broadcasts the rating changes, or tries
    /// again after a failure.
    pub(super) fn follow_archiving(&mut self, step: ArchivingStep, now: Duration) {
        match step {
            ArchivingStep::Turn(turn) => {
                let (options, occupants) = (&self.config.options, self.seats.occupants());
                let site = &self.server.name;
                let game = self.archiving.finished_game(&self.game, options, occupants, site, now);
                self.archiving.hand_over(turn, game);
            }
            ArchivingStep::Outcome(outcome) => match self.archiving.finish(outcome) {
                Ok(true) => {
                    let changes = self.archiving.rating_changes();
                    self.broadcast(RoomEvent::RatingChanges(changes), now);
                }
                Ok(false) => {}
                Err(error) => {
                    self.saving.retry_later(&self.server);
                    tracing::error!(room = %self.config.id, %error, "a game could not be put away");
                }
            },
        }
    }

    /// Waits until the game is archived, or archiving failed.
    pub(super) async fn until_archived(&mut self, now: Duration) {
        while self.archiving.is_waiting() {
            let step = self.archiving.step().await;
            self.follow_archiving(step, now);
        }
    }

    /// Waits until it is known what the game did to the ratings, but not for long.
    pub(super) async fn await_rating_changes(&mut self, now: Duration) {
        // What is not known in time is known later.
        let _ = timeout(RATINGS_TIMEOUT, self.until_archived(now)).await;
    }
}
