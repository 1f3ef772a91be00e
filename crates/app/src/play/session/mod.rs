//! A game in play: who plays it, the engines, and what is shown of it.
//!
//! It knows no widgets. It takes the time and the user's actions, and returns what to show
//! and play; so everything about playing is tested without a window. The game itself is a
//! [`VisibleGame`], with a local or a remote referee.

mod actions;
mod analysis;
mod display;
mod events;
mod hint;
mod opening;
mod opponent;
mod puzzles;
mod remote;
mod scene;
mod scores;
#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::sync::RwLockReadGuard;
use std::time::Duration;

use game::{Game, Phase, SharedGame, VisibleGame};
use notation::archive::{Archive, Timestamp};
use rules::{Colour, Piece, Square, SquareSet};
use store::archives;

use super::engine_worker::{EngineHandle, Wake, spare_threads};
use crate::analysis::AnalysisStart;
use crate::engines::ExternalEngine;
use crate::new_game::{NewGame, PlayerChoice};
use crate::persistence::LibraryEntries;
use crate::services::WebWorkers;
use crate::settings::{HintKind, Settings};

pub use display::{Pace, Promotion, StatusMessage};
pub use hint::{Hint, Stage};
pub use opening::Names;
pub use puzzles::{PuzzleRun, PuzzleState};
pub use remote::GameIntent;
pub use scene::Scene;
pub use scores::ScoreSheet;

/// What the user has chosen and matters to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// Do pawns become the first choice without asking?
    pub auto_queen: bool,
    /// Can moves be entered while the other side thinks?
    pub premoves: bool,
    /// Is the engine's opinion of the game wanted?
    pub evaluation: bool,
    /// Whose hint is shown.
    pub hint: HintKind,
}

impl From<&Settings> for Preferences {
    fn from(settings: &Settings) -> Preferences {
        Preferences {
            auto_queen: settings.auto_queen,
            premoves: settings.premoves,
            evaluation: settings.evaluation,
            hint: settings.hint,
        }
    }
}

/// The two engines: one plays, the other gives hints and evaluations.
pub struct Engines {
    player: EngineHandle,
    analyst: EngineHandle,
    /// Programs that play White and Black in place of the player.
    programs: [Option<EngineHandle>; 2],
}

impl Engines {
    /// Both off the UI thread: in web workers, else on threads of their own.
    pub fn new(wake: &Wake, workers: Option<&Rc<dyn WebWorkers>>) -> Engines {
        let threads = spare_threads();
        Engines {
            player: EngineHandle::new(threads, wake.clone(), workers),
            analyst: EngineHandle::new(threads, wake.clone(), workers),
            programs: [None, None],
        }
    }

    /// With programs that play White and Black, where there are some.
    pub fn with_programs(self, programs: &[Option<ExternalEngine>; 2], wake: &Wake) -> Engines {
        let start = |engine: &Option<ExternalEngine>| {
            EngineHandle::with_program(engine.clone()?, wake.clone())
        };
        Engines { programs: programs.each_ref().map(start), ..self }
    }
}

/// A game in play.
pub struct Session {
    /// Over the network the client holds it too.
    game: SharedGame,
    /// What is to be sent to the server, if that is the referee.
    outbox: Option<Vec<GameIntent>>,
    seats: [PlayerChoice; 2],
    preferences: Preferences,
    opponent: opponent::Opponent,
    analyst: analysis::Analyst,
    puzzles: Option<PuzzleRun>,
    display: display::Display,
    /// Grows whenever turns are played or taken back.
    epoch: u64,
    /// Has the user stopped a game that the computer plays against itself?
    is_held: bool,
    /// Do the clocks stand until the first move?
    clock_waits: bool,
    /// Was it given up here and now, and not in a record?
    resigned_here: bool,
    /// Has it ended since that was last asked?
    has_ended: bool,
    /// When the game began.
    started: Option<Timestamp>,
    /// The name of a person without a profile.
    anonymous: String,
    /// A random id of the game, for the engines.
    number: u64,
}

impl Session {
    /// Advances the game to `now`.
    ///
    /// The computer delays its move until the board is at rest, so that each move can be seen.
    pub fn poll(&mut self, now: Duration, board_rests: bool) {
        self.display.board_rests = board_rests;
        self.game.write().tick(now);
        self.end_replay(now);
        self.process_events(now);
        self.poll_opponent(now);
        self.poll_analyst();
        self.process_events(now);
        self.judge_puzzle(now);
        self.process_events(now);
        self.ask_opponent(now);
        self.ask_analyst();
        self.turn_board();
        self.refresh_scene(now);
    }

    /// When [`Session::poll`] has something to do or to show, if nothing else happens before.
    pub fn next_change(&self, now: Duration) -> Option<Duration> {
        let toast = self.resignation_stands_at(now);
        let times = [self.game().next_tick(), self.opponent_is_due(now), self.next_digit(now)];
        let display = self.display.next_change(now, self.game().ply());
        let times = times.into_iter().chain([toast, self.puzzle_is_due()]).chain(display);
        times.flatten().filter(|time| *time > now).min()
    }

    /// The game, as far as it may be known here.
    pub fn game(&self) -> RwLockReadGuard<'_, VisibleGame> {
        self.game.read()
    }

    /// Changes the game, if all of it is known here.
    fn with_game<R>(&mut self, change: impl FnOnce(&mut Game) -> R) -> Option<R> {
        self.game.write().open_mut().map(change)
    }

    /// Tells moments of the game apart: another number after each turn that is played or taken
    /// back.
    pub fn moment(&self) -> u64 {
        self.epoch
    }

    /// Who plays White and Black.
    pub fn seats(&self) -> [PlayerChoice; 2] {
        self.seats
    }

    /// Follows what the user has chosen.
    pub fn set_preferences(&mut self, preferences: Preferences) {
        self.preferences = preferences;
    }

    /// The puzzles, if it is not a game.
    pub fn puzzles(&self) -> Option<&PuzzleRun> {
        self.puzzles.as_ref()
    }

    /// Has the user stopped a game that the computer plays against itself?
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Is anything hidden by fog?
    pub fn is_foggy(&self) -> bool {
        self.game().is_foggy()
    }

    /// Whose eyes the board is seen with, under fog.
    pub fn viewer(&self) -> Option<Colour> {
        let game = self.game();
        game.is_foggy().then(|| match game.players().only_human() {
            Some(human) => human,
            None if game.players().share_a_screen() => game.turn(),
            None => self.bottom(),
        })
    }

    /// The side that a person at this screen can give commands for: the only one there is, or
    /// the one whose turn it is.
    pub fn user(&self) -> Option<Colour> {
        let game = self.game();
        let turn = game.players().share_a_screen().then(|| game.turn());
        game.players().only_human().or(turn)
    }

    /// The side whose premoves are shown and can be entered.
    pub fn premover(&self) -> Option<Colour> {
        let game = self.game();
        let human = game.players().only_human()?;
        let waits = game.phase() == Phase::Playing && game.turn() != human;
        let allowed = self.preferences.premoves && self.puzzles.is_none() && self.is_live();
        (waits && allowed && game.players().may_premove(human)).then_some(human)
    }

    /// The board as a side sees it with its premoves made.
    pub fn pieces_with_premoves(&self, side: Colour) -> Vec<(Square, Piece)> {
        self.game().pieces_with_premoves(side)
    }

    /// Where a piece could go as a premove after those that wait already.
    pub fn premove_targets(&self, side: Colour, from: Square) -> SquareSet {
        self.game().premove_targets(side, from)
    }

    /// The side that a person at this screen can move now, on the board that is shown.
    pub fn can_move(&self) -> Option<Colour> {
        let may = self.is_live() && self.may_solve();
        self.game().human_to_move().filter(|_| may)
    }

    /// The squares that a piece could go to if it were its turn, as far as that is known.
    pub fn reach_of(&self, square: Square) -> SquareSet {
        // Without fog all perspectives are the same.
        let viewer = self.viewer().unwrap_or(Colour::White);
        self.game().premove_targets_at(self.scene().ply, square, viewer)
    }

    /// When another digit of the running clock is to be shown: each second, and each tenth under
    /// ten seconds.
    fn next_digit(&self, now: Duration) -> Option<Duration> {
        let game = self.game();
        if !game.clock_runs() {
            return None;
        }
        let left = game.remaining(game.turn(), now)?;
        let step = if left <= Duration::from_secs(10) { 100_000_000 } else { 1_000_000_000 };
        let until = left.as_nanos() % step + 1;
        Some(now + Duration::from_nanos(u64::try_from(until).unwrap_or(1)))
    }

    /// Can a resignation still be taken back?
    pub fn can_take_back_resignation(&self, now: Duration) -> bool {
        let game = self.game();
        self.resigned_here && game.open().is_some_and(|game| game.can_take_back_resignation(now))
    }

    fn resignation_stands_at(&self, now: Duration) -> Option<Duration> {
        self.can_take_back_resignation(now).then(|| now + Duration::from_millis(250))
    }

    /// Has the game ended since that was last asked?
    pub fn take_end(&mut self) -> bool {
        std::mem::take(&mut self.has_ended)
    }

    /// May it be analysed? What is hidden or rated by others must be over before.
    pub fn can_be_analysed(&self) -> bool {
        let is_open = !self.is_foggy() && !self.is_remote();
        self.puzzles().is_none() && (self.game().is_over() || is_open)
    }

    /// May all of it be shown to others? Fog must have lifted before.
    pub fn can_be_shared(&self) -> bool {
        let game = self.game();
        game.open().is_some_and(|open| !open.is_foggy() || open.is_over())
    }

    /// What the analysis board opens with: the whole game for a review, else the position that is
    /// shown.
    pub fn analysis_start(&self, review: bool, now: Duration) -> Option<AnalysisStart> {
        let game = self.game();
        let game = game.open().filter(|_| self.can_be_analysed())?;
        let ply = if review { game.ply() } else { self.scene().ply };
        let game = self.archive(game, now).to_pgn();
        let library = LibraryEntries::default();
        let bottom = self.bottom();
        Some(AnalysisStart { game, bottom, ply, review, reviewed: None, library })
    }

    /// The game as it stands, with who plays and from where.
    pub fn archive(&self, game: &Game, now: Duration) -> Archive {
        let mut archive = archives::to_archive(game, self.started, now);
        for name in &mut archive.players {
            // Only the screen knows which side "you" is.
            name.take_if(|name| *name == self.anonymous);
        }
        NewGame::note_seats(&mut archive, &self.seats, self.bottom());
        archive
    }
}
