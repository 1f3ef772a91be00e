//! A game that is over: into the library of both players, rated if it counts; and games as PGN.

use std::time::Duration;

use game::Game;
use notation::archive::Archive;
use protocol::{RoomOptions, RulesChoice};
use record::{EntryKind, GameEnd};
use rules::Colour;
use store::{
    ArchivedGame, Competitor, FinishedGame, FinishedRecord, Origin, RatedGame, RulesKey, UnixTime,
    archives,
};
use tokio::sync::oneshot;

use super::config::RoomConfig;
use super::seat::{Occupant, level_name};
use crate::archive_queue::{ArchiveQueue, Outcome, Turn};
use crate::store_actor::StoreFailure;

/// What the archive of a game needs besides the game, and how far archiving it is.
#[derive(Default)]
pub(super) struct Archiving {
    stage: Stage,
    /// When the game began, in seconds since 1970.
    began: Option<i64>,
    /// Was a move taken back?
    has_taken_back: bool,
    rating_changes: [Option<i32>; 2],
}

/// The progress of archiving a finished game.
#[derive(Debug, Default)]
enum Stage {
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
    /// A game that goes on after a restart.
    pub(super) fn resumed(began: Option<i64>, has_taken_back: bool) -> Archiving {
        Archiving { began, has_taken_back, ..Archiving::default() }
    }

    /// When the game began, in seconds since 1970.
    pub(super) fn began(&self) -> Option<i64> {
        self.began
    }

    pub(super) fn rating_changes(&self) -> [Option<i32>; 2] {
        self.rating_changes
    }

    /// Notes what new entries say about the game. Has it begun with them?
    pub(super) fn note(&mut self, kinds: &[EntryKind]) -> bool {
        self.has_taken_back |= kinds.iter().any(|kind| matches!(kind, EntryKind::TakeBack(_)));
        let begins = kinds.contains(&EntryKind::Resume) && self.began.is_none();
        if begins {
            self.began = Some(UnixTime::now().0);
        }
        begins
    }

    /// Queues the game for archiving, once, if it is over. This does not block.
    pub(super) fn queue_if_over(&mut self, game: &Game, config: &RoomConfig, queue: &ArchiveQueue) {
        if !matches!(self.stage, Stage::NotYet) || !game.is_over() {
            return;
        }
        self.stage = match game.end().and_then(GameEnd::outcome) {
            Some(_) => Stage::Waiting(queue.queue(config.id.to_string())),
            // It was aborted.
            None => Stage::Done,
        };
    }

    /// Is the game on its way?
    pub(super) fn is_waiting(&self) -> bool {
        matches!(self.stage, Stage::Waiting(_) | Stage::HandedOver(_))
    }

    /// Waits until it goes on; for ever if the game is not on its way.
    pub(super) async fn step(&mut self) -> ArchivingStep {
        let failed = || StoreFailure::Failed("nobody puts games away".to_owned());
        match &mut self.stage {
            Stage::NotYet | Stage::Done => std::future::pending().await,
            Stage::Waiting(turn) => match turn.await {
                Ok(turn) => ArchivingStep::Turn(turn),
                Err(_) => ArchivingStep::Outcome(Err(failed())),
            },
            Stage::HandedOver(outcome) => {
                ArchivingStep::Outcome(outcome.await.unwrap_or_else(|_| Err(failed())))
            }
        }
    }

    /// Hands the game over; `None` if it was aborted.
    pub(super) fn hand_over(
        &mut self,
        turn: Turn,
        write: Option<impl FnOnce() -> FinishedGame + Send + 'static>,
    ) {
        self.stage = match write {
            Some(write) => Stage::HandedOver(turn.hand_over(write)),
            None => Stage::Done,
        };
    }

    /// Takes in the result: whether the ratings have changed. After a failure the game is to be queued
    /// once more.
    pub(super) fn finish(&mut self, outcome: Outcome) -> Result<bool, StoreFailure> {
        self.stage = Stage::NotYet;
        let done = outcome?;
        self.stage = Stage::Done;
        let points = |change: store::RatingChange| i32::try_from(change.points()).ok();
        self.rating_changes = done.changes.map(|change| change.and_then(points));
        Ok(self.rating_changes.iter().any(Option::is_some))
    }

    /// Does the game count for the ratings? Only by rules that ship, with two moves or more, and if
    /// none was taken back.
    fn is_counted(&self, game: &Game, options: &RoomOptions) -> bool {
        options.rated
            && matches!(options.rules, RulesChoice::Shipped(_))
            && game.ply() >= 2
            && !self.has_taken_back
    }

    /// Writes a game as PGN, which takes a while.
    pub(super) fn pgn(
        &self,
        game: &Game,
        site: &str,
        now: Duration,
    ) -> impl FnOnce() -> Option<String> + Send + use<> {
        let (game, began, site) = (game.clone(), self.began, site.to_owned());
        move || {
            let archive = to_archive(&game, began, &site, now);
            notation::pgn::format(&archive.to_pgn()).ok()
        }
    }

    /// Writes the game for the library, which takes a while, elsewhere. `None` if it was aborted.
    pub(super) fn finished_game(
        &self,
        game: &Game,
        options: &RoomOptions,
        occupants: [Option<Occupant>; 2],
        site: &str,
        now: Duration,
    ) -> Option<impl FnOnce() -> FinishedGame + Send + use<>> {
        let winner = game.end()?.outcome()?.winner;
        let is_counted = self.is_counted(game, options);
        let (game, began, site) = (game.clone(), self.began, site.to_owned());
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
