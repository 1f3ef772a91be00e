//! The part of the evaluation that is kept up to date move by move.

use rules::{Colour, Move, MoveKind, Piece, Position, Square};

use arrayvec::ArrayVec;

use super::Evaluator;
use super::net::{Change, Sums};
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
    /// What the network sees, where there is one.
    pub(crate) sums: Sums,
}

/// What a move changes: at most a castling's two pieces leave and two appear.
type Changes = ArrayVec<Change, 4>;

impl Running {
    /// The sums of a position from scratch.
    pub(crate) fn of(evaluator: &Evaluator, position: &Position) -> Running {
        let mut running = Running { pawn_key: 1, ..Running::default() };
        for (square, piece) in position.pieces() {
            running.change(evaluator, Change { piece, square, appears: true });
        }
        if let Some(net) = &evaluator.net {
            running.sums = net.sums(position);
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
        let changes = changes(position, chess_move);
        for change in &changes {
            self.change(evaluator, *change);
        }
        if let Some(net) = &evaluator.net {
            let is_king = position.king(position.turn()) == Some(chess_move.from());
            net.update(&mut self.sums, position, &changes, is_king.then_some(chess_move.to()));
        }
        self
    }

    #[inline]
    fn change(&mut self, evaluator: &Evaluator, change: Change) {
        let Change { piece, square, appears } = change;
        let worth = evaluator.piece_squares[piece.index()][square.index()];
        if appears {
            self.squares += worth;
        } else {
            self.squares -= worth;
        }
        if Some(piece.kind()) == evaluator.rules.pawn() {
            self.pawn_key ^= pawn_key(piece.colour(), square);
        } else {
            let sign = if appears { 1 } else { -1 };
            self.force[piece.colour().index()] += sign * evaluator.force(piece);
        }
    }
}

/// What a move takes from squares and puts on others.
#[inline]
fn changes(position: &Position, chess_move: Move) -> Changes {
    let mut changes = Changes::new();
    let (from, to) = (chess_move.from(), chess_move.to());
    let Some(piece) = position.piece_at(from) else { return changes };
    let mut change = |piece, square, appears| changes.push(Change { piece, square, appears });
    if let Some(captured) = position.captured_by(chess_move) {
        let square = match chess_move.kind() {
            MoveKind::EnPassant => Square::new(to.file(), from.rank()),
            _ => to,
        };
        change(captured, square, false);
    }
    change(piece, from, false);
    let arrives = match chess_move.promotion() {
        Some(kind) => Piece::new(kind, piece.colour()),
        None => piece,
    };
    change(arrives, to, true);
    if let Some(way) = position.castling_way(chess_move)
        && let Some(rook) = position.piece_at(way.rook)
    {
        change(rook, way.rook, false);
        change(rook, way.rook_to, true);
    }
    changes
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
