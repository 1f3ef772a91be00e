//! What is said to an engine over UCI, and what it reports.

use std::str::SplitWhitespace;
use std::time::Duration;

use engine::{Bound, Clock, Line, Score};
use notation::{fen, ruleset};
use record::UciMove;
use rules::{Colour, History, Position, Turn};

/// Tells the game. UCI has no null move here: a game is told from its last pass on.
pub fn position_command(history: &History) -> String {
    let mut position = history.start().clone();
    let is_usual = ruleset::shipped("standard").is_some_and(|rules| rules == *position.rules())
        && position == Position::start(position.rules());
    let fen = |position: &Position| format!("fen {}", fen::format(position));
    let mut start = if is_usual { "startpos".to_owned() } else { fen(&position) };
    let mut moves = String::new();
    for turn in history.turns() {
        position.play_turn_unchecked(turn);
        match turn {
            Turn::Move(step) => moves += &format!(" {}", UciMove::of(position.rules(), step)),
            Turn::Pass => (start, moves) = (fen(&position), String::new()),
        }
    }
    match moves.is_empty() {
        true => format!("position {start}"),
        false => format!("position {start} moves{moves}"),
    }
}

/// Lets the side to move think by the clocks of both.
pub fn go_by_clocks(turn: Colour, own: Clock, other: Clock) -> String {
    let told = |clock: Clock| (clock.remaining.as_millis().max(1), clock.increment.as_millis());
    let (white, black) = match turn {
        Colour::White => (told(own), told(other)),
        Colour::Black => (told(other), told(own)),
    };
    format!("go wtime {} btime {} winc {} binc {}", white.0, black.0, white.1, black.1)
}

/// Parses an `info` line with a score. The moves of its principal variation are returned as words.
pub fn parse_info(text: &str) -> Option<(Line, SplitWhitespace<'_>)> {
    let mut words = text.split_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let (mut depth, mut selective_depth, mut rank, mut nodes, mut time) = (0, 0, 1, 0, 0);
    let (mut score, mut bound) = (None, Bound::Exact);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        match word {
            "depth" => depth = number(),
            "seldepth" => selective_depth = number(),
            "multipv" => rank = number(),
            "nodes" => nodes = number(),
            "time" => time = number(),
            "score" => {
                let (kind, value) = (words.next()?, words.next()?.parse().ok()?);
                score = match kind {
                    "cp" => Some(Score::Centipawns(value)),
                    "mate" => Some(Score::MateIn(value)),
                    _ => return None,
                };
            }
            "lowerbound" => bound = Bound::Lower,
            "upperbound" => bound = Bound::Upper,
            "pv" | "string" => break,
            _ => {}
        }
    }
    let line = Line {
        rank: usize::try_from(rank).ok()?.checked_sub(1)?,
        depth: u32::try_from(depth).ok()?,
        selective_depth: u32::try_from(selective_depth).ok()?,
        score: score?,
        bound,
        moves: Vec::new(),
        nodes,
        table_permille: 0,
        time: Duration::from_millis(time),
    };
    Some((line, words))
}
