//! How weaker players see the board: they overlook moves and misjudge positions, as people do.
//!
//! What is overlooked depends on the position and on a seed alone, not on chance at each look, so
//! that a weak player is consistent: he reasons soundly about the part of the game that he sees.

use rules::{Move, Position};

use crate::dice::mix;

/// How much a weak player misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Handicap {
    /// How many of a thousand moves of ordinary difficulty are overlooked.
    pub overlooked: u32,
    /// How far, in hundredths of a pawn, positions are misjudged: about two thirds of them by less.
    pub misjudgement: i32,
    /// Decides what is overlooked and misjudged.
    pub seed: u64,
}

impl Handicap {
    /// Is the move overlooked in this position? Never one that takes back on `last_target`.
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

    /// How much a position looks better than it is.
    pub(crate) fn misjudges(&self, position: &Position) -> i32 {
        if self.misjudgement == 0 {
            return 0;
        }
        let bits = mix(position.hash() ^ self.seed.rotate_left(17));
        // The sum of four even chances is close enough to how human errors fall.
        let sum: i64 = (0..4).map(|n| ((bits >> (16 * n)) & 0xffff) as i64 - 0x8000).sum();
        (sum * i64::from(self.misjudgement) / 37_837) as i32
    }
}

/// How hard a move is to see, in percent of an ordinary one: captures are seen more easily, long
/// and backward moves less.
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
