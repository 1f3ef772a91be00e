//! The moves of the position that is searched.

use rules::Move;

use super::Worker;
use crate::score::INFINITE;

/// A move that can be played, and what the search thinks of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) chess_move: Move,
    pub(crate) score: i32,
    /// The score of the iteration before.
    pub(crate) previous: i32,
    /// The score lies beyond this side of the window.
    pub(crate) is_lower_bound: bool,
    pub(crate) is_upper_bound: bool,
    pub(crate) deepest_ply: usize,
    /// The expected line, beginning with the move.
    pub(crate) line: Vec<Move>,
    /// How many nodes were spent on it in the whole search.
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
    /// The root move, unless it is not to be looked at now.
    pub(super) fn open_root_move(&mut self, chess_move: Move) -> Option<&mut RootMove> {
        self.root_moves[self.settled..].iter_mut().find(|root| root.chess_move == chess_move)
    }

    /// Notes the result of a root move: the first and those that beat it get a score and a line.
    pub(super) fn note_root_move(
        &mut self,
        chess_move: Move,
        score: i32,
        window: (i32, i32),
        is_best: bool,
        nodes: u64,
    ) {
        let deepest_ply = self.deepest_ply;
        let line = if is_best { std::mem::take(&mut self.lines[1]) } else { Vec::new() };
        let Some(root) = self.open_root_move(chess_move) else { return };
        root.nodes += nodes;
        if !is_best {
            // Keeps its place behind the better ones when they are sorted.
            root.score = -INFINITE;
            return;
        }
        root.score = score;
        root.deepest_ply = deepest_ply;
        root.is_upper_bound = score <= window.0;
        root.is_lower_bound = score >= window.1;
        root.line.truncate(1);
        root.line.extend(&line);
        self.lines[1] = line;
    }

    /// Sorts the moves that are not settled, best first, others as they were.
    pub(super) fn sort_root_moves(&mut self) {
        self.root_moves[self.settled..].sort_by_key(|root| (-root.score, -root.previous));
    }
}
