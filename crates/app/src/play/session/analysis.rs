//! The engine's opinion of what is shown, for those who want it.

use std::time::Duration;

use engine::{Exactness, Limits, Line, Score};
use notation::san;
use rules::{Colour, History};

use super::Session;
use super::hint::HintState;
use crate::play::engine_worker::{EngineHandle, EngineReport, EngineRequest, Task};

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

impl Evaluation {
    /// White's share of a bar, from 0 to 1.
    pub fn share(&self) -> f32 {
        match self.score {
            Score::Centipawns(score) => 1.0 / (1.0 + (-score as f32 / 320.0).exp()),
            Score::MateIn(moves) if moves > 0 => 1.0,
            Score::MateIn(_) => 0.0,
        }
    }

    /// The score as people write it: `+0.4`, `−1.2`, `M3`.
    pub fn text(&self) -> String {
        match self.score {
            Score::Centipawns(score) => {
                let pawns = f64::from(score) / 100.0;
                if pawns.abs() < 0.05 { "0.0".to_owned() } else { format!("{pawns:+.1}") }
            }
            Score::MateIn(moves) if moves > 0 => format!("M{moves}"),
            Score::MateIn(moves) => format!("\u{2212}M{}", moves.abs()),
        }
        .replace('-', "\u{2212}")
    }
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
        let outcome =
            game.end().filter(|_| self.scene().ply == game.ply()).and_then(game::GameEnd::outcome);
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(Colour::White)) => 1.0,
            Some(Some(Colour::Black)) => 0.0,
            Some(None) => 0.5,
            None => self.evaluation().map_or(0.5, Evaluation::share),
        }
    }

    /// The engine's opinion of what is shown, if it is wanted and allowed.
    pub fn evaluation(&self) -> Option<&Evaluation> {
        self.analyst.found.as_ref().filter(|_| self.shows_evaluation())
    }

    /// Is the engine's opinion wanted and allowed? Under fog it would tell what is hidden, in a
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
        self.analyst.engine.ask(EngineRequest {
            game: self.number,
            history,
            task: Task::Analysis,
            limits: Limits::move_time(LONGEST),
        });
    }

    /// Takes what the analyst has found: hints and opinions.
    pub(super) fn poll_analyst(&mut self) {
        while let Some(report) = self.analyst.engine.report() {
            match report {
                EngineReport::Chosen(thought) => self.take_hint(thought.best),
                EngineReport::Failed => self.take_hint(None),
                EngineReport::Line(line) => self.take_line(&line),
                EngineReport::Reply { .. } => {}
            }
        }
    }

    fn take_line(&mut self, line: &Line) {
        let Some((_, ply)) = self.analyst.asked else { return };
        if line.rank > 0 || line.exactness != Exactness::Exact {
            return;
        }
        let Some(history) = self.history_until(ply) else { return };
        let turn = history.position().turn();
        let score = match (turn, line.score) {
            (Colour::White, score) => score,
            (Colour::Black, Score::Centipawns(score)) => Score::Centipawns(-score),
            (Colour::Black, Score::MateIn(moves)) => Score::MateIn(-moves),
        };
        self.analyst.found =
            Some(Evaluation { score, depth: line.depth, line: written(&history, &line.moves) });
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

/// A line as people write it, with the number of each of White's moves.
fn written(history: &History, moves: &[rules::Move]) -> String {
    let mut position = history.position().clone();
    let mut words = Vec::new();
    for (index, chess_move) in moves.iter().take(MOST_MOVES).enumerate() {
        if !position.is_legal(*chess_move) {
            break;
        }
        let number = position.fullmove_number();
        match position.turn() {
            Colour::White => words.push(format!("{number}.")),
            Colour::Black if index == 0 => words.push(format!("{number}…")),
            Colour::Black => {}
        }
        words.push(san::format(&position, *chess_move));
        position.play_unchecked(*chess_move);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation(score: Score) -> Evaluation {
        Evaluation { score, depth: 1, line: String::new() }
    }

    #[test]
    fn scores_are_written_as_people_do() {
        for (score, text) in [
            (Score::Centipawns(42), "+0.4"),
            (Score::Centipawns(-120), "\u{2212}1.2"),
            (Score::Centipawns(-4), "0.0"),
            (Score::MateIn(3), "M3"),
            (Score::MateIn(-2), "\u{2212}M2"),
        ] {
            assert_eq!(evaluation(score).text(), text);
        }
    }

    #[test]
    fn the_bar_grows_with_the_score() {
        let shares = [Score::MateIn(-1), Score::Centipawns(-300), Score::Centipawns(0)]
            .into_iter()
            .chain([Score::Centipawns(300), Score::MateIn(1)])
            .map(|score| evaluation(score).share())
            .collect::<Vec<_>>();
        assert!(shares.is_sorted() && shares[0] == 0.0 && shares[2] == 0.5 && shares[4] == 1.0);
    }
}
