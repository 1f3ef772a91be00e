//! Which piece stands where, kept in the several forms that make looking fast.

use crate::line::{Direction, Lines};
use crate::{BoardSize, Colour, Piece, Rules, Square, SquareSet};

/// The mark of an empty square in the mailbox.
const EMPTY: u8 = u8::MAX;

/// The pieces on the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    mailbox: [u8; 256],
    lines: Lines,
    colours: [SquareSet; 2],
    pawns: [SquareSet; 2],
    leapers: [SquareSet; 2],
    kings: [Option<Square>; 2],
}

/// A square seen from another along a straight line.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// How many steps away it is.
    pub(crate) steps: u32,
    /// The square itself.
    pub(crate) square: Square,
}

impl Board {
    pub(crate) fn empty(size: BoardSize) -> Board {
        Board {
            mailbox: [EMPTY; 256],
            lines: Lines::new(size),
            colours: [SquareSet::EMPTY; 2],
            pawns: [SquareSet::EMPTY; 2],
            leapers: [SquareSet::EMPTY; 2],
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

    #[inline]
    pub(crate) fn of(&self, colour: Colour) -> SquareSet {
        self.colours[colour.index()]
    }

    #[inline]
    pub(crate) fn pawns(&self, colour: Colour) -> SquareSet {
        self.pawns[colour.index()]
    }

    #[inline]
    pub(crate) fn leapers(&self, colour: Colour) -> SquareSet {
        self.leapers[colour.index()]
    }

    /// Where a side's king stands; nothing where kings mean nothing.
    #[inline]
    pub(crate) fn king(&self, colour: Colour) -> Option<Square> {
        self.kings[colour.index()]
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, rules: &Rules, piece: Piece, square: Square) {
        debug_assert!(self.is_empty(square));
        self.mailbox[square.index()] = piece.index() as u8;
        self.toggle(rules, piece, square);
        if Some(piece.kind()) == rules.decisive_king() {
            self.kings[piece.colour().index()] = Some(square);
        }
    }

    /// Takes a piece off its square.
    #[inline]
    pub(crate) fn take(&mut self, rules: &Rules, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_at(square), Some(piece));
        self.mailbox[square.index()] = EMPTY;
        self.toggle(rules, piece, square);
        if Some(piece.kind()) == rules.decisive_king() {
            self.kings[piece.colour().index()] = None;
        }
    }

    #[inline]
    fn toggle(&mut self, rules: &Rules, piece: Piece, square: Square) {
        let side = piece.colour().index();
        self.colours[side].toggle(square);
        self.lines.toggle(square, piece.colour());
        if Some(piece.kind()) == rules.pawn() {
            self.pawns[side].toggle(square);
        } else if rules.profile(piece).is_leaper {
            self.leapers[side].toggle(square);
        }
    }

    /// How many empty squares lie in a direction, and whether a piece of this colour ends them.
    #[inline(always)]
    pub(crate) fn look(&self, from: Square, direction: Direction, colour: Colour) -> (u32, bool) {
        let (line, bit) = self.lines.through(from, direction.family());
        let nearest = line.nearest(bit, direction.is_upward(), colour);
        (nearest.gap, nearest.hit)
    }

    /// As [`Board::look`], from the nearest piece onward; nothing if that is the edge.
    #[inline(always)]
    pub(crate) fn look_behind(
        &self,
        from: Square,
        direction: Direction,
        colour: Colour,
    ) -> Option<(u32, bool)> {
        let (line, bit) = self.lines.through(from, direction.family());
        let second = line.second(bit, direction.is_upward(), colour)?;
        Some((second.gap, second.hit))
    }

    /// The nearest piece in a direction if it is of this colour, as if `lifted` were empty.
    #[inline(always)]
    pub(crate) fn see(
        &self,
        from: Square,
        direction: Direction,
        colour: Colour,
        lifted: Option<Square>,
    ) -> Option<Seen> {
        let (mut line, bit) = self.lines.through(from, direction.family());
        if let Some(lifted) = lifted {
            let (number, lifted_bit) = direction.family().locate(lifted);
            if number == direction.family().locate(from).0 {
                line = line.lifted(lifted_bit);
            }
        }
        let nearest = line.nearest(bit, direction.is_upward(), colour);
        nearest.hit.then(|| Seen::at(from, direction, nearest.gap + 1))
    }
}

impl Seen {
    #[inline]
    pub(crate) fn at(from: Square, direction: Direction, steps: u32) -> Seen {
        Seen { steps, square: from.step(direction.delta() * steps as i16) }
    }
}
