//! A game that is over: into the library of both players, rated if it counts; and games as PGN.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use game::Game;
use notation::archive::Archive;
use protocol::{RoomCode, RoomEvent, RulesChoice};
use record::GameEnd;
use rules::Colour;
use store::{
    ArchivedGame, Competitor, FinishedGame, FinishedRecord, Origin, RatedGame, RulesKey, UnixTime,
    archives,
};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::Room;
use super::persistence::{Archiving, ArchivingStep, RETRY};
use super::seat::{Occupant, level_name};
use crate::archive_queue::Outcome;

/// How long a rematch waits for the ratings of the game before it.
const RATINGS_TIMEOUT: Duration = Duration::from_secs(1);

impl Room {
    /// Queues the game for archiving, once, if it is over and its end is saved. This does not block. The
    /// room stays in the store until it is closed, so that the end survives if the server is killed now,
    /// and the game is archived after the next start.
    pub(super) fn archive_if_over(&mut self) {
        let is_due = matches!(self.saving.archiving, Archiving::NotYet)
            && self.game.is_over()
            && self.saving.retry_at.is_none();
        if !is_due {
            return;
        }
        self.saving.archiving = match self.game.end().and_then(GameEnd::outcome) {
            Some(_) => Archiving::Waiting(self.server.archive_queue.queue(self.id.to_string())),
            // It was aborted.
            None => Archiving::Done,
        };
    }

    /// Goes on with putting the game away.
    pub(super) fn follow_archiving(&mut self, step: ArchivingStep, now: Duration) {
        match step {
            ArchivingStep::Turn(turn) => {
                self.saving.archiving = match self.finished_game(now) {
                    Some(write) => Archiving::HandedOver(turn.hand_over(write)),
                    None => Archiving::Done,
                };
            }
            ArchivingStep::Outcome(outcome) => self.take_outcome(outcome, now),
        }
    }

    /// Waits until the game is archived, or archiving failed.
    pub(super) async fn until_archived(&mut self, now: Duration) {
        while self.saving.archiving.is_waiting() {
            let step = self.saving.archiving.step().await;
            self.follow_archiving(step, now);
        }
    }

    /// Waits until it is known what the game did to the ratings, but not for long.
    pub(super) async fn await_rating_changes(&mut self, now: Duration) {
        // What is not known in time is known later.
        let _ = timeout(RATINGS_TIMEOUT, self.until_archived(now)).await;
    }

    /// Follows the result of archiving: broadcasts the rating changes, or tries again after a failure.
    fn take_outcome(&mut self, outcome: Outcome, now: Duration) {
        match outcome {
            Ok(done) => {
                self.saving.archiving = Archiving::Done;
                let points = |change: store::RatingChange| i32::try_from(change.points()).ok();
                self.rating_changes = done.changes.map(|change| change.and_then(points));
                if self.rating_changes.iter().any(Option::is_some) {
                    self.broadcast(RoomEvent::RatingChanges(self.rating_changes), now);
                }
            }
            Err(error) => {
                self.saving.archiving = Archiving::NotYet;
                let retry_at = self.server.clock.now() + RETRY;
                self.saving.set_retry(Some(retry_at), &self.server.metrics);
                self.server.metrics.store_failures.fetch_add(1, Relaxed);
                tracing::error!(room = %self.id, %error, "a game could not be put away");
            }
        }
    }

    /// Sends the game as PGN, if it may be seen now. It is written elsewhere, as that takes a while.
    pub(super) fn send_pgn(
        &self,
        code: Option<&RoomCode>,
        reply: oneshot::Sender<Option<String>>,
        now: Duration,
    ) {
        let is_open = self.game.is_over()
            || (!self.options.fog && self.options.spectator_delay_s == 0 && self.began.is_some());
        if !is_open || !self.opens_to(code) {
            // The receiver is gone if the connection was closed.
            let _ = reply.send(None);
            return;
        }
        let (game, began, site) = (self.game.clone(), self.began, self.server.name.clone());
        tokio::task::spawn_blocking(move || {
            let archive = to_archive(&game, began, &site, now);
            let _ = reply.send(notation::pgn::format(&archive.to_pgn()).ok());
        });
    }

    /// Does the game count for the ratings? Only by rules that ship, with two moves or more, and if
    /// none was taken back.
    fn is_counted(&self) -> bool {
        self.options.rated
            && matches!(self.options.rules, RulesChoice::Shipped(_))
            && self.game.ply() >= 2
            && !self.has_taken_back
    }

    /// Writes the game for the library, which takes a while, elsewhere. None if it was aborted.
    fn finished_game(&self, now: Duration) -> Option<impl FnOnce() -> FinishedGame + Send + use<>> {
        let winner = self.game.end()?.outcome()?.winner;
        let (game, began, site) = (self.game.clone(), self.began, self.server.name.clone());
        let occupants = Colour::BOTH.map(|side| self.seats[side].occupant.clone());
        let is_counted = self.is_counted();
        Some(move || {
            let archive = to_archive(&game, began, &site, now);
            let at = UnixTime::now();
            // One text for both libraries.
            let text = notation::archive::format(&archive);
            let record = |side: Colour| match &occupants[side.index()] {
                Some(Occupant::Person { profile, .. }) => {
                    let (owner, origin) = (Some(*profile), Origin::Played);
                    let summary = archives::summary(&archive, owner, Some(side), origin, at);
                    let (title, archive) = (String::new(), text.clone());
                    let record = ArchivedGame { summary, title, archive };
                    Some(FinishedRecord { replaces: None, record })
                }
                _ => None,
            };
            let records = Colour::BOTH.into_iter().filter_map(record).collect();
            let competitor = |occupant: &Option<Occupant>| match occupant {
                Some(Occupant::Person { profile, .. }) => Some(Competitor::Profile(*profile)),
                Some(Occupant::Level(level)) => {
                    Some(Competitor::level(level_name(level), level.rating))
                }
                None => None,
            };
            let [white, black] = occupants.each_ref().map(competitor);
            let rated = white.zip(black).filter(|_| is_counted).map(|(white, black)| RatedGame {
                players: [white, black],
                winner,
                rules: RulesKey::of(game.rules()),
                at,
                game: None,
            });
            FinishedGame { slot: None, records, rated }
        })
    }
}

fn to_archive(game: &Game, began: Option<i64>, site: &str, now: Duration) -> Archive {
    let started = began.and_then(|began| UnixTime(began).timestamp());
    let mut archive = archives::to_archive(game, started, now);
    archive.tags.push(("Site".to_owned(), site.to_owned()));
    archive
}
