//! Pruning of whole nodes: razoring, reverse futility, null move and ProbCut.

use super::Worker;
use super::node::Node;
use super::ordering::MovePicker;
use super::params::*;
use crate::score::{MATE_BOUND, is_mate};
use crate::table::Bound;

impl Worker {
    /// Tries to prune the node, and returns its score if that works.
    pub(super) fn prune(&mut self, node: &mut Node) -> Option<i32> {
        let eval = node.eval?;
        let Node { alpha, beta, depth, .. } = *node;
        if depth <= max_razoring_depth() && eval + razoring_margin(depth) <= alpha {
            let score = self.quiescence::<false>(alpha, alpha + 1);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        let margin = reverse_futility_margin(depth, node.improving);
        if depth <= max_reverse_futility_depth()
            && eval - margin >= beta
            && beta > -MATE_BOUND
            && eval < MATE_BOUND
        {
            return Some((eval + beta) / 2);
        }
        self.null_move(node, eval).or_else(|| self.probcut(node)).or_else(|| table_probcut(node))
    }

    /// Null move pruning: if even passing fails high, some move does too.
    fn null_move(&mut self, node: &Node, eval: i32) -> Option<i32> {
        let Node { beta, depth, .. } = *node;
        let may_pass = depth >= min_null_move_depth()
            && eval >= beta
            && self.stack[self.ply].eval.is_some_and(|e| e >= beta + null_move_margin(depth))
            && self.ply >= self.null_move_min_ply
            && self.ply > 0
            && self.stack[self.ply - 1].current.is_some()
            && beta > -MATE_BOUND
            && self.position.has_pieces(self.position.turn())
            // Who must take is often better off without a move.
            && !self.position.rules().spec().restrictions.must_capture;
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
        if depth < verified_null_move_depth() || self.null_move_min_ply > 0 {
            return Some(score);
        }
        // Deep cutoffs are verified without null moves, because of zugzwang.
        self.null_move_min_ply = self.ply + (3 * reduced.max(1) / 4) as usize;
        let verified = self.search::<false>(beta - 1, beta, reduced.max(1), false);
        self.null_move_min_ply = 0;
        (verified >= beta).then_some(score)
    }

    /// ProbCut: if a good capture beats a raised beta at reduced depth, the node fails high.
    fn probcut(&mut self, node: &Node) -> Option<i32> {
        let raised = node.beta + probcut() - probcut_improving() * i32::from(node.improving);
        let known_worse = node.tt_entry.is_some_and(|entry| {
            entry.depth >= node.depth - 3 && entry.score < raised && entry.bound != Bound::Lower
        });
        if node.depth < min_probcut_depth() || is_mate(node.beta) || known_worse {
            return None;
        }
        let threshold = raised - node.eval?;
        let tt_move = node.tt_entry.and_then(|entry| entry.best);
        let mut picker = MovePicker::captures(self, tt_move, threshold);
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

/// ProbCut without search: the table says that the node is far above beta.
fn table_probcut(node: &Node) -> Option<i32> {
    let raised = node.beta + small_probcut();
    let entry = node.tt_entry?;
    let cuts = entry.bound != Bound::Upper
        && entry.depth >= node.depth - 4
        && entry.score >= raised
        && !is_mate(entry.score)
        && !is_mate(node.beta);
    cuts.then_some(raised)
}
