//! What comes of taking back and forth on one square, for any set of pieces.

use arrayvec::ArrayVec;

use crate::attack::{crooked_steps, leap_candidates, leaper};
use crate::line::{Direction, Family, Sight, steps_from};
use crate::square_set::each_square;
use crate::tables::CrookedRay;
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
    /// The runners on the four lines through the target that have not been added yet.
    sights: [Sight; 4],
    attackers: [ArrayVec<Attacker, MOST_ATTACKERS>; 2],
}

impl<'a> Siege<'a> {
    /// A siege in which nobody takes part yet.
    #[inline(always)]
    fn new(position: &'a Position, worth: &'a Worth, target: Square) -> Siege<'a> {
        let sights = Family::ALL.map(|family| position.board.line(target, family).0.sight());
        let attackers = [ArrayVec::new(), ArrayVec::new()];
        Siege { position, worth, target, gone: SquareSet::EMPTY, sights, attackers }
    }

    /// Adds a piece unless it is there already, as one can be that both leaps and runs.
    fn add(&mut self, square: Square, piece: Piece) {
        let (kind, side) = (piece.kind(), &mut self.attackers[piece.colour().index()]);
        if !side.is_full() && !side.iter().any(|attacker| attacker.square == square) {
            side.push(Attacker { worth: self.worth[kind.index()], square, kind });
        }
    }

    /// Adds all pieces of a side that can take at once.
    #[inline(always)]
    fn add_side<const SMALL: bool>(&mut self, side: Colour) {
        self.add_leapers::<SMALL>(side);
        // Not as a loop, so that each line is known at compile time.
        self.add_runners(Family::Rank, side);
        self.add_runners(Family::File, side);
        self.add_runners(Family::Rising, side);
        self.add_runners(Family::Falling, side);
        self.add_crooked(side);
    }

    /// Adds those of a side who leap or step.
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

    /// Adds the runners of a side that have come into sight on a line since the last look.
    #[inline(always)]
    fn add_runners(&mut self, family: Family, side: Colour) {
        let bit = family.locate(self.target).1;
        let seen = self.sights[family as usize].newly_seen(bit, side);
        if seen != 0 {
            steps_from(bit, seen).for_each(|steps| self.add_runner(family.upward(), steps));
        }
    }

    /// Adds a runner so many steps up a line, or down if negative, if it reaches the target.
    fn add_runner(&mut self, upward: Direction, steps: i16) {
        let square = self.target.step(upward.delta() * steps);
        let direction = if steps > 0 { upward } else { upward.opposite() };
        if let Some(piece) = self.position.piece_at(square) {
            let reach = self.position.rules.tables.reach(piece, direction);
            if reach >= u32::from(steps.unsigned_abs()) {
                self.add(square, piece);
            }
        }
    }

    /// Adds riders of a side along crooked lines.
    #[inline(always)]
    fn add_crooked(&mut self, side: Colour) {
        for ray in self.position.rules.tables.crooked(side) {
            self.add_rider(side, ray);
        }
    }

    /// Adds riders of a side whose way to the target leads over a square that was left.
    #[inline(always)]
    fn add_crooked_behind(&mut self, side: Colour, left: Square) {
        let files = i32::from(self.target.file()) - i32::from(left.file());
        let ranks = i32::from(self.target.rank()) - i32::from(left.rank());
        for ray in self.position.rules.tables.crooked(side) {
            if ray.leads(files, ranks) {
                self.add_rider(side, ray);
            }
        }
    }

    fn add_rider(&mut self, side: Colour, ray: &CrookedRay) {
        let Position { rules, board, .. } = self.position;
        let mut steps = crooked_steps(rules, self.target, ray).zip(1..);
        let is_there = |s: Square| !board.is_empty(s) && !self.gone.contains(s);
        if let Some((from, distance)) = steps.find(|(square, _)| is_there(*square))
            && let Some(piece) = board.piece_at(from)
            && piece.colour() == side
            && ray.reach(piece.kind()) >= distance
        {
            self.add(from, piece);
        }
    }

    /// Takes a piece away, and calls for those of these sides who stood behind it.
    #[inline(always)]
    fn leave(&mut self, square: Square, behind: &[Colour]) {
        self.gone.insert(square);
        self.leave_line(Family::Rank, square, behind);
        self.leave_line(Family::File, square, behind);
        self.leave_line(Family::Rising, square, behind);
        self.leave_line(Family::Falling, square, behind);
        behind.iter().for_each(|side| self.add_crooked_behind(*side, square));
    }

    #[inline(always)]
    fn leave_line(&mut self, family: Family, square: Square, behind: &[Colour]) {
        let (line, bit) = family.locate(square);
        if line == family.locate(self.target).0 {
            self.sights[family as usize].lift(bit);
            behind.iter().for_each(|side| self.add_runners(family, *side));
        }
    }

    /// The cheapest piece of a side.
    #[inline(always)]
    fn next(&mut self, side: Colour) -> Option<Attacker> {
        let attackers = &mut self.attackers[side.index()];
        let cheapest = (0..attackers.len()).min_by_key(|index| attackers[*index].worth)?;
        Some(attackers.swap_remove(cheapest))
    }

    /// Lets both sides take in turn, `first` first, and tells whether the other one is content.
    #[inline(always)]
    fn fight_out<const SMALL: bool>(&mut self, first: Colour, mut balance: i32) -> bool {
        self.add_side::<SMALL>(first);
        let mut side = first;
        // Mostly it does not come to a second capture.
        let mut both_are_known = false;
        while let Some(attacker) = self.next(side) {
            side = !side;
            balance = -balance - 1 - attacker.worth;
            let is_king = Some(attacker.kind) == self.position.rules.decisive_king();
            if balance >= 0 && !is_king {
                break;
            }
            if both_are_known {
                self.leave(attacker.square, &Colour::BOTH);
            } else {
                self.leave(attacker.square, &[first]);
                self.add_side::<SMALL>(!first);
                both_are_known = true;
            }
            if balance >= 0 {
                // A king cannot take what is defended.
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
        let mut siege = Siege::new(self, worth, to);
        siege.leave(from, &[]);
        let taken_on = self.capture_square(chess_move);
        if taken_on != to {
            siege.leave(taken_on, &[]);
        }
        if self.rules.is_small() {
            siege.fight_out::<true>(!self.turn, balance)
        } else {
            siege.fight_out::<false>(!self.turn, balance)
        }
    }
}
