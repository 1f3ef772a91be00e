//! Squares and board sizes, the same for every board from 4x4 to 16x16.

use std::fmt;

use crate::{Colour, SquareSet};

/// A square, numbered `rank << 4 | file`, so that it is the same on every board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on a file and a rank, both counted from 0 and below 16.
    ///
    /// Larger numbers wrap around; use [`BoardSize::square`] for numbers from outside.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Square {
        Square((rank << 4) | (file & 15))
    }

    /// The square with this number.
    #[inline]
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// The number of the square, `rank << 4 | file`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, counted from 0 at White's left.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, counted from 0 at White's side.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The rank as `colour` counts it on a board with this many ranks, from 0.
    #[inline]
    pub const fn rank_for(self, colour: Colour, size: BoardSize) -> u8 {
        match colour {
            Colour::White => self.rank(),
            Colour::Black => size.ranks() - 1 - self.rank(),
        }
    }

    /// The square so many indices further; the caller knows that it is on the board.
    #[inline]
    pub(crate) const fn step(self, delta: i16) -> Square {
        Square((self.0 as i16 + delta) as u8)
    }

    /// Is the square one of the dark ones of a chequered board, as `a1` is?
    pub const fn is_dark(self) -> bool {
        (self.file() + self.rank()).is_multiple_of(2)
    }

    /// The square and those next to it; some may lie off the board.
    pub(crate) fn neighbourhood(self) -> SquareSet {
        let row = SquareSet::of(self);
        let row = row | row.left() | row.right();
        row | row.up() | row.down()
    }

    /// How many steps a king needs from here to another square.
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Reads a name such as `a1` or `n14` from the front of a text and returns the rest.
    ///
    /// The rank is as long as there are digits. Nothing says yet that the square is on a
    /// particular board.
    pub fn parse_prefix(text: &str) -> Option<(Square, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.checked_sub(b'a').filter(|f| *f < 16)?;
        let digits = bytes[1..].iter().take_while(|b| b.is_ascii_digit()).count();
        let (rank, rest) = text[1..].split_at(digits);
        if rank.starts_with('0') {
            return None;
        }
        let rank: u8 = rank.parse().ok().filter(|r| (1..=16).contains(r))?;
        Some((Square::new(file, rank - 1), rest))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How many files and ranks a board has: 4 to 16 of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    files: u8,
    ranks: u8,
}

impl BoardSize {
    /// The fewest files or ranks.
    pub const MIN: u8 = 4;
    /// The most files or ranks.
    pub const MAX: u8 = 16;

    /// A board of this size, if there is one.
    pub const fn new(files: u8, ranks: u8) -> Option<BoardSize> {
        const fn fits(n: u8) -> bool {
            n >= BoardSize::MIN && n <= BoardSize::MAX
        }
        if fits(files) && fits(ranks) { Some(BoardSize { files, ranks }) } else { None }
    }

    /// The number of files.
    #[inline]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks.
    #[inline]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// Is the square on this board?
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// The square on this file and rank, counted from 0, if it is on the board.
    #[inline]
    pub fn square(self, file: i32, rank: i32) -> Option<Square> {
        // Negative numbers are large ones here.
        let fits = (file as u32) < self.files.into() && (rank as u32) < self.ranks.into();
        fits.then(|| Square::new(file as u8, rank as u8))
    }

    /// The square so many files and ranks away, if it is on the board.
    #[inline]
    pub fn offset(self, from: Square, files: i32, ranks: i32) -> Option<Square> {
        self.square(from.file() as i32 + files, from.rank() as i32 + ranks)
    }

    /// All squares, rank by rank from `a1`.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..self.ranks)
            .flat_map(move |rank| (0..self.files).map(move |file| Square::new(file, rank)))
    }

    /// A square and those next to it, as far as they are on the board.
    pub fn around(self, square: Square) -> SquareSet {
        square.neighbourhood().iter().filter(|near| self.contains(*near)).collect()
    }

    /// The square on the other end of the board, as if it were turned by 180 degrees.
    pub const fn turned(self, square: Square) -> Square {
        Square::new(self.files - 1 - square.file(), self.ranks - 1 - square.rank())
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for (name, file, rank) in [("a1", 0, 0), ("e4", 4, 3), ("n14", 13, 13), ("p16", 15, 15)] {
            let square = Square::new(file, rank);
            assert_eq!(square.to_string(), name);
            assert_eq!(Square::parse_prefix(name), Some((square, "")));
        }
        assert_eq!(Square::parse_prefix("a2a4"), Some((Square::new(0, 1), "a4")));
        for bad in ["", "a", "a0", "a01", "a17", "q1", "A1", "1a", "é4", "a999999999999"] {
            assert_eq!(Square::parse_prefix(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_turned_board_maps_corners_onto_each_other() {
        let size = BoardSize::new(12, 10).expect("a valid size");
        assert_eq!(size.turned(Square::new(0, 0)), Square::new(11, 9));
        assert_eq!(size.squares().count(), 120);
        assert!(BoardSize::new(3, 8).is_none() && BoardSize::new(8, 17).is_none());
    }
}
