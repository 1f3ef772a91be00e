//! Straight lines: which squares of a rank, file or diagonal are occupied, in one word.
//!
//! Every rank, file and diagonal of the board keeps one word with a bit for each square and
//! one set bit just beyond either end, and the same again mirrored. The nearest piece in any
//! direction is then a shift and a count of zeros, and the way to the nearest pieces on both
//! sides a subtraction, on every board.

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

    /// The straight direction from a square to another, and how many steps lie between them.
    pub(crate) fn between(from: Square, to: Square) -> Option<(Direction, u32)> {
        let files = i32::from(to.file()) - i32::from(from.file());
        let ranks = i32::from(to.rank()) - i32::from(from.rank());
        if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
            return None;
        }
        let direction = Direction::of_step(files.signum() as i8, ranks.signum() as i8)?;
        Some((direction, files.unsigned_abs().max(ranks.unsigned_abs())))
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

/// A square's bit on a line together with its mirror image, counted from the word's top.
///
/// What lies below a bit lies above its image, so one look upward sees both ways.
#[inline(always)]
pub(crate) const fn twin(bit: u32) -> u64 {
    const TWINS: [u64; 32] = {
        let mut twins = [0; 32];
        let mut bit = 0;
        while bit < 32 {
            twins[bit] = 1 << bit | 1 << (63 - bit);
            bit += 1;
        }
        twins
    };
    TWINS[bit as usize % 32]
}

/// How many steps above a bit, or below if negative, each of these bits and images stands.
#[inline(always)]
pub(crate) fn steps_from(bit: u32, mut bits: u64) -> impl Iterator<Item = i16> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        let found = if place < 32 { place } else { 63 - place };
        Some(found as i16 - bit as i16)
    })
}

/// A line's occupancy: for each colour the [`twin`] bits of its pieces and of the board's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Line {
    colours: [u64; 2],
    /// Pieces of each colour that can take at a distance along this line.
    sliders: [u64; 2],
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
    const fn all(&self) -> u64 {
        self.colours[0] | self.colours[1]
    }

    /// The bits of one colour and the edges.
    #[inline(always)]
    const fn of(&self, colour: Colour) -> u64 {
        self.colours[colour.index()]
    }

    /// The bits of one colour's pieces.
    #[inline(always)]
    pub(crate) const fn pieces(&self, of: Colour) -> u64 {
        self.of(of) & !self.of(of.other())
    }

    /// How many empty squares lie above a place in the word.
    #[inline(always)]
    const fn gap(&self, place: u32) -> u32 {
        (self.all() >> 1 >> place).trailing_zeros()
    }

    /// The nearest piece above or below a bit; `hit` tells whether it is of colour `of`.
    #[inline(always)]
    pub(crate) const fn nearest(&self, bit: u32, upward: bool, of: Colour) -> Nearest {
        let place = place(bit, upward);
        let gap = self.gap(place);
        Nearest { gap, hit: self.of(of.other()) >> (place + 1 + gap) & 1 == 0 }
    }

    /// The bits up to the nearest pieces or edges on both sides of a bit.
    #[inline(always)]
    const fn visible(&self, bit: u32) -> u64 {
        visible(self.all(), bit)
    }

    /// The bits that a slider of a colour can go to from a bit: empty squares and enemies.
    #[inline(always)]
    pub(crate) const fn reachable(&self, bit: u32, own: Colour) -> u64 {
        self.visible(bit) & !self.of(own)
    }

    /// The sliders of a colour that see a bit.
    #[inline(always)]
    pub(crate) const fn visible_sliders(&self, bit: u32, of: Colour) -> u64 {
        self.visible(bit) & self.sliders(of)
    }

    /// Does a slider of a colour see a bit, or would it but for one piece of the other colour?
    #[inline(always)]
    pub(crate) const fn is_aimed_at(&self, bit: u32, of: Colour) -> bool {
        let blockers = self.visible(bit) & self.pieces(of.other());
        visible(self.all() ^ blockers, bit) & self.sliders(of) != 0
    }

    /// The bits of one colour's sliders.
    #[inline(always)]
    pub(crate) const fn sliders(&self, of: Colour) -> u64 {
        self.sliders[of.index()]
    }

    /// Are there sliders of this colour on the line at all?
    #[inline(always)]
    pub(crate) const fn has_sliders(&self, of: Colour) -> bool {
        self.sliders(of) != 0
    }

    /// How many steps away the nearest piece above or below a bit is, if it is a slider.
    #[inline(always)]
    pub(crate) const fn slider(&self, bit: u32, upward: bool, of: Colour) -> Option<u32> {
        self.slider_above(place(bit, upward), of)
    }

    #[inline(always)]
    const fn slider_above(&self, place: u32, of: Colour) -> Option<u32> {
        let gap = self.gap(place);
        let is_slider = self.sliders(of) >> (place + 1 + gap) & 1 != 0;
        if is_slider { Some(gap + 1) } else { None }
    }

    /// How many steps away a slider is that stands behind a single piece of the other colour,
    /// and how many that piece.
    #[inline(always)]
    pub(crate) const fn behind_blocker(
        &self,
        bit: u32,
        upward: bool,
        of: Colour,
    ) -> Option<(u32, u32)> {
        let nearest = self.nearest(bit, upward, of.other());
        if !nearest.hit {
            return None;
        }
        let blocker = nearest.gap + 1;
        match self.slider_above(place(bit, upward) + blocker, of) {
            Some(steps) => Some((blocker + steps, blocker)),
            None => None,
        }
    }

    /// The line as it is seen in an exchange.
    #[inline(always)]
    pub(crate) const fn for_exchange(&self) -> ExchangeLine {
        ExchangeLine { all: self.all(), sliders: self.sliders }
    }

    /// The line without a piece on a bit.
    #[inline(always)]
    pub(crate) const fn vacated(&self, bit: u32) -> Line {
        let [white, black] = self.colours;
        Line { colours: [white & !twin(bit), black & !twin(bit)], ..*self }
    }
}

/// A line while pieces leave it and its sliders are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExchangeLine {
    all: u64,
    sliders: [u64; 2],
}

impl ExchangeLine {
    /// Takes a piece off a bit.
    #[inline(always)]
    pub(crate) const fn vacate(&mut self, bit: u32) {
        self.all &= !twin(bit);
        self.sliders[0] &= !twin(bit);
        self.sliders[1] &= !twin(bit);
    }

    /// The sliders of a colour that are seen from a bit; each is told once.
    #[inline(always)]
    pub(crate) const fn newly_seen(&mut self, bit: u32, of: Colour) -> u64 {
        let seen = visible(self.all, bit) & self.sliders[of.index()];
        self.sliders[of.index()] &= !seen;
        seen
    }
}

/// The bits up to the nearest set ones on both sides of a bit.
#[inline(always)]
const fn visible(all: u64, bit: u32) -> u64 {
    // Taking the bits above away from the word flips all bits up to the nearest set one.
    all ^ all.wrapping_sub(twin(bit) << 1)
}

/// Where to look upward from to see what is above or below a bit: from it or from its image.
#[inline(always)]
const fn place(bit: u32, upward: bool) -> u32 {
    if upward { bit } else { 63 - bit }
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
                        lines[line].colours = lines[line].colours.map(|word| word | twin(bit));
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

    /// Adds or removes a piece of this colour that slides along some families of lines.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, square: Square, colour: Colour, slide_lines: SlideLines) {
        for family in Family::ALL {
            let (line, bit) = family.locate(square);
            self.0[line % Lines::COUNT].colours[colour.index()] ^= twin(bit);
        }
        if slide_lines != SlideLines::default() {
            for family in Family::ALL {
                let (line, bit) = family.locate(square);
                let slider = if slide_lines.along(family) { twin(bit) } else { 0 };
                self.0[line % Lines::COUNT].sliders[colour.index()] ^= slider;
            }
        }
    }
}

/// Along which kinds of lines a piece takes at a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SlideLines(u8);

impl SlideLines {
    pub(crate) const fn with(self, family: Family) -> SlideLines {
        SlideLines(self.0 | 1 << family as u8)
    }

    #[inline(always)]
    pub(crate) const fn along(self, family: Family) -> bool {
        self.0 >> family as u8 & 1 != 0
    }
}
