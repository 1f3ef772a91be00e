//! A position as a file says it, which may be nonsense.

use crate::{Colour, Piece, Square, SquareSet};

/// What a file says about a position. [`Position::new`](crate::Position::new) checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// In rising order of squares.
    pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub turn: Colour,
    /// The rooks that may still castle.
    pub castling: SquareSet,
    /// The square that a pawn has just passed over, where it may be taken.
    pub en_passant: Option<Square>,
    /// Where the piece stands that has just passed, if not straight behind that square.
    pub victim: Option<Square>,
    /// The checks that each side still has to give, where they are counted.
    pub checks: Option<[u8; 2]>,
    /// Pawns on their double-step rank that have moved there and may not go two squares.
    pub moved_pawns: SquareSet,
    /// Moves of either side since the last capture or pawn's move.
    pub halfmove_clock: u16,
    /// The number of the move, counted from 1, rising after Black's moves.
    pub fullmove_number: u32,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            pieces: Vec::new(),
            turn: Colour::White,
            castling: SquareSet::EMPTY,
            en_passant: None,
            victim: None,
            checks: None,
            moved_pawns: SquareSet::EMPTY,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

impl Setup {
    /// Puts a piece on a square, in place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        match self.pieces.binary_search_by_key(&square, |(square, _)| *square) {
            Ok(index) => self.pieces[index].1 = piece,
            Err(index) => self.pieces.insert(index, (square, piece)),
        }
    }

    /// Empties a square; nothing castles with what stood there.
    pub fn clear(&mut self, square: Square) {
        self.pieces.retain(|(other, _)| *other != square);
        self.castling.remove(square);
        self.moved_pawns.remove(square);
    }

    /// The pieces and their squares, in rising order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.pieces.iter().copied()
    }

    /// The squares on which this piece stands.
    pub fn squares_of(&self, piece: Piece) -> SquareSet {
        self.pieces.iter().filter(|(_, p)| *p == piece).map(|(square, _)| *square).collect()
    }
}
