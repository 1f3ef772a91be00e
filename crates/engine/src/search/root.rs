//! The moves at the root.

use rules::Move;

use super::Worker;
use crate::score::INFINITE;

/// A root move and its result.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) chess_move: Move,
    pub(crate) score: i32,
    /// The score of the previous iteration.
    pub(crate) previous: i32,
    /// The score failed high or low.
    pub(crate) is_lower_bound: bool,
    pub(crate) is_upper_bound: bool,
    pub(crate) deepest_ply: usize,
    /// The principal variation, beginning with the move.
    pub(crate) line: Vec<Move>,
    /// Nodes spent on it in the whole search.
    pub(crate) nodes: u64,
}

impl RootMove {
    pub(crate) fn new(chess_move: Move) -> RootMove {
        RootMove {
            chess_move,
            score: -INFINITE,
            previous: -INFINITE,
            is_lower_bound: false,
            is_upper_bound: false,
            deepest_ply: 0,
            line: vec![chess_move],
            nodes: 0,
        }
    }
}

impl Worker {
    /// The root move, unless `searchmoves` or multi-PV excludes it.
    pub(super) fn open_root_move(&mut self, chess_move: Move) -> Option<&mut RootMove> {
        self.root_moves[self.pv_index..].iter_mut().find(|root| root.chess_move == chess_move)
    }

    /// Stores the result of a root move: the first and those that raise alpha get score and line.
    pub(super) fn update_root_move(
        &mut self,
        chess_move: Move,
        score: i32,
        window: (i32, i32),
        is_best: bool,
        nodes: u64,
    ) {
        let deepest_ply = self.deepest_ply;
        let line = if is_best { std::mem::take(&mut self.pv_table[1]) } else { Vec::new() };
        let Some(root) = self.open_root_move(chess_move) else { return };
        root.nodes += nodes;
        if !is_best {
            // It is sorted behind the better ones, in the order of the previous iteration.
            root.score = -INFINITE;
            return;
        }
        root.score = score;
        root.deepest_ply = deepest_ply;
        root.is_upper_bound = score <= window.0;
        root.is_lower_bound = score >= window.1;
        // A bound often has no line of its own; that of an earlier iteration tells more.
        if !line.is_empty() || !(root.is_upper_bound || root.is_lower_bound) {
            root.line.truncate(1);
            root.line.extend(&line);
        }
        self.pv_table[1] = line;
    }

    /// Sorts the root moves from the current line on, best first; the sort is stable.
    pub(super) fn sort_root_moves(&mut self) {
        self.root_moves[self.pv_index..].sort_by_key(|root| (-root.score, -root.previous));
    }
}
