//! Errors of weak levels: they overlook moves and misjudge positions, as people do.
//!
//! The errors depend on the position and a seed alone, so that a weak player is consistent: they
//! reason soundly about the part of the game that they see.

use rules::{Move, Position};

use crate::hash::mix;

/// The errors of a weak level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Handicap {
    /// Overlooked moves of ordinary difficulty, in thousandths.
    pub overlooked: u32,
    /// The standard deviation of the evaluation error, in centipawns.
    pub misjudgement: i32,
    /// The seed of the errors.
    pub seed: u64,
}

impl Handicap {
    /// Is the move overlooked in this position? Recaptures on `last_target` never are.
    pub(crate) fn overlooks(
        &self,
        position: &Position,
        chess_move: Move,
        last_target: Option<rules::Square>,
    ) -> bool {
        if self.overlooked == 0 || Some(chess_move.to()) == last_target {
            return false;
        }
        let squares = (chess_move.from().index() << 8 | chess_move.to().index()) as u64;
        let chance = mix(position.hash() ^ self.seed ^ squares.wrapping_mul(0x1_0001_0001)) % 1000;
        chance < u64::from(self.overlooked * difficulty(position, chess_move) / 100)
    }

    /// The error of a position's evaluation, in centipawns.
    pub(crate) fn misjudges(&self, position: &Position) -> i32 {
        if self.misjudgement == 0 {
            return 0;
        }
        let bits = mix(position.hash() ^ self.seed.rotate_left(17));
        // The sum of four uniform numbers is close to a normal distribution.
        let sum: i64 = (0..4).map(|n| ((bits >> (16 * n)) & 0xffff) as i64 - 0x8000).sum();
        (sum * i64::from(self.misjudgement) / 37_837) as i32
    }
}

/// How hard a move is to see, in percent: captures are easier, long and backward moves harder.
fn difficulty(position: &Position, chess_move: Move) -> u32 {
    let (from, to) = (chess_move.from(), chess_move.to());
    let size = position.rules().size();
    let turn = position.turn();
    let mut difficulty = 80 + 10 * u32::from(from.distance(to).min(6));
    if to.rank_for(turn, size) < from.rank_for(turn, size) {
        difficulty += 40;
    }
    if position.is_capture(chess_move) {
        difficulty /= 2;
    }
    difficulty
}
