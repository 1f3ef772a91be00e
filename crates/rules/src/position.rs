//! A position that can be played on, and how a move changes it.

use std::sync::Arc;

use crate::attack::{attackers, is_attacked};
use crate::board::{Board, step};
use crate::fault::{SetupFault, SetupWarning};
use crate::line::Direction;
use crate::{Colour, Move, MoveKind, Piece, Rules, Setup, Square, SquareSet, zobrist};

/// What a move changes besides the pieces, small enough to be copied at every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) hash: u64,
    /// For each side the files of the rooks on the king's rank that may still castle.
    pub(crate) castling: [u16; 2],
    /// For each side the files of pawns that have moved onto their double-step rank.
    pub(crate) moved_pawns: [u16; 2],
    pub(crate) halfmove_clock: u16,
    /// Where a pawn can be taken in passing, only if that is a legal move.
    pub(crate) en_passant: Option<Square>,
    /// The side not to move is in check, as only a set-up can have it.
    pub(crate) irregular: bool,
}

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    state: State,
    captured: Option<Piece>,
}

impl Undo {
    /// What the move took.
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

/// Where king and rook go when they castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingWay {
    /// Where the rook comes from.
    pub rook: Square,
    /// Where the king goes.
    pub king_to: Square,
    /// Where the rook goes.
    pub rook_to: Square,
}

/// A position that can be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) rules: Arc<Rules>,
    pub(crate) board: Board,
    pub(crate) turn: Colour,
    pub(crate) state: State,
    fullmove_number: u32,
}

impl Position {
    /// The start position of a rule set.
    pub fn start(rules: &Arc<Rules>) -> Position {
        Position::build(Arc::clone(rules), &rules.spec().start).0
    }

    /// The position that a set-up describes, with what was odd about it, or all its faults.
    pub fn new(
        rules: Arc<Rules>,
        setup: Setup,
    ) -> Result<(Position, Vec<SetupWarning>), Vec<SetupFault>> {
        let faults = setup_faults(&rules, &setup);
        if faults.is_empty() { Ok(Position::build(rules, &setup)) } else { Err(faults) }
    }

    fn build(rules: Arc<Rules>, setup: &Setup) -> (Position, Vec<SetupWarning>) {
        let mut warnings = Vec::new();
        let mut board = Board::empty(rules.size());
        for (square, piece) in setup.pieces() {
            board.put(&rules, piece, square);
        }
        let mut position = Position {
            board,
            turn: setup.turn,
            state: State {
                hash: 0,
                castling: [0; 2],
                moved_pawns: [0; 2],
                halfmove_clock: setup.halfmove_clock,
                en_passant: None,
                irregular: false,
            },
            // So large a number is nonsense, and a game must not count beyond the last one.
            fullmove_number: setup.fullmove_number.clamp(1, u32::MAX / 2),
            rules,
        };
        position.set_castling(setup.castling, &mut warnings);
        position.set_moved_pawns(setup.moved_pawns);
        if let Some(square) = setup.en_passant {
            position.set_en_passant(square, &mut warnings);
        }
        if position.rules.check_counts() && position.is_in_check(!position.turn) {
            position.state.irregular = true;
            warnings.push(SetupWarning::OpponentInCheck { colour: !position.turn });
        }
        position.state.hash = position.computed_hash();
        (position, warnings)
    }

    fn set_castling(&mut self, rooks: SquareSet, warnings: &mut Vec<SetupWarning>) {
        for rook in rooks {
            match self.castling_fault(rook) {
                Ok(colour) => self.state.castling[colour.index()] |= 1 << rook.file(),
                Err(why) => warnings.push(SetupWarning::CastlingIgnored { rook, why }),
            }
        }
    }

    /// The side that may castle with the rook on a square, or why it may not.
    fn castling_fault(&self, rook: Square) -> Result<Colour, &'static str> {
        let Some(castling) = self.rules.spec().castling else {
            return Err("there is no castling in this rule set");
        };
        let colour = match self.board.piece_at(rook) {
            Some(piece) if self.rules.castles(piece.kind()) => piece.colour(),
            _ => return Err("there is no rook"),
        };
        match self.board.king(colour) {
            Some(king) if king.rank() != rook.rank() => Err("the king is on another rank"),
            Some(king) if king.file().abs_diff(rook.file()) <= castling.king_step => {
                Err("the rook is too near to the king")
            }
            Some(_) => Ok(colour),
            None => Err("there is no king"),
        }
    }

    fn set_moved_pawns(&mut self, moved: SquareSet) {
        for colour in Colour::BOTH {
            if let Some(rank) = self.rules.double_step_rank(colour) {
                let pawns = self.board.pawns(colour).rank_bits(rank);
                self.state.moved_pawns[colour.index()] = moved.rank_bits(rank) & pawns;
            }
        }
    }

    fn set_en_passant(&mut self, square: Square, warnings: &mut Vec<SetupWarning>) {
        let mut ignore = |why| warnings.push(SetupWarning::EnPassantIgnored { square, why });
        if !self.rules.spec().en_passant {
            return ignore("there is no en passant in this rule set");
        }
        let forward: i16 = if self.turn == Colour::White { -16 } else { 16 };
        let crossed = self
            .rules
            .double_step_rank(!self.turn)
            .map(|rank| if self.turn == Colour::White { rank - 1 } else { rank + 1 });
        let pawn = self.rules.pawn().map(|kind| Piece::new(kind, !self.turn));
        let (from, to) = (square.step(-forward), square.step(forward));
        let is_plausible = Some(square.rank()) == crossed
            && self.rules.size().contains(square)
            && self.board.is_empty(square)
            && self.board.is_empty(from)
            && pawn.is_some()
            && self.board.piece_at(to) == pawn;
        if !is_plausible {
            return ignore("no pawn has just passed over it");
        }
        if !self.en_passant_pawns(square).is_empty() {
            self.state.en_passant = Some(square);
        }
    }

    /// The rules by which the position is played.
    #[inline]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The squares of all pieces of a colour.
    #[inline]
    pub fn of(&self, colour: Colour) -> SquareSet {
        self.board.of(colour)
    }

    /// The squares of all pawns of a colour.
    #[inline]
    pub fn pawns(&self, colour: Colour) -> SquareSet {
        self.board.pawns(colour)
    }

    /// The pieces and their squares, in rising order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let all = self.of(Colour::White) | self.of(Colour::Black);
        all.iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Where a side's king stands; nothing once he is taken, or where kings mean nothing.
    #[inline]
    pub fn king(&self, colour: Colour) -> Option<Square> {
        self.board.king(colour)
    }

    /// The rooks of a side that may still castle.
    pub fn castling_rooks(&self, colour: Colour) -> SquareSet {
        match self.board.king(colour) {
            Some(king) => {
                SquareSet::from_rank_bits(king.rank(), self.state.castling[colour.index()])
            }
            None => SquareSet::EMPTY,
        }
    }

    /// The square where a pawn can legally be taken in passing.
    #[inline]
    pub fn en_passant_square(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Moves of either side since the last capture or pawn's move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// The number of the move, counted from 1, rising after Black's moves.
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// A number that equal positions share (R1.9) and others almost surely do not.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.state.hash
    }

    /// The position as a set-up, from which it can be made again.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::default();
        setup.turn = self.turn;
        setup.en_passant = self.state.en_passant;
        setup.halfmove_clock = self.state.halfmove_clock;
        setup.fullmove_number = self.fullmove_number;
        for (square, piece) in self.pieces() {
            setup.put(square, piece);
        }
        for colour in Colour::BOTH {
            setup.castling |= self.castling_rooks(colour);
            if let Some(rank) = self.rules.double_step_rank(colour) {
                let files = self.state.moved_pawns[colour.index()];
                setup.moved_pawns |= SquareSet::from_rank_bits(rank, files);
            }
        }
        setup
    }

    /// Is this side's king attacked? Never where kings mean nothing.
    pub fn is_in_check(&self, colour: Colour) -> bool {
        self.king(colour).is_some_and(|king| self.is_attacked(king, !colour))
    }

    /// Is the square attacked by this colour?
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Colour) -> bool {
        is_attacked::<false>(&self.rules, &self.board, square, by, None)
    }

    /// The pieces of this colour that attack a square, as if nothing stood on `lifted`.
    pub fn attackers(&self, square: Square, by: Colour, lifted: Option<Square>) -> SquareSet {
        attackers(&self.rules, &self.board, square, by, lifted)
    }

    /// Has a king been taken where that wins?
    #[inline]
    pub(crate) fn is_won_by_king_capture(&self) -> bool {
        self.rules.king_capture_wins()
            && Colour::BOTH.iter().any(|colour| self.board.king(*colour).is_none())
    }

    /// The same position with the other side to move, and no en passant.
    pub fn with_turn(&self, turn: Colour) -> Position {
        if turn == self.turn {
            return self.clone();
        }
        let mut position = self.clone();
        position.pass();
        position.state.halfmove_clock = self.state.halfmove_clock;
        position
    }

    /// How many squares the king goes when castling.
    #[inline]
    pub(crate) fn castling_step(&self) -> u32 {
        self.rules.spec().castling.map_or(0, |castling| castling.king_step.into())
    }

    /// Castling of the side to move towards one side of the board, if nothing is in the way.
    #[inline(always)]
    pub(crate) fn castling_towards(
        &self,
        king: Square,
        direction: Direction,
    ) -> Option<CastlingWay> {
        let (gap, is_own) = self.board.look(king, direction, self.turn);
        let king_step = self.castling_step();
        if !is_own || gap < king_step {
            return None;
        }
        let rook = step(king, direction, gap + 1);
        let has_right = self.state.castling[self.turn.index()] >> rook.file() & 1 != 0;
        has_right.then(|| CastlingWay {
            rook,
            king_to: step(king, direction, king_step),
            rook_to: step(king, direction, king_step - 1),
        })
    }

    /// What happens to king and rook in a castling move of the side to move.
    pub fn castling_way(&self, castling: Move) -> Option<CastlingWay> {
        if castling.kind() != MoveKind::Castling {
            return None;
        }
        let east = castling.to().file() > castling.from().file();
        let direction = if east { Direction::East } else { Direction::West };
        self.castling_towards(castling.from(), direction)
    }

    /// Where a legal move takes a piece if it takes one: its target, but for en passant.
    #[inline]
    pub fn capture_square(&self, chess_move: Move) -> Square {
        capture_square(chess_move, self.state.en_passant)
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
            return Undo { state: before, captured: None };
        };
        self.drop_en_passant();
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.irregular = false;

        let captured = match chess_move.kind() {
            MoveKind::Castling => {
                self.castle(chess_move);
                None
            }
            MoveKind::EnPassant => {
                let captured = self.lift(Square::new(to.file(), from.rank()));
                self.carry(piece, from, to);
                captured
            }
            MoveKind::Promotion(kind) => {
                let captured = self.lift(capture_square(chess_move, before.en_passant));
                self.lift(from);
                self.drop(Piece::new(kind, self.turn), to);
                captured
            }
            MoveKind::Plain | MoveKind::DoubleStep => {
                let captured = self.lift(to);
                self.carry(piece, from, to);
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
        Undo { state: before, captured }
    }

    /// Takes back a move that was just played.
    #[inline]
    pub fn undo(&mut self, chess_move: Move, undo: Undo) {
        let (from, to) = (chess_move.from(), chess_move.to());
        self.turn = !self.turn;
        if self.turn == Colour::Black {
            self.fullmove_number -= 1;
        }
        let Some(piece) = self.board.piece_at(to) else {
            return;
        };
        self.state = undo.state;
        match (chess_move.kind(), self.rules.pawn()) {
            (MoveKind::Promotion(_), Some(pawn)) => {
                self.board.take(&self.rules, piece, to);
                self.board.put(&self.rules, Piece::new(pawn, self.turn), from);
            }
            _ => self.board.carry(&self.rules, piece, to, from),
        }
        if chess_move.kind() == MoveKind::Castling {
            self.uncastle(from, to);
        }
        if let Some(captured) = undo.captured {
            let square = capture_square(chess_move, undo.state.en_passant);
            self.board.put(&self.rules, captured, square);
        }
    }

    /// Lets the other side move; [`Position::undo_pass`] takes it back.
    pub fn pass(&mut self) -> Undo {
        let undo = Undo { state: self.state, captured: None };
        self.drop_en_passant();
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
    fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.piece_at(square)?;
        self.board.take(&self.rules, piece, square);
        self.state.hash ^= zobrist::piece(piece, square);
        Some(piece)
    }

    /// Puts a piece on an empty square.
    #[inline]
    fn drop(&mut self, piece: Piece, square: Square) {
        self.board.put(&self.rules, piece, square);
        self.state.hash ^= zobrist::piece(piece, square);
    }

    /// Carries a piece to an empty square.
    #[inline(always)]
    fn carry(&mut self, piece: Piece, from: Square, to: Square) {
        self.board.carry(&self.rules, piece, from, to);
        self.state.hash ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    fn castle(&mut self, castling: Move) {
        let Some(way) = self.castling_way(castling) else { return };
        let pieces = (self.board.piece_at(castling.from()), self.board.piece_at(way.rook));
        if let (Some(king), Some(rook)) = pieces {
            self.carry(king, castling.from(), way.king_to);
            self.carry(rook, way.rook, way.rook_to);
        }
    }

    /// Puts the rook back; the king is back and castling rights are restored.
    fn uncastle(&mut self, king_from: Square, king_to: Square) {
        let east = king_to.file() > king_from.file();
        let inward: i16 = if east { -1 } else { 1 };
        let rook_to = king_to.step(inward);
        let Some(rook) = self.board.piece_at(rook_to) else { return };
        self.board.take(&self.rules, rook, rook_to);
        // All squares up to the rook were empty and are again: it came from the nearest right.
        let files = self.state.castling[self.turn.index()];
        let beyond = king_to.file();
        let file = if east {
            (beyond..16).find(|file| files >> file & 1 != 0)
        } else {
            (0..=beyond).rev().find(|file| files >> file & 1 != 0)
        };
        if let Some(file) = file {
            self.board.put(&self.rules, rook, Square::new(file, king_from.rank()));
        }
    }

    /// Can the move end a castling right? A quick look that sees no ranks.
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
        if self.rules.profile(piece).is_king {
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
        self.board.king(colour).map_or(u8::MAX, Square::rank)
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
            self.state.en_passant = Some(crossed);
            self.state.hash ^= zobrist::en_passant(crossed);
        }
    }

    /// The hash made anew from everything it stands for.
    pub fn computed_hash(&self) -> u64 {
        let mut hash = if self.turn == Colour::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        for (square, piece) in self.pieces() {
            hash ^= zobrist::piece(piece, square);
        }
        for colour in Colour::BOTH {
            hash ^= zobrist::castling(colour, self.state.castling[colour.index()]);
        }
        hash ^ self.state.en_passant.map_or(0, zobrist::en_passant)
    }
}

/// Where a move takes if it takes: a pawn's capture in passing, which may promote, is beside it.
fn capture_square(chess_move: Move, en_passant: Option<Square>) -> Square {
    let (from, to) = (chess_move.from(), chess_move.to());
    let in_passing = match chess_move.kind() {
        MoveKind::EnPassant => true,
        MoveKind::Promotion(_) => en_passant == Some(to),
        _ => false,
    };
    if in_passing { Square::new(to.file(), from.rank()) } else { to }
}

fn setup_faults(rules: &Rules, setup: &Setup) -> Vec<SetupFault> {
    let size = rules.size();
    let off_board = setup.pieces().filter(|(square, _)| !size.contains(*square));
    let mut faults: Vec<_> = off_board.map(|(square, _)| SetupFault::OffBoard { square }).collect();
    if rules.check_counts() || rules.king_capture_wins() {
        for colour in Colour::BOTH {
            let kings = rules.royal().map(|king| setup.squares_of(Piece::new(king, colour)));
            let squares: Vec<_> = kings.into_iter().flatten().collect();
            match squares.len() {
                0 => faults.push(SetupFault::NoKing { colour }),
                1 => {}
                _ => faults.push(SetupFault::SeveralKings { colour, squares }),
            }
        }
    }
    faults
}
