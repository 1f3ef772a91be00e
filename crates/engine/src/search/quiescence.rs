//! Quiescence search: captures and check evasions until the position is quiet.

use rules::Move;

use super::Worker;
use super::ordering::MovePicker;
use super::params::{delta_margin, max_quiescence_captures};
use crate::score::{DRAW, INFINITE, MATE_BOUND};
use crate::table::{Bound, TtEntry};

/// The depth with which results are stored in the transposition table.
const DEPTH: i32 = 0;

/// The state of a quiescence node.
struct QsNode {
    alpha: i32,
    beta: i32,
    /// Is there no choice to stand pat: in check, or where captures are forced?
    in_check: bool,
    /// The best score so far, at first the stand-pat score.
    best: i32,
    best_move: Option<Move>,
    /// Delta-pruning bound: static evaluation plus margin.
    delta_base: i32,
    /// The number of moves seen.
    moves: usize,
}

impl Worker {
    /// The score of the position after captures and check evasions.
    pub(super) fn quiescence<const PV: bool>(&mut self, alpha: i32, beta: i32) -> i32 {
        if PV {
            self.clear_pv();
        }
        if self.should_stop() {
            return DRAW;
        }
        if self.ply > 0
            && let Some(score) = self.terminal_score()
        {
            return score;
        }
        let tt_entry = self.table.probe(self.position.hash(), self.ply);
        if !PV
            && let Some(entry) = tt_entry
            && entry.is_cutoff(alpha, beta)
        {
            return entry.score;
        }
        if self.must_end_first_iteration() || self.is_beyond_mate() {
            return self.evaluate();
        }
        let in_check = self.stack[self.ply].in_check || self.is_forced_to_capture();
        let mut node = QsNode {
            alpha,
            beta,
            in_check,
            best: -INFINITE,
            best_move: None,
            delta_base: -INFINITE,
            moves: 0,
        };
        let mut raw_eval = None;
        if !in_check {
            raw_eval = Some(self.stand_pat(&mut node, tt_entry));
            if node.best >= beta {
                if tt_entry.is_none() {
                    self.store_quiescence::<PV>(None, node.best, raw_eval, Bound::Lower);
                }
                return node.best;
            }
        }
        let first_alpha = node.alpha;
        self.search_captures::<PV>(&mut node, tt_entry.and_then(|entry| entry.best));
        if self.stopped {
            return DRAW;
        }
        let QsNode { alpha, best, best_move, moves, .. } = node;
        if in_check && moves == 0 && self.position.rules().check_counts() {
            return self.score_of_end();
        }
        if best == -INFINITE {
            return if moves == 0 { DRAW } else { alpha };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store_quiescence::<PV>(best_move, best, raw_eval, bound);
        best
    }

    /// Sets the stand-pat score, and returns the evaluation before corrections.
    #[inline(always)]
    fn stand_pat(&mut self, node: &mut QsNode, tt_entry: Option<TtEntry>) -> i32 {
        let raw = tt_entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate());
        let eval = self.corrected(raw);
        let better = tt_entry.filter(|entry| entry.improves(eval));
        node.best = better.map_or(eval, |entry| entry.score);
        node.alpha = node.alpha.max(node.best);
        node.delta_base = node.best + delta_margin();
        raw
    }

    /// Searches captures, and in check all moves, until one fails high.
    #[inline(always)]
    fn search_captures<const PV: bool>(&mut self, node: &mut QsNode, tt_move: Option<Move>) {
        let mut picker = match node.in_check {
            true => MovePicker::new(self, tt_move),
            false => MovePicker::captures(self, tt_move, 0),
        };
        while let Some(chess_move) = picker.next(self) {
            self.prefetch(chess_move);
            node.moves += 1;
            if self.overlooks(chess_move) {
                continue;
            }
            if node.best > -MATE_BOUND {
                if node.in_check {
                    // Once there is an evasion that is not mate, quiet ones are skipped.
                    picker.skip_quiets();
                } else if node.moves > max_quiescence_captures() as usize
                    && !self.is_recapture(chess_move)
                    && !self.position.gives_plain_check(chess_move)
                {
                    continue;
                } else if let Some(score) = self.delta_prune(node, chess_move) {
                    node.best = node.best.max(score);
                    continue;
                }
            }
            let undo = self.play(chess_move);
            let score = -self.quiescence::<PV>(-node.beta, -node.alpha);
            self.undo(chess_move, undo);
            if self.stopped {
                break;
            }
            if score > node.best {
                node.best = score;
                if score > node.alpha {
                    node.best_move = Some(chess_move);
                    node.alpha = score;
                    if PV {
                        self.update_pv(chess_move);
                    }
                    if score >= node.beta {
                        break;
                    }
                }
            }
        }
        picker.finish(self);
    }

    /// Does a move take on the square that the last move went to?
    fn is_recapture(&self, chess_move: Move) -> bool {
        let last = self.ply.checked_sub(1).and_then(|ply| self.stack[ply].current);
        last.is_some_and(|last| last.to() == chess_move.to())
    }

    /// Delta pruning: the best score that a capture can reach, if that is below alpha.
    fn delta_prune(&self, node: &QsNode, chess_move: Move) -> Option<i32> {
        let worth = self.evaluator.worth();
        let victim = self.position.captured_by(chess_move);
        let gain = victim.map_or(0, |piece| worth[piece.kind().index()])
            + chess_move.promotion().map_or(0, |kind| worth[kind.index()]);
        let score = node.delta_base + gain;
        (score <= node.alpha).then_some(score)
    }

    fn store_quiescence<const PV: bool>(
        &self,
        best: Option<Move>,
        score: i32,
        eval: Option<i32>,
        bound: Bound,
    ) {
        let entry = TtEntry { best, score, eval, depth: DEPTH, bound, was_pv: PV };
        self.table.store(self.position.hash(), self.ply, entry);
    }
}
