//! A position that can be played on: how a set-up becomes one, and what can be asked of it.

use std::sync::Arc;

use crate::attack::{attackers, is_attacked};
use crate::board::{Board, step};
use crate::fault::{CastlingFault, EnPassantFault, SetupFault, SetupWarning};
use crate::line::Direction;
use crate::spec::Royals;
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
    /// What is taken there, where it is not always the pawn behind that square.
    pub(crate) victim: Option<Square>,
    /// The checks that White and Black still have to give, four bits each.
    pub(crate) checks: u8,
    /// The side not to move is in check, as only a set-up can have it.
    pub(crate) irregular: bool,
}

impl State {
    pub(crate) fn set_checks(&mut self, side: Colour, left: u8) {
        let shift = 4 * side.index();
        self.checks = self.checks & !(15 << shift) | left.min(15) << shift;
    }
}

/// The squares of king and rook in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingSquares {
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
    pub(crate) fullmove_number: u32,
}

impl Position {
    /// The most rays that all pieces on a board can have together, a pawn counted as what it can
    /// become. It bounds what it costs to find the moves of a position and to evaluate it: moves
    /// never make it more. A board of 16x16 that is full of amazons has as many.
    pub const MAX_RAYS: u32 = 4096;

    /// The start position of a rule set.
    pub fn start(rules: &Arc<Rules>) -> Position {
        Position::build(Arc::clone(rules), &rules.spec().start).0
    }

    /// The position that a set-up describes, with what was odd about it, or all its faults.
    ///
    /// Where taking the king wins, one king may be missing: then the game is over.
    pub fn new(
        rules: Arc<Rules>,
        setup: Setup,
    ) -> Result<(Position, Vec<SetupWarning>), Vec<SetupFault>> {
        let mut faults = setup_faults(&rules, &setup);
        let without_king = |fault: &SetupFault| matches!(fault, SetupFault::NoKing { .. });
        if rules.king_capture_wins() && faults.iter().filter(|f| without_king(f)).count() == 1 {
            faults.retain(|fault| !without_king(fault));
        }
        if faults.is_empty() { Ok(Position::build(rules, &setup)) } else { Err(faults) }
    }

    pub(crate) fn build(rules: Arc<Rules>, setup: &Setup) -> (Position, Vec<SetupWarning>) {
        let mut warnings = Vec::new();
        let mut board = Board::empty(rules.size());
        for (square, piece) in setup.pieces() {
            board.put_piece(&rules, piece, square);
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
                victim: None,
                checks: 0,
                irregular: false,
            },
            // So large a number is nonsense, and a game must not count beyond the last one.
            fullmove_number: setup.fullmove_number.clamp(1, u32::MAX / 2),
            rules,
        };
        position.set_castling(setup.castling, &mut warnings);
        position.set_moved_pawns(setup.moved_pawns);
        if let Some(most) = position.rules.spec().ends.checks {
            for colour in Colour::BOTH {
                let left = setup.checks.map_or(most, |checks| checks[colour.index()].min(most));
                position.state.set_checks(colour, left);
            }
        }
        if let Some(square) = setup.en_passant {
            match position.rules.is_extended() {
                true => position.set_extended_en_passant(square, setup.victim, &mut warnings),
                false => position.set_en_passant(square, &mut warnings),
            }
        }
        position.warn_of_last_rank(&mut warnings);
        if position.rules.check_counts() && position.is_in_check(!position.turn) {
            position.state.irregular = true;
            warnings.push(SetupWarning::OpponentInCheck { colour: !position.turn });
        }
        position.state.hash = position.computed_hash();
        (position, warnings)
    }

    /// Where pawns promote, none can have come to the last rank.
    fn warn_of_last_rank(&self, warnings: &mut Vec<SetupWarning>) {
        let size = self.rules.size();
        let is_optional = |promotion: &crate::Promotion| promotion.is_optional;
        if self.rules.promotion_choices().is_empty()
            || self.rules.spec().promotion.as_ref().is_some_and(is_optional)
        {
            return;
        }
        for colour in Colour::BOTH {
            let is_last = |square: &Square| square.rank_for(colour, size) + 1 == size.ranks();
            let last = self.board.pawns(colour).iter().filter(is_last);
            warnings.extend(last.map(|square| SetupWarning::PawnOnLastRank { colour, square }));
        }
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
    fn castling_fault(&self, rook: Square) -> Result<Colour, CastlingFault> {
        let Some(castling) = self.rules.spec().castling else {
            return Err(CastlingFault::NotInTheRules);
        };
        let colour = match self.board.piece_at(rook) {
            Some(piece) if self.rules.castles(piece.kind()) => piece.colour(),
            _ => return Err(CastlingFault::NoRook),
        };
        match self.castling_king(colour) {
            Some(king) if king.rank() != rook.rank() => Err(CastlingFault::OtherRank),
            Some(king)
                if castling.files.is_none()
                    && king.file().abs_diff(rook.file()) <= castling.king_step =>
            {
                Err(CastlingFault::TooNear)
            }
            Some(_) => Ok(colour),
            None => Err(CastlingFault::NoKing),
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
            return ignore(EnPassantFault::NotInTheRules);
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
            return ignore(EnPassantFault::NoPawnPassed);
        }
        if !self.en_passant_pawns(square).is_empty() {
            self.state.en_passant = Some(square);
        }
    }

    /// Believes that the piece on `victim`, or straight behind the square, has just passed over it.
    fn set_extended_en_passant(
        &mut self,
        square: Square,
        victim: Option<Square>,
        warnings: &mut Vec<SetupWarning>,
    ) {
        let forward = if self.turn == Colour::White { -1 } else { 1 };
        let step = |square: &Square| self.rules.size().offset(*square, 0, forward);
        let is_occupied = |square: &Square| !self.board.is_empty(*square);
        let behind = std::iter::successors(step(&square), step).find(is_occupied);
        let has_passed = |victim: &Square| self.may_have_passed(square, *victim);
        let Some(victim) = victim.or(behind).filter(has_passed) else {
            let why = EnPassantFault::NothingPassed;
            return warnings.push(SetupWarning::EnPassantIgnored { square, why });
        };
        self.state.victim = Some(victim);
        match self.en_passant_pawns(square).is_empty() {
            true => self.state.victim = None,
            false => self.state.en_passant = Some(square),
        }
    }

    /// The start position of a number, where a rule set numbers them; none if there are not so many.
    pub fn numbered_start(rules: &Arc<Rules>, number: u64) -> Option<Position> {
        let setup = rules.spec().numbered_start(number)?;
        Some(Position::build(Arc::clone(rules), &setup).0)
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

    /// How many rays the pieces have together, a pawn as many as what it can become.
    pub fn ray_count(&self) -> u32 {
        self.pieces().map(|(_, piece)| self.rules.ray_count(piece.kind())).sum()
    }

    /// The square of a side's king; none once it is captured, or where kings decide nothing.
    #[inline]
    pub fn king(&self, colour: Colour) -> Option<Square> {
        self.board.king(colour)
    }

    /// The rooks of a side that may still castle.
    pub fn castling_rooks(&self, colour: Colour) -> SquareSet {
        match self.castling_king(colour) {
            Some(king) => {
                SquareSet::from_rank_bits(king.rank(), self.state.castling[colour.index()])
            }
            None => SquareSet::EMPTY,
        }
    }

    /// The only king of this side, or the one on its home square where a side has several.
    #[inline]
    pub(crate) fn castling_king(&self, colour: Colour) -> Option<Square> {
        self.board.king(colour).or_else(|| {
            let home = self.rules.castling_home(colour)?;
            let royal = self.rules.royal().map(|kind| Piece::new(kind, colour));
            (self.board.piece_at(home) == royal).then_some(home)
        })
    }

    /// The checks that a side still has to give, where they are counted.
    #[inline]
    pub fn checks_left(&self, side: Colour) -> u8 {
        self.state.checks >> (4 * side.index()) & 15
    }

    /// The royal pieces of a side that are attacked, as far as they must be defended.
    pub fn kings_in_check(&self, colour: Colour) -> SquareSet {
        match &self.rules.extended {
            Some(extended) => self.exposed_royals(extended, colour),
            None => self.king(colour).filter(|_| self.is_in_check(colour)).into_iter().collect(),
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

    /// A number that equal positions share and others almost surely do not.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.state.hash
    }

    /// The position as a set-up, from which it can be made again.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::default();
        setup.turn = self.turn;
        setup.en_passant = self.state.en_passant;
        setup.victim = self.state.victim;
        setup.checks =
            self.rules.spec().ends.checks.map(|_| Colour::BOTH.map(|side| self.checks_left(side)));
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
        match &self.rules.extended {
            Some(extended) => !self.exposed_royals(extended, colour).is_empty(),
            None => self.king(colour).is_some_and(|king| self.is_attacked(king, !colour)),
        }
    }

    /// Is this side's king attacked, in a game in which that is told?
    pub fn shows_check(&self, colour: Colour) -> bool {
        self.rules.reports_check() && self.is_in_check(colour)
    }

    /// Is the square attacked by this colour?
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Colour) -> bool {
        if let Some(extended) = &self.rules.extended {
            return self.is_attacked_extended(extended, square, by, None);
        }
        is_attacked::<false>(&self.rules, &self.board, square, by, None)
    }

    /// The pieces of this colour that attack a square, as if nothing stood on `vacated`.
    pub fn attackers(&self, square: Square, by: Colour, vacated: Option<Square>) -> SquareSet {
        match &self.rules.extended {
            Some(extended) => self.extended_attackers(extended, square, by, vacated),
            None => attackers(&self.rules, &self.board, square, by, vacated),
        }
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
    ) -> Option<CastlingSquares> {
        let (gap, is_own) = self.board.look(king, direction, self.turn);
        let king_step = self.castling_step();
        if !is_own || gap < king_step {
            return None;
        }
        let rook = step(king, direction, gap + 1);
        let has_right = self.state.castling[self.turn.index()] >> rook.file() & 1 != 0;
        has_right.then(|| CastlingSquares {
            rook,
            king_to: step(king, direction, king_step),
            rook_to: step(king, direction, king_step - 1),
        })
    }

    /// Castling of the side to move with a rook wherever both stand, if nothing is in the way.
    pub(crate) fn castling_with(&self, king: Square, rook: Square) -> Option<CastlingSquares> {
        let files = self.rules.castling_files()?;
        let has_right = self.castling_rooks(self.turn).contains(rook);
        let east = rook.file() > king.file();
        let file = files[usize::from(east)];
        let king_to = Square::new(file, king.rank());
        let rook_to = Square::new(if east { file - 1 } else { file + 1 }, king.rank());
        let ends = [king, rook, king_to, rook_to].map(Square::file);
        let (first, last) = ends.iter().fold((15, 0), |(a, b), file| (a.min(*file), b.max(*file)));
        let is_free = |file: u8| {
            let square = Square::new(file, king.rank());
            square == king || square == rook || self.board.is_empty(square)
        };
        (has_right && (first..=last).all(is_free)).then_some(CastlingSquares {
            rook,
            king_to,
            rook_to,
        })
    }

    /// The squares of king and rook in a castling move of the side to move.
    pub fn castling_squares(&self, castling: Move) -> Option<CastlingSquares> {
        if castling.kind() != MoveKind::Castling {
            return None;
        }
        if self.rules.castling_files().is_some() {
            return self.castling_with(castling.from(), castling.to());
        }
        let east = castling.to().file() > castling.from().file();
        let direction = if east { Direction::East } else { Direction::West };
        self.castling_towards(castling.from(), direction)
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
        if self.rules.spec().ends.checks.is_some() {
            for colour in Colour::BOTH {
                hash ^= zobrist::checks(colour, self.checks_left(colour));
            }
        }
        hash ^ self.state.en_passant.map_or(0, zobrist::en_passant)
    }
}

/// Everything that is wrong with a position from which a game can start.
pub(crate) fn setup_faults(rules: &Rules, setup: &Setup) -> Vec<SetupFault> {
    let size = rules.size();
    let rays = setup.pieces().map(|(_, piece)| rules.ray_count(piece.kind())).sum();
    let off_board = setup.pieces().filter(|(square, _)| !size.contains(*square));
    let mut faults: Vec<_> = off_board.map(|(square, _)| SetupFault::OffBoard { square }).collect();
    if rays > Position::MAX_RAYS {
        faults.push(SetupFault::TooManyRays { rays });
    }
    let needs_kings = rules.check_counts() || rules.king_capture_wins();
    if needs_kings && rules.spec().royals == Royals::One {
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
