//! Queries of a search: captures and quiet moves apart, mobility, and quick tests of moves.

use crate::board::{Group, step};
use crate::line::{Direction, Family, Lines, steps_from, twin};
use crate::sink::{LineTargets, Sink};
use crate::{Colour, Move, MoveKind, Piece, PieceType, Position, Ray, Square, SquareSet, zobrist};

/// Lists captures and promotions.
struct Captures<'a> {
    list: &'a mut Vec<Move>,
    enemy: SquareSet,
}

impl Sink for Captures<'_> {
    const QUIETS: bool = false;

    #[inline]
    fn moves(&mut self, from: Square, targets: SquareSet) {
        Sink::moves(self.list, from, targets & self.enemy);
    }

    #[inline]
    fn line(&mut self, line: LineTargets) {
        self.list.line(LineTargets { bits: line.bits & line.enemies, ..line });
    }

    #[inline]
    fn double_steps(&mut self, _: SquareSet, _: i16) {}

    #[inline]
    fn pawns(&mut self, targets: SquareSet, delta: i16, choices: &[PieceType]) {
        let targets = if choices.is_empty() { targets & self.enemy } else { targets };
        self.list.pawns(targets, delta, choices);
    }

    #[inline]
    fn special(&mut self, chess_move: Move) {
        if chess_move.kind() == MoveKind::EnPassant {
            self.list.push(chess_move);
        }
    }

    fn single(&mut self, chess_move: Move, takes: bool) {
        if takes || chess_move.promotion().is_some() {
            self.list.push(chess_move);
        }
    }
}

/// Lists the moves that neither take nor promote.
struct Quiets<'a> {
    list: &'a mut Vec<Move>,
    enemy: SquareSet,
}

impl Sink for Quiets<'_> {
    const CAPTURES: bool = false;

    #[inline]
    fn moves(&mut self, from: Square, targets: SquareSet) {
        Sink::moves(self.list, from, targets.without(self.enemy));
    }

    #[inline]
    fn line(&mut self, line: LineTargets) {
        self.list.line(LineTargets { bits: line.bits & !line.enemies, ..line });
    }

    #[inline]
    fn double_steps(&mut self, targets: SquareSet, delta: i16) {
        self.list.double_steps(targets, delta);
    }

    #[inline]
    fn pawns(&mut self, targets: SquareSet, delta: i16, choices: &[PieceType]) {
        if choices.is_empty() {
            self.list.pawns(targets.without(self.enemy), delta, choices);
        }
    }

    #[inline]
    fn special(&mut self, chess_move: Move) {
        if chess_move.kind() != MoveKind::EnPassant {
            self.list.push(chess_move);
        }
    }

    fn single(&mut self, chess_move: Move, takes: bool) {
        if !takes && chess_move.promotion().is_none() {
            self.list.push(chess_move);
        }
    }
}

/// A king's square and those next to it, prepared for [`Position::mobility_info`].
#[derive(Clone, Debug)]
pub struct KingZone {
    squares: SquareSet,
    /// The bits of these squares on each line of the board.
    lines: [u64; Lines::COUNT],
}

impl KingZone {
    /// Nothing, where there is no king.
    pub const NONE: KingZone = KingZone { squares: SquareSet::EMPTY, lines: [0; Lines::COUNT] };

    /// A square and those next to it.
    pub fn new(centre: Square) -> KingZone {
        let squares = centre.neighbourhood();
        let mut lines = [0; Lines::COUNT];
        for square in squares {
            for family in Family::ALL {
                let (line, bit) = family.locate(square);
                lines[line % Lines::COUNT] |= twin(bit);
            }
        }
        KingZone { squares, lines }
    }

    /// The squares themselves; some may lie off the board.
    #[inline]
    pub fn squares(&self) -> SquareSet {
        self.squares
    }
}

/// The mobility of a piece on its square.
#[derive(Clone, Copy, Debug, Default)]
pub struct MobilityInfo {
    /// The number of squares it can go to, without those that the caller excludes.
    pub mobility: u32,
    /// The number of squares in the enemy's king zone that it attacks.
    pub near_king: u32,
}

impl Position {
    /// Adds all legal captures and promotions to a list.
    pub fn captures_into(&self, list: &mut Vec<Move>) {
        let enemy = self.takeable();
        self.generate(&mut Captures { list, enemy });
    }

    /// Adds all other legal moves to a list.
    pub fn quiets_into(&self, list: &mut Vec<Move>) {
        let enemy = self.of(!self.turn);
        self.generate(&mut Quiets { list, enemy });
    }

    /// The enemies that may be taken: where check counts, never the king.
    fn takeable(&self) -> SquareSet {
        let mut enemy = self.of(!self.turn);
        if self.state.irregular
            && let Some(king) = self.king(!self.turn)
        {
            enemy.remove(king);
        }
        enemy
    }

    /// Does the move take something?
    #[inline]
    pub fn is_capture(&self, chess_move: Move) -> bool {
        chess_move.kind() == MoveKind::EnPassant || self.captured_by(chess_move).is_some()
    }

    /// The piece that a move takes.
    #[inline]
    pub fn captured_by(&self, chess_move: Move) -> Option<Piece> {
        match chess_move.kind() {
            MoveKind::Castling => None,
            _ => self.piece_at(self.capture_square(chess_move)),
        }
    }

    /// The hash after a move, wrong where castling rights or en passant change. Good enough to
    /// prefetch the entry of a transposition table.
    #[inline]
    pub fn approximate_hash_after(&self, chess_move: Move) -> u64 {
        let (from, to) = (chess_move.from(), chess_move.to());
        let Some(piece) = self.piece_at(from) else { return self.state.hash };
        let taken = self.piece_at(to).map_or(0, |taken| zobrist::piece(taken, to));
        self.state.hash
            ^ zobrist::BLACK_TO_MOVE
            ^ zobrist::piece(piece, from)
            ^ zobrist::piece(piece, to)
            ^ taken
    }

    /// Does the move give check, as far as can be told at a glance? Castling, en passant and pieces
    /// that ride are not looked at, nor checks of other pieces where rays do not tell all moves.
    #[inline]
    pub fn gives_plain_check(&self, chess_move: Move) -> bool {
        let (from, to) = (chess_move.from(), chess_move.to());
        let (Some(king), Some(mover)) = (self.king(!self.turn), self.piece_at(from)) else {
            return false;
        };
        let arrives = match chess_move.promotion() {
            Some(kind) => Piece::new(kind, self.turn),
            None => mover,
        };
        if let Some(extended) = &self.rules.extended {
            return self.gives_extended_check(extended, chess_move, king, arrives);
        }
        let tables = &self.rules.tables;
        if tables.taking(tables.profile(arrives), to).contains(king) {
            return true;
        }
        let towards = Direction::between(king, to);
        if let Some((direction, distance)) = towards
            && tables.reach(arrives, direction) >= distance
            && self.board.look(king, direction, self.turn).0 + 1 >= distance
        {
            return true;
        }
        self.uncovers_check(king, from, towards.map(|(direction, _)| direction))
    }

    /// Every quiet move that gives plain check comes to one of these squares or leaves one. Most
    /// moves do neither, and need no closer look.
    pub fn check_zone(&self) -> SquareSet {
        let Some(king) = self.king(!self.turn) else { return SquareSet::EMPTY };
        if let Some(extended) = &self.rules.extended {
            return Position::extended_takers(extended, self.turn, king);
        }
        let mut zone = *self.rules.tables.leaper_squares(self.turn, king);
        for direction in Direction::ALL {
            let (gap, is_own) = self.board.look(king, direction, self.turn);
            for distance in 1..=gap + u32::from(is_own) {
                zone.insert(step(king, direction, distance));
            }
        }
        zone
    }

    /// Does a piece that leaves a square, not in this direction, open a line to the enemy's king?
    #[inline]
    fn uncovers_check(&self, king: Square, from: Square, towards: Option<Direction>) -> bool {
        let Some((direction, distance)) = Direction::between(king, from) else { return false };
        if towards == Some(direction)
            || self.board.look(king, direction, self.turn).0 + 1 != distance
        {
            return false;
        }
        let (gap, is_own) = self.board.look(from, direction, self.turn);
        let reaches = |piece| self.rules.tables.reach(piece, direction) > distance + gap;
        is_own && self.piece_at(step(from, direction, gap + 1)).is_some_and(reaches)
    }

    /// Could the move be one of this position? True for every legal move and wrong for most
    /// others; a move remembered under a position's hash needs no closer look.
    pub fn is_plausible(&self, chess_move: Move) -> bool {
        let own = |square| self.piece_at(square).is_some_and(|p| p.colour() == self.turn);
        let is_pawn = self.pawns(self.turn).contains(chess_move.from());
        let is_pawn = is_pawn || self.rules.is_extended();
        own(chess_move.from())
            && match chess_move.kind() {
                MoveKind::Castling => self.castling_squares(chess_move).is_some(),
                _ if own(chess_move.to()) => false,
                MoveKind::Plain => true,
                MoveKind::DoubleStep | MoveKind::Promotion(_) => is_pawn,
                MoveKind::EnPassant => {
                    is_pawn && self.en_passant_squares().contains(chess_move.to())
                }
            }
    }

    /// Has a side anything but pawns and a king that decides the game?
    pub fn has_pieces(&self, colour: Colour) -> bool {
        let mut pieces = self.of(colour).without(self.pawns(colour));
        if let Some(king) = self.king(colour) {
            pieces.remove(king);
        }
        !pieces.is_empty()
    }

    /// The squares that a side's pawns attack; some may lie off the board.
    #[inline]
    pub fn pawn_attacks(&self, colour: Colour) -> SquareSet {
        let ahead = match colour {
            Colour::White => self.pawns(colour).up(),
            Colour::Black => self.pawns(colour).down(),
        };
        ahead.left() | ahead.right()
    }

    /// The mobility of a piece, and its attacks.
    ///
    /// Leaps onto squares of `not_counted`, which contains at least the piece's own side, are no
    /// mobility; slides are counted up to and including an enemy. `hit` is called for each enemy
    /// piece that is attacked. `SMALL` is what [`Rules::is_small`](crate::Rules::is_small) tells.
    #[inline(always)]
    pub fn mobility_info<const SMALL: bool>(
        &self,
        from: Square,
        piece: Piece,
        not_counted: SquareSet,
        king_zone: &KingZone,
        mut hit: impl FnMut(Square),
    ) -> MobilityInfo {
        let mut info = MobilityInfo::default();
        let profile = self.rules.profile(piece);
        if profile.is_in(Group::Leapers) {
            let taking = self.rules.tables.taking(profile, from).clip::<SMALL>();
            let moving = self.rules.tables.moving(profile, from).clip::<SMALL>();
            info.mobility = moving.without(not_counted).len();
            info.near_king = (taking & king_zone.squares).len();
            (taking & self.of(!piece.colour())).for_each::<SMALL>(&mut hit);
        }
        if profile.is_in(Group::OrthogonalSliders) {
            self.line_mobility(from, piece, Family::Rank, king_zone, &mut info, &mut hit);
            self.line_mobility(from, piece, Family::File, king_zone, &mut info, &mut hit);
        }
        if profile.is_in(Group::DiagonalSliders) {
            self.line_mobility(from, piece, Family::Rising, king_zone, &mut info, &mut hit);
            self.line_mobility(from, piece, Family::Falling, king_zone, &mut info, &mut hit);
        }
        if profile.is_in(Group::RayMovers) {
            for ray in self.rules.tables.rays(profile) {
                self.ray_mobility(from, piece.colour(), ray, king_zone, &mut info, &mut hit);
            }
            if let Some(extended) = &self.rules.extended {
                self.path_mobility(extended, from, piece, king_zone, &mut info, &mut hit);
            }
        }
        info
    }

    /// Adds what a slider can do along one line.
    #[inline(always)]
    fn line_mobility(
        &self,
        from: Square,
        piece: Piece,
        family: Family,
        king_zone: &KingZone,
        info: &mut MobilityInfo,
        hit: &mut impl FnMut(Square),
    ) {
        let (line, bit) = self.board.line(from, family);
        let reachable = line.reachable(bit, piece.colour());
        info.mobility += reachable.count_ones();
        let near = king_zone.lines[family.locate(from).0 % Lines::COUNT];
        info.near_king += (reachable & near).count_ones();
        for steps in steps_from(bit, reachable & line.pieces(!piece.colour())) {
            hit(from.step(family.upward().delta() * steps));
        }
    }

    fn ray_mobility(
        &self,
        from: Square,
        colour: Colour,
        ray: &Ray,
        king_zone: &KingZone,
        info: &mut MobilityInfo,
        hit: &mut impl FnMut(Square),
    ) {
        let size = self.rules.size();
        let step = |s: &Square| size.offset(*s, ray.files.into(), ray.ranks.into());
        for square in std::iter::successors(step(&from), step).take(ray.range.into()) {
            let here = self.piece_at(square);
            let attacked = ray.purpose.captures() && here.is_none_or(|p| p.colour() != colour);
            match here {
                None => info.mobility += ray.purpose.moves() as u32,
                Some(_) if attacked => {
                    info.mobility += 1;
                    hit(square);
                }
                Some(_) => {}
            }
            if attacked && king_zone.squares.contains(square) {
                info.near_king += 1;
            }
            if here.is_some() {
                break;
            }
        }
    }
}
