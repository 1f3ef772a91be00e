//! Pairs of scores for the middle game and the endgame, added up as one number.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score for the middle game and one for the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tapered(i64);

/// The phase of a game in which everything is still on the board.
pub(crate) const FULL_PHASE: i32 = 256;

impl Tapered {
    /// Nothing.
    pub(crate) const ZERO: Tapered = Tapered(0);

    #[inline]
    pub(crate) const fn new(middle: i32, end: i32) -> Tapered {
        Tapered(((middle as i64) << 32) + end as i64)
    }

    /// The score for the middle game.
    #[inline]
    pub(crate) const fn middle(self) -> i32 {
        // Adding half the range rounds away what a negative lower half has borrowed.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// The score for the endgame.
    #[inline]
    pub(crate) const fn end(self) -> i32 {
        self.0 as i32
    }

    /// The score at a phase between [`FULL_PHASE`] and 0.
    #[inline]
    pub(crate) const fn at(self, phase: i32) -> i32 {
        (self.middle() * phase + self.end() * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middle(), self.end())
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0 * i64::from(times))
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_arithmetic() {
        for (a, b) in [(3, -5), (-3, 5), (-40_000, -1), (0, -70_000), (12, 0)] {
            let sum = Tapered::new(a, b) + Tapered::new(7, -9) * 3 - Tapered::new(b, a);
            assert_eq!((sum.middle(), sum.end()), (a + 21 - b, b - 27 - a));
            assert_eq!(-Tapered::new(a, b), Tapered::new(-a, -b));
        }
        assert_eq!(Tapered::new(100, 0).at(FULL_PHASE / 2), 50);
    }
}
