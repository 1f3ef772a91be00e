//! Making and unmaking moves.

use crate::position::State;
use crate::{Colour, Move, MoveKind, Piece, Position, Square, Turn, zobrist};

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pub(crate) state: State,
    pub(crate) captured: Option<Piece>,
    /// The piece as it was, where any may become another.
    pub(crate) moved: Option<Piece>,
}

impl Undo {
    /// What the move took.
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl Position {
    /// Where a legal move takes a piece if it takes one: its target, but for en passant.
    #[inline]
    pub fn capture_square(&self, chess_move: Move) -> Square {
        match self.state.victim {
            Some(victim) if self.takes_in_passing(chess_move) => victim,
            _ => chess_move.capture_square(self.state.en_passant),
        }
    }

    #[cold]
    fn takes_in_passing(&self, chess_move: Move) -> bool {
        match chess_move.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Promotion(_) => self.en_passant_squares().contains(chess_move.to()),
            _ => false,
        }
    }

    /// Plays a legal move; any other is handed back and changes nothing.
    pub fn play(&mut self, chess_move: Move) -> Result<Undo, Move> {
        if self.is_legal(chess_move) {
            Ok(self.play_unchecked(chess_move))
        } else {
            Err(chess_move)
        }
    }

    /// Is the move legal here?
    pub fn is_legal(&self, chess_move: Move) -> bool {
        self.legal_moves().contains(&chess_move)
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn play_unchecked(&mut self, chess_move: Move) -> Undo {
        let before = self.state;
        let (from, to) = (chess_move.from(), chess_move.to());
        let Some(piece) = self.board.piece_at(from) else {
            debug_assert!(false, "no piece on {from:?} to move");
            return Undo { state: before, captured: None, moved: None };
        };
        if self.rules.is_special {
            return self.play_special(piece, chess_move);
        }
        self.drop_en_passant();
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.irregular = false;

        let captured = match chess_move.kind() {
            MoveKind::Castling => {
                self.castle(chess_move);
                None
            }
            MoveKind::EnPassant => {
                let captured = self.take_piece(Square::new(to.file(), from.rank()));
                self.move_piece(piece, from, to);
                captured
            }
            MoveKind::Promotion(kind) => {
                let captured = self.take_piece(chess_move.capture_square(before.en_passant));
                self.take_piece(from);
                self.put_piece(Piece::new(kind, self.turn), to);
                captured
            }
            MoveKind::Plain | MoveKind::DoubleStep => {
                let captured = self.take_piece(to);
                self.move_piece(piece, from, to);
                captured
            }
        };
        if self.touches_castling(piece, from, to) {
            self.update_castling(piece, from, to);
        }
        if self.rules.profile(piece).is_pawn {
            self.state.halfmove_clock = 0;
            self.update_moved_pawns(chess_move);
        }
        if let Some(captured) = captured {
            self.state.halfmove_clock = 0;
            self.forget_moved_pawn(captured, to);
        }
        self.switch_turn();
        if chess_move.kind() == MoveKind::DoubleStep && self.rules.spec().en_passant {
            let crossed = Square::new(from.file(), (from.rank() + to.rank()) / 2);
            self.offer_en_passant(crossed);
        }
        Undo { state: before, captured, moved: None }
    }

    /// As [`Position::play_unchecked`], for rule sets that need more than plain rays or count checks.
    #[cold]
    fn play_special(&mut self, piece: Piece, chess_move: Move) -> Undo {
        let before = self.state;
        let (from, to) = (chess_move.from(), chess_move.to());
        let captured = match chess_move.kind() {
            MoveKind::Castling => {
                self.castle(chess_move);
                None
            }
            _ => self.carry_out_extended(piece, chess_move),
        };
        self.drop_en_passant();
        self.state.victim = None;
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.irregular = false;
        if self.state.castling != [0; 2] {
            self.update_castling(piece, from, to);
        }
        if chess_move.promotion().is_some() || self.makes_progress(piece, from, to) {
            self.state.halfmove_clock = 0;
        }
        if self.rules.profile(piece).is_pawn {
            self.update_moved_pawns(chess_move);
        }
        if let Some(captured) = captured {
            self.state.halfmove_clock = 0;
            self.forget_moved_pawn(captured, to);
        }
        self.switch_turn();
        if chess_move.kind() == MoveKind::DoubleStep {
            let rules = std::sync::Arc::clone(&self.rules);
            match &rules.extended {
                Some(extended) => self.offer_extended_en_passant(extended, chess_move),
                None if rules.spec().en_passant => {
                    let crossed = Square::new(from.file(), (from.rank() + to.rank()) / 2);
                    self.offer_en_passant(crossed);
                }
                None => {}
            }
        }
        if self.rules.spec().ends.checks.is_some() && self.is_in_check(self.turn) {
            self.count_check(!self.turn);
        }
        Undo { state: before, captured, moved: Some(piece) }
    }

    /// One check less that a side has to give.
    fn count_check(&mut self, side: Colour) {
        let left = self.checks_left(side);
        let fewer = left.saturating_sub(1);
        self.state.hash ^= zobrist::checks(side, left) ^ zobrist::checks(side, fewer);
        self.state.set_checks(side, fewer);
    }

    /// Plays a turn whose move, if it has one, is known to be legal.
    pub fn play_turn_unchecked(&mut self, turn: Turn) -> Undo {
        match turn {
            Turn::Move(chess_move) => self.play_unchecked(chess_move),
            Turn::Pass => self.pass(),
        }
    }

    /// Takes back a move that was just played.
    #[inline]
    pub fn undo(&mut self, chess_move: Move, undo: Undo) {
        let (from, to) = (chess_move.from(), chess_move.to());
        self.turn = !self.turn;
        if self.turn == Colour::Black {
            self.fullmove_number -= 1;
        }
        if chess_move.kind() == MoveKind::Castling {
            self.state = undo.state;
            return self.uncastle(from, to);
        }
        if undo.moved.is_some() {
            self.state = undo.state;
            return self.undo_extended(chess_move, &undo);
        }
        let Some(piece) = self.board.piece_at(to) else {
            debug_assert!(false, "no piece on {to:?} to move back");
            return;
        };
        self.state = undo.state;
        match (chess_move.kind(), self.rules.pawn()) {
            (MoveKind::Promotion(_), Some(pawn)) => {
                self.board.take_piece(&self.rules, piece, to);
                self.board.put_piece(&self.rules, Piece::new(pawn, self.turn), from);
            }
            _ => self.board.move_piece(&self.rules, piece, to, from),
        }
        if let Some(captured) = undo.captured {
            let square = chess_move.capture_square(undo.state.en_passant);
            self.board.put_piece(&self.rules, captured, square);
        }
    }

    /// Lets the other side move; [`Position::undo_pass`] takes it back.
    pub fn pass(&mut self) -> Undo {
        let undo = Undo { state: self.state, captured: None, moved: None };
        self.drop_en_passant();
        self.state.victim = None;
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.switch_turn();
        self.state.irregular = self.rules.check_counts() && self.is_in_check(!self.turn);
        undo
    }

    /// Takes back a pass.
    pub fn undo_pass(&mut self, undo: Undo) {
        self.turn = !self.turn;
        if self.turn == Colour::Black {
            self.fullmove_number -= 1;
        }
        self.state = undo.state;
    }

    #[inline]
    fn switch_turn(&mut self) {
        if self.turn == Colour::Black {
            self.fullmove_number += 1;
        }
        self.turn = !self.turn;
        self.state.hash ^= zobrist::BLACK_TO_MOVE;
    }

    /// Takes whatever stands on a square off the board.
    #[inline]
    pub(crate) fn take_piece(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.piece_at(square)?;
        self.board.take_piece(&self.rules, piece, square);
        self.state.hash ^= zobrist::piece(piece, square);
        Some(piece)
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put_piece(&mut self, piece: Piece, square: Square) {
        self.board.put_piece(&self.rules, piece, square);
        self.state.hash ^= zobrist::piece(piece, square);
    }

    /// Moves a piece to an empty square.
    #[inline(always)]
    pub(crate) fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.board.move_piece(&self.rules, piece, from, to);
        self.state.hash ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    fn castle(&mut self, castling: Move) {
        let Some(squares) = self.castling_squares(castling) else {
            debug_assert!(false, "castling that is not possible");
            return;
        };
        let pieces = (self.board.piece_at(castling.from()), self.board.piece_at(squares.rook));
        if let (Some(king), Some(rook)) = pieces {
            // Either may end where the other stood.
            self.take_piece(castling.from());
            self.take_piece(squares.rook);
            self.put_piece(king, squares.king_to);
            self.put_piece(rook, squares.rook_to);
        }
    }

    /// Puts king and rook back; castling rights are restored. `to` is the second square of the move.
    fn uncastle(&mut self, king_from: Square, to: Square) {
        let east = to.file() > king_from.file();
        let inward: i16 = if east { -1 } else { 1 };
        let files = self.rules.castling_files();
        let king_to = match files {
            Some(files) => Square::new(files[usize::from(east)], to.rank()),
            None => to,
        };
        let rook_to = king_to.step(inward);
        let pieces = (self.board.piece_at(king_to), self.board.piece_at(rook_to));
        let (Some(king), Some(rook)) = pieces else {
            debug_assert!(false, "no king on {king_to:?} and rook on {rook_to:?} to move back");
            return;
        };
        self.board.take_piece(&self.rules, king, king_to);
        self.board.take_piece(&self.rules, rook, rook_to);
        self.board.put_piece(&self.rules, king, king_from);
        if files.is_some() {
            self.board.put_piece(&self.rules, rook, to);
            return;
        }
        // All squares up to the rook were empty and are again: it came from the nearest right.
        let files = self.state.castling[self.turn.index()];
        let beyond = king_to.file();
        let file = if east {
            (beyond..16).find(|file| files >> file & 1 != 0)
        } else {
            (0..=beyond).rev().find(|file| files >> file & 1 != 0)
        };
        if let Some(file) = file {
            self.board.put_piece(&self.rules, rook, Square::new(file, king_from.rank()));
        }
    }

    /// Can the move end a castling right? A quick test that compares files alone.
    #[inline(always)]
    fn touches_castling(&self, piece: Piece, from: Square, to: Square) -> bool {
        let [own, enemy] = [self.turn, !self.turn].map(|side| self.state.castling[side.index()]);
        (own >> from.file() | enemy >> to.file()) & 1 != 0
            || (own != 0 && self.rules.profile(piece).is_king)
    }

    /// Castling rights end when king or rook moves and when the rook is taken.
    fn update_castling(&mut self, piece: Piece, from: Square, to: Square) {
        let before = self.state.castling;
        let own = self.turn.index();
        if self.rules.profile(piece).is_king || self.rules.castling_home(self.turn) == Some(from) {
            self.state.castling[own] = 0;
        } else if before[own] >> from.file() & 1 != 0 && self.king_rank(self.turn) == from.rank() {
            self.state.castling[own] &= !(1 << from.file());
        }
        let enemy = own ^ 1;
        if before[enemy] >> to.file() & 1 != 0 && self.king_rank(!self.turn) == to.rank() {
            self.state.castling[enemy] &= !(1 << to.file());
        }
        for colour in Colour::BOTH {
            let (was, is) = (before[colour.index()], self.state.castling[colour.index()]);
            if was != is {
                self.state.hash ^= zobrist::castling(colour, was) ^ zobrist::castling(colour, is);
            }
        }
    }

    /// The rank of a king, which is that of the rooks with castling rights.
    fn king_rank(&self, colour: Colour) -> u8 {
        self.castling_king(colour).map_or(u8::MAX, Square::rank)
    }

    /// A pawn that comes to its double-step rank by a move may not go two squares from there.
    #[inline]
    fn update_moved_pawns(&mut self, chess_move: Move) {
        let (from, to) = (chess_move.from(), chess_move.to());
        let Some(rank) = self.rules.double_step_rank(self.turn) else { return };
        let moved = &mut self.state.moved_pawns[self.turn.index()];
        if from.rank() == rank {
            *moved &= !(1 << from.file());
        } else if to.rank() == rank && chess_move.promotion().is_none() {
            *moved |= 1 << to.file();
        }
    }

    #[inline]
    fn forget_moved_pawn(&mut self, captured: Piece, square: Square) {
        let side = captured.colour();
        if self.state.moved_pawns[side.index()] != 0
            && self.rules.double_step_rank(side) == Some(square.rank())
        {
            self.state.moved_pawns[side.index()] &= !(1 << square.file());
        }
    }

    #[inline]
    fn drop_en_passant(&mut self) {
        if let Some(square) = self.state.en_passant.take() {
            self.state.hash ^= zobrist::en_passant(square);
        }
    }

    /// Remembers the crossed square if the side to move can legally take there.
    fn offer_en_passant(&mut self, crossed: Square) {
        if !self.en_passant_pawns(crossed).is_empty() {
            self.set_en_passant_square(crossed);
        }
    }

    pub(crate) fn set_en_passant_square(&mut self, square: Square) {
        self.state.en_passant = Some(square);
        self.state.hash ^= zobrist::en_passant(square);
    }
}
