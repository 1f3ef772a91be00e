//! The search of one move of a node: pruning, extension and late move reduction.

use std::ops::ControlFlow;

use rules::Move;

use super::Worker;
use super::node::{Node, towards_beta};
use super::ordering::{MovePicker, is_tactical};
use super::params::*;
use crate::score::{INFINITE, is_mate};
use crate::table::Bound;

impl Worker {
    /// Late move pruning, futility pruning, history pruning and pruning of losing exchanges.
    ///
    /// Checks are never pruned: one that seems to lose a piece may be mate. They are tested last,
    /// which costs the most.
    pub(super) fn prune_move(
        &mut self,
        node: &Node,
        picker: &mut MovePicker,
        chess_move: Move,
        is_quiet: bool,
        number: usize,
    ) -> bool {
        let reduction = self.reductions.of(node.depth, number) / 1024;
        let depth = (node.depth - reduction).max(0);
        if is_quiet && !node.in_check {
            let late = number > late_move_count(node.depth, node.improving);
            let out_of_reach = |eval| eval + futility_margin(depth) <= node.alpha;
            let hopeless = depth <= max_futility_depth() && node.eval.is_some_and(out_of_reach);
            let has_failed = depth <= max_history_depth()
                && self.quiet_history(chess_move) < pruned_history() * node.depth;
            let useless = hopeless || has_failed;
            if (late || useless) && self.position.gives_plain_check(chess_move) {
                return false;
            }
            if late || hopeless {
                picker.skip_quiets();
            }
            if useless {
                return true;
            }
        }
        if !is_quiet
            && !node.in_check
            && depth <= max_capture_futility_depth()
            && chess_move.promotion().is_none()
            && let Some(eval) = node.eval
        {
            let victim = self.position.captured_by(chess_move);
            let worth = victim.map_or(0, |piece| self.evaluator.worth()[piece.kind().index()]);
            let history = self.history.capture(self.piece_to(chess_move), victim);
            if eval + worth + capture_futility_margin(depth, history) <= node.alpha
                && !self.position.gives_plain_check(chess_move)
            {
                return true;
            }
        }
        let checked_depth = if is_quiet { depth } else { node.depth };
        let margin = see_margin(checked_depth, !is_quiet);
        (is_quiet || picker.is_at_bad_captures())
            && checked_depth <= max_see_depth()
            && !self.static_exchange_reaches(chess_move, margin)
            && !self.position.gives_plain_check(chess_move)
    }

    /// The history score of a quiet move.
    fn quiet_history(&self, chess_move: Move) -> i32 {
        let Some(piece) = self.position.piece_at(chess_move.from()) else { return 0 };
        let frame = &self.stack[self.ply];
        let (turn, key) = (self.position.turn(), frame.incremental.pawn_key);
        let judge = self.history.quiet_judge(turn, frame.rows, key);
        let [general, near, far, _] = judge.judge(piece.kind(), chess_move);
        general + near + far
    }

    /// The extension of a move in check, or by a singular extension search. A multi-cut breaks off with
    /// the node's score: another move fails high as well.
    pub(super) fn extension(&mut self, node: &Node, chess_move: Move) -> ControlFlow<i32, i32> {
        let frame = &self.stack[self.ply];
        let long = self.ply as i32 >= 2 * self.root_depth;
        let evasion = i32::from(node.in_check && !long);
        let (Some(entry), None) = (node.tt_entry, frame.excluded) else {
            return ControlFlow::Continue(evasion);
        };
        let is_candidate = self.ply > 0
            && node.depth >= min_singular_depth()
            && entry.best == Some(chess_move)
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - 3
            && !is_mate(entry.score)
            && !long;
        if !is_candidate {
            return ControlFlow::Continue(evasion);
        }
        let singular_beta = entry.score - singular_margin() * node.depth;
        let depth = (node.depth - 1) / 2;
        self.stack[self.ply].excluded = Some(chess_move);
        let score = self.search::<false>(singular_beta - 1, singular_beta, depth, node.is_cut_node);
        self.stack[self.ply].excluded = None;
        if score < singular_beta {
            let is_double = score < singular_beta - double_extension()
                && self.stack[self.ply].extensions < max_double_extensions()
                && node.beta - node.alpha == 1;
            let is_triple = is_double
                && score < singular_beta - triple_extension()
                && !is_tactical(&self.position, chess_move);
            ControlFlow::Continue(1 + i32::from(is_double) + i32::from(is_triple))
        } else if score >= node.beta && !is_mate(score) {
            ControlFlow::Break(towards_beta(score, node))
        } else if entry.score >= node.beta || node.is_cut_node {
            ControlFlow::Continue(-negative_extension())
        } else {
            ControlFlow::Continue(0)
        }
    }

    /// Plays a move and searches it, with late move reductions and a null window first.
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        chess_move: Move,
        is_quiet: bool,
        number: usize,
        extension: i32,
    ) -> i32 {
        let (alpha, beta) = (node.alpha, node.beta);
        let history = if is_quiet { self.quiet_history(chess_move) } else { 0 };
        let undo = self.play(chess_move);
        self.stack[self.ply - 1].is_quiet = is_quiet;
        self.stack[self.ply].extensions += (extension - 1).max(0);
        let new_depth = node.depth - 1 + extension;
        let mut score = -INFINITE;
        let mut full_search = !PV || number > 1;
        if node.depth >= 2 && number > 1 + usize::from(PV) {
            let reduction = self.reduction(node, is_quiet, number, history);
            let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
            score = -self.search::<false>(-alpha - 1, -alpha, reduced, true);
            full_search = score > alpha && reduced < new_depth;
        }
        if full_search && !self.stopped {
            score = -self.search::<false>(-alpha - 1, -alpha, new_depth, !node.is_cut_node);
        }
        if PV && (number == 1 || score > alpha) && !self.stopped {
            score = -self.search::<true>(-beta, -alpha, new_depth, false);
        }
        self.undo(chess_move, undo);
        score
    }

    /// The reduction of a late move, in plies.
    fn reduction(&self, node: &Node, is_quiet: bool, number: usize, history: i32) -> i32 {
        let mut plies = self.reductions.of(node.depth, number);
        if !is_quiet {
            plies = plies * lmr_capture_thirds() / 3 - lmr_capture_less();
        }
        let next = &self.stack[self.ply];
        for (holds, change) in [
            (node.was_pv, -lmr_was_pv()),
            (node.is_cut_node, lmr_cut_node()),
            (node.is_cut_node && !node.has_move(), lmr_blind_cut_node()),
            (!node.improving, lmr_not_improving()),
            (next.in_check, -lmr_gives_check()),
            (self.ply == 1, -lmr_at_root()),
            (self.mate_horizon.is_some(), -lmr_mate_search()),
            (next.cutoffs > many_cutoffs() as u32, lmr_cutoffs()),
        ] {
            plies += change * i32::from(holds);
        }
        plies -= history * 1024 / lmr_history();
        plies / 1024
    }
}
