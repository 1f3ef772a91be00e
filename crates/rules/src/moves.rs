//! A move as the generator makes it and the board plays it.

use std::num::NonZeroU32;

use crate::{PieceType, Square};

/// What a move does besides carrying a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing else; it may take what stands on the target.
    Plain,
    /// A pawn's first step over two squares.
    DoubleStep,
    /// A pawn takes a pawn that has just passed it.
    EnPassant,
    /// The king castles; the rook is found along the rank.
    Castling,
    /// A pawn becomes this piece.
    Promotion(PieceType),
}

/// A move: from, to and what else happens, in one small number.
///
/// A move means something only together with the position it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u32", into = "u32"))]
pub struct Move(NonZeroU32);

/// What a move's kind is in its number; promotions come last, one for each piece type.
const PLAIN: u32 = 0;
const DOUBLE_STEP: u32 = 1;
const EN_PASSANT: u32 = 2;
const CASTLING: u32 = 3;
const PROMOTION: u32 = 4;
/// Set in every move, so that none is 0.
const MARK: u32 = 1 << 31;

impl Move {
    /// How many low bits of [`Move::bits`] can be set.
    pub const BITS: u32 = 21;
    /// A move of this kind.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let kind = match kind {
            MoveKind::Plain => PLAIN,
            MoveKind::DoubleStep => DOUBLE_STEP,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::Castling => CASTLING,
            MoveKind::Promotion(kind) => PROMOTION + kind.index() as u32,
        };
        let bits = from.index() as u32 | (to.index() as u32) << 8 | kind << 16;
        Move(NonZeroU32::new(bits | MARK).expect("the mark is set"))
    }

    /// The move as a small number, never 0 for a move to another square.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0.get() & !MARK
    }

    /// The move of some [`Move::bits`]; nothing if no move has them.
    #[inline]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        let is_known = bits >> 16 < PROMOTION + PieceType::MAX as u32;
        let goes_somewhere = bits as u8 != (bits >> 8) as u8;
        if is_known && goes_somewhere {
            Some(Move(NonZeroU32::new(bits | MARK).expect("the mark is set")))
        } else {
            None
        }
    }

    /// Where the piece comes from; for castling, the king.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.0.get() as u8)
    }

    /// Where the piece goes; for castling, the king.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> 8) as u8)
    }

    /// What else happens.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.bits() >> 16 {
            PLAIN => MoveKind::Plain,
            DOUBLE_STEP => MoveKind::DoubleStep,
            EN_PASSANT => MoveKind::EnPassant,
            CASTLING => MoveKind::Castling,
            kind => MoveKind::Promotion(PieceType::new((kind - PROMOTION) as usize)),
        }
    }

    /// Where it takes if it takes, given where a pawn may be taken in passing: such a capture, which
    /// may promote, takes what stands beside it.
    #[inline]
    pub fn capture_square(self, en_passant: Option<Square>) -> Square {
        let in_passing = match self.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Promotion(_) => en_passant == Some(self.to()),
            _ => false,
        };
        if in_passing { Square::new(self.to().file(), self.from().rank()) } else { self.to() }
    }

    /// What a pawn turns into, if it does.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion(kind) => Some(kind),
            _ => None,
        }
    }
}

impl From<Move> for u32 {
    fn from(chess_move: Move) -> u32 {
        chess_move.bits()
    }
}

impl TryFrom<u32> for Move {
    type Error = MoveBitsError;

    fn try_from(bits: u32) -> Result<Move, MoveBitsError> {
        Move::from_bits(bits).ok_or(MoveBitsError(bits))
    }
}

/// No move has these [`Move::bits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no move has the number {0}")]
pub struct MoveBitsError(u32);

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Plain => Ok(()),
            kind => write!(f, " {kind:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_move_survives_as_a_number() {
        let (from, to) = (Square::new(0, 0), Square::new(15, 15));
        let promotions = (0..PieceType::MAX).filter_map(PieceType::from_index);
        let kinds = promotions.map(MoveKind::Promotion).chain([
            MoveKind::Plain,
            MoveKind::DoubleStep,
            MoveKind::EnPassant,
            MoveKind::Castling,
        ]);
        for kind in kinds {
            let chess_move = Move::new(from, to, kind);
            assert_eq!((chess_move.from(), chess_move.to(), chess_move.kind()), (from, to, kind));
            assert_eq!(Move::from_bits(chess_move.bits()), Some(chess_move));
            assert!(chess_move.bits() < 1 << Move::BITS);
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(30 << 16 | 1), None);
    }
}
