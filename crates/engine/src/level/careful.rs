//! The player of the six guidelines: mate; the best profitable capture; save a threatened piece;
//! safe squares; press the enemy king; else anything, safe if it can be.

use rules::{Colour, Move, Position, Square};

use crate::limits::StopCheck;
use fastrand::Rng;

/// Chooses one of these moves, which must be legal, by the first guideline that applies. When
/// there is no time left, the moves that were not looked at yet follow none.
pub(super) fn choose(
    position: &Position,
    moves: &[Move],
    rng: &mut Rng,
    check: &StopCheck,
) -> Option<Move> {
    let in_time = || moves.iter().copied().take_while(|_| !check.should_stop());
    if let Some(mate) = in_time().find(|chess_move| wins_at_once(position, *chess_move)) {
        return Some(mate);
    }
    if let Some(capture) = best_profitable_capture(position, in_time(), rng) {
        return Some(capture);
    }
    let safe: Vec<_> = in_time().filter(|m| is_safe(position, *m)).collect();
    if let Some(rescue) = rescue(position, &safe, rng) {
        return Some(rescue);
    }
    let in_time = safe.iter().copied().take_while(|_| !check.should_stop());
    let pressing: Vec<_> = in_time.filter(|m| presses(position, *m)).collect();
    for choices in [&pressing[..], &safe, moves] {
        if let Some(chosen) = rng.choice(choices) {
            return Some(*chosen);
        }
    }
    None
}

/// The value of the piece on a square; 0 if it is empty.
fn value_on(position: &Position, square: Square) -> f64 {
    let value = |piece: rules::Piece| position.rules().piece_spec(piece.kind()).value;
    position.piece_at(square).map_or(0.0, value)
}

/// Does the move mate, or take the king where that wins?
fn wins_at_once(position: &Position, chess_move: Move) -> bool {
    let enemy = !position.turn();
    if position.rules().king_capture_wins() {
        return position.king(enemy) == Some(chess_move.to());
    }
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    position.rules().check_counts() && next.is_in_check(enemy) && next.count_legal_moves() == 0
}

/// A capture of a piece that is worth more than the one that takes it or is not defended; the
/// one with the greatest gain.
fn best_profitable_capture(
    position: &Position,
    moves: impl Iterator<Item = Move>,
    rng: &mut Rng,
) -> Option<Move> {
    let gain = |chess_move: &Move| {
        let taken = position.captured_by(*chess_move)?;
        let value = position.rules().piece_spec(taken.kind()).value;
        let own = value_on(position, chess_move.from());
        let mut next = position.clone();
        next.play_unchecked(*chess_move);
        let is_retaken = next.is_attacked(chess_move.to(), next.turn());
        let gain = if is_retaken { value - own } else { value };
        (gain > 0.0).then_some(gain)
    };
    let gains: Vec<_> = moves.filter_map(|m| Some((m, gain(&m)?))).collect();
    let most = gains.iter().map(|(_, gain)| *gain).max_by(f64::total_cmp)?;
    let best: Vec<_> = gains.into_iter().filter(|(_, gain)| *gain == most).collect();
    rng.choice(&best).map(|(chess_move, _)| *chess_move)
}

/// Is a piece of this side in danger on its square: attacked by one of lower value, or by any
/// while nothing defends it?
fn is_threatened(position: &Position, square: Square, side: Colour) -> bool {
    let own = value_on(position, square);
    let attackers = position.attackers(square, !side, None);
    let is_defended = position.is_attacked(square, side);
    attackers.iter().any(|attacker| !is_defended || value_on(position, attacker) < own)
}

/// Is the piece safe where the move takes it?
fn is_safe(position: &Position, chess_move: Move) -> bool {
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    !is_threatened(&next, chess_move.to(), position.turn())
}

/// A safe move of the most valuable piece that is threatened.
fn rescue(position: &Position, safe: &[Move], rng: &mut Rng) -> Option<Move> {
    let side = position.turn();
    let threatened = |square: &Square| is_threatened(position, *square, side);
    let in_danger: Vec<_> = position.of(side).iter().filter(threatened).collect();
    let escapes = |square: Square| -> Vec<Move> {
        safe.iter().copied().filter(|m| m.from() == square).collect()
    };
    let can_escape = in_danger.into_iter().filter(|square| !escapes(*square).is_empty());
    let worth = |square: &Square| value_on(position, *square);
    let dearest = can_escape.max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
    rng.choice(&escapes(dearest)).copied()
}

/// Does the move attack the enemy king, or a square next to it that was not attacked before?
fn presses(position: &Position, chess_move: Move) -> bool {
    let side = position.turn();
    let Some(king) = position.king(!side) else { return false };
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    if next.is_attacked(king, side) {
        return true;
    }
    let near = position.rules().size().around(king).iter();
    near.filter(|square| !position.is_attacked(*square, side))
        .any(|square| next.attackers(square, side, None).contains(chess_move.to()))
}
