//! The search of one node: principal variation search.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use rules::{Move, Outcome};

use super::Worker;
use super::ordering::{MovePicker, is_tactical};
use super::params::min_iir_depth;
use crate::hash::mix;
use crate::history::CORRECTION_KEYS;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, is_mate, mate_in, mated_in};
use crate::table::{Bound, TtEntry};

/// The most moves of a node that are debited in the history.
const MAX_TRIED: usize = 32;

/// The state of a node while its moves are searched.
pub(super) struct Node {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) is_cut_node: bool,
    pub(super) in_check: bool,
    /// Is the static evaluation better than two plies ago?
    pub(super) improving: bool,
    /// The static evaluation, corrected and refined by the table's score; none in check.
    pub(super) eval: Option<i32>,
    /// The static evaluation before corrections.
    pub(super) raw_eval: Option<i32>,
    pub(super) tt_entry: Option<TtEntry>,
    pub(super) was_pv: bool,
}

impl Node {
    /// Does the transposition table know a move?
    pub(super) fn has_move(&self) -> bool {
        self.tt_entry.is_some_and(|entry| entry.best.is_some())
    }
}

/// A score above beta drawn towards it: the less deep, the less is known of how far it is above.
pub(super) fn towards_beta(score: i32, node: &Node) -> i32 {
    (score * node.depth + node.beta) / (node.depth + 1)
}

/// The best move so far, and the moves that failed.
pub(super) struct Best {
    pub(super) score: i32,
    pub(super) chess_move: Option<Move>,
    /// Moves that did not raise beta, for the history.
    pub(super) quiets: ArrayVec<Move, MAX_TRIED>,
    pub(super) captures: ArrayVec<Move, MAX_TRIED>,
}

impl Best {
    #[inline]
    fn new() -> Best {
        let (quiets, captures) = (ArrayVec::new(), ArrayVec::new());
        Best { score: -INFINITE, chess_move: None, quiets, captures }
    }

    /// Adds a move that did not raise beta, as long as there is room.
    #[inline]
    fn add_tried(&mut self, chess_move: Move, is_quiet: bool) {
        let tried = if is_quiet { &mut self.quiets } else { &mut self.captures };
        if !tried.is_full() {
            tried.push(chess_move);
        }
    }
}

impl Worker {
    /// The score of the position, exact if it lies between alpha and beta.
    pub(super) fn search<const PV: bool>(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        is_cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta);
        }
        if PV {
            self.clear_pv();
        }
        if self.should_stop() {
            return DRAW;
        }
        let (mut alpha, mut beta) = (alpha, beta);
        if self.ply > 0 {
            if let Some(score) = self.terminal_score() {
                return score;
            }
            alpha = alpha.max(mated_in(self.ply));
            beta = beta.min(mate_in(self.ply + 1));
            if alpha >= beta {
                return alpha;
            }
            if self.is_beyond_mate() {
                return self.evaluate();
            }
        }
        let frame = &self.stack[self.ply];
        let (in_check, excluded) = (frame.in_check, frame.excluded);
        let tt_entry = match excluded {
            None => self.table.probe(self.position.hash(), self.ply),
            Some(_) => None,
        };
        self.stack[self.ply + 2].cutoffs = 0;
        let mut node = Node {
            alpha,
            beta,
            depth,
            is_cut_node,
            in_check,
            improving: false,
            eval: None,
            raw_eval: None,
            tt_entry,
            was_pv: PV || tt_entry.is_some_and(|entry| entry.was_pv),
        };
        if !PV && let Some(score) = self.tt_cutoff(&node) {
            return score;
        }
        self.evaluate_node(&mut node);
        self.reward_change_of_eval();
        if !PV
            && !in_check
            && self.mate_horizon.is_none()
            && excluded.is_none()
            && let Some(score) = self.prune(&mut node)
        {
            return score;
        }
        if node.depth >= min_iir_depth() && !node.has_move() && excluded.is_none() {
            node.depth -= 1;
        }
        self.search_moves::<PV>(&mut node)
    }

    /// The score of a node where the game is over or the line reaches the maximum ply.
    pub(super) fn terminal_score(&mut self) -> Option<i32> {
        if let Some(outcome) = self.position.early_outcome() {
            return Some(self.score_of(outcome));
        }
        if self.kings_are_taken {
            let turn = self.position.turn();
            if self.position.king(turn).is_none() {
                return Some(mated_in(self.ply));
            }
            if self.position.is_in_check(!turn) {
                return Some(mate_in(self.ply + 1));
            }
        }
        if self.is_dead() {
            return Some(DRAW);
        }
        if self.is_draw() {
            if let Some(score) = self.perpetual_check() {
                return Some(score);
            }
            // A small random component keeps the search from steering into repetitions.
            return Some(DRAW + 1 - (self.nodes & 2) as i32);
        }
        if self.ply >= MAX_PLY - 1 {
            let in_check = self.stack[self.ply].in_check;
            return Some(if in_check { DRAW } else { self.evaluate() });
        }
        None
    }

    /// The transposition table's score, if it causes a cutoff.
    fn tt_cutoff(&self, node: &Node) -> Option<i32> {
        let entry = node.tt_entry?;
        let is_deep = entry.depth
            >= node.depth + i32::from(entry.bound == Bound::Upper && entry.score > node.alpha);
        let settles = entry.is_cutoff(node.alpha, node.beta);
        (is_deep && settles && self.position.halfmove_clock() < 90).then_some(entry.score)
    }

    /// Evaluates the position statically, and compares it with earlier ones of the line.
    fn evaluate_node(&mut self, node: &mut Node) {
        if node.in_check {
            self.stack[self.ply].eval = None;
            return;
        }
        let frame = &self.stack[self.ply];
        let eval = match (frame.excluded, frame.eval) {
            // A singular extension search visits the same position again.
            (Some(_), Some(eval)) => eval,
            _ => {
                let known = node.tt_entry.and_then(|entry| entry.eval);
                let raw = known.unwrap_or_else(|| self.evaluate());
                node.raw_eval = Some(raw);
                self.corrected(raw)
            }
        };
        self.stack[self.ply].eval = Some(eval);
        let earlier = |back: usize| self.ply.checked_sub(back).and_then(|ply| self.stack[ply].eval);
        node.improving = earlier(2).or_else(|| earlier(4)).is_none_or(|before| eval > before);
        let better = node.tt_entry.filter(|entry| entry.improves(eval));
        node.eval = Some(better.map_or(eval, |entry| entry.score));
    }

    /// What correction history goes by: pawns, the other pieces of either side, the last two moves.
    #[inline]
    pub(super) fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        let frame = &self.stack[self.ply];
        let [white, black] = frame.incremental.piece_keys;
        let [last, second] = frame.rows;
        let moves = mix((last as u64) << 32 | second as u64);
        [frame.incremental.pawn_key, white, black, moves]
    }

    /// The evaluation with the correction history of such positions.
    pub(super) fn corrected(&self, eval: i32) -> i32 {
        let eval = eval + self.history.correction(self.position.turn(), self.correction_keys());
        eval.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// Searches the moves in order until one fails high.
    fn search_moves<const PV: bool>(&mut self, node: &mut Node) -> i32 {
        let excluded = self.stack[self.ply].excluded;
        let window = (node.alpha, node.beta);
        let mut best = Best::new();
        let mut picker = MovePicker::new(self, node.tt_entry.and_then(|entry| entry.best));
        let mut number = 0;
        let mut has_moves = excluded.is_some();
        while let Some(chess_move) = picker.next(self) {
            self.prefetch(chess_move);
            if Some(chess_move) == excluded
                || self.ply == 0 && self.open_root_move(chess_move).is_none()
            {
                continue;
            }
            has_moves = true;
            if self.ply > 0 && self.overlooks(chess_move) {
                continue;
            }
            number += 1;
            let is_quiet = !is_tactical(&self.position, chess_move);
            if self.ply > 0
                && self.mate_horizon.is_none()
                && (is_quiet || !self.fewer_is_better)
                && best.score > -MATE_BOUND
                && self.prune_move(node, &mut picker, chess_move, is_quiet, number)
            {
                continue;
            }
            let extension = match self.extension(node, chess_move) {
                ControlFlow::Continue(extension) => extension,
                ControlFlow::Break(score) => {
                    picker.finish(self);
                    return score;
                }
            };
            if self.stopped {
                break;
            }
            if self.ply == 0 {
                self.announce(chess_move, self.pv_index + number);
            }
            let nodes_before = self.nodes;
            let score = self.search_move::<PV>(node, chess_move, is_quiet, number, extension);
            if self.stopped {
                picker.finish(self);
                return DRAW;
            }
            if self.ply == 0 {
                let is_best = number == 1 || score > node.alpha;
                let nodes = self.nodes - nodes_before;
                self.update_root_move(chess_move, score, window, is_best, nodes);
            }
            if self.update_best::<PV>(node, &mut best, chess_move, score) {
                self.stack[self.ply].cutoffs += u32::from(extension < 2 || PV);
                break;
            }
            best.add_tried(chess_move, is_quiet);
        }
        picker.finish(self);
        if self.stopped {
            return DRAW;
        }
        if number == 0 {
            return self.score_without_moves(node, has_moves);
        }
        if best.score >= node.beta && !is_mate(best.score) && !is_mate(node.beta) {
            best.score = towards_beta(best.score, node);
        }
        if best.score <= window.0 && excluded.is_none() {
            self.reward_last_move(node.depth);
        }
        self.store_result(node, window, &best);
        best.score
    }

    /// Updates best move and alpha with the score of a move. Does it fail high?
    #[inline]
    fn update_best<const PV: bool>(
        &mut self,
        node: &mut Node,
        best: &mut Best,
        chess_move: Move,
        score: i32,
    ) -> bool {
        if score > best.score {
            best.score = score;
            if score > node.alpha {
                best.chess_move = Some(chess_move);
                if PV {
                    self.update_pv(chess_move);
                }
                if score >= node.beta {
                    return true;
                }
                node.alpha = score;
            }
        }
        false
    }

    /// The score of a node without searched moves: mate or stalemate, or alpha if moves were pruned.
    fn score_without_moves(&self, node: &Node, has_moves: bool) -> i32 {
        if has_moves { node.alpha } else { self.score_of_end() }
    }

    /// The score of a node in which there are no moves.
    pub(super) fn score_of_end(&self) -> i32 {
        self.position.end_without_moves().map_or(DRAW, |outcome| self.score_of(outcome))
    }

    /// The score of a game that is over.
    fn score_of(&self, outcome: Outcome) -> i32 {
        match outcome.winner {
            Some(winner) if winner == self.position.turn() => mate_in(self.ply),
            Some(_) => mated_in(self.ply),
            None => DRAW,
        }
    }

    /// Clears the principal variation from this ply on.
    pub(super) fn clear_pv(&mut self) {
        self.pv_table[self.ply].clear();
        self.deepest_ply = self.deepest_ply.max(self.ply);
    }

    /// Sets the principal variation to a move and that of the next ply.
    pub(super) fn update_pv(&mut self, chess_move: Move) {
        let (here, next) = self.pv_table.split_at_mut(self.ply + 1);
        let line = &mut here[self.ply];
        line.clear();
        line.push(chess_move);
        line.extend(&next[0]);
    }
}
