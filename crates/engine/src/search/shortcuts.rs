//! Positions that can be settled without searching their moves one by one.

use super::Worker;
use super::node::Node;
use super::ordering::Picker;
use super::pruning::{null_move_reduction, razoring_margin, reverse_futility_margin};
use crate::score::{MATE_BOUND, is_mate};
use crate::table::Bound;

impl Worker {
    /// Tries to settle a position without searching its moves one by one.
    pub(super) fn prune(&mut self, node: &mut Node) -> Option<i32> {
        let eval = node.eval?;
        let Node { alpha, beta, depth, .. } = *node;
        if depth <= 4 && eval + razoring_margin(depth) <= alpha {
            let score = self.quiescence::<false>(alpha, alpha + 1);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        let margin = reverse_futility_margin(depth, node.improving);
        if depth <= 8 && eval - margin >= beta && beta > -MATE_BOUND && eval < MATE_BOUND {
            return Some((eval + beta) / 2);
        }
        self.try_passing(node, eval).or_else(|| self.try_captures(node))
    }

    /// If passing the turn is good enough, some move surely is.
    fn try_passing(&mut self, node: &Node, eval: i32) -> Option<i32> {
        let Node { beta, depth, .. } = *node;
        let may_pass = depth >= 3
            && eval >= beta
            && self.stack[self.ply].eval.is_some_and(|e| e + 20 * depth >= beta + 150)
            && self.ply >= self.no_pass_before
            && self.ply > 0
            && self.stack[self.ply - 1].current.is_some()
            && beta > -MATE_BOUND
            && self.position.has_pieces(self.position.turn());
        if !may_pass {
            return None;
        }
        let reduced = depth - null_move_reduction(depth, eval - beta);
        let undo = self.pass();
        let score = -self.search::<false>(-beta, 1 - beta, reduced, !node.is_cut_node);
        self.undo_pass(undo);
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_mate(score) { beta } else { score };
        if depth < 12 || self.no_pass_before > 0 {
            return Some(score);
        }
        // Deep results are verified without passing, as in some positions any move is bad.
        self.no_pass_before = self.ply + (3 * reduced.max(1) / 4) as usize;
        let verified = self.search::<false>(beta - 1, beta, reduced.max(1), false);
        self.no_pass_before = 0;
        (verified >= beta).then_some(score)
    }

    /// If a good capture holds well above beta at reduced depth, the position surely does.
    fn try_captures(&mut self, node: &Node) -> Option<i32> {
        let raised = node.beta + 180 - 50 * i32::from(node.improving);
        let known_worse = node.known.is_some_and(|entry| {
            entry.depth >= node.depth - 3 && entry.score < raised && entry.bound != Bound::Lower
        });
        if node.depth < 5 || is_mate(node.beta) || known_worse {
            return None;
        }
        let threshold = raised - node.eval?;
        let remembered = node.known.and_then(|entry| entry.best);
        let mut picker = Picker::captures(self, remembered, threshold);
        let mut result = None;
        while let Some(chess_move) = picker.next(self) {
            let undo = self.play(chess_move);
            let mut score = -self.quiescence::<false>(-raised, 1 - raised);
            if score >= raised && !self.stopped {
                let depth = node.depth - 4;
                score = -self.search::<false>(-raised, 1 - raised, depth, !node.is_cut_node);
            }
            self.undo(chess_move, undo);
            if self.stopped {
                break;
            }
            if score >= raised {
                result = Some(score - (raised - node.beta));
                break;
            }
        }
        picker.finish(self);
        result.filter(|_| !self.stopped)
    }
}
