//! The engine's opinion of what is shown, for those who want it.

use std::time::Duration;

use engine::{Bound, Limits, Line, Score};
use rules::{Colour, History};

use super::Session;
use super::hint::HintState;
use crate::play::engine_worker::{EngineHandle, EngineReport, EngineRequest, Task};
use crate::score_text::{line_text, white_share};

/// Longest analysis of one position.
const LONGEST: Duration = Duration::from_secs(30);

/// Number of moves of a line that are shown.
const MOST_MOVES: usize = 12;

/// What the engine thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// How good it is for White.
    pub score: Score,
    /// How far the engine has looked ahead.
    pub depth: u32,
    /// The best line, move by move, with numbers where White moves.
    pub line: String,
}

/// The engine that gives evaluations and hints.
pub(super) struct Analyst {
    pub engine: EngineHandle,
    /// The moment that it evaluates.
    asked: Option<(u64, usize)>,
    found: Option<Evaluation>,
    pub hint: HintState,
}

impl Analyst {
    pub fn new(engine: EngineHandle) -> Analyst {
        Analyst { engine, asked: None, found: None, hint: HintState::default() }
    }
}

impl Session {
    /// White's share of the game that is shown, from 0 to 1: at the end of a game all or nothing.
    pub fn white_share(&self) -> f32 {
        let game = self.game();
        let outcome = game
            .end()
            .filter(|_| self.scene().ply == game.ply())
            .and_then(record::GameEnd::outcome);
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(Colour::White)) => 1.0,
            Some(Some(Colour::Black)) => 0.0,
            Some(None) => 0.5,
            None => self.evaluation().map_or(0.5, |found| white_share(found.score)),
        }
    }

    /// The engine's opinion of what is shown, if it is wanted and allowed.
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.analyst.found.as_ref().filter(|_| self.shows_evaluation())
    }

    /// Is the engine's opinion wanted and allowed? Under fog it would reveal what is hidden, in a
    /// puzzle the solution, and against a remote opponent it would be unfair.
    pub fn shows_evaluation(&self) -> bool {
        self.preferences.evaluation
            && !self.is_foggy()
            && self.puzzles.is_none()
            && !self.is_remote_play()
    }

    /// Stops the analysis, for example because the computer's turn needs the processor.
    pub(super) fn interrupt_analysis(&mut self) {
        if self.analyst.asked.take().is_some() {
            self.analyst.engine.stop();
        }
    }

    /// Asks about what is shown now, if that is wanted.
    pub(super) fn ask_analyst(&mut self) {
        let is_free = !self.is_computer_thinking() && !self.is_hint_asked();
        let moment = (self.epoch, self.scene().ply);
        if !self.shows_evaluation() || !is_free {
            self.interrupt_analysis();
            return;
        }
        if self.analyst.asked == Some(moment) {
            return;
        }
        self.analyst.asked = Some(moment);
        let history = self.history_until(self.scene().ply);
        let history = history.filter(|history| history.position().count_legal_moves() > 0);
        let Some(history) = history else {
            self.analyst.found = None;
            self.analyst.engine.stop();
            return;
        };
        let limits = Limits::move_time(LONGEST);
        self.analyst.engine.ask(EngineRequest::new(self.number, history, Task::Analysis, limits));
    }

    /// Takes what the analyst has found: hints and opinions.
    pub(super) fn poll_analyst(&mut self) {
        while let Some(report) = self.analyst.engine.report() {
            match report {
                EngineReport::Chosen(thought) => self.take_hint(thought.best),
                EngineReport::Failed => self.take_hint(None),
                EngineReport::Line(line) => self.take_line(&line),
                EngineReport::Reply { .. } | EngineReport::LabGame(_) => {}
            }
        }
    }

    fn take_line(&mut self, line: &Line) {
        let Some((_, ply)) = self.analyst.asked else { return };
        if line.rank > 0 || line.bound != Bound::Exact {
            return;
        }
        let Some(history) = self.history_until(ply) else { return };
        let turn = history.position().turn();
        let score = if turn == Colour::White { line.score } else { line.score.reversed() };
        self.analyst.found = Some(Evaluation {
            score,
            depth: line.depth,
            line: line_text(history.position(), &line.moves, MOST_MOVES),
        });
    }

    /// The game up to a turn.
    fn history_until(&self, ply: usize) -> Option<History> {
        let mut history = self.game().open()?.history().clone();
        while history.len() > ply {
            history.undo();
        }
        Some(history)
    }
}
