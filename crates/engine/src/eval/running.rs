//! The part of the evaluation that is kept up to date move by move.

use rules::{Colour, Move, MoveKind, Piece, Position, Square};

use super::Evaluator;
use super::tapered::Tapered;

/// Sums over all pieces of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Running {
    /// Material and squares, seen from White.
    pub(crate) squares: Tapered,
    /// The worth of each side's pieces without pawns and kings.
    pub(crate) force: [i32; 2],
    /// A hash of the pawns alone.
    pub(crate) pawn_key: u64,
}

impl Running {
    /// The sums of a position from scratch.
    pub(crate) fn of(evaluator: &Evaluator, position: &Position) -> Running {
        let mut running = Running { pawn_key: 1, ..Running::default() };
        for (square, piece) in position.pieces() {
            running.put(evaluator, piece, square);
        }
        running
    }

    /// The sums after a move that has not been played yet.
    #[inline]
    pub(crate) fn after(
        mut self,
        evaluator: &Evaluator,
        position: &Position,
        chess_move: Move,
    ) -> Running {
        let (from, to) = (chess_move.from(), chess_move.to());
        let Some(piece) = position.piece_at(from) else { return self };
        if let Some(captured) = position.captured_by(chess_move) {
            let square = match chess_move.kind() {
                MoveKind::EnPassant => Square::new(to.file(), from.rank()),
                _ => to,
            };
            self.take(evaluator, captured, square);
        }
        self.take(evaluator, piece, from);
        let arrives = match chess_move.promotion() {
            Some(kind) => Piece::new(kind, piece.colour()),
            None => piece,
        };
        self.put(evaluator, arrives, to);
        if let Some(way) = position.castling_way(chess_move)
            && let Some(rook) = position.piece_at(way.rook)
        {
            self.take(evaluator, rook, way.rook);
            self.put(evaluator, rook, way.rook_to);
        }
        self
    }

    #[inline]
    fn put(&mut self, evaluator: &Evaluator, piece: Piece, square: Square) {
        self.squares += evaluator.piece_squares[piece.index()][square.index()];
        self.change(evaluator, piece, square, 1);
    }

    #[inline]
    fn take(&mut self, evaluator: &Evaluator, piece: Piece, square: Square) {
        self.squares -= evaluator.piece_squares[piece.index()][square.index()];
        self.change(evaluator, piece, square, -1);
    }

    #[inline]
    fn change(&mut self, evaluator: &Evaluator, piece: Piece, square: Square, sign: i32) {
        if Some(piece.kind()) == evaluator.rules.pawn() {
            self.pawn_key ^= pawn_key(piece.colour(), square);
        } else {
            self.force[piece.colour().index()] += sign * evaluator.force(piece);
        }
    }
}

/// A number for a pawn on a square, as SplitMix64 gives it.
#[inline]
fn pawn_key(colour: Colour, square: Square) -> u64 {
    let seed = (square.index() * 2 + colour.index() + 1) as u64;
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
