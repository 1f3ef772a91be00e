//! Moves by walking the paths of each piece; a move is legal if it is found so after it was played.

use super::{Extended, Program, walk};
use crate::line::Direction;
use crate::sink::Sink;
use crate::spec::Promotion;
use crate::{Colour, Move, MoveKind, Piece, PieceType, Position, Square, SquareSet};

/// Where one piece can go.
#[derive(Default)]
struct Targets {
    plain: SquareSet,
    /// First moves that leave a square behind on which the piece can be taken.
    double_steps: SquareSet,
    en_passant: bool,
}

impl Position {
    /// Hands all legal moves to a sink.
    pub(crate) fn generate_extended<S: Sink>(&self, extended: &Extended, sink: &mut S) {
        if self.is_won_by_king_capture() {
            return;
        }
        let restrictions = self.rules.spec().restrictions;
        let mut moves = self.extended_moves(extended);
        let mut scratch = self.clone();
        moves.retain(|chess_move| scratch.is_legal_after_all(extended, *chess_move));
        if restrictions.must_capture && moves.iter().any(|m| self.is_capture(*m)) {
            moves.retain(|chess_move| self.is_capture(*chess_move));
        }
        moves.iter().for_each(|chess_move| sink.single(*chess_move, self.is_capture(*chess_move)));
    }

    /// Hands all moves to a sink that pieces could make if no king had to be defended.
    pub(crate) fn generate_extended_freely<S: Sink>(&self, extended: &Extended, sink: &mut S) {
        let moves = self.extended_moves(extended);
        moves.iter().for_each(|chess_move| sink.single(*chess_move, self.is_capture(*chess_move)));
    }

    /// Plays a move and looks whether it breaks a rule; then takes it back.
    fn is_legal_after_all(&mut self, extended: &Extended, chess_move: Move) -> bool {
        let restrictions = self.rules.spec().restrictions;
        let (side, defends) = (self.turn, self.rules.check_counts());
        if !defends && !restrictions.no_check && !restrictions.kings_apart {
            return true;
        }
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

    fn extended_moves(&self, extended: &Extended) -> Vec<Move> {
        let mut moves = Vec::with_capacity(96);
        for from in self.of(self.turn) {
            if let Some(piece) = self.piece_at(from) {
                self.piece_moves(extended, piece, from, &mut moves);
            }
        }
        self.extended_castling(extended, &mut moves);
        moves
    }

    fn piece_moves(&self, extended: &Extended, piece: Piece, from: Square, moves: &mut Vec<Move>) {
        let program = extended.program(piece);
        let targets = self.targets(extended, program, from);
        let spec = self.rules.spec();
        let can_go_on = |to: &Square| {
            !spec.restrictions.no_dead_ends || moves_on(self.rules.size(), program, *to)
        };
        for to in targets.plain {
            self.arrivals(program, from, to, MoveKind::Plain, &can_go_on, moves);
        }
        for to in targets.double_steps {
            self.arrivals(program, from, to, MoveKind::DoubleStep, &can_go_on, moves);
        }
        if let Some(to) = self.state.en_passant.filter(|_| targets.en_passant) {
            self.arrivals(program, from, to, MoveKind::EnPassant, &can_go_on, moves);
        }
    }

    fn targets(&self, extended: &Extended, program: &Program, from: Square) -> Targets {
        let mut targets = Targets::default();
        let en_passant = self.state.en_passant;
        for path in program.paths(from) {
            if path.initial && !self.may_make_first_move(extended, program, from) {
                continue;
            }
            let leaves_trace = path.initial
                && self.rules.spec().en_passant
                && matches!((path.ray.files.abs(), path.ray.ranks.abs()), (0 | 2, 2) | (2, 0));
            walk(self.rules.size(), &self.board, from, path, SquareSet::EMPTY, |to, is_empty| {
                if !program.region.contains(to) {
                    return false;
                }
                let takes = path.ray.purpose.captures() && self.is_enemy(to);
                if (is_empty && path.ray.purpose.moves()) || takes {
                    if leaves_trace { &mut targets.double_steps } else { &mut targets.plain }
                        .insert(to);
                } else if is_empty && path.en_passant && en_passant == Some(to) {
                    targets.en_passant = true;
                }
                false
            });
        }
        targets.double_steps = targets.double_steps.without(targets.plain);
        targets.en_passant &= en_passant.is_some_and(|square| !targets.plain.contains(square));
        targets
    }

    /// Is the piece on a square from which first moves are made, and no pawn that came there by a move?
    fn may_make_first_move(&self, extended: &Extended, program: &Program, from: Square) -> bool {
        let side = self.turn;
        let is_moved_pawn = self.rules.spec().first_moves.is_none()
            && program.is_pawn
            && self.rules.double_step_rank(side) == Some(from.rank())
            && self.state.moved_pawns[side.index()] >> from.file() & 1 != 0;
        extended.first_moves[side.index()].contains(from) && !is_moved_pawn
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
            let mut add = |kind: PieceType| {
                if self.is_available(promotion, kind) {
                    moves.push(Move::new(from, to, MoveKind::Promotion(kind)));
                }
            };
            if program.is_pawn && comes {
                promotion.choices_of(self.turn).iter().for_each(|kind| add(*kind));
                must = !promotion.is_optional;
            }
            if let Some(kind) = program.becomes
                && (comes || (zone.contains(from) && !program.is_pawn))
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
                || !self.is_attacked_extended(extended, square, !side, SquareSet::of(king))
        };
        let crossed_safely = |to: Square| {
            let (first, last) = (king.file().min(to.file()), king.file().max(to.file()));
            (first..=last).all(|file| is_safe(Square::new(file, king.rank())))
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
        let mut position = self.clone();
        position.state.en_passant = Some(square);
        // Only these moves are tried: trying them all would ask this question again for each.
        let mut moves = position.extended_moves(extended);
        moves.retain(|chess_move| {
            chess_move.to() == square && position.capture_square(*chess_move) != square
        });
        moves.retain(|chess_move| position.is_legal_after_all(extended, *chess_move));
        moves.iter().map(|chess_move| chess_move.from()).collect()
    }

    /// Could the enemy's last move have been a first move over a square to another?
    pub(crate) fn may_have_passed(&self, crossed: Square, victim: Square) -> bool {
        let (size, enemy) = (self.rules.size(), !self.turn);
        let step = |a: u8, b: u8| i32::from(b) - i32::from(a);
        let (files, ranks) =
            (step(crossed.file(), victim.file()), step(crossed.rank(), victim.rank()));
        let origin = size.offset(crossed, -files, -ranks);
        let (Some(extended), Some(origin)) = (&self.rules.extended, origin) else { return false };
        let goes = |path: &super::Path| {
            path.initial
                && (i32::from(path.ray.files), i32::from(path.ray.ranks)) == (2 * files, 2 * ranks)
        };
        let can_go = |piece: &Piece| {
            piece.colour() == enemy && extended.program(*piece).paths(origin).iter().any(goes)
        };
        self.rules.spec().en_passant
            && [crossed, victim].iter().all(|square| size.contains(*square))
            && [crossed, origin].iter().all(|square| self.board.is_empty(*square))
            && extended.first_moves[enemy.index()].contains(origin)
            && Position::is_en_passant_square(extended, self.turn, crossed)
            && self.piece_at(victim).as_ref().is_some_and(can_go)
    }

    /// May a side take in passing on this square?
    pub(super) fn is_en_passant_square(extended: &Extended, side: Colour, square: Square) -> bool {
        extended.en_passant[side.index()].contains(square)
    }
}

/// Could a piece move on from a square, if the board were empty?
fn moves_on(size: crate::BoardSize, program: &Program, from: Square) -> bool {
    let moves = |path: &&super::Path| path.ray.purpose.moves() && !path.initial;
    let mut ways = program.paths(from).iter().filter(moves);
    ways.any(|path| super::pattern(size, from, path).next().is_some())
}
