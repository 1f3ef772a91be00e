//! How a game is shown: the moment that is looked at, the side at the bottom, status and sounds.

use std::time::Duration;

use game::{Cursor, Status, VisibleGame};
use record::Perspective;
use rules::{Colour, Move, PieceType, Square};
use sound::Cue;

use super::{Scene, ScoreSheet, Session};

/// How long a status message about an event is shown.
const STATUS_DURATION: Duration = Duration::from_secs(4);

/// A pawn that waits for the choice of what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Where the pawn stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it can become, the likeliest first, each by the move of the same index.
    pub choices: Vec<PieceType>,
    moves: Vec<Move>,
}

impl Promotion {
    /// A choice between moves of one piece, which is this now and may remain so.
    pub fn new(from: Square, to: Square, own: Option<PieceType>, moves: Vec<Move>) -> Promotion {
        let choices = moves.iter().filter_map(|m| m.promotion().or(own)).collect();
        Promotion { from, to, choices, moves }
    }

    /// The move by which the piece becomes this.
    pub fn choose(&self, kind: PieceType) -> Option<Move> {
        let place = self.choices.iter().position(|choice| *choice == kind)?;
        self.moves.get(place).copied()
    }
}

/// A message about the game that is shown for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusMessage {
    /// A message of the referee.
    Game(Status),
    /// Premoves could not be played and were dropped.
    PremovesDropped,
    /// The engine failed; a random move was played.
    EngineFailed,
    /// A program does not answer; the built-in engine plays in its place.
    ProgramFailed,
}

/// How fast the last change on the board is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A move is being played.
    Playing,
    /// Moves are taken back, played again or looked through.
    Browsing,
}

/// How a game is shown.
pub(super) struct Display {
    pub cursor: Cursor,
    replay_interval: Duration,
    pub bottom: Colour,
    /// Does the board turn to the side that is to move?
    pub turns_board: bool,
    pub pace: Pace,
    /// When the last change was made.
    pub moved_at: Duration,
    pub board_rests: bool,
    pub promotion: Option<Promotion>,
    status: Option<(StatusMessage, Duration)>,
    pub sheet: ScoreSheet,
    pub scene: Scene,
    pub cues: Vec<Cue>,
    pub highlight: Option<Square>,
    /// The selection that the board is to show next: a square, or nothing.
    pub select: Option<Option<Square>>,
}

impl Display {
    pub fn new(game: &VisibleGame, bottom: Colour, now: Duration) -> Display {
        Display {
            cursor: Cursor::live(),
            replay_interval: Duration::from_secs(1),
            bottom,
            turns_board: game.players().share_a_screen() && game.rules().spec().fog,
            pace: Pace::Playing,
            moved_at: now,
            board_rests: true,
            promotion: None,
            status: None,
            sheet: ScoreSheet::new(game),
            scene: Scene::new(game),
            cues: vec![Cue::Start],
            highlight: None,
            select: None,
        }
    }

    /// Another game is on the board.
    pub fn reset(&mut self, game: &VisibleGame, now: Duration) {
        self.sheet = ScoreSheet::new(game);
        self.cursor = Cursor::live();
        self.changed(self.pace, now);
    }

    /// The position has changed: what was about the one before is over.
    pub fn changed(&mut self, pace: Pace, now: Duration) {
        self.pace = pace;
        self.moved_at = now;
        self.promotion = None;
        self.status = None;
    }

    /// The game is over: its end is shown in place of an earlier status or question.
    pub fn ended(&mut self) {
        self.promotion = None;
        self.status = None;
    }

    pub fn show_status(&mut self, status: StatusMessage, now: Duration) {
        self.status = Some((status, now + STATUS_DURATION));
    }

    /// Shows a status message with a sound.
    pub fn notify(&mut self, message: Status, now: Duration) {
        self.cues.push(Cue::Notify);
        self.show_status(StatusMessage::Game(message), now);
    }

    /// When a message is over, and when a replay goes on.
    pub fn next_change(&self, now: Duration, plies: usize) -> [Option<Duration>; 2] {
        [self.status.map(|(_, until)| until), self.cursor.next_step(now, plies)]
    }
}

impl Session {
    /// What is shown now.
    pub fn scene(&self) -> &Scene {
        &self.display.scene
    }

    /// The moves as they are written.
    pub fn sheet(&self) -> &ScoreSheet {
        &self.display.sheet
    }

    /// The side at the bottom.
    pub fn bottom(&self) -> Colour {
        self.display.bottom
    }

    /// Does the board turn to the side that is to move?
    pub fn turns_board(&self) -> bool {
        self.display.turns_board
    }

    /// How fast the last change is to be shown.
    pub fn pace(&self) -> Pace {
        self.display.pace
    }

    /// Does the board show the present?
    pub fn is_live(&self) -> bool {
        self.display.cursor.is_live()
    }

    /// Is the game being replayed?
    pub fn is_replaying(&self, now: Duration) -> bool {
        self.display.cursor.is_replaying(now, self.game().ply())
    }

    /// The pawn that waits for a choice.
    pub fn promotion(&self) -> Option<&Promotion> {
        self.display.promotion.as_ref()
    }

    /// The current status message.
    pub fn status(&self, now: Duration) -> Option<StatusMessage> {
        let game = self.game();
        let recent = self.display.status.filter(|(_, until)| *until > now && !game.is_over());
        let lasting = || game.status(game.players().perspective()).map(StatusMessage::Game);
        recent.map(|(status, _)| status).or_else(lasting)
    }

    /// The perspective of status messages.
    pub fn perspective(&self) -> Perspective {
        self.game().players().perspective()
    }

    /// Takes the sounds that are to be heard.
    pub fn take_cues(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.display.cues)
    }

    /// Takes the square that is to flash.
    pub fn take_highlight(&mut self) -> Option<Square> {
        self.display.highlight.take()
    }

    /// Takes the selection that the board is to show: a square, or nothing.
    pub fn take_selection(&mut self) -> Option<Option<Square>> {
        self.display.select.take()
    }

    /// Turns the board around.
    pub fn flip(&mut self) {
        self.display.turns_board = false;
        self.display.bottom = !self.display.bottom;
    }

    /// Lets the board turn to the side to move, or no longer; only where people share it.
    pub fn set_turns_board(&mut self, turns: bool) {
        self.display.turns_board = turns && !self.is_remote();
    }

    /// Shows the game after a number of turns.
    pub fn jump(&mut self, ply: usize, now: Duration) {
        self.browse(now, |cursor, len| cursor.jump(ply, len));
    }

    /// One turn back.
    pub fn step_back(&mut self, now: Duration) {
        self.browse(now, |cursor, len| cursor.back(now, len));
    }

    /// One turn forward.
    pub fn step_forward(&mut self, now: Duration) {
        self.browse(now, |cursor, len| cursor.forward(now, len));
    }

    /// Back to the present.
    pub fn go_live(&mut self, now: Duration) {
        self.browse(now, |cursor, _| cursor.go_live());
    }

    /// Replays the game from what is shown, or stops.
    pub fn toggle_replay(&mut self, now: Duration) {
        let interval = self.display.replay_interval;
        if self.is_replaying(now) {
            self.browse(now, |cursor, len| cursor.stop(now, len));
        } else if self.game().ply() > 0 {
            self.browse(now, |cursor, len| cursor.replay(now, len, interval));
        }
    }

    /// How long each turn of a replay is shown.
    pub fn replay_interval(&self) -> Duration {
        self.display.replay_interval
    }

    /// Replays with another speed, also a replay that is running.
    pub fn set_replay_interval(&mut self, interval: Duration, now: Duration) {
        self.display.replay_interval = interval;
        if self.is_replaying(now) {
            self.browse(now, |cursor, len| cursor.replay(now, len, interval));
        }
    }

    /// A replay that has come to the end shows the present again.
    pub(super) fn end_replay(&mut self, now: Duration) {
        let len = self.game().ply();
        if !self.is_live() && self.display.cursor.ply(now, len) == len {
            self.display.cursor.go_live();
        }
    }

    /// Turns the board to the side to move, once the last move has been seen.
    pub(super) fn turn_board(&mut self) {
        let game = self.game.read();
        let is_due = self.display.board_rests || game.hand_over().is_some();
        if self.display.turns_board && is_due && !game.is_over() {
            self.display.bottom = game.turn();
        }
    }

    fn browse(&mut self, now: Duration, change: impl FnOnce(&mut Cursor, usize)) {
        let len = self.game().ply();
        change(&mut self.display.cursor, len);
        self.display.pace = Pace::Browsing;
        self.display.promotion = None;
        self.cancel_hint();
        self.refresh_scene(now);
    }
}
