//! The generator of legal moves, which hands bundles of them to a sink.

use crate::attack::{KingSafety, is_attacked, king_safety, pin_line};
use crate::board::{Group, step};
use crate::line::{Direction, Family};
use crate::sink::{Counter, LineTargets, Sink};
use crate::square_set::each_square;
use crate::tables::Profile;
use crate::{Colour, Move, MoveKind, Piece, PieceType, Position, Ray, Rules, Square, SquareSet};

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

    /// The legal moves between two squares, whatever a piece becomes. Castling goes to where the king
    /// ends or to his own rook; where the king can step to that square, the step is meant.
    pub fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|found| self.goes_between(*found, from, to));
        let is_step = |found: &Move| found.kind() != MoveKind::Castling;
        if moves.iter().any(is_step) {
            moves.retain(is_step);
        }
        moves
    }

    /// Does a move of this position go between these squares? Castling may be written as the king
    /// taking his own rook or as his way to where he ends.
    pub fn goes_between(&self, chess_move: Move, from: Square, to: Square) -> bool {
        let castles = || {
            let squares = self.castling_squares(chess_move);
            squares.is_some_and(|squares| squares.rook == to || squares.king_to == to)
        };
        chess_move.from() == from && (chess_move.to() == to || castles())
    }

    /// All moves that would be legal if no king had to be defended; castling may then go from,
    /// through and into attack.
    pub fn moves_ignoring_check(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(96);
        self.generate_ignoring_check(&mut list);
        list
    }

    /// How many legal moves there are, faster than listing them.
    pub fn count_legal_moves(&self) -> u64 {
        if self.state.irregular {
            return self.legal_moves().len() as u64;
        }
        let mut counter = Counter::default();
        self.generate(&mut counter);
        counter.0.into()
    }

    /// The squares on which moves of the side to move end, whatever becomes of its king.
    pub(crate) fn move_targets(&self) -> SquareSet {
        let mut targets = SquareSet::EMPTY;
        self.generate_ignoring_check(&mut targets);
        targets
    }

    fn generate_ignoring_check<S: Sink>(&self, sink: &mut S) {
        if let Some(extended) = &self.rules.extended {
            return self.generate_extended_freely(extended, sink);
        }
        match self.turn {
            Colour::White => Generator::<S, true, false>::new(self, sink).unrestricted(),
            Colour::Black => Generator::<S, false, false>::new(self, sink).unrestricted(),
        }
    }

    #[inline(always)]
    pub(crate) fn generate<S: Sink>(&self, sink: &mut S) {
        if self.rules.is_special {
            return self.generate_special(sink);
        }
        self.generate_plain(sink);
    }

    #[cold]
    fn generate_special<S: Sink>(&self, sink: &mut S) {
        if !self.is_cut_short() {
            self.generate_on(sink);
        }
    }

    /// The legal moves even if the game has ended by counted checks, a goal or a type that died out.
    pub(crate) fn generate_on<S: Sink>(&self, sink: &mut S) {
        match &self.rules.extended {
            Some(extended) => self.generate_extended(extended, sink),
            None => self.generate_plain(sink),
        }
    }

    #[inline(always)]
    fn generate_plain<S: Sink>(&self, sink: &mut S) {
        match (self.turn, self.rules.is_small()) {
            (Colour::White, true) => Generator::<S, true, true>::new(self, sink).all(),
            (Colour::Black, true) => Generator::<S, false, true>::new(self, sink).all(),
            (Colour::White, false) => Generator::<S, true, false>::new(self, sink).all(),
            (Colour::Black, false) => Generator::<S, false, false>::new(self, sink).all(),
        }
    }

    /// Where the rays of a piece of the side to move lead, whatever becomes of its king.
    pub(crate) fn ray_targets(&self, from: Square) -> SquareSet {
        let mut unused = SquareSet::EMPTY;
        match self.turn {
            Colour::White => Generator::<_, true, false>::new(self, &mut unused).targets_of(from),
            Colour::Black => Generator::<_, false, false>::new(self, &mut unused).targets_of(from),
        }
    }

    /// The pawns of the side to move that may take in passing on a square.
    pub(crate) fn en_passant_pawns(&self, square: Square) -> SquareSet {
        if let Some(extended) = &self.rules.extended {
            return self.extended_en_passant_pawns(extended, square);
        }
        let target = SquareSet::of(square);
        let beside = target.left() | target.right();
        let behind = match self.turn {
            Colour::White => beside.down(),
            Colour::Black => beside.up(),
        };
        let pawns = behind & self.board.pawns(self.turn);
        if pawns.is_empty() {
            return SquareSet::EMPTY;
        }
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
        board.take_piece(&self.rules, own, from);
        board.put_piece(&self.rules, own, to);
        board.take_piece(
            &self.rules,
            Piece::new(pawn, !self.turn),
            Square::new(to.file(), from.rank()),
        );
        !is_attacked::<false>(&self.rules, &board, king, !self.turn, None)
    }
}

/// Finds the moves of one side. The side, and whether the board has at most eight ranks, are
/// compile-time parameters: on a small board half the work on bitboards falls away.
struct Generator<'a, S, const WHITE: bool, const SMALL: bool> {
    position: &'a Position,
    rules: &'a Rules,
    own: SquareSet,
    enemy: SquareSet,
    sink: &'a mut S,
}

impl<'a, S: Sink, const WHITE: bool, const SMALL: bool> Generator<'a, S, WHITE, SMALL> {
    const US: Colour = if WHITE { Colour::White } else { Colour::Black };
    const THEM: Colour = if WHITE { Colour::Black } else { Colour::White };
    /// One step forward of a pawn.
    const FORWARD: i16 = if WHITE { 16 } else { -16 };

    #[inline(always)]
    fn new(position: &'a Position, sink: &'a mut S) -> Self {
        let own = position.board.of(Self::US).clip::<SMALL>();
        let enemy = position.board.of(Self::THEM).clip::<SMALL>();
        Generator { position, rules: &position.rules, own, enemy, sink }
    }

    #[inline(always)]
    fn all(&mut self) {
        if !self.rules.check_counts() {
            if !self.position.is_won_by_king_capture() {
                self.unrestricted();
            }
            return;
        }
        let board = &self.position.board;
        let Some(king) = board.king(Self::US) else { return };
        let safety = king_safety::<SMALL>(self.rules, board, king, Self::US);
        let safe = self.king_moves(king, safety.checkers > 0);
        let others = self.own.without(SquareSet::of(king));
        if safety.checkers == 0 {
            self.free_moves(others.without(safety.pinned));
            self.castling(Some(safe));
        } else if !safety.check_mask.is_empty() {
            // One move can end several checks, where the lines of attack cross.
            self.bound_moves(others.without(safety.pinned), safety.check_mask);
        }
        if !safety.pinned.is_empty() {
            self.pinned_moves(king, &safety);
        }
        self.en_passant();
    }

    /// All moves where kings need no defending.
    fn unrestricted(&mut self) {
        self.free_moves(self.own);
        self.castling(None);
        self.en_passant();
    }

    #[inline(always)]
    fn is_attacked(&self, square: Square, vacated: Option<Square>) -> bool {
        is_attacked::<SMALL>(self.rules, &self.position.board, square, Self::THEM, vacated)
    }

    /// Moves of the king to squares that are not attacked; returns these squares.
    #[inline(always)]
    fn king_moves(&mut self, king: Square, in_check: bool) -> SquareSet {
        let vacated = in_check.then_some(king);
        let mut safe = SquareSet::EMPTY;
        let mut targets = self.targets_of(king);
        if !S::QUIETS {
            targets = targets & self.enemy;
        }
        if !S::CAPTURES {
            targets = targets.without(self.enemy);
        }
        each_square!(SMALL, targets, to => {
            if !self.is_attacked(to, vacated) {
                safe.insert(to);
            }
        });
        self.sink.moves(king, safe);
        safe
    }

    fn pinned_moves(&mut self, king: Square, safety: &KingSafety) {
        for square in safety.pinned {
            let board = &self.position.board;
            let mut way = pin_line(self.rules, board, king, Self::US, square);
            if safety.checkers > 0 {
                way = way & safety.check_mask;
            }
            self.bound_moves(SquareSet::of(square), way);
        }
    }

    /// All moves of these pieces.
    #[inline(always)]
    fn free_moves(&mut self, pieces: SquareSet) {
        let pawns = pieces & self.position.board.pawns(Self::US);
        self.pawn_moves(pawns, self.rules.tables.on_board.clip::<SMALL>());
        let group = |group| pieces & self.position.board.group(Self::US, group);
        let (straight, diagonal) = (group(Group::OrthogonalSliders), group(Group::DiagonalSliders));
        let (leapers, ray_movers) = (group(Group::Leapers), group(Group::RayMovers));
        each_square!(SMALL, straight, from => {
            self.sink.line(self.slide(from, Family::Rank));
            self.sink.line(self.slide(from, Family::File));
        });
        each_square!(SMALL, diagonal, from => {
            self.sink.line(self.slide(from, Family::Rising));
            self.sink.line(self.slide(from, Family::Falling));
        });
        each_square!(SMALL, leapers, from => {
            if let Some(piece) = self.position.board.piece_at(from) {
                self.sink.moves(from, self.leaps(self.rules.profile(piece), from));
            }
        });
        each_square!(SMALL, ray_movers, from => {
            self.ray_moves(from);
        });
    }

    fn ray_moves(&mut self, from: Square) {
        let Some(piece) = self.position.board.piece_at(from) else { return };
        // Rays can meet on a square, which is still one move.
        let mut targets = SquareSet::EMPTY;
        for ray in self.rules.tables.rays(self.rules.profile(piece)) {
            targets |= self.ray_targets(from, ray);
        }
        self.sink.moves(from, targets);
    }

    /// Moves of these pieces that end on one of the allowed squares.
    fn bound_moves(&mut self, pieces: SquareSet, allowed: SquareSet) {
        let pawns = pieces & self.position.board.pawns(Self::US);
        self.pawn_moves(pawns, allowed);
        for from in pieces.without(pawns) {
            let targets = self.targets_of(from) & allowed;
            self.sink.moves(from, targets);
        }
    }

    /// Where the rays of a piece lead.
    #[inline(always)]
    fn targets_of(&self, from: Square) -> SquareSet {
        let Some(piece) = self.position.board.piece_at(from) else { return SquareSet::EMPTY };
        let profile = self.rules.profile(piece);
        let mut targets = self.leaps(profile, from);
        if profile.is_in(Group::OrthogonalSliders) {
            targets.line(self.slide(from, Family::Rank));
            targets.line(self.slide(from, Family::File));
        }
        if profile.is_in(Group::DiagonalSliders) {
            targets.line(self.slide(from, Family::Rising));
            targets.line(self.slide(from, Family::Falling));
        }
        if profile.is_in(Group::RayMovers) {
            for ray in self.rules.tables.rays(profile) {
                targets |= self.ray_targets(from, ray);
            }
        }
        targets
    }

    #[inline(always)]
    fn leaps(&self, profile: &Profile, from: Square) -> SquareSet {
        self.rules.tables.leaps(profile, from, self.own, self.enemy).clip::<SMALL>()
    }

    #[inline(always)]
    fn slide(&self, from: Square, family: Family) -> LineTargets {
        let (line, bit) = self.position.board.line(from, family);
        LineTargets {
            from,
            bit,
            bits: line.reachable(bit, Self::US),
            enemies: line.pieces(Self::THEM),
            delta: family.upward().delta(),
        }
    }

    /// The targets of a rider, of a short or one-sided slide, or of a ray with one purpose.
    fn ray_targets(&self, from: Square, ray: &Ray) -> SquareSet {
        let size = self.rules.size();
        let step = |s: &Square| size.offset(*s, ray.files.into(), ray.ranks.into());
        let mut targets = SquareSet::EMPTY;
        for square in std::iter::successors(step(&from), step).take(ray.range.into()) {
            match self.position.board.piece_at(square) {
                None if ray.purpose.moves() => targets.insert(square),
                None => {}
                Some(piece) => {
                    if piece.colour() == Self::THEM && ray.purpose.captures() {
                        targets.insert(square);
                    }
                    break;
                }
            }
        }
        targets
    }

    /// Steps, double steps and captures of these pawns to allowed squares, all at once.
    #[inline(always)]
    fn pawn_moves(&mut self, pawns: SquareSet, allowed: SquareSet) {
        if pawns.is_empty() {
            return;
        }
        let ahead = Self::forward(pawns);
        let empty = allowed.without(self.own | self.enemy);
        let enemies = allowed & self.enemy;
        // Promotion depends on the target rank alone.
        let promoting = ahead & self.rules.promotion_zone(Self::US);
        if promoting.is_empty() {
            self.pawn_arrivals(ahead, empty, enemies, &[]);
        } else {
            self.pawn_arrivals(ahead.without(promoting), empty, enemies, &[]);
            let choices = self.rules.promotion_choices();
            self.pawn_arrivals(promoting, empty, enemies, choices);
        }
        self.double_steps(ahead, allowed);
    }

    #[inline(always)]
    fn pawn_arrivals(
        &mut self,
        ahead: SquareSet,
        empty: SquareSet,
        enemies: SquareSet,
        choices: &[PieceType],
    ) {
        self.sink.pawns(ahead & empty, Self::FORWARD, choices);
        self.sink.pawns(ahead.right() & enemies, Self::FORWARD + 1, choices);
        self.sink.pawns(ahead.left() & enemies, Self::FORWARD - 1, choices);
    }

    /// Double steps of pawns that stand behind these squares.
    #[inline(always)]
    fn double_steps(&mut self, ahead: SquareSet, allowed: SquareSet) {
        let empty = !(self.own | self.enemy);
        let rank = self.rules.tables.crossed(Self::US);
        let promotes = Self::forward(rank).meets(&self.rules.promotion_zone(Self::US));
        if !S::QUIETS && !promotes {
            return;
        }
        let targets = Self::forward(ahead & rank & empty) & empty & allowed;
        let targets = self.without_moved_pawns(targets);
        if promotes {
            self.sink.pawns(targets, 2 * Self::FORWARD, self.rules.promotion_choices());
        } else {
            self.sink.double_steps(targets, Self::FORWARD);
        }
    }

    /// The targets of double steps without those of pawns that came to their rank by a move.
    #[inline(always)]
    fn without_moved_pawns(&self, targets: SquareSet) -> SquareSet {
        let files = self.position.state.moved_pawns[Self::US.index()];
        match (files, self.rules.double_step_rank(Self::US)) {
            (1.., Some(rank)) => {
                let moved = SquareSet::from_rank_bits(rank, files);
                targets.without(Self::forward(Self::forward(moved)))
            }
            _ => targets,
        }
    }

    /// Every square one step of a pawn further.
    #[inline(always)]
    fn forward(squares: SquareSet) -> SquareSet {
        if WHITE { squares.up() } else { squares.down() }.clip::<SMALL>()
    }

    /// Castling with the first piece along the rank on either side, if it is an unmoved rook.
    ///
    /// Where check counts, the squares are given on which the king is known to be safe.
    #[inline(always)]
    fn castling(&mut self, safe: Option<SquareSet>) {
        if !S::QUIETS || self.position.state.castling[Self::US.index()] == 0 {
            return;
        }
        let Some(king) = self.position.board.king(Self::US) else { return };
        if self.rules.castling_files().is_some() {
            return self.castling_onto_files(king, safe.is_some());
        }
        self.castling_towards(king, Direction::East, safe);
        self.castling_towards(king, Direction::West, safe);
    }

    #[inline(always)]
    fn castling_towards(&mut self, king: Square, direction: Direction, safe: Option<SquareSet>) {
        // Mostly the neighbouring square is occupied, which is cheap to see.
        if self.position.board.is_empty(step(king, direction, 1))
            && let Some(castling) = self.position.castling_towards(king, direction)
            && safe.is_none_or(|safe| self.castling_is_safe(king, direction, castling.rook, safe))
        {
            self.sink.special(Move::new(king, castling.king_to, MoveKind::Castling));
        }
    }

    /// Castling wherever king and rook stand.
    fn castling_onto_files(&mut self, king: Square, check_counts: bool) {
        for rook in self.position.castling_rooks(Self::US) {
            let Some(way) = self.position.castling_with(king, rook) else { continue };
            let mut board = self.position.board;
            let pieces = (board.piece_at(king), board.piece_at(rook));
            let (Some(own_king), Some(own_rook)) = pieces else { continue };
            board.take_piece(self.rules, own_king, king);
            board.take_piece(self.rules, own_rook, rook);
            board.put_piece(self.rules, own_rook, way.rook_to);
            let is_attacked =
                |square| is_attacked::<SMALL>(self.rules, &board, square, Self::THEM, None);
            let (first, last) =
                (king.file().min(way.king_to.file()), king.file().max(way.king_to.file()));
            let crosses_attack = (first..=last).any(|file| {
                let square = Square::new(file, king.rank());
                self.is_attacked(square, Some(king))
            });
            if !check_counts || (!crosses_attack && !is_attacked(way.king_to)) {
                self.sink.special(Move::new(king, rook, MoveKind::Castling));
            }
        }
    }

    /// Is none of the squares that the king crosses attacked, nor its target after the move?
    fn castling_is_safe(
        &self,
        king: Square,
        direction: Direction,
        rook: Square,
        safe: SquareSet,
    ) -> bool {
        let king_step = self.position.castling_step();
        let is_crossed_safely = |n| {
            let square = step(king, direction, n);
            safe.contains(square) || !self.is_attacked(square, None)
        };
        // The rook's departure matters only if an enemy slides along the rank.
        let rank = self.position.board.line(king, Family::Rank).0;
        let vacated = rank.has_sliders(Self::THEM).then_some(rook);
        (1..king_step).all(is_crossed_safely)
            && !self.is_attacked(step(king, direction, king_step), vacated)
    }

    #[inline(always)]
    fn en_passant(&mut self) {
        if S::CAPTURES
            && let Some(square) = self.position.state.en_passant
        {
            let promotes = self.rules.promotion_zone(Self::US).contains(square);
            for from in self.position.en_passant_pawns(square) {
                if promotes {
                    let delta = square.index() as i16 - from.index() as i16;
                    let choices = self.rules.promotion_choices();
                    self.sink.pawns(SquareSet::of(square), delta, choices);
                } else {
                    self.sink.special(Move::new(from, square, MoveKind::EnPassant));
                }
            }
        }
    }
}
