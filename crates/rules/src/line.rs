//! Straight lines: which squares of a rank, file or diagonal are occupied, in one word.
//!
//! Every rank, file and diagonal of the board keeps one word with a bit for each square and
//! one set bit just beyond either end. The nearest piece in any direction is then a shift and
//! a count of zeros, on every board.

use crate::{BoardSize, Colour, Square};

/// The eight straight directions, in pairs of opposites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Direction {
    East,
    West,
    North,
    South,
    NorthEast,
    SouthWest,
    SouthEast,
    NorthWest,
}

impl Direction {
    pub(crate) const ALL: [Direction; 8] = [
        Direction::East,
        Direction::West,
        Direction::North,
        Direction::South,
        Direction::NorthEast,
        Direction::SouthWest,
        Direction::SouthEast,
        Direction::NorthWest,
    ];

    /// The direction of one step, if it is a straight one.
    pub(crate) fn of_step(files: i8, ranks: i8) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.step() == (files, ranks))
    }

    /// One step as files and ranks.
    pub(crate) const fn step(self) -> (i8, i8) {
        match self {
            Direction::East => (1, 0),
            Direction::West => (-1, 0),
            Direction::North => (0, 1),
            Direction::South => (0, -1),
            Direction::NorthEast => (1, 1),
            Direction::SouthWest => (-1, -1),
            Direction::SouthEast => (1, -1),
            Direction::NorthWest => (-1, 1),
        }
    }

    /// One step as a difference of square numbers.
    #[inline]
    pub(crate) const fn delta(self) -> i16 {
        let (files, ranks) = self.step();
        files as i16 + 16 * ranks as i16
    }

    #[inline]
    pub(crate) const fn opposite(self) -> Direction {
        Direction::ALL[self as usize ^ 1]
    }

    /// The kind of line that runs in this direction.
    #[inline]
    pub(crate) const fn family(self) -> Family {
        match self {
            Direction::East | Direction::West => Family::Rank,
            Direction::North | Direction::South => Family::File,
            Direction::NorthEast | Direction::SouthWest => Family::Rising,
            Direction::SouthEast | Direction::NorthWest => Family::Falling,
        }
    }

    /// Does the direction go from low to high bits of its line?
    #[inline]
    pub(crate) const fn is_upward(self) -> bool {
        self as u8 & 1 == 0
    }
}

/// The four kinds of straight lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Rank,
    File,
    Rising,
    Falling,
}

impl Family {
    pub(crate) const ALL: [Family; 4] =
        [Family::Rank, Family::File, Family::Rising, Family::Falling];

    /// Where a square is: the number of its line and its bit there.
    #[inline]
    pub(crate) const fn locate(self, square: Square) -> (usize, u32) {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        match self {
            Family::Rank => (rank, file as u32 + 1),
            Family::File => (16 + file, rank as u32 + 1),
            Family::Rising => (32 + 15 + rank - file, file as u32 + 1),
            Family::Falling => (64 + rank + file, file as u32 + 1),
        }
    }

    /// The direction from low to high bits of a line.
    #[inline]
    pub(crate) const fn upward(self) -> Direction {
        match self {
            Family::Rank => Direction::East,
            Family::File => Direction::North,
            Family::Rising => Direction::NorthEast,
            Family::Falling => Direction::SouthEast,
        }
    }
}

/// A line's occupancy: a word for each colour, the board's edges set in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Line {
    colours: [u32; 2],
}

/// The nearest piece or edge in a direction.
#[derive(Clone, Copy)]
pub(crate) struct Nearest {
    /// How many empty squares lie before it.
    pub(crate) gap: u32,
    /// Is it a piece of the colour asked about?
    pub(crate) hit: bool,
}

impl Line {
    /// Bits of both colours and the edges.
    #[inline]
    const fn all(self) -> u32 {
        self.colours[0] | self.colours[1]
    }

    /// The nearest piece above or below a bit; `hit` tells whether it is of colour `of`.
    #[inline]
    pub(crate) const fn nearest(self, bit: u32, upward: bool, of: Colour) -> Nearest {
        let other = self.colours[of.index() ^ 1];
        if upward {
            let gap = (self.all() >> (bit + 1)).trailing_zeros();
            Nearest { gap, hit: other >> (bit + 1 + gap) & 1 == 0 }
        } else {
            let gap = (self.all() << (32 - bit)).leading_zeros();
            Nearest { gap, hit: other >> (bit - 1 - gap) & 1 == 0 }
        }
    }

    /// The piece behind the nearest one above or below a bit, if the nearest is no edge.
    #[inline]
    pub(crate) const fn second(self, bit: u32, upward: bool, of: Colour) -> Option<Nearest> {
        let all = self.all();
        let shifted = if upward { all >> (bit + 1) } else { all << (32 - bit) };
        let first = if upward { shifted.trailing_zeros() } else { shifted.leading_zeros() };
        let behind = if upward { bit + 1 + first } else { bit - 1 - first };
        let rest =
            if upward { shifted & (shifted - 1) } else { shifted & (u32::MAX >> first >> 1) };
        if rest == 0 { None } else { Some(self.nearest(behind, upward, of)) }
    }

    /// The line without a piece on a bit.
    #[inline]
    pub(crate) const fn lifted(self, bit: u32) -> Line {
        Line { colours: [self.colours[0] & !(1 << bit), self.colours[1] & !(1 << bit)] }
    }
}

/// All the lines of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines([Line; Lines::COUNT]);

impl Lines {
    /// 16 ranks, 16 files, and two kinds of 31 diagonals, padded to a power of two.
    const COUNT: usize = 128;

    /// The lines of an empty board: edges only.
    pub(crate) fn new(size: BoardSize) -> Lines {
        let mut lines = [Line::default(); Lines::COUNT];
        for square in size.squares() {
            for family in Family::ALL {
                let (line, bit) = family.locate(square);
                let (files, ranks) = family.upward().step();
                let mut edge = |files: i8, ranks: i8, bit: u32| {
                    if size.offset(square, files as i32, ranks as i32).is_none() {
                        lines[line].colours[0] |= 1 << bit;
                        lines[line].colours[1] |= 1 << bit;
                    }
                };
                edge(files, ranks, bit + 1);
                edge(-files, -ranks, bit - 1);
            }
        }
        Lines(lines)
    }

    /// The line of a family through a square, and the square's bit on it.
    #[inline]
    pub(crate) const fn through(&self, square: Square, family: Family) -> (Line, u32) {
        let (line, bit) = family.locate(square);
        (self.0[line % Lines::COUNT], bit)
    }

    /// Adds or removes a piece of this colour.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square, colour: Colour) {
        for family in Family::ALL {
            let (line, bit) = family.locate(square);
            self.0[line % Lines::COUNT].colours[colour.index()] ^= 1 << bit;
        }
    }
}
