//! Players that do not look ahead: any move, or the most valuable capture.

use rules::{Move, Position, Square};

use crate::limits::StopCheck;
use fastrand::Rng;

/// Any of these moves.
pub(super) fn random(_: &Position, moves: &[Move], rng: &mut Rng, _: &StopCheck) -> Option<Move> {
    rng.choice(moves).copied()
}

/// The move with the greatest value of what is taken plus that of the tile it goes to; of equal
/// ones any.
pub(super) fn greedy(
    position: &Position,
    moves: &[Move],
    tile_value: &dyn Fn(Square) -> f64,
    rng: &mut Rng,
) -> Option<Move> {
    let gain = |chess_move: &Move| {
        let taken = position.captured_by(*chess_move);
        taken.map_or(0.0, |piece| position.rules().piece_spec(piece.kind()).value)
            + tile_value(chess_move.to())
    };
    let most = moves.iter().map(gain).max_by(f64::total_cmp)?;
    let best: Vec<_> = moves.iter().filter(|chess_move| gain(chess_move) == most).collect();
    rng.choice(&best).map(|chess_move| **chess_move)
}
