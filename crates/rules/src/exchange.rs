//! What comes of taking back and forth on one square, for any set of pieces.

use crate::attack::{is_attacked, leap_attackers};
use crate::board::step;
use crate::line::{Direction, Family};
use crate::{Colour, Move, MoveKind, Piece, PieceType, Position, Square, SquareSet};

/// The worth of each piece type, by its number.
pub type Worth = [i32; PieceType::MAX];

/// The nearest piece along one direction from the square that is fought over.
#[derive(Clone, Copy)]
struct Front {
    piece: Piece,
    square: Square,
    steps: u32,
}

/// The pieces around a square while they leave one by one.
struct Siege<'a> {
    position: &'a Position,
    target: Square,
    /// Pieces that have left.
    gone: SquareSet,
    fronts: [Option<Front>; 8],
    leapers: [SquareSet; 2],
}

impl<'a> Siege<'a> {
    fn new(position: &'a Position, target: Square, gone: SquareSet) -> Siege<'a> {
        let leapers = Colour::BOTH.map(|colour| {
            leap_attackers(&position.rules, &position.board, target, colour).collect::<SquareSet>()
        });
        let mut siege = Siege { position, target, gone, fronts: [None; 8], leapers };
        for family in Family::ALL {
            // Pieces that take at a distance stand on lines with runners, all others leap.
            let line = position.board.line(target, family).0;
            if line.has_runners(Colour::White) || line.has_runners(Colour::Black) {
                for direction in [family.upward(), family.upward().opposite()] {
                    siege.fronts[direction as usize] = siege.beyond(target, 0, direction);
                }
            }
        }
        siege
    }

    /// The next piece that is still there, from a square onward.
    fn beyond(&self, mut from: Square, mut steps: u32, direction: Direction) -> Option<Front> {
        let board = &self.position.board;
        loop {
            let (gap, is_white) = board.look(from, direction, Colour::White);
            if !is_white && !board.look(from, direction, Colour::Black).1 {
                return None;
            }
            from = step(from, direction, gap + 1);
            steps += gap + 1;
            if !self.gone.contains(from) {
                let piece = board.piece_at(from)?;
                return Some(Front { piece, square: from, steps });
            }
        }
    }

    /// The cheapest piece of a side that attacks the square.
    fn cheapest(&self, side: Colour, worth: &Worth) -> Option<(Square, Piece)> {
        let tables = &self.position.rules.tables;
        let straight = Direction::ALL.into_iter().filter_map(|direction| {
            let front = self.fronts[direction as usize]?;
            let attacks =
                front.piece.colour() == side && tables.reach(front.piece, direction) >= front.steps;
            attacks.then_some((front.square, front.piece))
        });
        let others = self.leapers[side.index()] | self.crooked(side);
        let others = others.without(self.gone).iter();
        let others = others.filter_map(|s| Some((s, self.position.piece_at(s)?)));
        straight.chain(others).min_by_key(|(_, piece)| worth[piece.kind().index()])
    }

    /// Riders along crooked lines; rare enough to look anew each time.
    fn crooked(&self, side: Colour) -> SquareSet {
        let Position { rules, board, .. } = self.position;
        let rays = rules.tables.crooked(side).iter();
        let attackers = rays.filter_map(|ray| {
            let back = |s: &Square| rules.size().offset(*s, -ray.files, -ray.ranks);
            let mut steps = std::iter::successors(back(&self.target), back).zip(1..);
            let is_there = |s: Square| !board.is_empty(s) && !self.gone.contains(s);
            let (from, distance) = steps.find(|(square, _)| is_there(*square))?;
            let piece = board.piece_at(from)?;
            (piece.colour() == side && ray.reach(piece.kind()) >= distance).then_some(from)
        });
        attackers.collect()
    }

    /// A piece leaves its square to take.
    fn leave(&mut self, square: Square) {
        self.gone.insert(square);
        for direction in Direction::ALL {
            if let Some(front) = self.fronts[direction as usize]
                && front.square == square
            {
                self.fronts[direction as usize] = self.beyond(square, front.steps, direction);
            }
        }
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
        if chess_move.kind() == MoveKind::EnPassant {
            gone.insert(Square::new(to.file(), from.rank()));
        } else if !is_attacked::<false>(&self.rules, &self.board, to, !self.turn, Some(from)) {
            return true;
        }
        self.fight_out(Siege::new(self, to, gone), worth, balance)
    }

    /// Lets both sides take in turn, the opponent first, and tells whether the mover is content.
    fn fight_out(&self, mut siege: Siege, worth: &Worth, mut balance: i32) -> bool {
        let mut side = !self.turn;
        while let Some((square, piece)) = siege.cheapest(side, worth) {
            siege.leave(square);
            side = !side;
            balance = -balance - 1 - worth[piece.kind().index()];
            if balance >= 0 {
                // A king cannot take what is defended.
                let is_king = Some(piece.kind()) == self.rules.decisive_king();
                if is_king && siege.cheapest(side, worth).is_some() {
                    side = !side;
                }
                break;
            }
        }
        side != self.turn
    }
}
