//! Counting material along a line.

use std::sync::Arc;

use engine::Evaluator;
use rules::{Colour, Move, PieceValues, Position, Rules};

/// No piece counts for more than this many hundredths of a pawn: kings have huge values.
const MOST: i32 = 6_000;

/// The value of each piece type in hundredths of a pawn, as the engine sees it. Those of a rule set's
/// file are for people and for simple players.
pub(crate) fn values(rules: &Arc<Rules>) -> PieceValues {
    Evaluator::written(rules).worth().map(|value| value.min(MOST))
}

/// By how much a side has more on the board, in units of the values.
pub fn lead(position: &Position, values: &PieceValues, side: Colour) -> i32 {
    let signed = |colour: Colour, value: i32| if colour == side { value } else { -value };
    position.pieces().map(|(_, p)| signed(p.colour(), values[p.kind().index()])).sum()
}

/// A legal prefix of a line with the position before each of its moves.
pub(crate) struct Walk {
    /// The moves that are legal one after the other.
    pub(crate) moves: Vec<Move>,
    /// The position before each move, and the last one.
    pub(crate) positions: Vec<Position>,
    /// How many of the moves are the engine's, or take back at once; the others are only likely.
    pub(crate) known: usize,
}

impl Walk {
    /// Plays a line as far as it is legal, up to a number of moves. A line that breaks off early, as
    /// the engine's often do, goes on with captures that win something.
    pub(crate) fn new(start: &Position, line: &[Move], most: usize, values: &PieceValues) -> Walk {
        let mut walk = Walk { moves: Vec::new(), positions: vec![start.clone()], known: 0 };
        for chess_move in line.iter().take(most) {
            if !walk.push(*chess_move) {
                break;
            }
        }
        walk.known = walk.moves.len();
        while walk.moves.len() < most
            && let Some(capture) = winning_capture(walk.last(), values)
        {
            let is_recapture = walk.moves.last().is_some_and(|last| last.to() == capture.to());
            if is_recapture && walk.known == walk.moves.len() {
                walk.known += 1;
            }
            if !walk.push(capture) {
                break;
            }
        }
        walk
    }

    fn push(&mut self, chess_move: Move) -> bool {
        let mut next = self.last().clone();
        let is_legal = next.play(chess_move).is_ok();
        if is_legal {
            self.moves.push(chess_move);
            self.positions.push(next);
        }
        is_legal
    }

    /// The position after the last move.
    pub(crate) fn last(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Is the exchange over at this point of the line: the next move is neither a capture nor a
    /// promotion, or the line ends and nothing is left to be taken for free?
    pub(crate) fn is_quiet(&self, at: usize, values: &PieceValues) -> bool {
        let position = &self.positions[at];
        match self.moves.get(at) {
            Some(next) => !position.is_capture(*next) && next.promotion().is_none(),
            None => winning_capture(position, values).is_none(),
        }
    }

    /// The material lead of a side where the line has come to rest, the last time it does.
    pub(crate) fn settled_lead(&self, values: &PieceValues, side: Colour) -> Option<i32> {
        let at = (0..self.positions.len()).rev().find(|at| self.is_quiet(*at, values))?;
        Some(lead(&self.positions[at], values, side))
    }
}

/// The capture of the most valuable piece that wins something by static exchange. A pawn may be worth
/// less than a hundred.
fn winning_capture(position: &Position, values: &PieceValues) -> Option<Move> {
    let mut captures = Vec::new();
    position.captures_into(&mut captures);
    let value = |m: &Move| position.captured_by(*m).map_or(0, |piece| values[piece.kind().index()]);
    let winning = captures.into_iter().filter(|m| position.static_exchange_reaches(*m, values, 50));
    winning.max_by_key(value)
}
