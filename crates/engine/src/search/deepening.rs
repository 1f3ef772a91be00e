//! Iterative deepening with aspiration windows.

use std::time::Duration;

use rules::{Move, Position};

use super::params::{aspiration, aspiration_score_divisor, aspiration_score_most};
use super::{RootMove, TimeManager, Worker};
use crate::engine::CurrentMove;
use crate::eval::IncrementalEval;
use crate::limits::Limits;
use crate::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY, is_mate};

/// After this time the current root move and bounds are reported.
const LONG: Duration = Duration::from_secs(3);

/// Receives line number, depth and root move after each iteration of the main thread.
pub(crate) type Reporter<'a> = &'a mut dyn FnMut(usize, i32, &RootMove);

/// Scales the soft time limit by how stable the best move is.
#[derive(Default)]
struct MoveStability {
    best: Option<Move>,
    stable_for: u32,
    last_score: Option<i32>,
}

impl MoveStability {
    /// The factor for the soft time limit after an iteration.
    fn time_factor(&mut self, root: &RootMove, all_nodes: u64) -> f64 {
        if self.best == Some(root.chess_move) {
            self.stable_for += 1;
        } else {
            self.stable_for = 0;
            self.best = Some(root.chess_move);
        }
        let stability = [1.7, 1.25, 1.05, 0.92, 0.85, 0.8][self.stable_for.min(5) as usize];
        let fall = self.last_score.map_or(0, |last| (last - root.score).clamp(-30, 90));
        self.last_score = Some(root.score);
        let share = root.nodes as f64 / all_nodes.max(1) as f64;
        stability * (1.0 + f64::from(fall) / 130.0) * (1.6 - share).clamp(0.6, 1.4)
    }
}

impl Worker {
    /// Prepares the search of a position. `earlier` are the hashes of the game before it.
    pub(crate) fn prepare(
        &mut self,
        position: &Position,
        earlier: &[u64],
        limits: &Limits,
        time: Option<TimeManager>,
    ) {
        self.position = position.clone();
        self.hashes.clear();
        self.hashes.extend(earlier);
        self.game_hashes = self.hashes.len();
        self.ply = 0;
        self.deepest_ply = 0;
        self.nodes = 0;
        self.counted_nodes = 0;
        self.work = 0;
        self.node_work = position.ray_count();
        self.node_limit = limits.nodes;
        self.time = time;
        // A stop that came before is seen at the first poll: until then the first iteration is
        // usually complete, so that no mate in one is overlooked.
        self.stopped = false;
        self.pv_index = 0;
        (self.root_depth, self.completed_depth) = (0, 0);
        self.null_move_min_ply = 0;
        self.handicap = limits.handicap;
        let pass = self.history.row_of_pass();
        for frame in &mut self.stack {
            *frame = super::Frame { rows: [pass; 2], row: pass, ..super::Frame::default() };
        }
        self.stack[0].incremental = IncrementalEval::of(&self.evaluator, position);
        self.eval_state.reset(position);
        self.mate_horizon = limits.mate.map(|moves| 2 * moves as usize);
        self.stack[0].in_check = position.is_in_check(position.turn());
        let moves = position.legal_moves().into_iter().filter(|m| limits.allows(*m));
        self.root_moves = moves.map(RootMove::new).collect();
    }

    /// The root moves, best first.
    pub(crate) fn root_moves(&self) -> &[RootMove] {
        &self.root_moves
    }

    /// Did the last iteration end before it was complete?
    pub(crate) fn was_cut_short(&self) -> bool {
        self.root_depth > self.completed_depth
    }

    /// The depth of the last complete iteration.
    pub(crate) fn completed_depth(&self) -> i32 {
        self.completed_depth
    }

    /// Searches with increasing depth until a limit is reached. Helper threads have numbers from 1
    /// and start at different depths, so that they search different parts of the tree.
    pub(crate) fn deepen(&mut self, limits: &Limits, helper: usize, mut report: Option<Reporter>) {
        let deepest = limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 8) as i32;
        let lines = limits.lines.max(1).min(self.root_moves.len());
        let mut stability = MoveStability::default();
        let mut depth = 1 + (helper % 2) as i32;
        while depth <= deepest && !self.root_moves.is_empty() && !self.stopped {
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.score;
            }
            for rank in 0..lines {
                self.pv_index = rank;
                self.deepest_ply = 0;
                self.aspiration_search(depth, &mut report);
                self.pv_index = 0;
                if self.stopped {
                    break;
                }
                self.root_moves[..=rank].sort_by_key(|root| -root.score);
            }
            self.count_nodes();
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if let Some(report) = &mut report {
                for rank in 0..lines {
                    report(rank, depth, &self.root_moves[rank]);
                }
            }
            if helper == 0 && self.should_end(limits, &mut stability) {
                break;
            }
            depth += 1;
            self.stopped = self.signals.is_stopped();
        }
        self.count_nodes();
    }

    /// Is the mate found, the move forced, or the soft time limit reached?
    fn should_end(&mut self, limits: &Limits, stability: &mut MoveStability) -> bool {
        let Some(best) = self.root_moves.first() else { return true };
        if let Some(mate) = limits.mate
            && best.score >= MATE - 2 * mate as i32
        {
            return true;
        }
        let time_factor = stability.time_factor(best, self.nodes);
        if limits.infinite || self.signals.is_pondering() {
            return false;
        }
        let Some(time) = self.time else { return false };
        let is_forced = time.is_clocked() && self.root_moves.len() == 1;
        let is_mated_soon =
            is_mate(best.score) && self.root_depth > 2 * (MATE - best.score.abs()) + 4;
        is_forced
            || (time.is_clocked() && is_mated_soon)
            || !time.has_time_for_iteration(time_factor)
    }

    /// Searches the root with a window around the last score, widened until the score fits.
    fn aspiration_search(&mut self, depth: i32, report: &mut Option<Reporter>) {
        let previous = self.root_moves[self.pv_index].previous;
        let by_score = previous.abs().min(aspiration_score_most()) / aspiration_score_divisor();
        let mut margin = aspiration() + by_score;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && previous.abs() < MATE_BOUND {
            alpha = (previous - margin).max(-INFINITE);
            beta = (previous + margin).min(INFINITE);
        }
        let mut reduced = 0;
        loop {
            let score = self.search::<true>(alpha, beta, (depth - reduced).max(1), false);
            if self.stopped {
                // Keep the best move of this iteration in front, if there is one.
                self.keep_partial_result();
                return;
            }
            self.sort_root_moves();
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (score - margin).max(-INFINITE);
                reduced = 0;
            } else if score >= beta && beta < INFINITE {
                beta = (score + margin).min(INFINITE);
                reduced = (reduced + 1).min(2);
            } else {
                return;
            }
            margin += margin / 2 + 4;
            if margin > 1200 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            self.report_bound(depth, report);
        }
    }

    /// Reports a fail high or low when the search takes long.
    fn report_bound(&self, depth: i32, report: &mut Option<Reporter>) {
        if let Some(report) = report
            && self.takes_long()
        {
            report(self.pv_index, depth, &self.root_moves[self.pv_index]);
        }
    }

    fn takes_long(&self) -> bool {
        self.time.is_some_and(|time| time.elapsed() > LONG)
    }

    /// Reports the current root move when the search takes long.
    pub(super) fn announce(&self, chess_move: Move, number: usize) {
        if let Some(listener) = &self.listener
            && self.takes_long()
        {
            listener(CurrentMove { chess_move, number, depth: self.root_depth as u32 });
        }
    }

    /// Keeps the result of an incomplete iteration as far as it came.
    fn keep_partial_result(&mut self) {
        if self.root_moves[self.pv_index].score == -INFINITE || self.completed_depth == 0 {
            for root in &mut self.root_moves[self.pv_index..] {
                if root.score == -INFINITE {
                    root.score = root.previous;
                }
            }
        }
        self.sort_root_moves();
    }
}
