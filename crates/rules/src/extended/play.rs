//! Making and unmaking moves where any piece may promote and be taken in passing.

use super::generate::line_between;
use super::{Extended, pattern};
use crate::movement::Path;
use crate::play::Undo;
use crate::{Move, Piece, Position, Square};

impl Position {
    /// What a move does to the board; castling is done elsewhere. Returns what it takes.
    pub(crate) fn carry_out_extended(&mut self, piece: Piece, chess_move: Move) -> Option<Piece> {
        let (from, to) = (chess_move.from(), chess_move.to());
        let captured = self.take_piece(self.capture_square(chess_move));
        match chess_move.promotion() {
            Some(kind) => {
                self.take_piece(from);
                self.put_piece(Piece::new(kind, self.turn), to);
            }
            None => self.move_piece(piece, from, to),
        }
        captured
    }

    /// Is a move progress, so that no game goes on like this for ever?
    pub(crate) fn makes_progress(&self, piece: Piece, from: Square, to: Square) -> bool {
        let (Some(kinds), Some(extended)) =
            (&self.rules.spec().ends.progress, &self.rules.extended)
        else {
            return self.rules.profile(piece).is_pawn;
        };
        let goes_back = |path: &Path| {
            let moves = path.ray.purpose.moves() && !path.initial;
            moves && pattern(self.rules.size(), to, path).any(|square| square == from)
        };
        kinds.contains(&piece.kind()) && !extended.program(piece).paths(to).iter().any(goes_back)
    }

    /// Remembers that a piece can be taken on the square that it has gone over. The turn has passed.
    pub(crate) fn offer_extended_en_passant(&mut self, extended: &Extended, chess_move: Move) {
        let (from, to) = (chess_move.from(), chess_move.to());
        let (files, ranks, length) = line_between(from, to);
        self.state.victim = Some(to);
        // The furthest on which it can be taken stands for all that come after it.
        let can_take = |crossed: &Square| {
            Position::is_en_passant_square(extended, self.turn, *crossed)
                && !self.extended_en_passant_pawns(extended, *crossed).is_empty()
        };
        let size = self.rules.size();
        let crossed = |steps: i32| size.offset(from, steps * files, steps * ranks);
        match (1..length).filter_map(crossed).find(can_take) {
            Some(crossed) => self.set_en_passant_square(crossed),
            None => self.state.victim = None,
        }
    }

    /// Takes back a move other than castling.
    pub(crate) fn undo_extended(&mut self, chess_move: Move, undo: &Undo) {
        let (from, to) = (chess_move.from(), chess_move.to());
        if let (Some(arrived), Some(moved)) = (self.board.piece_at(to), undo.moved) {
            self.board.take_piece(&self.rules, arrived, to);
            self.board.put_piece(&self.rules, moved, from);
        }
        if let Some(captured) = undo.captured {
            // The state is the one before the move again.
            let square = self.capture_square(chess_move);
            self.board.put_piece(&self.rules, captured, square);
        }
    }
}
