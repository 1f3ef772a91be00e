//! Values of the store under the names and numbers by which databases keep them.

use crate::GameScore;

impl GameScore {
    /// Twice the points, so that it is a whole number.
    pub(super) const fn half_points(self) -> i64 {
        self as i64
    }

    /// The score worth this number of half points.
    pub(super) fn from_half_points(half_points: i64) -> Option<GameScore> {
        let scores = [GameScore::Loss, GameScore::Draw, GameScore::Win];
        scores.into_iter().find(|score| score.half_points() == half_points)
    }
}
