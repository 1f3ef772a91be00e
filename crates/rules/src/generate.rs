//! Legal moves: one generator that speaks in bundles, and sinks that list, count or mark them.

use crate::attack::{KingSafety, is_attacked, king_safety};
use crate::line::Direction;
use crate::{Colour, Move, MoveKind, Piece, PieceType, Position, Ray, Square, SquareSet};

/// What is done with the moves found.
pub(crate) trait Sink {
    /// Moves of one piece to each of these squares.
    fn moves(&mut self, from: Square, targets: SquareSet);

    /// Moves of one piece to so many squares in a row.
    fn run(&mut self, from: Square, delta: i16, squares: u32);

    /// Pawns that come to each of these squares from `delta` away, and what they may become.
    fn pawns(&mut self, targets: SquareSet, delta: i16, choices: &[PieceType]);

    /// One move of a special kind.
    fn special(&mut self, chess_move: Move);
}

/// Lists moves.
impl Sink for Vec<Move> {
    #[inline]
    fn moves(&mut self, from: Square, targets: SquareSet) {
        self.extend(targets.iter().map(|to| Move::new(from, to, MoveKind::Plain)));
    }

    #[inline]
    fn run(&mut self, from: Square, delta: i16, squares: u32) {
        let to = |step| from.step(delta * step as i16);
        self.extend((1..=squares).map(|step| Move::new(from, to(step), MoveKind::Plain)));
    }

    #[inline]
    fn pawns(&mut self, targets: SquareSet, delta: i16, choices: &[PieceType]) {
        for to in targets {
            let from = to.step(-delta);
            if choices.is_empty() {
                self.push(Move::new(from, to, MoveKind::Plain));
            }
            let promotion = |kind: &PieceType| Move::new(from, to, MoveKind::Promotion(*kind));
            self.extend(choices.iter().map(promotion));
        }
    }

    #[inline]
    fn special(&mut self, chess_move: Move) {
        self.push(chess_move);
    }
}

/// Counts moves without listing them.
#[derive(Default)]
struct Counter(u64);

impl Sink for Counter {
    #[inline]
    fn moves(&mut self, _: Square, targets: SquareSet) {
        self.0 += targets.len() as u64;
    }

    #[inline]
    fn run(&mut self, _: Square, _: i16, squares: u32) {
        self.0 += squares as u64;
    }

    #[inline]
    fn pawns(&mut self, targets: SquareSet, _: i16, choices: &[PieceType]) {
        self.0 += targets.len() as u64 * choices.len().max(1) as u64;
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Marks the squares that moves end on.
impl Sink for SquareSet {
    fn moves(&mut self, _: Square, targets: SquareSet) {
        *self |= targets;
    }

    fn run(&mut self, from: Square, delta: i16, squares: u32) {
        for step in 1..=squares {
            self.insert(from.step(delta * step as i16));
        }
    }

    fn pawns(&mut self, targets: SquareSet, _: i16, _: &[PieceType]) {
        *self |= targets;
    }

    fn special(&mut self, chess_move: Move) {
        self.insert(chess_move.to());
    }
}

impl Position {
    /// Adds all legal moves to a list.
    pub fn legal_moves_into(&self, list: &mut Vec<Move>) {
        let start = list.len();
        self.generate(list);
        if self.state.irregular {
            let king = self.board.king(!self.turn);
            let mut index = 0;
            list.retain(|m| {
                index += 1;
                index <= start || Some(m.to()) != king
            });
        }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(96);
        self.legal_moves_into(&mut list);
        list
    }

    /// How many legal moves there are, faster than listing them.
    pub fn count_legal_moves(&self) -> u64 {
        if self.state.irregular {
            return self.legal_moves().len() as u64;
        }
        let mut counter = Counter::default();
        self.generate(&mut counter);
        counter.0
    }

    /// The squares on which the moves of the side to move end.
    pub(crate) fn move_targets(&self) -> SquareSet {
        let mut targets = SquareSet::EMPTY;
        self.generate(&mut targets);
        targets
    }

    #[inline]
    fn generate<S: Sink>(&self, sink: &mut S) {
        let own = self.board.of(self.turn);
        if !self.rules.check_counts() {
            if !self.is_won_by_king_capture() {
                self.free_moves(own, sink);
                self.castling(false, sink);
                self.en_passant(sink);
            }
            return;
        }
        let Some(king) = self.board.king(self.turn) else { return };
        let safety = king_safety(&self.rules, &self.board, king, self.turn);
        self.king_moves(king, safety.checkers > 0, sink);
        if safety.checkers > 1 {
            return;
        }
        let mut others = own.without(safety.pinned);
        others.remove(king);
        if safety.checkers == 0 {
            self.free_moves(others, sink);
            self.castling(true, sink);
        } else {
            self.bound_moves(others, safety.remedy, sink);
        }
        self.pinned_moves(&safety, sink);
        self.en_passant(sink);
    }

    /// The king's own steps, never onto an attacked square.
    fn king_moves<S: Sink>(&self, king: Square, in_check: bool, sink: &mut S) {
        let lifted = in_check.then_some(king);
        let safe = |to: &Square| !is_attacked(&self.rules, &self.board, *to, !self.turn, lifted);
        let targets = self.targets_of(king, !SquareSet::EMPTY);
        let safe_targets = targets.iter().filter(safe).collect::<SquareSet>();
        sink.moves(king, safe_targets);
    }

    fn pinned_moves<S: Sink>(&self, safety: &KingSafety, sink: &mut S) {
        for square in safety.pinned {
            let mut way = safety.ways_of(square);
            if safety.checkers > 0 {
                way = way & safety.remedy;
            }
            self.bound_moves(SquareSet::of(square), way, sink);
        }
    }

    /// Moves of these pieces to wherever they can go.
    #[inline]
    fn free_moves<S: Sink>(&self, pieces: SquareSet, sink: &mut S) {
        let pawns = pieces & self.board.pawns(self.turn);
        self.pawn_moves(pawns, !SquareSet::EMPTY, sink);
        let (own, enemy) = (self.board.of(self.turn), self.board.of(!self.turn));
        for from in pieces.without(pawns) {
            let Some(piece) = self.board.piece_at(from) else { continue };
            let profile = self.rules.profile(piece);
            sink.moves(from, self.rules.tables.leaps(profile, from, own, enemy));
            if profile.runs_straight {
                self.run::<S>(from, Direction::East, sink);
                self.run::<S>(from, Direction::West, sink);
                self.run::<S>(from, Direction::North, sink);
                self.run::<S>(from, Direction::South, sink);
            }
            if profile.runs_diagonally {
                self.run::<S>(from, Direction::NorthEast, sink);
                self.run::<S>(from, Direction::SouthWest, sink);
                self.run::<S>(from, Direction::SouthEast, sink);
                self.run::<S>(from, Direction::NorthWest, sink);
            }
            for ray in &profile.rays {
                sink.moves(from, self.ray_targets(from, ray));
            }
        }
    }

    #[inline(always)]
    fn run<S: Sink>(&self, from: Square, direction: Direction, sink: &mut S) {
        let (gap, takes) = self.board.look(from, direction, !self.turn);
        sink.run(from, direction.delta(), gap + takes as u32);
    }

    /// Moves of these pieces that end on one of the allowed squares.
    fn bound_moves<S: Sink>(&self, pieces: SquareSet, allowed: SquareSet, sink: &mut S) {
        let pawns = pieces & self.board.pawns(self.turn);
        self.pawn_moves(pawns, allowed, sink);
        for from in pieces.without(pawns) {
            sink.moves(from, self.targets_of(from, allowed));
        }
    }

    /// Where a piece that is no pawn can go, of the allowed squares.
    fn targets_of(&self, from: Square, allowed: SquareSet) -> SquareSet {
        let Some(piece) = self.board.piece_at(from) else { return SquareSet::EMPTY };
        let (own, enemy) = (self.board.of(self.turn), self.board.of(!self.turn));
        let profile = self.rules.profile(piece);
        let mut targets = self.rules.tables.leaps(profile, from, own, enemy);
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            let straight = files == 0 || ranks == 0;
            if if straight { profile.runs_straight } else { profile.runs_diagonally } {
                self.run(from, direction, &mut targets);
            }
        }
        for ray in &profile.rays {
            targets |= self.ray_targets(from, ray);
        }
        targets & allowed
    }

    /// Where a ray leads that is short, one-sided, crooked or serves only one purpose.
    fn ray_targets(&self, from: Square, ray: &Ray) -> SquareSet {
        let size = self.rules.size();
        let step = |s: &Square| size.offset(*s, ray.files.into(), ray.ranks.into());
        let mut targets = SquareSet::EMPTY;
        for square in std::iter::successors(step(&from), step).take(ray.range.into()) {
            match self.board.piece_at(square) {
                None if ray.purpose.moves() => targets.insert(square),
                None => {}
                Some(piece) => {
                    if piece.colour() != self.turn && ray.purpose.captures() {
                        targets.insert(square);
                    }
                    break;
                }
            }
        }
        targets
    }

    /// Steps, double steps and captures of these pawns, all at once.
    #[inline]
    fn pawn_moves<S: Sink>(&self, pawns: SquareSet, allowed: SquareSet, sink: &mut S) {
        if pawns.is_empty() {
            return;
        }
        let enemy = self.board.of(!self.turn);
        let empty = !(self.board.of(self.turn) | enemy) & self.rules.tables.on_board;
        let (ahead, delta) = match self.turn {
            Colour::White => (pawns.up(), 16),
            Colour::Black => (pawns.down(), -16),
        };
        self.pawn_arrivals(ahead & empty & allowed, delta, sink);
        self.pawn_arrivals(ahead.right() & enemy & allowed, delta + 1, sink);
        self.pawn_arrivals(ahead.left() & enemy & allowed, delta - 1, sink);
        self.double_steps(pawns, empty, allowed, delta, sink);
    }

    /// Splits pawn moves into those that promote and those that do not.
    #[inline]
    fn pawn_arrivals<S: Sink>(&self, targets: SquareSet, delta: i16, sink: &mut S) {
        let zone = self.rules.promotion_zone(self.turn);
        sink.pawns(targets.without(zone), delta, &[]);
        let promoting = targets & zone;
        if !promoting.is_empty() {
            sink.pawns(promoting, delta, self.rules.promotion_choices());
        }
    }

    #[inline]
    fn double_steps<S: Sink>(
        &self,
        pawns: SquareSet,
        empty: SquareSet,
        allowed: SquareSet,
        delta: i16,
        sink: &mut S,
    ) {
        let Some(rank) = self.rules.double_step_rank(self.turn) else { return };
        let (crossed, reached) = match self.turn {
            Colour::White => (rank + 1, rank + 2),
            Colour::Black => (rank - 1, rank - 2),
        };
        let mut files = pawns.rank_bits(rank) & !self.state.moved_pawns[self.turn.index()];
        files &= empty.rank_bits(crossed) & empty.rank_bits(reached) & allowed.rank_bits(reached);
        let zone = self.rules.promotion_zone(self.turn).rank_bits(reached) != 0;
        if files != 0 {
            let targets = SquareSet::from_rank_bits(reached, files);
            if zone {
                return self.pawn_arrivals(targets, 2 * delta, sink);
            }
            for to in targets {
                sink.special(Move::new(to.step(-2 * delta), to, MoveKind::DoubleStep));
            }
        }
    }

    /// Castling with the first piece along the rank on either side, if it is an unmoved rook.
    #[inline]
    fn castling<S: Sink>(&self, check_counts: bool, sink: &mut S) {
        if self.state.castling[self.turn.index()] == 0 {
            return;
        }
        let Some(king) = self.board.king(self.turn) else { return };
        for direction in [Direction::East, Direction::West] {
            if let Some(castling) = self.castling_towards(king, direction)
                && (!check_counts || self.castling_is_safe(king, direction, castling.rook))
            {
                sink.special(Move::new(king, castling.king_to, MoveKind::Castling));
            }
        }
    }

    /// No attack on the squares the king crosses before the move, nor on the last one after it.
    fn castling_is_safe(&self, king: Square, direction: Direction, rook: Square) -> bool {
        let step = self.castling_step();
        (1..=step).all(|n| {
            let square = king.step(direction.delta() * n as i16);
            let lifted = (n == step).then_some(rook);
            !is_attacked(&self.rules, &self.board, square, !self.turn, lifted)
        })
    }

    #[inline]
    fn en_passant<S: Sink>(&self, sink: &mut S) {
        if let Some(square) = self.state.en_passant {
            for from in self.en_passant_pawns(square) {
                sink.special(Move::new(from, square, MoveKind::EnPassant));
            }
        }
    }

    /// The pawns of the side to move that may take in passing on a square.
    pub(crate) fn en_passant_pawns(&self, square: Square) -> SquareSet {
        let target = SquareSet::of(square);
        let beside = target.left() | target.right();
        let behind = match self.turn {
            Colour::White => beside.down(),
            Colour::Black => beside.up(),
        };
        let pawns = behind & self.board.pawns(self.turn);
        pawns.iter().filter(|from| self.en_passant_is_safe(*from, square)).collect()
    }

    /// Plays an en passant capture on a copy and looks whether the king is attacked.
    fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let (true, Some(king), Some(pawn)) =
            (self.rules.check_counts(), self.board.king(self.turn), self.rules.pawn())
        else {
            return true;
        };
        let mut board = self.board;
        let own = Piece::new(pawn, self.turn);
        board.take(&self.rules, own, from);
        board.put(&self.rules, own, to);
        board.take(&self.rules, Piece::new(pawn, !self.turn), Square::new(to.file(), from.rank()));
        !is_attacked(&self.rules, &board, king, !self.turn, None)
    }
}
