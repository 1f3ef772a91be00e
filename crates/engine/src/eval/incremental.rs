//! The part of the evaluation that is kept up to date move by move.

use rules::{Colour, Piece, Position, Square};

use super::Evaluator;
use super::tapered::Tapered;
use crate::hash::{STRIDE, mix};
use crate::nnue::BoardChange;

/// Sums over all pieces, updated with each move instead of recomputed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IncrementalEval {
    /// Material and squares, seen from White.
    pub(crate) squares: Tapered,
    /// The worth of each side's pieces without pawns and kings.
    pub(crate) force: [i32; 2],
    /// A hash of the pawns alone.
    pub(crate) pawn_key: u64,
    /// Hashes of either side's other pieces.
    pub(crate) piece_keys: [u64; 2],
}

/// The key of a position without pawns.
const NO_PAWNS: u64 = 1;

impl IncrementalEval {
    /// The sums of a position from scratch.
    pub(crate) fn of(evaluator: &Evaluator, position: &Position) -> IncrementalEval {
        let mut incremental = IncrementalEval { pawn_key: NO_PAWNS, ..IncrementalEval::default() };
        for (square, piece) in position.pieces() {
            incremental.count(evaluator, piece, square, 1);
        }
        incremental
    }

    /// Are there pawns on the board? Wrong with the odds at which hashes collide.
    #[inline]
    pub(crate) fn has_pawns(&self) -> bool {
        self.pawn_key != NO_PAWNS
    }

    /// The sums after a move that changes this.
    #[inline(always)]
    pub(crate) fn after(&self, evaluator: &Evaluator, change: &BoardChange) -> IncrementalEval {
        let mut incremental = *self;
        for (piece, square) in &change.removed {
            incremental.count(evaluator, *piece, *square, -1);
        }
        for (piece, square) in &change.added {
            incremental.count(evaluator, *piece, *square, 1);
        }
        incremental
    }

    /// Counts a piece that appears, or with a sign of -1 one that leaves.
    #[inline(always)]
    fn count(&mut self, evaluator: &Evaluator, piece: Piece, square: Square, sign: i32) {
        self.squares += evaluator.piece_squares[piece.index()][square.index()] * sign;
        if Some(piece.kind()) == evaluator.pawn {
            self.pawn_key ^= pawn_key(piece.colour(), square);
        } else {
            let side = piece.colour().index();
            self.force[side] += sign * evaluator.force(piece);
            self.piece_keys[side] ^= piece_key(piece, square);
        }
    }
}

/// A number for a pawn on a square.
#[inline]
fn pawn_key(colour: Colour, square: Square) -> u64 {
    let number = (square.index() * 2 + colour.index()) as u64;
    mix(number.wrapping_mul(STRIDE))
}

/// A number for a piece on a square.
#[inline]
fn piece_key(piece: Piece, square: Square) -> u64 {
    let number = ((piece.index() + 2) << 8 | square.index()) as u64;
    mix(number.wrapping_mul(STRIDE))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rules::Rules;
    use test_kit::random::{self, Random};

    use super::*;

    /// Plays random games and compares the sums with those made from scratch.
    fn check(rules: &Arc<Rules>, random: &mut Random) {
        let evaluator = Evaluator::new(rules);
        let mut incremental = None;
        random::walk(random, Position::start(rules), 60, |position, next| {
            let anew = IncrementalEval::of(&evaluator, position);
            assert_eq!(incremental.take().unwrap_or(anew), anew, "{}", rules.id());
            let change = next.map(|chess_move| BoardChange::of(position, chess_move));
            incremental = change.map(|change| anew.after(&evaluator, &change));
        });
    }

    #[test]
    fn sums_that_are_kept_up_to_date_equal_those_from_scratch() {
        let mut random = Random::new(1);
        for rules in test_kit::every_rule_set() {
            (0..4).for_each(|_| check(&rules, &mut random));
        }
        for _ in 0..60 {
            let rules = random::rules(&mut random);
            check(&rules, &mut random);
        }
    }

    #[test]
    fn a_pawn_may_promote_while_it_takes_in_passing() {
        let text = "inherits = 'standard'\npromotion = { rank = 6, choices = ['queen'] }";
        let rules = notation::ruleset::parse(text, "early", &notation::ruleset::no_files)
            .expect("a rule set")
            .0;
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        let (mut position, _) = notation::fen::parse(&rules, fen).expect("a position");
        let evaluator = Evaluator::new(&rules);
        let capture = notation::uci::parse(&position, "e5d6q").expect("a capture");
        let kept = IncrementalEval::of(&evaluator, &position)
            .after(&evaluator, &BoardChange::of(&position, capture));
        position.play_unchecked(capture);
        assert_eq!(kept, IncrementalEval::of(&evaluator, &position));
    }
}
