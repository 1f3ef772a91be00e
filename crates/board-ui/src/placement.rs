//! Which piece is shown on which square.

use rules::{Piece, PieceType, Square, SquareSet};

/// The pieces that the board shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Placement {
    pieces: [Option<Piece>; 256],
}

impl Placement {
    /// A board without pieces.
    pub const EMPTY: Placement = Placement { pieces: [None; 256] };

    /// The piece on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Puts a piece on a square, or takes it away.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.index()] = piece;
    }

    /// All pieces with their squares, in the order of the squares.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..=u8::MAX)
            .map(Square::from_index)
            .filter_map(|square| self.get(square).map(|piece| (square, piece)))
    }

    /// The squares that hold something else in `other`.
    pub fn differences(&self, other: &Placement) -> SquareSet {
        if self == other {
            return SquareSet::EMPTY;
        }
        let squares = (0..=u8::MAX).map(Square::from_index);
        squares.filter(|square| self.get(*square) != other.get(*square)).collect()
    }

    /// What the board would look like if pieces simply went from square to square.
    pub(crate) fn after(&self, moves: &[(Square, Square)]) -> Placement {
        let mut after = self.clone();
        for (from, to) in moves {
            if let Some(piece) = after.get(*from) {
                after.set(*from, None);
                after.set(*to, Some(piece));
            }
        }
        after
    }
}

impl Default for Placement {
    fn default() -> Placement {
        Placement::EMPTY
    }
}

impl FromIterator<(Square, Piece)> for Placement {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Placement {
        let mut placement = Placement::EMPTY;
        for (square, piece) in pieces {
            placement.set(square, Some(piece));
        }
        placement
    }
}

impl std::fmt::Debug for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The letter that stands for each piece type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceLetters(Vec<char>);

impl PieceLetters {
    /// The piece's letter, or a question mark when it was given none.
    pub fn letter(&self, kind: PieceType) -> char {
        self.0.get(kind.index()).copied().unwrap_or('?')
    }
}

impl FromIterator<char> for PieceLetters {
    /// Takes letters in the order of [`PieceType::index`].
    fn from_iter<I: IntoIterator<Item = char>>(letters: I) -> PieceLetters {
        PieceLetters(letters.into_iter().collect())
    }
}
