//! Storing the result of a node: transposition table, histories, killers and counter moves.

use rules::Move;

use super::node::{Best, Node};
use super::ordering::is_tactical;
use super::params::{eval_bonus, history_bonus, history_deeper};
use super::{Frame, Worker};
use crate::score::is_mate;
use crate::table::{Bound, TtEntry};

impl Worker {
    /// Stores the result of a node, and updates the histories after a fail high.
    pub(super) fn store_result(&mut self, node: &Node, (alpha, beta): (i32, i32), best: &Best) {
        if self.stack[self.ply].excluded.is_some() {
            return;
        }
        let bound = if best.score >= beta {
            Bound::Lower
        } else if best.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if best.score >= beta
            && let Some(chess_move) = best.chess_move
        {
            self.update_histories(
                node.depth + i32::from(best.score > beta + history_deeper()),
                chess_move,
                best,
            );
        }
        if let Some(eval) = self.stack[self.ply].eval
            && best.chess_move.is_none_or(|m| !is_tactical(&self.position, m))
            && !(bound == Bound::Lower && best.score <= eval)
            && !(bound == Bound::Upper && best.score >= eval)
            && !is_mate(best.score)
        {
            let keys = self.correction_keys();
            self.history.correct(self.position.turn(), keys, best.score - eval, node.depth);
        }
        if self.ply == 0 && self.pv_index > 0 {
            return;
        }
        let entry = TtEntry {
            best: best.chess_move,
            score: best.score,
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            was_pv: node.was_pv,
        };
        self.table.store(self.position.hash(), self.ply, entry);
    }

    /// Adds a bonus for the move that failed high, and a malus for those tried before it.
    fn update_histories(&mut self, depth: i32, chess_move: Move, best: &Best) {
        let bonus = history_bonus(depth);
        if is_tactical(&self.position, chess_move) {
            self.reward_capture(chess_move, bonus);
        } else {
            self.reward_quiet(chess_move, bonus);
            let frame = &mut self.stack[self.ply];
            if frame.killers[0] != Some(chess_move) {
                frame.killers = [Some(chess_move), frame.killers[0]];
            }
            self.store_counter_move(chess_move);
            for quiet in &best.quiets {
                self.reward_quiet(*quiet, -bonus);
            }
        }
        for capture in &best.captures {
            self.reward_capture(*capture, -bonus);
        }
    }

    fn reward_capture(&mut self, chess_move: Move, bonus: i32) {
        let piece_to = self.piece_to(chess_move);
        let captured = self.position.captured_by(chess_move);
        self.history.reward_capture(piece_to, captured, bonus);
    }

    fn reward_quiet(&mut self, chess_move: Move, bonus: i32) {
        let piece_to = self.piece_to(chess_move);
        self.history.reward_quiet(self.position.turn(), chess_move, bonus);
        let Frame { rows, incremental, .. } = self.stack[self.ply];
        for row in rows {
            self.history.reward_continuation(row, piece_to, bonus);
        }
        self.history.reward_pawn(self.position.turn(), incremental.pawn_key, piece_to, bonus);
    }

    /// Adds a bonus for a quiet move after which the evaluation is better for its side than before.
    pub(super) fn reward_change_of_eval(&mut self) {
        let [last, frame] = match self.ply.checked_sub(1) {
            Some(before) => [&self.stack[before], &self.stack[self.ply]],
            None => return,
        };
        if frame.excluded.is_none()
            && last.is_quiet
            && let (Some(before), Some(now), Some(chess_move)) =
                (last.eval, frame.eval, last.current)
        {
            let bonus = eval_bonus(-now - before);
            self.history.reward_quiet(!self.position.turn(), chess_move, bonus);
        }
    }

    /// Adds a bonus for the quiet move before a node in which all moves failed low.
    pub(super) fn reward_last_move(&mut self, depth: i32) {
        let Some(last) = self.ply.checked_sub(1).map(|ply| self.stack[ply]) else { return };
        let Some(chess_move) = last.current.filter(|_| last.is_quiet) else { return };
        let Some(piece) = self.position.piece_at(chess_move.to()) else { return };
        let piece_to = self.history.piece_to(piece.kind(), chess_move.to());
        let bonus = history_bonus(depth) / 2;
        self.history.reward_quiet(!self.position.turn(), chess_move, bonus);
        for row in last.rows {
            self.history.reward_continuation(row, piece_to, bonus);
        }
    }

    /// Stores a quiet move as the counter move of the one before it.
    fn store_counter_move(&mut self, reply: Move) {
        if self.ply == 0 {
            return;
        }
        let Some(last) = self.stack[self.ply - 1].current else { return };
        let Some(piece) = self.position.piece_at(last.to()) else { return };
        let piece_to = self.history.piece_to(piece.kind(), last.to());
        self.history.set_counter(!self.position.turn(), piece_to, reply);
    }
}
