//! The part of the evaluation that is kept up to date move by move.

use arrayvec::ArrayVec;
use rules::{Colour, Move, Piece, Position, Square};

use super::Evaluator;
use super::net::{Change, Sums};
use super::tapered::Tapered;
use crate::dice::{STRIDE, mix};

/// Sums over all pieces of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Running {
    /// Material and squares, seen from White.
    pub(crate) squares: Tapered,
    /// The worth of each side's pieces without pawns and kings.
    pub(crate) force: [i32; 2],
    /// A hash of the pawns alone.
    pub(crate) pawn_key: u64,
    /// What the network sees, where there is one.
    pub(crate) sums: Sums,
}

/// What a move changes: at most a castling's two pieces leave and two appear.
type Changes = ArrayVec<Change, 4>;

impl Running {
    /// The sums of a position from scratch.
    pub(crate) fn of(evaluator: &Evaluator, position: &Position) -> Running {
        let mut running = Running { pawn_key: 1, ..Running::default() };
        for (square, piece) in position.pieces() {
            running.change(evaluator, Change { piece, square, appears: true });
        }
        if let Some(net) = &evaluator.net {
            running.sums = net.sums(position);
        }
        running
    }

    /// The sums after a move that has not been played yet.
    #[inline]
    pub(crate) fn after(
        mut self,
        evaluator: &Evaluator,
        position: &Position,
        chess_move: Move,
    ) -> Running {
        let changes = changes(position, chess_move);
        for change in &changes {
            self.change(evaluator, *change);
        }
        if let Some(net) = &evaluator.net {
            let is_king = position.king(position.turn()) == Some(chess_move.from());
            net.update(&mut self.sums, position, &changes, is_king.then_some(chess_move.to()));
        }
        self
    }

    #[inline]
    fn change(&mut self, evaluator: &Evaluator, change: Change) {
        let Change { piece, square, appears } = change;
        let worth = evaluator.piece_squares[piece.index()][square.index()];
        if appears {
            self.squares += worth;
        } else {
            self.squares -= worth;
        }
        if Some(piece.kind()) == evaluator.rules.pawn() {
            self.pawn_key ^= pawn_key(piece.colour(), square);
        } else {
            let sign = if appears { 1 } else { -1 };
            self.force[piece.colour().index()] += sign * evaluator.force(piece);
        }
    }
}

/// What a move takes from squares and puts on others.
#[inline]
fn changes(position: &Position, chess_move: Move) -> Changes {
    let mut changes = Changes::new();
    let (from, to) = (chess_move.from(), chess_move.to());
    let Some(piece) = position.piece_at(from) else { return changes };
    let mut change = |piece, square, appears| changes.push(Change { piece, square, appears });
    if let Some(captured) = position.captured_by(chess_move) {
        change(captured, position.capture_square(chess_move), false);
    }
    change(piece, from, false);
    let arrives = match chess_move.promotion() {
        Some(kind) => Piece::new(kind, piece.colour()),
        None => piece,
    };
    change(arrives, to, true);
    if let Some(way) = position.castling_way(chess_move)
        && let Some(rook) = position.piece_at(way.rook)
    {
        change(rook, way.rook, false);
        change(rook, way.rook_to, true);
    }
    changes
}

/// A number for a pawn on a square.
#[inline]
fn pawn_key(colour: Colour, square: Square) -> u64 {
    let number = (square.index() * 2 + colour.index()) as u64;
    mix(number.wrapping_mul(STRIDE))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rules::Rules;
    use test_kit::random::{self, Random};

    use super::*;

    /// Plays random games and compares the sums with those made from scratch.
    fn check(rules: &Arc<Rules>, random: &mut Random) {
        let evaluator = Evaluator::new(rules);
        let mut running = None;
        random::walk(random, Position::start(rules), 60, |position, next| {
            let anew = Running::of(&evaluator, position);
            assert_eq!(running.take().unwrap_or(anew), anew, "{}", rules.id());
            running = next.map(|chess_move| anew.after(&evaluator, position, chess_move));
        });
    }

    #[test]
    fn sums_that_are_kept_up_to_date_equal_those_from_scratch() {
        let mut random = Random::new(1);
        for rules in test_kit::every_rule_set() {
            (0..4).for_each(|_| check(&rules, &mut random));
        }
        for _ in 0..60 {
            let rules = random::rules(&mut random);
            check(&rules, &mut random);
        }
    }

    #[test]
    fn a_pawn_may_promote_while_it_takes_in_passing() {
        let text = "inherits = 'standard'\npromotion = { rank = 6, choices = ['queen'] }";
        let find = |name: &str| Err(name.to_owned());
        let rules = notation::ruleset::parse(text, "early", &find).expect("a rule set").0;
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        let (mut position, _) = notation::fen::parse(&rules, fen).expect("a position");
        let evaluator = Evaluator::new(&rules);
        let capture = notation::uci::parse(&position, "e5d6q").expect("a capture");
        let kept = Running::of(&evaluator, &position).after(&evaluator, &position, capture);
        position.play_unchecked(capture);
        assert_eq!(kept, Running::of(&evaluator, &position));
    }
}
