//! A move as the generator makes it and the board plays it.

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

/// A move: from, to and what else happens, in four bytes.
///
/// A move means something only together with the position it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl Move {
    /// A move of this kind.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move { from, to, kind }
    }

    /// Where the piece comes from; for castling, the king.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece goes; for castling, the king.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// What else happens.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// Where it takes if it takes, given where a pawn may be taken in passing: such a capture, which
    /// may promote, takes what stands beside it.
    #[inline]
    pub fn capture_square(self, en_passant: Option<Square>) -> Square {
        let in_passing = match self.kind {
            MoveKind::EnPassant => true,
            MoveKind::Promotion(_) => en_passant == Some(self.to),
            _ => false,
        };
        if in_passing { Square::new(self.to.file(), self.from.rank()) } else { self.to }
    }

    /// What a pawn turns into, if it does.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind {
            MoveKind::Promotion(kind) => Some(kind),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.kind {
            MoveKind::Plain => Ok(()),
            kind => write!(f, " {kind:?}"),
        }
    }
}
