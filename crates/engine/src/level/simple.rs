//! Players that do not look ahead: any move, or the most valuable capture.

use rules::{Move, Position, Square};

use crate::dice::Dice;

/// Any legal move.
pub(super) fn random(position: &Position, dice: &mut Dice) -> Option<Move> {
    dice.pick(&position.legal_moves()).copied()
}

/// The move with the greatest value of what is taken plus that of the tile it goes to; of equal
/// ones any.
pub(super) fn greedy(
    position: &Position,
    tile_value: &dyn Fn(Square) -> f64,
    dice: &mut Dice,
) -> Option<Move> {
    greedy_among(position, &position.legal_moves(), tile_value, dice)
}

/// The same, of these legal moves.
pub(super) fn greedy_among(
    position: &Position,
    moves: &[Move],
    tile_value: &dyn Fn(Square) -> f64,
    dice: &mut Dice,
) -> Option<Move> {
    let gain = |chess_move: &Move| {
        let taken = position.captured_by(*chess_move);
        taken.map_or(0.0, |piece| position.rules().piece_spec(piece.kind()).value)
            + tile_value(chess_move.to())
    };
    let most = moves.iter().map(gain).max_by(f64::total_cmp)?;
    let best: Vec<_> = moves.iter().filter(|chess_move| gain(chess_move) == most).collect();
    dice.pick(&best).map(|chess_move| **chess_move)
}
