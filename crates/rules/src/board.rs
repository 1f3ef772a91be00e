//! The pieces on the squares, as a mailbox, as bitboards by group, and as occupied lines.

use crate::line::{Direction, Family, Line, Lines};
use crate::tables::Profile;
use crate::{BoardSize, Colour, Piece, Rules, Square, SquareSet};

/// The mark of an empty square in the mailbox.
const EMPTY: u8 = u8::MAX;

/// Sets of pieces that are kept up to date; a piece can be in several.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Group {
    All,
    Pawns,
    /// Pieces that take by leaps or single steps.
    LeapTakers,
    /// Pieces other than pawns that have leaps or single steps.
    Leapers,
    /// Pieces that slide along ranks and files without limit.
    OrthogonalSliders,
    /// Pieces that slide along diagonals without limit.
    DiagonalSliders,
    /// Pieces with other rays: riders, short or one-sided slides, and rays for moves or captures only.
    RayMovers,
}

impl Group {
    pub(crate) const COUNT: usize = 7;
}

/// One side's bitboards: for each four ranks one word of every group, so that the words that change
/// when a piece moves share a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Groups([[u64; Group::COUNT]; 4]);

impl Groups {
    #[inline(always)]
    fn get(&self, group: Group) -> SquareSet {
        SquareSet::from_words(self.0.map(|row| row[group as usize]))
    }

    /// Adds or removes a square in each group whose mask is all ones instead of 0.
    #[inline(always)]
    fn toggle(&mut self, square: Square, masks: &[u64; Group::COUNT]) {
        let bit = 1 << (square.index() & 63);
        for (word, mask) in self.0[square.index() >> 6].iter_mut().zip(masks) {
            *word ^= bit & mask;
        }
    }
}

/// The pieces on the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    mailbox: [u8; 256],
    lines: Lines,
    groups: [Groups; 2],
    kings: [Option<Square>; 2],
}

impl Board {
    pub(crate) fn empty(size: BoardSize) -> Board {
        Board {
            mailbox: [EMPTY; 256],
            lines: Lines::new(size),
            groups: [Groups::default(); 2],
            kings: [None; 2],
        }
    }

    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let piece = self.mailbox[square.index()];
        (piece != EMPTY).then(|| Piece::from_index(piece))
    }

    #[inline]
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.mailbox[square.index()] == EMPTY
    }

    #[inline(always)]
    pub(crate) fn of(&self, colour: Colour) -> SquareSet {
        self.group(colour, Group::All)
    }

    #[inline(always)]
    pub(crate) fn pawns(&self, colour: Colour) -> SquareSet {
        self.group(colour, Group::Pawns)
    }

    #[inline(always)]
    pub(crate) fn group(&self, colour: Colour, group: Group) -> SquareSet {
        self.groups[colour.index()].get(group)
    }

    /// Where a side's king stands; nothing where kings mean nothing.
    #[inline]
    pub(crate) fn king(&self, colour: Colour) -> Option<Square> {
        self.kings[colour.index()]
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put_piece(&mut self, rules: &Rules, piece: Piece, square: Square) {
        debug_assert!(self.is_empty(square));
        self.mailbox[square.index()] = piece.index() as u8;
        let profile = rules.profile(piece);
        self.toggle(profile, piece.colour(), square);
        if profile.is_king {
            self.kings[piece.colour().index()] = Some(square);
        }
    }

    /// Takes a piece off its square.
    #[inline(always)]
    pub(crate) fn take_piece(&mut self, rules: &Rules, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_at(square), Some(piece));
        self.mailbox[square.index()] = EMPTY;
        let profile = rules.profile(piece);
        self.toggle(profile, piece.colour(), square);
        if profile.is_king {
            self.kings[piece.colour().index()] = None;
        }
    }

    /// Moves a piece to an empty square.
    #[inline(always)]
    pub(crate) fn move_piece(&mut self, rules: &Rules, piece: Piece, from: Square, to: Square) {
        debug_assert_eq!(self.piece_at(from), Some(piece));
        debug_assert!(self.is_empty(to));
        self.mailbox[from.index()] = EMPTY;
        self.mailbox[to.index()] = piece.index() as u8;
        let profile = rules.profile(piece);
        self.toggle(profile, piece.colour(), from);
        self.toggle(profile, piece.colour(), to);
        if profile.is_king {
            self.kings[piece.colour().index()] = Some(to);
        }
    }

    #[inline(always)]
    fn toggle(&mut self, profile: &Profile, colour: Colour, square: Square) {
        self.groups[colour.index()].toggle(square, &profile.groups);
        self.lines.toggle(square, colour, profile.slide_lines);
    }

    /// The line of a family through a square, and the square's bit on it.
    #[inline(always)]
    pub(crate) fn line(&self, square: Square, family: Family) -> (&Line, u32) {
        self.lines.through(square, family)
    }

    /// The number of empty squares in a direction, and whether the piece behind them has this colour.
    #[inline(always)]
    pub(crate) fn look(&self, from: Square, direction: Direction, colour: Colour) -> (u32, bool) {
        let (line, bit) = self.lines.through(from, direction.family());
        let nearest = line.nearest(bit, direction.is_upward(), colour);
        (nearest.gap, nearest.hit)
    }
}

/// The square `steps` away, which must be on the board.
#[inline(always)]
pub(crate) fn step(from: Square, direction: Direction, steps: u32) -> Square {
    from.step(direction.delta() * steps as i16)
}
