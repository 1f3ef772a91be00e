//! The end of every line: captures are played out until the position is quiet.

use rules::Move;

use super::Worker;
use super::ordering::Picker;
use crate::score::{DRAW, INFINITE, MATE_BOUND, mated_in};
use crate::table::{Bound, Entry};

/// A capture must bring the score this close to alpha to be tried.
const MARGIN: i32 = 130;
/// Results are remembered as of no depth.
const DEPTH: i32 = 0;

/// What is known about a position while its captures are played out.
struct Unrest {
    alpha: i32,
    beta: i32,
    in_check: bool,
    /// The best score so far: at first that of playing nothing.
    best: i32,
    best_move: Option<Move>,
    /// What a capture adds to this it can reach at best.
    hopeful: i32,
    /// How many moves there were.
    moves: usize,
}

impl Worker {
    /// The score of the position once captures and answers to checks are played out.
    pub(super) fn quiescence<const PV: bool>(&mut self, alpha: i32, beta: i32) -> i32 {
        if PV {
            self.begin_line();
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
        if !PV
            && let Some(entry) = known
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        if self.must_end_first_iteration() {
            return self.evaluate();
        }
        let in_check = self.stack[self.ply].in_check;
        let mut unrest = Unrest {
            alpha,
            beta,
            in_check,
            best: -INFINITE,
            best_move: None,
            hopeful: -INFINITE,
            moves: 0,
        };
        let mut raw_eval = None;
        if !in_check {
            raw_eval = Some(self.stand_pat(&mut unrest, known));
            if unrest.best >= beta {
                if known.is_none() {
                    self.remember::<PV>(None, unrest.best, raw_eval, Bound::Lower);
                }
                return unrest.best;
            }
        }
        let first_alpha = unrest.alpha;
        self.play_out::<PV>(&mut unrest, known.and_then(|entry| entry.best));
        if self.stopped {
            return DRAW;
        }
        let Unrest { alpha, best, best_move, moves, .. } = unrest;
        if in_check && moves == 0 && self.position.rules().check_counts() {
            return mated_in(self.ply);
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
        self.remember::<PV>(best_move, best, raw_eval, bound);
        best
    }

    /// Takes in the score of playing nothing, and returns the evaluation as it was made.
    #[inline(always)]
    fn stand_pat(&mut self, unrest: &mut Unrest, known: Option<Entry>) -> i32 {
        let raw = known.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate());
        let eval = self.corrected(raw);
        let better = known.filter(|entry| entry.betters(eval));
        unrest.best = better.map_or(eval, |entry| entry.score);
        unrest.alpha = unrest.alpha.max(unrest.best);
        unrest.hopeful = unrest.best + MARGIN;
        raw
    }

    /// Plays captures, and in check all moves, until one is good enough.
    #[inline(always)]
    fn play_out<const PV: bool>(&mut self, unrest: &mut Unrest, remembered: Option<Move>) {
        let mut picker = match unrest.in_check {
            true => Picker::new(self, remembered),
            false => Picker::captures(self, remembered, 0),
        };
        while let Some(chess_move) = picker.next(self) {
            unrest.moves += 1;
            if self.overlooks(chess_move) {
                continue;
            }
            if unrest.best > -MATE_BOUND {
                if unrest.in_check {
                    // Once there is a way out, quiet moves rarely are a better one.
                    picker.skip_quiets();
                } else if let Some(score) = self.too_little(unrest, chess_move) {
                    unrest.best = unrest.best.max(score);
                    continue;
                }
            }
            let undo = self.play(chess_move);
            let score = -self.quiescence::<PV>(-unrest.beta, -unrest.alpha);
            self.undo(chess_move, undo);
            if self.stopped {
                break;
            }
            if score > unrest.best {
                unrest.best = score;
                if score > unrest.alpha {
                    unrest.best_move = Some(chess_move);
                    unrest.alpha = score;
                    if PV {
                        self.extend_line(chess_move);
                    }
                    if score >= unrest.beta {
                        break;
                    }
                }
            }
        }
        picker.finish(self);
    }

    /// The score that a capture could reach at best, if that is below alpha.
    fn too_little(&self, unrest: &Unrest, chess_move: Move) -> Option<i32> {
        let worth = self.evaluator.worth();
        let victim = self.position.captured_by(chess_move);
        let gain = victim.map_or(0, |piece| worth[piece.kind().index()])
            + chess_move.promotion().map_or(0, |kind| worth[kind.index()]);
        let score = unrest.hopeful + gain;
        (score <= unrest.alpha).then_some(score)
    }

    fn remember<const PV: bool>(
        &self,
        best: Option<Move>,
        score: i32,
        eval: Option<i32>,
        bound: Bound,
    ) {
        let entry = Entry { best, score, eval, depth: DEPTH, bound, was_pv: PV };
        self.table.store(self.position.hash(), self.ply, entry);
    }
}
