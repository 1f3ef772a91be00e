//! The hint of the free chessboard: a fixed order of preference, no search.
//!
//! Captures come first; then the move that ends furthest to the player's right; then furthest
//! forward; then the piece that started furthest to their left; then furthest back. Each piece
//! that can move is given a thread of its own; all threads add their moves to one list behind a
//! lock, which is then sorted.

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use rules::{Colour, Move, Position, Square, SquareSet};

/// A move with its place in the order of preference, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    quiet: bool,
    ends_right: Reverse<i32>,
    ends_far: Reverse<i32>,
    starts_left: i32,
    starts_back: i32,
    /// Of several promotions the first choice counts.
    choice: usize,
}

/// The move that the hint button shows; none where there is no legal move.
pub fn hint(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let movers: SquareSet = moves.iter().map(|chess_move| chess_move.from()).collect();
    let found = Mutex::new(Vec::with_capacity(moves.len()));
    let consider = |from: Square| {
        for chess_move in position.legal_moves().into_iter().filter(|m| m.from() == from) {
            let entry = (rank(position, chess_move), chess_move);
            found.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
        }
    };
    for_each_at_once(movers, consider);
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(ranked, _)| *ranked);
    found.first().map(|(_, chess_move)| *chess_move)
}

/// Runs the work of each piece on a thread of its own and waits for all of them.
#[cfg(not(target_family = "wasm"))]
fn for_each_at_once(movers: SquareSet, work: impl Fn(Square) + Sync) {
    std::thread::scope(|scope| {
        for from in movers {
            let work = &work;
            // Without a thread the piece's moves are ranked right here.
            let spawned = std::thread::Builder::new().spawn_scoped(scope, move || work(from));
            if spawned.is_err() {
                work(from);
            }
        }
    });
}

/// A browser gives this module one thread only.
#[cfg(target_family = "wasm")]
fn for_each_at_once(movers: SquareSet, work: impl Fn(Square) + Sync) {
    movers.iter().for_each(work);
}

fn rank(position: &Position, chess_move: Move) -> Ranked {
    let sign = if position.turn() == Colour::White { 1 } else { -1 };
    // How far a square is to the player's right, and how far from the player.
    let to_the_right = |square: Square| sign * i32::from(square.file());
    let far = |square: Square| sign * i32::from(square.rank());
    let choices = position.rules().promotion_choices();
    let choice = chess_move.promotion().and_then(|kind| choices.iter().position(|c| *c == kind));
    Ranked {
        quiet: !position.is_capture(chess_move),
        ends_right: Reverse(to_the_right(chess_move.to())),
        ends_far: Reverse(far(chess_move.to())),
        starts_left: to_the_right(chess_move.from()),
        starts_back: far(chess_move.from()),
        choice: choice.unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{fen, ruleset, uci};

    fn check(rules: &str, position: &str, expected: &str) {
        let rules = ruleset::shipped(rules).expect("a rule set that ships");
        let (position, _) = fen::parse(&rules, position).expect("a valid FEN");
        let found = hint(&position).map(|chess_move| uci::format(&position, chess_move));
        assert_eq!(found.as_deref().unwrap_or("none"), expected);
    }

    #[test]
    fn preferences_apply_in_their_order() {
        // A capture at the far left comes before a quiet move at the far right.
        check("casual", "8/8/8/8/8/p7/1P5P/8 w - - 0 1", "b2a3");
        // The furthest right, then the furthest up.
        check("casual", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "h2h4");
        // Black's right is the a-file, and forward is down.
        check("casual", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", "a7a5");
        // Two rooks reach the same square: the one that started further left goes.
        check("casual", "8/8/8/8/8/8/8/R2R4 w - - 0 1", "d1h1");
        check("casual", "7R/8/8/8/8/8/8/R7 w - - 0 1", "h8h7");
        check("casual", "8/8/8/8/8/8/8/8 w - - 0 1", "none");
    }

    #[test]
    fn special_moves_count_as_the_seed_wants() {
        check("standard", "4k3/8/8/3pP3/8/8/7P/4K3 w - d6 0 1", "e5d6");
        check("standard", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a1b2");
        check("standard", "8/7P/8/8/8/k7/8/K7 w - - 0 1", "h7h8q");
    }
}
