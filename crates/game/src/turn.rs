//! A turn that was played, with what a list of moves, an archive or a sound needs to know of it.

use std::time::Duration;

use record::{Entry, EntryKind, UciMove};
use rules::{CastlingSquares, Colour, Move, Piece, Position, Rules, Square, Turn};

/// A piece that a move took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// Where it stood: the target of the move, but for en passant.
    pub square: Square,
    /// The captured piece.
    pub piece: Piece,
}

/// A move or a pass, with its clock and what it captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// Whose turn it was.
    pub mover: Colour,
    /// The move, or that the turn passed.
    pub turn: Turn,
    /// What was moved, as it was before the move.
    pub piece: Option<Piece>,
    /// What was taken.
    pub captured: Option<Capture>,
    /// Where king and rook went, if they castled.
    pub castling: Option<CastlingSquares>,
    /// Does it give a check that is announced? Never under fog.
    pub gives_check: bool,
    /// How long the turn took.
    pub spent: Duration,
    /// What the mover's clock showed after it, if there are clocks.
    pub clock_after: Option<Duration>,
}

impl PlayedTurn {
    /// The move, if there was one.
    pub const fn chess_move(&self) -> Option<Move> {
        self.turn.chess_move()
    }

    /// Was something taken?
    pub const fn is_capture(&self) -> bool {
        self.captured.is_some()
    }

    /// Did the king castle?
    pub const fn is_castling(&self) -> bool {
        self.castling.is_some()
    }

    /// Did a pawn become something else?
    pub fn is_promotion(&self) -> bool {
        self.chess_move().is_some_and(|chess_move| chess_move.promotion().is_some())
    }

    /// The turn as an entry of the record.
    pub fn entry(&self, rules: &Rules) -> Entry {
        let kind = match self.turn {
            Turn::Move(chess_move) => EntryKind::Move(UciMove::of(rules, chess_move)),
            Turn::Pass => EntryKind::Pass,
        };
        Entry { kind, spent: self.spent, clock: self.clock_after }
    }

    /// What a turn does in the position before it; the clock is not known yet, nor a check.
    pub(crate) fn before(position: &Position, turn: Turn) -> PlayedTurn {
        let chess_move = turn.chess_move();
        let capture = |chess_move| {
            let square = position.capture_square(chess_move);
            position.captured_by(chess_move).map(|piece| Capture { square, piece })
        };
        PlayedTurn {
            mover: position.turn(),
            turn,
            piece: chess_move.and_then(|chess_move| position.piece_at(chess_move.from())),
            captured: chess_move.and_then(capture),
            castling: chess_move.and_then(|chess_move| position.castling_squares(chess_move)),
            gives_check: false,
            spent: Duration::ZERO,
            clock_after: None,
        }
    }
}
