//! Scores: how good a position is, or how soon it is mate.

use std::fmt;

/// The rank of a mate on the board; every advantage is below the rank of a mate.
const MATE: i32 = 32_000;

/// How a position is judged, for one of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Score {
    /// An advantage in hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many of the winner's own moves; 0 or less when this side is mated.
    MateIn(i32),
}

impl Score {
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
