//! Lines of text to the user interface, each written at once.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Exactness, Line, Score};
use notation::uci;
use rules::Position;

/// Where answers go, from any thread.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(writer)))
    }

    /// Writes a line. Errors are ignored: the GUI has closed the pipe.
    pub(super) fn line(&self, text: &str) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
pub(super) fn info(position: &Position, line: &Line) -> String {
    let milliseconds = line.time.as_millis();
    let rate = (u128::from(line.nodes) * 1000).checked_div(milliseconds).unwrap_or(0);
    let mut text = format!("info depth {} seldepth {}", line.depth, line.selective_depth);
    let _ = write!(text, " multipv {} score {}", line.rank + 1, score(line.score));
    match line.exactness {
        Exactness::Exact => {}
        Exactness::AtLeast => text.push_str(" lowerbound"),
        Exactness::AtMost => text.push_str(" upperbound"),
    }
    let _ = write!(
        text,
        " nodes {} nps {rate} hashfull {} time {milliseconds} pv",
        line.nodes, line.table_permille
    );
    for chess_move in &line.moves {
        let _ = write!(text, " {}", uci::format(position, *chess_move));
    }
    text
}

/// A score as the protocol writes it.
pub(super) fn score(score: Score) -> String {
    match score {
        Score::Centipawns(score) => format!("cp {score}"),
        Score::MateIn(moves) => format!("mate {moves}"),
    }
}

/// The board as text, for people.
pub(super) fn board(position: &Position) -> String {
    let size = position.rules().size();
    let mut text = String::new();
    for rank in (0..size.ranks()).rev() {
        let _ = write!(text, "{:>2} ", rank + 1);
        for file in 0..size.files() {
            let piece = position.piece_at(rules::Square::new(file, rank));
            let letter = piece.map_or('.', |piece| position.rules().letter(piece));
            let _ = write!(text, " {letter}");
        }
        text.push('\n');
    }
    text.push_str("   ");
    for file in 0..size.files() {
        let _ = write!(text, " {}", (b'a' + file) as char);
    }
    let _ = write!(text, "\n\nFen: {}", notation::fen::format(position));
    let _ = write!(text, "\nKey: {:016X}", position.hash());
    text
}
