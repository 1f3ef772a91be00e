//! Lines of text to the user interface, each written at once.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Bound, Line, Score};
use notation::{fairy, fen, uci};
use rules::{Colour, DrawRule, Move, Position, Rules};

use crate::board::draw;

/// Where answers go, from any thread.
#[derive(Clone)]
pub(super) struct Output {
    writer: Arc<Mutex<dyn Write + Send>>,
    /// Are moves written as Fairy-Stockfish writes them?
    is_fairy: Arc<AtomicBool>,
}

impl Output {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Output {
        Output { writer: Arc::new(Mutex::new(writer)), is_fairy: Arc::default() }
    }

    /// Writes moves from now on as Fairy-Stockfish does, or not.
    pub(super) fn write_as_fairy(&self, is_fairy: bool) {
        self.is_fairy.store(is_fairy, Ordering::Relaxed);
    }

    /// A move of a position as the user interface reads it.
    pub(super) fn name(&self, position: &Position, chess_move: Move) -> String {
        match self.is_fairy.load(Ordering::Relaxed) {
            true => fairy::format_move(position, chess_move),
            false => uci::format(position, chess_move),
        }
    }

    /// Moves one after the other, each after a blank.
    fn names(&self, position: &Position, moves: &[Move]) -> String {
        let mut position = position.clone();
        let mut text = String::new();
        for chess_move in moves {
            let _ = write!(text, " {}", self.name(&position, *chess_move));
            // Only there does a name depend on what stands on the board.
            if self.is_fairy.load(Ordering::Relaxed) {
                if !position.legal_moves().contains(chess_move) {
                    break;
                }
                position.play_unchecked(*chess_move);
            }
        }
        text
    }

    /// Writes a line. Errors are ignored: the GUI has closed the pipe.
    pub(super) fn line(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(writer, "{text}");
        let _ = writer.flush();
    }

    /// Tells the user something that is no part of the protocol.
    pub(super) fn note(&self, text: &str) {
        for line in text.lines() {
            self.line(&format!("info string {line}"));
        }
    }
}

/// The `info` line for one of the best lines of a search.
pub(super) fn info(output: &Output, position: &Position, line: &Line, shows_wdl: bool) -> String {
    let milliseconds = line.time.as_millis();
    let rate = (u128::from(line.nodes) * 1000).checked_div(milliseconds).unwrap_or(0);
    let mut text = format!("info depth {} seldepth {}", line.depth, line.selective_depth);
    let _ = write!(text, " multipv {} score {}", line.rank + 1, score(line.score));
    if shows_wdl {
        let [win, draw, loss] = win_draw_loss(position.rules(), line.score);
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    match line.bound {
        Bound::Exact => {}
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Upper => text.push_str(" upperbound"),
    }
    let _ = write!(
        text,
        " nodes {} nps {rate} hashfull {} time {milliseconds} pv",
        line.nodes, line.table_permille
    );
    text + &output.names(position, &line.moves)
}

/// A score as the protocol writes it.
pub(super) fn score(score: Score) -> String {
    match score {
        Score::Centipawns(score) => format!("cp {score}"),
        Score::MateIn(moves) => format!("mate {moves}"),
    }
}

/// The estimated chances to win, draw and lose, in thousandths.
///
/// The expected points follow from the score as in the engine's own games on such a board. Where draws exist, they are
/// shared out as if each player won two halves of a game independently.
fn win_draw_loss(rules: &Rules, score: Score) -> [u32; 3] {
    let points = (engine::win_chance(score, rules.size()) + 1.0) / 2.0;
    let draws = rules.spec().draws;
    let has_draws = draws.stalemate
        || draws.insufficient_material
        || draws.repetition != DrawRule::Off
        || draws.fifty_moves != DrawRule::Off;
    let [win, loss] = match has_draws {
        true => [points * points, (1.0 - points).powi(2)],
        false => [points, 1.0 - points],
    };
    let [win, loss] = [win, loss].map(|part| (part * 1000.0).round() as u32);
    [win, 1000 - win - loss, loss]
}

/// The board as text, for people.
pub(super) fn board(position: &Position) -> String {
    let all = position.rules().size().squares().collect();
    let drawn = draw(position, Colour::White, all, false);
    format!("{drawn}\nFen: {}\nKey: {:016X}", fen::format(position), position.hash())
}
