//! What a thread keeps from evaluation to evaluation.

use rules::{Colour, Position, Square};

use super::Evaluator;
use super::pawns::PawnCache;
use crate::nnue::{AccumulatorStack, BoardChange};

/// Entries of a pawn cache; few for single positions, where making it would cost more than it saves.
const PAWN_CACHE: usize = 1 << 12;
const SMALL_PAWN_CACHE: usize = 1 << 8;

/// Pawn structures and accumulators of one thread.
pub(crate) struct EvalState {
    pub(super) pawns: PawnCache,
    accumulators: Option<AccumulatorStack>,
}

impl EvalState {
    /// For lines of up to so many positions; longer ones cost time.
    pub(crate) fn new(evaluator: &Evaluator, depth: usize) -> EvalState {
        let pawns = if depth > 1 { PAWN_CACHE } else { SMALL_PAWN_CACHE };
        let stack = |network| AccumulatorStack::new(network, depth);
        EvalState { pawns: PawnCache::new(pawns), accumulators: evaluator.network().map(stack) }
    }

    /// Starts over with a position.
    pub(crate) fn reset(&mut self, position: &Position) {
        if let Some(stack) = &mut self.accumulators {
            stack.reset(position);
        }
    }

    /// Goes on to the position after a move of a side whose king stood on this square.
    #[inline]
    pub(crate) fn push(&mut self, change: BoardChange, turn: Colour, king: Option<Square>) {
        if let Some(stack) = &mut self.accumulators {
            stack.push(change, turn, king);
        }
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(stack) = &mut self.accumulators {
            stack.pop();
        }
    }

    /// What the network says of the position, where there is one.
    #[inline]
    pub(super) fn network_output(&mut self, position: &Position) -> Option<i32> {
        self.accumulators.as_mut().map(|stack| stack.evaluate(position))
    }
}
