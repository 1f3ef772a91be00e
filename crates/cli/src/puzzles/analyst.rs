//! The engine as the puzzle maker asks it: the best move, the next best, and how soon it is seen.

use std::sync::Arc;

use engine::{Bound, Engine, Limits, Line, Score};
use rules::{Move, Position, Rules};

/// The table of the engine, in mebibytes.
const HASH: usize = 32;

/// The two best moves of a position.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// What to play, and what follows.
    pub(super) line: Vec<Move>,
    pub(super) best: Score,
    pub(super) second: Score,
    /// How many positions were looked at until the best move was seen for good.
    pub(super) found_after: u64,
}

/// Looks at positions one by one; what was thought before does not matter.
pub(super) struct Analyst {
    engine: Engine,
}

impl Analyst {
    pub(super) fn new(rules: &Arc<Rules>) -> Analyst {
        Analyst { engine: Engine::new(rules, HASH, 1) }
    }

    /// The two best moves within so many nodes; nothing where there are no two, or where the
    /// engine was about to change its mind.
    pub(super) fn pair(&mut self, position: &Position, nodes: u64) -> Option<Pair> {
        self.engine.clear();
        let limits = Limits { lines: 2, ..Limits::nodes(nodes) };
        let mut first: Option<Line> = None;
        let mut pair: Option<(Line, Line)> = None;
        let mut seen: Option<(Move, u64)> = None;
        let mut listen = |line: &Line| {
            let Some(chess_move) = line.moves.first().copied() else { return };
            if line.rank == 0 && seen.is_none_or(|(known, _)| known != chess_move) {
                seen = Some((chess_move, line.nodes));
            }
            match (line.bound, line.rank) {
                (Bound::Exact, 0) => first = Some(line.clone()),
                (Bound::Exact, 1) => {
                    let best = first.clone().filter(|best| best.depth == line.depth);
                    pair = best.map(|best| (best, line.clone())).or(pair.take());
                }
                _ => {}
            }
        };
        let outcome = self.engine.search(position, &[], &limits, &mut listen);
        let (first, second) = pair?;
        let (found, found_after) = seen?;
        if outcome.best != first.moves.first().copied() || outcome.best != Some(found) {
            return None;
        }
        let (best, second) = (first.score, second.score);
        Some(Pair { line: first.moves, best, second, found_after })
    }

    /// The best reply and how good it is.
    pub(super) fn best(&mut self, position: &Position, nodes: u64) -> Option<(Move, Score)> {
        self.engine.clear();
        let outcome = self.engine.search(position, &[], &Limits::nodes(nodes), &mut |_| {});
        Some((outcome.best?, outcome.score))
    }

    /// How many positions are looked at until a mate is seen; it must be one.
    pub(super) fn nodes_to_mate(&mut self, position: &Position, moves: u32, nodes: u64) -> u64 {
        self.engine.clear();
        let limits = Limits { mate: Some(moves), ..Limits::nodes(nodes) };
        self.engine.search(position, &[], &limits, &mut |_| {}).nodes
    }
}
