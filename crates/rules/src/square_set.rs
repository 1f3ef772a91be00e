//! A set of squares: 256 bits, sixteen for each rank.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::Square;

/// [`SquareSet::for_each`] without a function around what is done, which compilers may fail to
/// put into the loop.
macro_rules! each_square {
    ($small:expr, $set:expr, $square:ident => $body:expr) => {
        for word in 0..if $small { 2 } else { 4 } {
            let mut bits = $set.word(word);
            while bits != 0 {
                let $square = Square::from_index((word as u8) << 6 | bits.trailing_zeros() as u8);
                bits &= bits - 1;
                $body
            }
        }
    };
}
pub(crate) use each_square;

/// A set of squares of any board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// Just this square.
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        let mut words = [0; 4];
        words[square.index() >> 6] = 1 << (square.index() & 63);
        SquareSet(words)
    }

    /// Is the square in the set?
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 != 0
    }

    /// Adds the square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }

    /// Removes the square.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() >> 6] &= !(1 << (square.index() & 63));
    }

    /// Is there no square in the set?
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// How many squares there are.
    #[inline]
    pub const fn len(&self) -> u32 {
        self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()
    }

    /// Is any square in both sets?
    #[inline]
    pub fn meets(&self, other: &SquareSet) -> bool {
        !(*self & *other).is_empty()
    }

    /// The squares that are not in `other`.
    #[inline]
    pub fn without(self, other: SquareSet) -> SquareSet {
        self & !other
    }

    /// One bit for each file of a rank that is in the set.
    #[inline]
    pub const fn rank_bits(&self, rank: u8) -> u16 {
        (self.0[rank as usize >> 2] >> ((rank & 3) * 16)) as u16
    }

    /// The set of squares of one rank whose files have their bit set.
    #[inline]
    pub const fn from_rank_bits(rank: u8, files: u16) -> SquareSet {
        let mut words = [0; 4];
        words[rank as usize >> 2] = (files as u64) << ((rank & 3) * 16);
        SquareSet(words)
    }

    /// The set whose squares are given by one bit each, four ranks to a word.
    #[inline(always)]
    pub(crate) const fn from_words(words: [u64; 4]) -> SquareSet {
        SquareSet(words)
    }

    /// The squares of one of the four groups of four ranks, one bit each.
    #[inline(always)]
    pub(crate) const fn word(&self, word: usize) -> u64 {
        self.0[word]
    }

    /// The same set where it is known that all squares are on the first eight ranks.
    ///
    /// Costs nothing and lets the compiler drop the work on the upper half.
    #[inline(always)]
    pub const fn clip<const SMALL: bool>(self) -> SquareSet {
        if SMALL { SquareSet([self.0[0], self.0[1], 0, 0]) } else { self }
    }

    /// Does something for each square in rising order, in half the time that an iterator takes;
    /// `SMALL` tells that all are on the first eight ranks.
    #[inline(always)]
    pub fn for_each<const SMALL: bool>(self, mut act: impl FnMut(Square)) {
        each_square!(SMALL, self, square => act(square));
    }

    /// Every square one rank further up.
    #[inline]
    pub const fn up(self) -> SquareSet {
        let w = self.0;
        SquareSet([
            w[0] << 16,
            w[1] << 16 | w[0] >> 48,
            w[2] << 16 | w[1] >> 48,
            w[3] << 16 | w[2] >> 48,
        ])
    }

    /// Every square one rank further down.
    #[inline]
    pub const fn down(self) -> SquareSet {
        let w = self.0;
        SquareSet([
            w[0] >> 16 | w[1] << 48,
            w[1] >> 16 | w[2] << 48,
            w[2] >> 16 | w[3] << 48,
            w[3] >> 16,
        ])
    }

    /// Every square one file further to the right; those on the sixteenth file are dropped.
    #[inline]
    pub const fn right(self) -> SquareSet {
        const KEEP: u64 = 0x7fff_7fff_7fff_7fff;
        let w = self.0;
        SquareSet([(w[0] & KEEP) << 1, (w[1] & KEEP) << 1, (w[2] & KEEP) << 1, (w[3] & KEEP) << 1])
    }

    /// Every square one file further to the left; those on the first file are dropped.
    #[inline]
    pub const fn left(self) -> SquareSet {
        const KEEP: u64 = 0x7fff_7fff_7fff_7fff;
        let w = self.0;
        SquareSet([w[0] >> 1 & KEEP, w[1] >> 1 & KEEP, w[2] >> 1 & KEEP, w[3] >> 1 & KEEP])
    }

    /// The squares in rising order.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter { words: self.0, word: 0 }
    }
}

/// The squares of a set in rising order.
#[derive(Clone)]
pub struct Iter {
    words: [u64; 4],
    word: usize,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word < 4 {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                let index = (self.word as u8) << 6 | bits.trailing_zeros() as u8;
                return Some(Square::from_index(index));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        *self = *self | other;
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(self.0.map(|word| !word))
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> SquareSet {
        let square = |name| Square::parse_prefix(name).expect("a square").0;
        names.split_whitespace().map(square).collect()
    }

    #[test]
    fn shifting_moves_every_square_and_drops_what_leaves() {
        let corners = set("a1 p1 a16 p16 d4 e5");
        assert_eq!(corners.up(), set("a2 p2 d5 e6"));
        assert_eq!(corners.down(), set("a15 p15 d3 e4"));
        assert_eq!(corners.right(), set("b1 b16 e4 f5"));
        assert_eq!(corners.left(), set("o1 o16 c4 d5"));
    }

    #[test]
    fn iteration_is_in_order_and_complete() {
        let squares = set("p16 a1 d5 d4");
        assert_eq!(
            squares.iter().map(|s| s.to_string()).collect::<Vec<_>>(),
            ["a1", "d4", "d5", "p16"]
        );
        assert_eq!(squares.len(), 4);
        assert_eq!(squares.rank_bits(3), 0b1000);
        assert_eq!(SquareSet::from_rank_bits(3, 0b1000), set("d4"));
    }
}
