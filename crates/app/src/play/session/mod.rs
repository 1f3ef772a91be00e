//! A game in play: the referee, the players, the engines and the view.
//!
//! It knows no widgets. It takes the time and the user's actions, and returns what to show
//! and play; so everything about playing is tested without a window.

mod actions;
mod analysis;
mod computer;
mod events;
mod hint;
mod opening;
mod puzzles;
mod record;
mod remote;
mod scene;
mod scores;
#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::time::Duration;

use game::{Cursor, Game, Message, Perspective, Phase};
use notation::archive::Timestamp;
use rules::{Colour, Move, Piece, PieceType, Square, SquareSet};
use sound::Cue;

use super::engine_worker::{EngineHandle, Wake, spare_threads};
use crate::new_game::Seat;
use crate::services::Workers;
use crate::settings::{HintKind, Settings};

pub use hint::{Hint, Stage};
pub use opening::Names;
pub use puzzles::{PuzzleRun, PuzzleState};
pub use remote::{Intent, RemoteState};
pub use scene::Scene;
pub use scores::ScoreSheet;

/// How long a status message about an event is shown.
const STATUS_DURATION: Duration = Duration::from_secs(4);

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
}

impl Engines {
    /// Both off the UI thread: in web workers, else on threads of their own.
    pub fn new(wake: &Wake, workers: Option<&Rc<dyn Workers>>) -> Engines {
        let threads = spare_threads();
        Engines {
            player: EngineHandle::new(threads, wake.clone(), workers),
            analyst: EngineHandle::new(threads, wake.clone(), workers),
        }
    }
}

/// A pawn that waits for the choice of what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Where the pawn stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it can become, the likeliest first.
    pub choices: Vec<PieceType>,
    moves: Vec<Move>,
}

/// A message about the game that is shown for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusMessage {
    /// A message of the referee.
    Game(Message),
    /// Premoves could not be played and were dropped.
    PremovesDropped,
    /// The engine failed; a random move was played.
    EngineFailed,
}

/// How fast the last change on the board is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A move is being played.
    Playing,
    /// Moves are taken back, played again or looked through.
    Browsing,
}

/// A game in play.
pub struct Session {
    game: Game,
    seats: [Seat; 2],
    preferences: Preferences,
    cursor: Cursor,
    bottom: Colour,
    /// Does the board turn to the side that is to move?
    turns_board: bool,
    pace: Pace,
    engines: Engines,
    computer: computer::Computer,
    analysis: analysis::Analysis,
    hint: hint::HintState,
    promotion: Option<Promotion>,
    puzzles: Option<PuzzleRun>,
    status: Option<(StatusMessage, Duration)>,
    sheet: ScoreSheet,
    scene: Scene,
    /// Grows whenever turns are played or taken back.
    epoch: u64,
    moved_at: Duration,
    board_rests: bool,
    replay_interval: Duration,
    cues: Vec<Cue>,
    flash: Option<Square>,
    select: Option<Option<Square>>,
    /// Has the user stopped a game that the computer plays against itself?
    is_held: bool,
    /// Was it given up here and now, and not in a record?
    resigned_here: bool,
    /// When the game began.
    started: Option<Timestamp>,
    /// What is known of a game whose referee is a server.
    remote: Option<remote::Remote>,
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
        self.board_rests = board_rests;
        self.game.tick(now);
        self.end_replay(now);
        self.process_events(now);
        self.poll_computer(now);
        self.poll_analyst();
        self.process_events(now);
        self.judge_puzzle(now);
        self.process_events(now);
        self.ask_computer(now);
        self.ask_analyst();
        self.turn_board();
        self.refresh_scene(now);
    }

    /// When [`Session::poll`] has something to do or to show, if nothing else happens before.
    pub fn next_change(&self, now: Duration) -> Option<Duration> {
        let words = self.status.map(|(_, until)| until);
        let toast = self.resignation_stands_at(now);
        let step = self.cursor.next_step(now, self.plies());
        let times = [self.game.next_tick(), self.computer_is_due(now), self.next_digit(now)];
        let times = times.into_iter().chain([words, toast, step, self.puzzle_is_due()]);
        times.flatten().filter(|time| *time > now).min()
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Tells moments of the game apart: another number after each turn that is played or taken
    /// back.
    pub fn moment(&self) -> u64 {
        self.epoch
    }

    /// Who plays White and Black.
    pub fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// Follows what the user has chosen.
    pub fn set_preferences(&mut self, preferences: Preferences) {
        self.preferences = preferences;
    }

    /// What is shown now.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The moves as they are written.
    pub fn sheet(&self) -> &ScoreSheet {
        &self.sheet
    }

    /// The puzzles, if it is not a game.
    pub fn puzzles(&self) -> Option<&PuzzleRun> {
        self.puzzles.as_ref()
    }

    /// The side at the bottom.
    pub fn bottom(&self) -> Colour {
        self.bottom
    }

    /// Has the user stopped a game that the computer plays against itself?
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Does the board turn to the side that is to move?
    pub fn turns_board(&self) -> bool {
        self.turns_board
    }

    /// How fast the last change is to be shown.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Is anything hidden by fog?
    pub fn is_foggy(&self) -> bool {
        self.game.rules().spec().fog && !self.game.is_over()
    }

    /// Whose eyes the board is seen with, under fog.
    pub fn viewer(&self) -> Option<Colour> {
        self.is_foggy().then(|| {
            let players = self.game.players();
            match players.only_human() {
                Some(human) => human,
                None if players.share_a_screen() => self.game.turn(),
                None => self.bottom,
            }
        })
    }

    /// Does the board show the present?
    pub fn is_live(&self) -> bool {
        self.cursor.is_live()
    }

    /// Is the game being replayed?
    pub fn is_replaying(&self, now: Duration) -> bool {
        self.cursor.is_replaying(now, self.plies())
    }

    /// How many turns were played, also where they are hidden by fog.
    pub fn plies(&self) -> usize {
        self.fog_snapshot().map_or(self.game.ply(), |fog_snapshot| fog_snapshot.turns.len())
    }

    /// The side that a person at this screen can give commands for: the only one there is, or
    /// the one whose turn it is.
    pub fn user(&self) -> Option<Colour> {
        let players = self.game.players();
        let turn = players.share_a_screen().then(|| self.game.turn());
        players.only_human().or(turn)
    }

    /// The side whose premoves are shown and can be entered.
    pub fn premover(&self) -> Option<Colour> {
        let human = self.game.players().only_human()?;
        let waits = self.game.phase() == Phase::Playing && self.game.turn() != human;
        let allowed = self.preferences.premoves && self.puzzles.is_none() && self.is_live();
        (waits && allowed && self.game.has_premoves(human)).then_some(human)
    }

    /// The board as a side sees it with its premoves made.
    pub fn pieces_with_premoves(&self, side: Colour) -> Vec<(Square, Piece)> {
        match self.fog_snapshot() {
            Some(fog_snapshot) => fog_snapshot.pieces.clone(),
            None => self.game.pieces_with_premoves(side),
        }
    }

    /// Where a piece could go as a premove after those that wait already.
    pub fn premove_targets(&self, side: Colour, from: Square) -> SquareSet {
        let Some(fog_snapshot) = self.fog_snapshot() else {
            return self.game.premove_targets(side, from);
        };
        let stands = |(square, piece): &&(Square, Piece)| *square == from && piece.colour() == side;
        let piece = fog_snapshot.pieces.iter().find(stands);
        piece.map_or(SquareSet::EMPTY, |(_, piece)| self.game.pattern_of(*piece, from))
    }

    /// The side that a person at this screen can move now, on the board that is shown.
    pub fn can_move(&self) -> Option<Colour> {
        let may = self.is_live() && self.may_solve();
        self.game.human_to_move().filter(|_| may)
    }

    /// The squares that a piece could go to if it were its turn, as far as that can be told.
    pub fn reach_of(&self, square: Square) -> SquareSet {
        if self.fog_snapshot().is_some() {
            return SquareSet::EMPTY;
        }
        // Without fog everybody sees the same.
        let viewer = self.viewer().unwrap_or(Colour::White);
        self.game.reach_at(self.scene.ply, square, viewer)
    }

    /// The pawn that waits for a choice.
    pub fn promotion(&self) -> Option<&Promotion> {
        self.promotion.as_ref()
    }

    /// The current status message.
    pub fn status(&self, now: Duration) -> Option<StatusMessage> {
        let recent = self.status.filter(|(_, until)| *until > now).map(|(status, _)| status);
        if self.game.is_over() {
            return self.game.message(self.perspective()).map(StatusMessage::Game);
        }
        recent.or_else(|| self.game.message(self.perspective()).map(StatusMessage::Game))
    }

    /// The perspective of status messages.
    pub fn perspective(&self) -> Perspective {
        self.game.perspective()
    }

    /// Takes the sounds that are to be heard.
    pub fn take_cues(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.cues)
    }

    /// Takes the square that is to flash.
    pub fn take_flash(&mut self) -> Option<Square> {
        self.flash.take()
    }

    /// Takes the selection that the board is to show: a square, or nothing.
    pub fn take_selection(&mut self) -> Option<Option<Square>> {
        self.select.take()
    }

    fn show_status(&mut self, status: StatusMessage, now: Duration) {
        self.status = Some((status, now + STATUS_DURATION));
    }

    /// When another digit of the running clock is to be shown: each second, and each tenth under
    /// ten seconds.
    fn next_digit(&self, now: Duration) -> Option<Duration> {
        if !self.game.clock_runs() {
            return None;
        }
        let left = self.game.remaining(self.game.turn(), now)?;
        let step = if left <= Duration::from_secs(10) { 100_000_000 } else { 1_000_000_000 };
        let until = left.as_nanos() % step + 1;
        Some(now + Duration::from_nanos(u64::try_from(until).unwrap_or(1)))
    }

    /// Can a resignation still be taken back?
    pub fn can_take_back_resignation(&self, now: Duration) -> bool {
        self.resigned_here && self.game.can_take_back_resignation(now)
    }

    fn resignation_stands_at(&self, now: Duration) -> Option<Duration> {
        self.can_take_back_resignation(now).then(|| now + Duration::from_millis(250))
    }

    /// A replay that has come to the end shows the present again.
    fn end_replay(&mut self, now: Duration) {
        let len = self.plies();
        if !self.cursor.is_live() && self.cursor.ply(now, len) == len {
            self.cursor.go_live();
        }
    }

    /// Turns the board to the side to move, once the last move has been seen.
    fn turn_board(&mut self) {
        let is_due = self.board_rests || self.game.hand_over().is_some();
        if self.turns_board && is_due && !self.game.is_over() {
            self.bottom = self.game.turn();
        }
    }
}
