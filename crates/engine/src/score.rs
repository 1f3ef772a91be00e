//! Scores: how good a position is, or how soon it is mate.

use rules::{BoardSize, Score};

/// The deepest line that is ever looked at, in moves of either side.
pub(crate) const MAX_PLY: usize = 128;
/// The worth of a mate on the board.
pub(crate) const MATE: i32 = 32_000;
/// The worth of a repetition for a side whose opponent gave check all the time and loses by that.
pub(crate) const PERPETUAL_CHECK: i32 = 2_000;
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

/// The advantage, in hundredths of a pawn, at which points are expected in a ratio of e to 1: a part
/// of its own, and more for each square.
const SLOPE: f64 = 75.0;
const SLOPE_A_SQUARE: f64 = 2.27;

/// What an internal score says about a position, for the side to move.
pub(crate) fn from_internal(score: i32) -> Score {
    if score >= MATE_BOUND {
        Score::MateIn((MATE - score + 1) / 2)
    } else if score <= -MATE_BOUND {
        Score::MateIn(-((MATE + score) / 2))
    } else {
        Score::Centipawns(score)
    }
}

/// The winning chances at a score, from -1 (lost) to 1 (won), for the side the score is for.
///
/// The larger the board, the more an advantage may still melt: the curve is fitted to the engine's own
/// games on 8x8 and 14x14, and grows with the board as in games by a thousand random rule sets.
pub fn win_chance(score: Score, size: BoardSize) -> f64 {
    let squares = f64::from(size.files()) * f64::from(size.ranks());
    let slope = SLOPE + SLOPE_A_SQUARE * squares;
    match score {
        Score::Centipawns(score) => (f64::from(score) / (2.0 * slope)).tanh(),
        Score::MateIn(moves) if moves > 0 => 1.0,
        Score::MateIn(_) => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_symmetric_and_smaller_on_large_boards() {
        let [small, large] = [8, 14].map(|n| BoardSize::new(n, n).expect("a board"));
        for score in [Score::Centipawns(35), Score::Centipawns(30_000), Score::MateIn(3)] {
            assert_eq!(win_chance(score, small), -win_chance(score.reversed(), small));
            assert!((0.0..=1.0).contains(&win_chance(score, small)));
            assert!(win_chance(score, large) <= win_chance(score, small));
        }
        assert_eq!(win_chance(Score::MateIn(0), small), -1.0);
    }

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        assert_eq!(from_internal(mate_in(1)), Score::MateIn(1));
        assert_eq!(from_internal(mate_in(3)), Score::MateIn(2));
        assert_eq!(from_internal(mated_in(0)), Score::MateIn(0));
        assert_eq!(from_internal(mated_in(2)), Score::MateIn(-1));
        assert_eq!(from_internal(-35), Score::Centipawns(-35));
        for score in [mate_in(1), mate_in(3), mated_in(2), 17] {
            assert_eq!(from_internal(score).rank(), score);
        }
    }
}
