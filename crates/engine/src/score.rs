//! Scores: how good a position is, or how soon it is mate.

use std::fmt;

/// The deepest line that is ever looked at, in moves of either side.
pub(crate) const MAX_PLY: usize = 128;
/// The worth of a mate on the board.
pub(crate) const MATE: i32 = 32_000;
/// More than any score.
pub(crate) const INFINITE: i32 = 32_001;
/// Scores from here on are mates.
pub(crate) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// No evaluation goes beyond this.
pub(crate) const EVAL_BOUND: i32 = 30_000;
/// A drawn position.
pub(crate) const DRAW: i32 = 0;

/// The score of giving mate, so many moves of either side from the root.
#[inline]
pub(crate) const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The score of being mated, so many moves of either side from the root.
#[inline]
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Does the score stand for a mate, for or against the side to move?
#[inline]
pub(crate) const fn is_mate(score: i32) -> bool {
    score >= MATE_BOUND || score <= -MATE_BOUND
}

/// What a search says about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An advantage in hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many of the winner's own moves; 0 or less when the side to move is mated.
    MateIn(i32),
}

impl Score {
    pub(crate) fn from_internal(score: i32) -> Score {
        if score >= MATE_BOUND {
            Score::MateIn((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Score::MateIn(-((MATE + score) / 2))
        } else {
            Score::Centipawns(score)
        }
    }

    /// A number that grows with the score: mates lie beyond every advantage.
    pub fn rank(self) -> i32 {
        match self {
            Score::Centipawns(score) => score,
            Score::MateIn(moves) if moves > 0 => MATE.saturating_sub(moves.saturating_mul(2)) + 1,
            Score::MateIn(moves) => (-MATE).saturating_sub(moves.saturating_mul(2)),
        }
    }

    /// The same for the other side.
    #[must_use]
    pub const fn reversed(self) -> Score {
        match self {
            Score::Centipawns(score) => Score::Centipawns(score.saturating_neg()),
            Score::MateIn(moves) => Score::MateIn(moves.saturating_neg()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            Score::MateIn(moves) => write!(f, "#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        assert_eq!(Score::from_internal(mate_in(1)), Score::MateIn(1));
        assert_eq!(Score::from_internal(mate_in(3)), Score::MateIn(2));
        assert_eq!(Score::from_internal(mated_in(0)), Score::MateIn(0));
        assert_eq!(Score::from_internal(mated_in(2)), Score::MateIn(-1));
        assert_eq!(Score::from_internal(-35), Score::Centipawns(-35));
        for score in [mate_in(1), mate_in(3), mated_in(2), 17] {
            assert_eq!(Score::from_internal(score).rank(), score);
        }
    }
}
