//! The end of every line: captures are played out until the position is quiet.

use super::Worker;
use super::ordering::Picker;
use crate::score::{DRAW, INFINITE, MATE_BOUND, is_mate, mated_in};
use crate::table::{Bound, Entry};

/// A capture must bring the score this close to alpha to be tried.
const MARGIN: i32 = 130;
/// Results are remembered as of no depth.
const DEPTH: i32 = 0;

impl Worker {
    /// The score of the position once captures and answers to checks are played out.
    pub(super) fn quiescence<const PV: bool>(&mut self, mut alpha: i32, beta: i32) -> i32 {
        if PV {
            self.lines[self.ply].clear();
            self.deepest_ply = self.deepest_ply.max(self.ply);
        }
        if self.should_stop() {
            return DRAW;
        }
        if self.ply > 0
            && let Some(score) = self.settled_score()
        {
            return score;
        }
        let known = self.table.probe(self.position.hash(), self.ply);
        if !PV && let Some(entry) = known {
            let holds = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if holds {
                return entry.score;
            }
        }
        let in_check = self.stack[self.ply].in_check;
        let mut best = -INFINITE;
        let mut raw_eval = None;
        let mut hopeful = -INFINITE;
        if !in_check {
            let raw = known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate());
            raw_eval = Some(raw);
            best = self.corrected(raw);
            if let Some(entry) = known
                && !is_mate(entry.score)
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.score > best,
                    Bound::Upper => entry.score < best,
                }
            {
                best = entry.score;
            }
            if best >= beta {
                if known.is_none() {
                    self.remember::<PV>(None, best, raw_eval, Bound::Lower);
                }
                return best;
            }
            alpha = alpha.max(best);
            hopeful = best + MARGIN;
        }
        let first_alpha = alpha;
        let remembered = known.and_then(|entry| entry.best);
        let mut picker = match in_check {
            true => Picker::new(self, remembered),
            false => Picker::captures(self, remembered, 0),
        };
        let mut best_move = None;
        let mut number = 0;
        while let Some(chess_move) = picker.next(self) {
            number += 1;
            if self.overlooks(chess_move) {
                continue;
            }
            if best > -MATE_BOUND {
                if in_check {
                    // Once there is a way out, quiet moves rarely are a better one.
                    picker.skip_quiets();
                } else if let Some(score) = self.too_little(chess_move, hopeful, alpha) {
                    best = best.max(score);
                    continue;
                }
            }
            let undo = self.play(chess_move);
            let score = -self.quiescence::<PV>(-beta, -alpha);
            self.undo(chess_move, undo);
            if self.stopped {
                picker.finish(self);
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(chess_move);
                    alpha = score;
                    if PV {
                        self.extend_line(chess_move);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        picker.finish(self);
        if in_check && number == 0 && self.position.rules().check_counts() {
            return mated_in(self.ply);
        }
        if best == -INFINITE {
            return if number == 0 { DRAW } else { alpha };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember::<PV>(best_move, best, raw_eval, bound);
        best
    }

    /// The score that a capture could reach at best, if that is below alpha.
    fn too_little(&self, chess_move: rules::Move, hopeful: i32, alpha: i32) -> Option<i32> {
        let worth = self.evaluator.worth();
        let victim = self.position.captured_by(chess_move);
        let gain = victim.map_or(0, |piece| worth[piece.kind().index()])
            + chess_move.promotion().map_or(0, |kind| worth[kind.index()]);
        let score = hopeful + gain;
        (score <= alpha).then_some(score)
    }

    fn remember<const PV: bool>(
        &self,
        best: Option<rules::Move>,
        score: i32,
        eval: Option<i32>,
        bound: Bound,
    ) {
        let entry = Entry { best, score, eval, depth: DEPTH, bound, was_pv: PV };
        self.table.store(self.position.hash(), self.ply, entry);
    }
}
