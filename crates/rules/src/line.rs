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

/// A line's occupancy: a half word for each colour, the board's edges set in both.
///
/// Both halves are read and written together: a processor waits when it must read a word of
/// which it has just written one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Line {
    colours: u64,
    /// Pieces of each colour that can take at a distance along this line.
    runners: u64,
}

/// The half of a word that belongs to a colour.
#[inline(always)]
const fn half(word: u64, colour: Colour) -> u32 {
    (word >> (32 * colour.index())) as u32
}

/// A bit in a colour's half of a word.
#[inline(always)]
const fn half_bit(bit: u32, colour: Colour) -> u64 {
    1 << (bit + 32 * colour.index() as u32)
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
    #[inline(always)]
    const fn all(self) -> u32 {
        (self.colours | self.colours >> 32) as u32
    }

    /// The bits of one colour and the edges.
    #[inline(always)]
    const fn of(self, colour: Colour) -> u32 {
        half(self.colours, colour)
    }

    /// The bits of one colour's pieces.
    #[inline(always)]
    pub(crate) const fn pieces(self, of: Colour) -> u32 {
        self.of(of) & !self.of(of.other())
    }

    /// How many empty squares lie above or below a bit.
    #[inline(always)]
    const fn gap(self, bit: u32, upward: bool) -> u32 {
        if upward {
            (self.all() >> (bit + 1)).trailing_zeros()
        } else {
            (self.all() << (32 - bit)).leading_zeros()
        }
    }

    /// The nearest piece above or below a bit; `hit` tells whether it is of colour `of`.
    #[inline(always)]
    pub(crate) const fn nearest(self, bit: u32, upward: bool, of: Colour) -> Nearest {
        let gap = self.gap(bit, upward);
        Nearest { gap, hit: self.of(of.other()) >> beyond(bit, upward, gap) & 1 == 0 }
    }

    /// The bits that a runner of a colour can go to from a bit: empty squares and enemies.
    #[inline(always)]
    pub(crate) const fn reachable(self, bit: u32, own: Colour) -> u32 {
        let (all, here) = (self.all(), 1 << bit);
        // Taking the bit above away from the word flips all bits up to the nearest set one.
        let above = all ^ all.wrapping_sub(here << 1);
        let highest_below = ((all & (here - 1)) | 1).ilog2();
        let below = (here - 1) & (u32::MAX << highest_below);
        (above | below) & !self.of(own)
    }

    /// Are there runners of this colour on the line at all?
    #[inline(always)]
    pub(crate) const fn has_runners(self, of: Colour) -> bool {
        half(self.runners, of) != 0
    }

    /// How many steps away the nearest piece above or below a bit is, if it is a runner.
    #[inline(always)]
    pub(crate) const fn runner(self, bit: u32, upward: bool, of: Colour) -> Option<u32> {
        let gap = self.gap(bit, upward);
        let is_runner = half(self.runners, of) >> beyond(bit, upward, gap) & 1 != 0;
        if is_runner { Some(gap + 1) } else { None }
    }

    /// How many steps away a runner is that stands behind a single piece of the other colour,
    /// and how many that piece.
    #[inline(always)]
    pub(crate) const fn shielded(self, bit: u32, upward: bool, of: Colour) -> Option<(u32, u32)> {
        let nearest = self.nearest(bit, upward, of);
        let shield = beyond(bit, upward, nearest.gap);
        if nearest.hit || self.of(of) >> shield & 1 != 0 {
            return None;
        }
        match self.runner(shield, upward, of) {
            Some(steps) => Some((nearest.gap + 1 + steps, nearest.gap + 1)),
            None => None,
        }
    }

    /// The line without a piece on a bit.
    #[inline(always)]
    pub(crate) const fn lifted(self, bit: u32) -> Line {
        let bits = half_bit(bit, Colour::White) | half_bit(bit, Colour::Black);
        Line { colours: self.colours & !bits, ..self }
    }
}

/// The bit behind so many empty squares above or below a bit.
#[inline(always)]
const fn beyond(bit: u32, upward: bool, gap: u32) -> u32 {
    if upward { bit + 1 + gap } else { bit - 1 - gap }
}

/// All the lines of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines([Line; Lines::COUNT]);

impl Lines {
    /// 16 ranks, 16 files, and two kinds of 31 diagonals, padded to a power of two.
    pub(crate) const COUNT: usize = 128;

    /// The lines of an empty board: edges only.
    pub(crate) fn new(size: BoardSize) -> Lines {
        let mut lines = [Line::default(); Lines::COUNT];
        for square in size.squares() {
            for family in Family::ALL {
                let (line, bit) = family.locate(square);
                let (files, ranks) = family.upward().step();
                let mut edge = |files: i8, ranks: i8, bit: u32| {
                    if size.offset(square, files as i32, ranks as i32).is_none() {
                        lines[line].colours |= half_bit(bit, Colour::White);
                        lines[line].colours |= half_bit(bit, Colour::Black);
                    }
                };
                edge(files, ranks, bit + 1);
                edge(-files, -ranks, bit - 1);
            }
        }
        Lines(lines)
    }

    /// The line of a family through a square, and the square's bit on it.
    #[inline(always)]
    pub(crate) const fn through(&self, square: Square, family: Family) -> (&Line, u32) {
        let (line, bit) = family.locate(square);
        (&self.0[line % Lines::COUNT], bit)
    }

    /// Adds or removes a piece of this colour that runs along the lines of some families.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, square: Square, colour: Colour, runs: Runs) {
        for family in Family::ALL {
            let (line, bit) = family.locate(square);
            self.0[line % Lines::COUNT].colours ^= half_bit(bit, colour);
        }
        if runs != Runs::default() {
            for family in Family::ALL {
                let (line, bit) = family.locate(square);
                let runner = if runs.along(family) { half_bit(bit, colour) } else { 0 };
                self.0[line % Lines::COUNT].runners ^= runner;
            }
        }
    }
}

/// Along which kinds of lines a piece takes at a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Runs(u8);

impl Runs {
    pub(crate) const fn with(self, family: Family) -> Runs {
        Runs(self.0 | 1 << family as u8)
    }

    #[inline(always)]
    pub(crate) const fn along(self, family: Family) -> bool {
        self.0 >> family as u8 & 1 != 0
    }
}
