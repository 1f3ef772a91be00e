//! Piece types of a rule set and the coloured pieces on a board.

use crate::Colour;

/// One of the piece types of a rule set, by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceType(u8);

impl PieceType {
    /// The most piece types a rule set can have: one for each letter.
    pub const MAX: usize = 26;

    /// The piece type with this number.
    #[inline]
    pub(crate) const fn new(index: usize) -> PieceType {
        debug_assert!(index < PieceType::MAX);
        PieceType(index as u8)
    }

    /// The piece type with this number, if there can be so many.
    pub const fn from_index(index: usize) -> Option<PieceType> {
        if index < PieceType::MAX { Some(PieceType::new(index)) } else { None }
    }

    /// Its number in the rule set, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece type of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

impl Piece {
    /// One more than the largest [`Piece::index`].
    pub const COUNT: usize = 2 * PieceType::MAX;

    /// The piece of this type and colour.
    #[inline]
    pub const fn new(kind: PieceType, colour: Colour) -> Piece {
        Piece(kind.0 << 1 | colour as u8)
    }

    /// The piece's type.
    #[inline]
    pub const fn kind(self) -> PieceType {
        PieceType(self.0 >> 1)
    }

    /// The side that owns the piece.
    #[inline]
    pub const fn colour(self) -> Colour {
        if self.0 & 1 == 0 { Colour::White } else { Colour::Black }
    }

    /// A number below [`Piece::COUNT`] for use in tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece with this [`Piece::index`].
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Piece {
        Piece(index)
    }
}
