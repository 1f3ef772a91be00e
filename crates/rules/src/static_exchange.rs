//! Static exchange evaluation (SEE): captures on one square played out, for any set of pieces.

use arrayvec::ArrayVec;

use crate::attack::{leap_candidates, leaper, rider_steps};
use crate::line::{Direction, ExchangeLine, Family, steps_from};
use crate::square_set::each_square;
use crate::tables::RiderRay;
use crate::{Colour, Move, MoveKind, Piece, PieceType, Position, Square, SquareSet};

/// The value of each piece type, by its number.
pub type PieceValues = [i32; PieceType::MAX];

/// The most attackers of a side that take part.
const MOST_ATTACKERS: usize = 48;

/// A piece that can capture on the target square.
#[derive(Clone, Copy)]
struct Attacker {
    value: i32,
    square: Square,
    kind: PieceType,
}

/// The attackers of a square while they capture one by one.
struct Exchange<'a> {
    position: &'a Position,
    values: &'a PieceValues,
    target: Square,
    /// Squares whose pieces have captured, and are empty now.
    gone: SquareSet,
    /// The four lines through the target, with the sliders that were not added yet.
    lines: [ExchangeLine; 4],
    attackers: [ArrayVec<Attacker, MOST_ATTACKERS>; 2],
}

impl<'a> Exchange<'a> {
    /// An exchange without attackers yet.
    #[inline(always)]
    fn new(position: &'a Position, values: &'a PieceValues, target: Square) -> Exchange<'a> {
        let lines = Family::ALL.map(|family| position.board.line(target, family).0.for_exchange());
        let attackers = [ArrayVec::new(), ArrayVec::new()];
        Exchange { position, values, target, gone: SquareSet::EMPTY, lines, attackers }
    }

    /// Adds an attacker, once: a piece can both leap and slide to the target.
    fn add(&mut self, square: Square, piece: Piece) {
        let (kind, side) = (piece.kind(), &mut self.attackers[piece.colour().index()]);
        if !side.is_full() && !side.iter().any(|attacker| attacker.square == square) {
            side.push(Attacker { value: self.values[kind.index()], square, kind });
        }
    }

    /// Adds all pieces of a side that can capture at once.
    #[inline(always)]
    fn add_side<const SMALL: bool>(&mut self, side: Colour) {
        self.add_leapers::<SMALL>(side);
        // Not as a loop, so that each line is known at compile time.
        self.add_sliders(Family::Rank, side);
        self.add_sliders(Family::File, side);
        self.add_sliders(Family::Rising, side);
        self.add_sliders(Family::Falling, side);
        self.add_riders(side);
    }

    /// Adds leapers of a side.
    #[inline(always)]
    fn add_leapers<const SMALL: bool>(&mut self, side: Colour) {
        let Position { rules, board, .. } = self.position;
        let candidates = leap_candidates(rules, board, self.target, side).without(self.gone);
        each_square!(SMALL, candidates, square => {
            if let Some(piece) = leaper(rules, board, square, self.target) {
                self.add(square, piece);
            }
        });
    }

    /// Adds the sliders of a side that are newly uncovered on a line.
    #[inline(always)]
    fn add_sliders(&mut self, family: Family, side: Colour) {
        let bit = family.locate(self.target).1;
        let seen = self.lines[family as usize].newly_seen(bit, side);
        if seen != 0 {
            steps_from(bit, seen).for_each(|steps| self.add_slider(family.upward(), steps));
        }
    }

    /// Adds the slider `steps` up a line, down if negative, if its range covers the distance.
    fn add_slider(&mut self, upward: Direction, steps: i16) {
        let square = self.target.step(upward.delta() * steps);
        let direction = if steps > 0 { upward } else { upward.opposite() };
        if let Some(piece) = self.position.piece_at(square) {
            let reach = self.position.rules.tables.reach(piece, direction);
            if reach >= u32::from(steps.unsigned_abs()) {
                self.add(square, piece);
            }
        }
    }

    /// Adds riders of a side.
    #[inline(always)]
    fn add_riders(&mut self, side: Colour) {
        for ray in self.position.rules.tables.rider_rays(side) {
            self.add_rider(side, ray);
        }
    }

    /// Adds riders of a side whose way to the target leads over a square that is empty now.
    #[inline(always)]
    fn add_riders_behind(&mut self, side: Colour, left: Square) {
        let files = i32::from(self.target.file()) - i32::from(left.file());
        let ranks = i32::from(self.target.rank()) - i32::from(left.rank());
        for ray in self.position.rules.tables.rider_rays(side) {
            if ray.leads(files, ranks) {
                self.add_rider(side, ray);
            }
        }
    }

    fn add_rider(&mut self, side: Colour, ray: &RiderRay) {
        let Position { rules, board, .. } = self.position;
        let mut steps = rider_steps(rules, self.target, ray).zip(1..);
        let is_there = |s: Square| !board.is_empty(s) && !self.gone.contains(s);
        if let Some((from, distance)) = steps.find(|(square, _)| is_there(*square))
            && let Some(piece) = board.piece_at(from)
            && piece.colour() == side
            && ray.reach(piece.kind()) >= distance
        {
            self.add(from, piece);
        }
    }

    /// Removes a piece, and adds the x-ray attackers of these sides behind it.
    #[inline(always)]
    fn leave(&mut self, square: Square, behind: &[Colour]) {
        self.gone.insert(square);
        self.leave_line(Family::Rank, square, behind);
        self.leave_line(Family::File, square, behind);
        self.leave_line(Family::Rising, square, behind);
        self.leave_line(Family::Falling, square, behind);
        behind.iter().for_each(|side| self.add_riders_behind(*side, square));
    }

    #[inline(always)]
    fn leave_line(&mut self, family: Family, square: Square, behind: &[Colour]) {
        let (line, bit) = family.locate(square);
        if line == family.locate(self.target).0 {
            self.lines[family as usize].vacate(bit);
            behind.iter().for_each(|side| self.add_sliders(family, *side));
        }
    }

    /// Takes out the least valuable attacker of a side.
    #[inline(always)]
    fn next(&mut self, side: Colour) -> Option<Attacker> {
        let attackers = &mut self.attackers[side.index()];
        let cheapest = (0..attackers.len()).min_by_key(|index| attackers[*index].value)?;
        Some(attackers.swap_remove(cheapest))
    }

    /// Lets both sides capture in turn, `first` first, each stopping when that is better. Is the
    /// result good enough for the other side?
    #[inline(always)]
    fn resolve<const SMALL: bool>(&mut self, first: Colour, mut balance: i32) -> bool {
        self.add_side::<SMALL>(first);
        let mut side = first;
        // Mostly there is no second capture.
        let mut both_are_added = false;
        while let Some(attacker) = self.next(side) {
            side = !side;
            balance = -balance - 1 - attacker.value;
            let is_king = Some(attacker.kind) == self.position.rules.decisive_king();
            if balance >= 0 && !is_king {
                break;
            }
            if both_are_added {
                self.leave(attacker.square, &Colour::BOTH);
            } else {
                self.leave(attacker.square, &[first]);
                self.add_side::<SMALL>(!first);
                both_are_added = true;
            }
            if balance >= 0 {
                // A king cannot capture a defended piece.
                if !self.attackers[side.index()].is_empty() {
                    side = !side;
                }
                break;
            }
        }
        side == first
    }
}

impl Position {
    /// Does a legal move win at least `threshold` by static exchange evaluation? Each side captures
    /// with its least valuable piece and stops when that is better.
    pub fn static_exchange_reaches(
        &self,
        chess_move: Move,
        values: &PieceValues,
        threshold: i32,
    ) -> bool {
        let value_of = |piece: Option<Piece>| piece.map_or(0, |p| values[p.kind().index()]);
        if chess_move.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        let (from, to) = (chess_move.from(), chess_move.to());
        let mover = self.piece_at(from);
        let arrives = match chess_move.promotion() {
            Some(kind) => values[kind.index()],
            None => value_of(mover),
        };
        let gain = value_of(self.captured_by(chess_move)) + arrives - value_of(mover);
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= arrives;
        if balance >= 0 {
            return true;
        }
        let taken_on = self.capture_square(chess_move);
        if let Some(extended) = &self.rules.extended {
            let gone = SquareSet::of(from) | SquareSet::of(taken_on);
            return self.resolve_extended_exchange(extended, to, gone, values, !self.turn, balance);
        }
        let mut exchange = Exchange::new(self, values, to);
        exchange.leave(from, &[]);
        if taken_on != to {
            exchange.leave(taken_on, &[]);
        }
        if self.rules.is_small() {
            exchange.resolve::<true>(!self.turn, balance)
        } else {
            exchange.resolve::<false>(!self.turn, balance)
        }
    }
}
