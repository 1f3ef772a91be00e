//! Moves by walking the paths of each piece; a move is legal if it is found so after it was played.

use super::guard::{Guard, Legality};
use super::{Extended, Program, walk};
use crate::line::Direction;
use crate::movement::{Hurdle, Path};
use crate::sink::Sink;
use crate::spec::Promotion;
use crate::{Colour, Move, MoveKind, Piece, PieceType, Position, Square, SquareSet};

/// Where one piece can go.
#[derive(Default)]
struct Targets {
    plain: SquareSet,
    /// First moves that leave a square behind on which the piece can be taken.
    double_steps: SquareSet,
    en_passant: SquareSet,
}

impl Position {
    /// Hands all legal moves to a sink.
    pub(crate) fn generate_extended<S: Sink>(&self, extended: &Extended, sink: &mut S) {
        if self.is_won_by_king_capture() {
            return;
        }
        let must_capture = self.rules.spec().restrictions.must_capture;
        let mut moves = self.extended_moves(extended, S::QUIETS || must_capture);
        self.keep_legal(extended, &mut moves);
        if must_capture && moves.iter().any(|m| self.is_capture(*m)) {
            moves.retain(|chess_move| self.is_capture(*chess_move));
        }
        moves.iter().for_each(|chess_move| sink.single(*chess_move, self.is_capture(*chess_move)));
    }

    /// Hands all moves to a sink that pieces could make if no king had to be defended.
    pub(crate) fn generate_extended_freely<S: Sink>(&self, extended: &Extended, sink: &mut S) {
        let moves = self.extended_moves(extended, true);
        moves.iter().for_each(|chess_move| sink.single(*chess_move, self.is_capture(*chess_move)));
    }

    /// Leaves the legal ones of these moves.
    fn keep_legal(&self, extended: &Extended, moves: &mut Vec<Move>) {
        let guard = Guard::new(self, extended);
        let mut scratch = None;
        moves.retain(|chess_move| match guard.legality(self, extended, *chess_move) {
            Legality::Legal => true,
            Legality::Illegal => false,
            Legality::Open => {
                let scratch = scratch.get_or_insert_with(|| self.clone());
                scratch.is_legal_after_all(extended, *chess_move)
            }
        });
    }

    /// Plays a move and looks whether it breaks a rule; then takes it back.
    fn is_legal_after_all(&mut self, extended: &Extended, chess_move: Move) -> bool {
        let restrictions = self.rules.restrictions();
        let (side, defends) = (self.turn, self.rules.check_counts());
        if defends && self.takes_defended_royal(extended, chess_move) {
            return false;
        }
        let undo = self.play_unchecked(chess_move);
        let is_legal = (!defends || self.exposed_royals(extended, side).is_empty())
            && (!restrictions.no_check || self.exposed_royals(extended, !side).is_empty())
            && (!restrictions.kings_apart || !self.kings_face());
        self.undo(chess_move, undo);
        is_legal
    }

    /// Would the move take a royal piece that cannot be left to be taken?
    fn takes_defended_royal(&self, extended: &Extended, chess_move: Move) -> bool {
        let Some(taken) = self.captured_by(chess_move) else { return false };
        extended.program(taken).is_royal
            && self.exposed_royals(extended, !self.turn).contains(chess_move.to())
    }

    /// Moves that may leave a king attacked; without those that neither take nor promote unless these
    /// are wanted.
    fn extended_moves(&self, extended: &Extended, quiets: bool) -> Vec<Move> {
        let mut moves = Vec::with_capacity(96);
        let en_passant = self.en_passant_squares();
        for from in self.of(self.turn) {
            if let Some(piece) = self.piece_at(from) {
                self.piece_moves(extended, piece, from, en_passant, quiets, &mut moves);
            }
        }
        if quiets {
            self.extended_castling(extended, &mut moves);
        }
        moves
    }

    fn piece_moves(
        &self,
        extended: &Extended,
        piece: Piece,
        from: Square,
        en_passant: SquareSet,
        quiets: bool,
        moves: &mut Vec<Move>,
    ) {
        let program = extended.program(piece);
        let mut targets = self.targets(extended, piece, from, en_passant);
        let may_promote = program.is_pawn || program.becomes.is_some();
        if !quiets && !may_promote {
            targets.plain = targets.plain & self.of(!self.turn);
            targets.double_steps = SquareSet::EMPTY;
        }
        let no_dead_ends = self.rules.spec().restrictions.no_dead_ends;
        if !may_promote && !no_dead_ends {
            let kinds = [
                (targets.plain, MoveKind::Plain),
                (targets.double_steps, MoveKind::DoubleStep),
                (targets.en_passant, MoveKind::EnPassant),
            ];
            for (squares, kind) in kinds {
                moves.extend(squares.iter().map(|to| Move::new(from, to, kind)));
            }
            return;
        }
        let can_go_on = |to: &Square| !no_dead_ends || moves_on(self.rules.size(), program, *to);
        for to in targets.plain {
            self.arrivals(program, from, to, MoveKind::Plain, &can_go_on, moves);
        }
        for to in targets.double_steps {
            self.arrivals(program, from, to, MoveKind::DoubleStep, &can_go_on, moves);
        }
        for to in targets.en_passant {
            self.arrivals(program, from, to, MoveKind::EnPassant, &can_go_on, moves);
        }
    }

    fn targets(
        &self,
        extended: &Extended,
        piece: Piece,
        from: Square,
        en_passant: SquareSet,
    ) -> Targets {
        let program = extended.program(piece);
        let mut targets = Targets::default();
        if !program.is_irregular {
            targets.plain = self.ray_targets(from) & program.region;
        }
        if program.takes_in_passing && !en_passant.is_empty() {
            let taking = *self.rules.tables.taking(self.rules.profile(piece), from);
            let occupied = self.of(Colour::White) | self.of(Colour::Black);
            targets.en_passant = (taking & en_passant & program.region).without(occupied);
        }
        let is_far = extended.triple_steps[self.turn.index()].contains(from);
        let triple_step = program.triple_step.iter().filter(|_| is_far);
        for path in program.special_paths(from).iter().chain(triple_step) {
            let is_triple = program.triple_step.as_ref() == Some(path);
            if path.initial && !is_triple && !self.may_make_first_move(extended, program, from) {
                continue;
            }
            let leaves_trace = path.initial && self.rules.spec().en_passant && leaves_trace(path);
            walk(self.rules.size(), &self.board, from, path, SquareSet::EMPTY, |to, is_empty| {
                if !program.region.contains(to) {
                    return false;
                }
                let takes = path.ray.purpose.captures() && self.is_enemy(to);
                if (is_empty && path.ray.purpose.moves()) || takes {
                    if leaves_trace { &mut targets.double_steps } else { &mut targets.plain }
                        .insert(to);
                } else if is_empty && path.en_passant && en_passant.contains(to) {
                    targets.en_passant.insert(to);
                }
                false
            });
        }
        if program.is_royal
            && self.rules.kings_fly()
            && self.king(self.turn) == Some(from)
            && let Some(other) = self.king(!self.turn).filter(|_| self.kings_face())
        {
            targets.plain.insert(other);
        }
        targets.double_steps = targets.double_steps.without(targets.plain);
        targets.en_passant = targets.en_passant.without(targets.plain);
        targets
    }

    /// The squares on which the side to move may take in passing: all from the one that is remembered
    /// to where the piece stands that has passed.
    pub(crate) fn en_passant_squares(&self) -> SquareSet {
        let (Some(first), Some(victim)) = (self.state.en_passant, self.state.victim) else {
            return self.state.en_passant.into_iter().collect();
        };
        let Some(extended) = &self.rules.extended else { return SquareSet::of(first) };
        let (files, ranks, _) = line_between(first, victim);
        let step = |square: &Square| self.rules.size().offset(*square, files, ranks);
        let way = std::iter::successors(Some(first), step).take_while(|square| *square != victim);
        way.filter(|square| Position::is_en_passant_square(extended, self.turn, *square)).collect()
    }

    /// Is the piece on a square from which first moves are made, and no pawn that came there by a move?
    fn may_make_first_move(&self, extended: &Extended, program: &Program, from: Square) -> bool {
        let side = self.turn;
        let is_moved_pawn = || {
            self.rules.spec().first_moves.is_none()
                && program.is_pawn
                && self.rules.double_step_rank(side) == Some(from.rank())
                && self.state.moved_pawns[side.index()] >> from.file() & 1 != 0
        };
        extended.first_moves[side.index()].contains(from) && !is_moved_pawn()
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.piece_at(square).is_some_and(|piece| piece.colour() != self.turn)
    }

    /// Adds a move with what the piece may or must become.
    fn arrivals(
        &self,
        program: &Program,
        from: Square,
        to: Square,
        kind: MoveKind,
        can_go_on: &impl Fn(&Square) -> bool,
        moves: &mut Vec<Move>,
    ) {
        let zone = self.rules.promotion_zone(self.turn);
        let promotion = self.rules.spec().promotion.as_ref();
        let comes = zone.contains(to);
        let mut must = false;
        if let Some(promotion) = promotion {
            let mut added = 0_u32;
            let mut add = |kind: PieceType| {
                let is_new = added >> kind.index() & 1 == 0;
                added |= 1 << kind.index();
                if is_new && self.is_available(promotion, kind) {
                    moves.push(Move::new(from, to, MoveKind::Promotion(kind)));
                }
            };
            if program.is_pawn && comes {
                promotion.choices_of(self.turn).iter().for_each(|kind| add(*kind));
                must = !promotion.is_optional;
            }
            if let Some(kind) = program.becomes
                && (comes || (zone.contains(from) && !program.is_pawn))
                && (!promotion.pieces_take || self.is_enemy(to))
            {
                add(kind);
                must |= promotion.pieces_must && self.is_available(promotion, kind);
            }
        }
        if !must && can_go_on(&to) {
            moves.push(Move::new(from, to, kind));
        }
    }

    /// Has the side to move fewer pieces of a type than promotion allows?
    fn is_available(&self, promotion: &Promotion, kind: PieceType) -> bool {
        let limit = promotion.limits.iter().find(|(limited, _)| *limited == kind);
        limit.is_none_or(|(_, most)| {
            self.squares_of(Piece::new(kind, self.turn)).len() < u32::from(*most)
        })
    }

    fn extended_castling(&self, extended: &Extended, moves: &mut Vec<Move>) {
        let side = self.turn;
        if self.state.castling[side.index()] == 0 {
            return;
        }
        let Some(king) = self.castling_king(side) else { return };
        let is_safe = |square: Square| {
            !self.rules.check_counts()
                || !self.is_attacked_extended(extended, square, !side, Some(king))
        };
        let crossed_safely = |to: Square| {
            let (first, last) = (king.file().min(to.file()), king.file().max(to.file()));
            (first..=last).all(|file| {
                let square = Square::new(file, king.rank());
                is_safe(square) && !self.would_face_king(king, square)
            })
        };
        if self.rules.castling_files().is_some() {
            for rook in self.castling_rooks(side) {
                if let Some(way) = self.castling_with(king, rook)
                    && crossed_safely(way.king_to)
                {
                    moves.push(Move::new(king, rook, MoveKind::Castling));
                }
            }
            return;
        }
        for direction in [Direction::East, Direction::West] {
            if let Some(way) = self.castling_towards(king, direction)
                && crossed_safely(way.king_to)
            {
                moves.push(Move::new(king, way.king_to, MoveKind::Castling));
            }
        }
    }

    /// The pieces of the side to move that may take in passing on a square, legally.
    pub(crate) fn extended_en_passant_pawns(
        &self,
        extended: &Extended,
        square: Square,
    ) -> SquareSet {
        let takers =
            extended.passing_takers[self.turn.index()][square.index()] & self.of(self.turn);
        if takers.is_empty() {
            return SquareSet::EMPTY;
        }
        let mut position = self.clone();
        position.state.en_passant = Some(square);
        let mut moves = Vec::new();
        for from in takers {
            if let Some(piece) = self.piece_at(from) {
                let on = SquareSet::of(square);
                position.piece_moves(extended, piece, from, on, true, &mut moves);
            }
        }
        moves.retain(|chess_move| {
            chess_move.to() == square
                && position.capture_square(*chess_move) != square
                && position.clone().is_legal_after_all(extended, *chess_move)
        });
        moves.iter().map(|chess_move| chess_move.from()).collect()
    }

    /// Could the enemy's last move have been a first move over a square to another?
    pub(crate) fn may_have_passed(&self, crossed: Square, victim: Square) -> bool {
        let (size, enemy) = (self.rules.size(), !self.turn);
        let Some(extended) = &self.rules.extended else { return false };
        let Some(piece) = self.piece_at(victim).filter(|piece| piece.colour() == enemy) else {
            return false;
        };
        let (files, ranks, distance) = line_between(crossed, victim);
        let is_empty = |square: &Square| self.board.is_empty(*square);
        let on_the_way = |steps: i32| size.offset(victim, -files * steps, -ranks * steps);
        let goes = |length: i32, origin: Square| {
            let wanted = (files * length, ranks * length);
            extended.paths(piece, origin).any(|path| {
                let is_triple = extended.program(piece).triple_step.as_ref() == Some(path);
                path.initial
                    && (i32::from(path.ray.files), i32::from(path.ray.ranks)) == wanted
                    && (is_triple || extended.first_moves[enemy.index()].contains(origin))
            })
        };
        let comes_from = |length: i32| {
            (1..=length).all(|steps| on_the_way(steps).as_ref().is_some_and(is_empty))
                && on_the_way(length).is_some_and(|origin| goes(length, origin))
        };
        self.rules.spec().en_passant
            && distance > 0
            && [crossed, victim].iter().all(|square| size.contains(*square))
            && Position::is_en_passant_square(extended, self.turn, crossed)
            && (distance + 1..16).any(comes_from)
    }

    /// May a side take in passing on this square?
    pub(super) fn is_en_passant_square(extended: &Extended, side: Colour, square: Square) -> bool {
        extended.en_passant[side.index()].contains(square)
    }
}

/// Does a first move go over squares on which it can be taken? One that goes further than two squares
/// does so step by step.
fn leaves_trace(path: &Path) -> bool {
    let (files, ranks) = (path.ray.files.abs(), path.ray.ranks.abs());
    let is_straight = files == 0 || ranks == 0 || files == ranks;
    is_straight
        && match files.max(ranks) {
            length @ 3.. => path.hurdle == Hurdle::Lame && length < 16,
            length => length == 2,
        }
}

/// The step from one square to another along a rank, a file or a diagonal, and how many there are;
/// none for any other squares.
pub(super) fn line_between(from: Square, to: Square) -> (i32, i32, i32) {
    let step = |a: u8, b: u8| i32::from(b) - i32::from(a);
    let (files, ranks) = (step(from.file(), to.file()), step(from.rank(), to.rank()));
    let distance = files.abs().max(ranks.abs());
    match files == 0 || ranks == 0 || files.abs() == ranks.abs() {
        true => (files.signum(), ranks.signum(), distance),
        false => (0, 0, 0),
    }
}

/// Could a piece move on from a square, if the board were empty?
fn moves_on(size: crate::BoardSize, program: &Program, from: Square) -> bool {
    let moves = |path: &&Path| path.ray.purpose.moves() && !path.initial;
    let mut ways = program.paths(from).iter().filter(moves);
    ways.any(|path| super::pattern(size, from, path).next().is_some())
}
