//! What comes of taking back and forth on one square, for any set of pieces.

use arrayvec::ArrayVec;

use crate::attack::{crooked_steps, is_attacked, leap_attackers};
use crate::board::step;
use crate::line::{Direction, Family};
use crate::{Colour, Move, MoveKind, Piece, PieceType, Position, Square, SquareSet};

/// The worth of each piece type, by its number.
pub type Worth = [i32; PieceType::MAX];

/// No more pieces of a side are looked at around one square.
const MOST_ATTACKERS: usize = 48;

/// A piece that can take on the square that is fought over.
#[derive(Clone, Copy)]
struct Attacker {
    worth: i32,
    square: Square,
    kind: PieceType,
}

/// The pieces around a square while they leave one by one.
struct Siege<'a> {
    position: &'a Position,
    worth: &'a Worth,
    target: Square,
    /// Pieces that have left.
    gone: SquareSet,
    attackers: [ArrayVec<Attacker, MOST_ATTACKERS>; 2],
}

impl<'a> Siege<'a> {
    fn new(position: &'a Position, worth: &'a Worth, target: Square, gone: SquareSet) -> Siege<'a> {
        let attackers = [ArrayVec::new(), ArrayVec::new()];
        let mut siege = Siege { position, worth, target, gone, attackers };
        for colour in Colour::BOTH {
            for square in leap_attackers(&position.rules, &position.board, target, colour) {
                if !gone.contains(square) {
                    siege.add(square, position.piece_at(square));
                }
            }
        }
        for family in Family::ALL {
            let line = position.board.line(target, family).0;
            if line.has_runners(Colour::White) || line.has_runners(Colour::Black) {
                for direction in [family.upward(), family.upward().opposite()] {
                    siege.look(direction, 0);
                }
            }
        }
        for colour in Colour::BOTH {
            siege.look_along_crooked(colour);
        }
        siege
    }

    fn add(&mut self, square: Square, piece: Option<Piece>) {
        let Some(piece) = piece else { return };
        let (kind, side) = (piece.kind(), &mut self.attackers[piece.colour().index()]);
        let is_known = side.iter().any(|attacker| attacker.square == square);
        if !is_known && !side.is_full() {
            side.push(Attacker { worth: self.worth[kind.index()], square, kind });
        }
    }

    /// Adds the nearest runner in a direction, if it is further than `beyond` steps away.
    fn look(&mut self, direction: Direction, beyond: u32) {
        let board = &self.position.board;
        let (mut square, mut steps) = (self.target, 0);
        loop {
            let (gap, is_white) = board.look(square, direction, Colour::White);
            if !is_white && !board.look(square, direction, Colour::Black).1 {
                return;
            }
            square = step(square, direction, gap + 1);
            steps += gap + 1;
            if !self.gone.contains(square) {
                break;
            }
        }
        let piece = board.piece_at(square);
        let reach = |piece| self.position.rules.tables.reach(piece, direction);
        if steps > beyond && piece.is_some_and(|piece| reach(piece) >= steps) {
            self.add(square, piece);
        }
    }

    /// Adds riders along crooked lines.
    fn look_along_crooked(&mut self, side: Colour) {
        let Position { rules, board, .. } = self.position;
        for ray in rules.tables.crooked(side) {
            let mut steps = crooked_steps(rules, self.target, ray).zip(1..);
            let is_there = |s: Square| !board.is_empty(s) && !self.gone.contains(s);
            if let Some((from, distance)) = steps.find(|(square, _)| is_there(*square))
                && let Some(piece) = board.piece_at(from)
                && piece.colour() == side
                && ray.reach(piece.kind()) >= distance
            {
                self.add(from, Some(piece));
            }
        }
    }

    /// Lets the cheapest piece of a side take, and those behind it come nearer.
    fn take(&mut self, side: Colour) -> Option<Attacker> {
        let attackers = &mut self.attackers[side.index()];
        let cheapest = (0..attackers.len()).min_by_key(|index| attackers[*index].worth)?;
        let attacker = attackers.swap_remove(cheapest);
        self.gone.insert(attacker.square);
        if let Some((direction, steps)) = Direction::between(self.target, attacker.square) {
            self.look(direction, steps);
        }
        for colour in Colour::BOTH {
            self.look_along_crooked(colour);
        }
        Some(attacker)
    }
}

impl Position {
    /// Does a legal move win at least `threshold` once all captures on its target are made, each
    /// side taking with its cheapest piece and stopping when that is better?
    pub fn exchange_reaches(&self, chess_move: Move, worth: &Worth, threshold: i32) -> bool {
        let worth_of = |piece: Option<Piece>| piece.map_or(0, |p| worth[p.kind().index()]);
        if chess_move.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        let (from, to) = (chess_move.from(), chess_move.to());
        let mover = self.piece_at(from);
        let arrives = match chess_move.promotion() {
            Some(kind) => worth[kind.index()],
            None => worth_of(mover),
        };
        let gain = worth_of(self.captured_by(chess_move)) + arrives - worth_of(mover);
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= arrives;
        if balance >= 0 {
            return true;
        }
        let mut gone = SquareSet::of(from);
        let taken_on = self.capture_square(chess_move);
        if taken_on != to {
            gone.insert(taken_on);
        } else if !is_attacked::<false>(&self.rules, &self.board, to, !self.turn, Some(from)) {
            return true;
        }
        self.fight_out(Siege::new(self, worth, to, gone), balance)
    }

    /// Lets both sides take in turn, the opponent first, and tells whether the mover is content.
    fn fight_out(&self, mut siege: Siege, mut balance: i32) -> bool {
        let mut side = !self.turn;
        while let Some(attacker) = siege.take(side) {
            side = !side;
            balance = -balance - 1 - attacker.worth;
            if balance >= 0 {
                // A king cannot take what is defended.
                let is_king = Some(attacker.kind) == self.rules.decisive_king();
                if is_king && !siege.attackers[side.index()].is_empty() {
                    side = !side;
                }
                break;
            }
        }
        side != self.turn
    }
}
