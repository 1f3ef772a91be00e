//! Hints in two stages: which piece, then where it goes. Clicking the shown move plays it.

use std::time::Duration;

use engine::Limits;
use rules::{Move, Square, SquareSet, Win};

use super::Session;
use crate::play::engine_worker::{EngineRequest, Task};
use crate::settings::HintKind;

/// How long the engine thinks about a hint.
const HINT_TIME: Duration = Duration::from_millis(1500);

/// How much of a hint is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Which piece is to be moved.
    Piece,
    /// Where it is to go.
    Target,
}

/// A hint that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    pub chess_move: Move,
    /// How much of it is shown.
    pub stage: Stage,
}

impl Hint {
    /// The squares that are shown.
    pub fn squares(&self) -> SquareSet {
        let from = SquareSet::of(self.chess_move.from());
        match self.stage {
            Stage::Piece => from,
            Stage::Target => from | SquareSet::of(self.chess_move.to()),
        }
    }
}

/// What has become of the wish for a hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum HintState {
    /// Not requested.
    #[default]
    Unasked,
    /// The engine thinks about it.
    Asked(u64),
    Shown(Hint),
}

impl Session {
    /// The hint that is shown.
    pub fn hint(&self) -> Option<Hint> {
        match self.analyst.hint {
            HintState::Shown(hint) => Some(hint),
            HintState::Unasked | HintState::Asked(_) => None,
        }
    }

    /// Does the engine think about a hint?
    pub fn is_hint_asked(&self) -> bool {
        matches!(self.analyst.hint, HintState::Asked(_))
    }

    /// Can a hint be given now?
    pub fn can_hint(&self) -> bool {
        self.is_live()
            && self.promotion().is_none()
            && self.game().human_to_move().is_some()
            && !self.is_remote()
    }

    /// The hint button: shows the piece, then where it goes, then nothing again.
    pub fn press_hint(&mut self) {
        match self.analyst.hint {
            _ if !self.can_hint() => {}
            HintState::Unasked => self.ask_hint(),
            HintState::Asked(_) => {}
            HintState::Shown(Hint { chess_move, stage: Stage::Piece }) => {
                self.analyst.hint = HintState::Shown(Hint { chess_move, stage: Stage::Target });
                self.display.select = Some(Some(chess_move.from()));
            }
            HintState::Shown(_) => self.cancel_hint(),
        }
    }

    /// Plays the move of the hint that is shown.
    pub fn play_hint(&mut self, now: Duration) {
        if let Some(hint) = self.hint() {
            self.clear_hint();
            // It was found for this very position.
            let _ = self.game.write().play(now, hint.chess_move);
        }
    }

    /// The user does something else.
    pub fn cancel_hint(&mut self) {
        if self.hint().is_some_and(|hint| hint.stage == Stage::Target) {
            self.display.select = Some(None);
        }
        self.clear_hint();
    }

    /// The user selects something else, which stays selected.
    pub fn cancel_hint_only(&mut self) {
        if self.hint().is_some() {
            self.clear_hint();
        }
    }

    /// Is this the piece, or the target, of the move that the hint shows in full?
    pub fn is_hinted(&self, from: Square, to: Square) -> bool {
        self.hint().is_some_and(|hint| {
            let chess_move = hint.chess_move;
            hint.stage == Stage::Target && (chess_move.from(), chess_move.to()) == (from, to)
        })
    }

    pub(super) fn clear_hint(&mut self) {
        if self.is_hint_asked() {
            self.analyst.engine.stop();
        }
        self.analyst.hint = HintState::Unasked;
    }

    /// The engine has found a hint, or could not.
    pub(super) fn take_hint(&mut self, found: Option<Move>) {
        if self.analyst.hint != HintState::Asked(self.epoch) {
            return;
        }
        let found = found.or_else(|| self.simple_hint());
        self.analyst.hint = HintState::Unasked;
        self.show_hint(found);
    }

    fn ask_hint(&mut self) {
        let is_free_board = self.game().rules().spec().win == Win::Never;
        if is_free_board || self.preferences.hint == HintKind::Simple {
            self.show_hint(self.simple_hint());
            return;
        }
        if let Some(next) = self.next_of_solution() {
            self.show_hint(Some(next));
            return;
        }
        self.analyst.hint = HintState::Asked(self.epoch);
        self.interrupt_analysis();
        if let Some(game) = self.game.read().open() {
            let (history, limits) = (game.history().clone(), Limits::move_time(HINT_TIME));
            let request = EngineRequest::new(self.number, history, Task::Move(None), limits);
            self.analyst.engine.ask(request);
        }
    }

    fn simple_hint(&self) -> Option<Move> {
        self.game().open().and_then(|game| engine::hint::hint(game.position()))
    }

    fn show_hint(&mut self, found: Option<Move>) {
        let is_legal =
            |found: &Move| self.game().open().is_some_and(|game| game.position().is_legal(*found));
        if let Some(chess_move) = found.filter(is_legal) {
            self.display.select = Some(None);
            self.analyst.hint = HintState::Shown(Hint { chess_move, stage: Stage::Piece });
        }
    }
}
