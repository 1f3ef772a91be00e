//! Move ordering: a staged move picker.

use rules::{Move, MoveKind, Position};

use super::params::{
    capture_gain, capture_slack, check_cost, check_order, counter_order, killer_order,
};
use super::{MOVE_WORK, Worker};
use crate::history::PieceTo;

/// The stages of the picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
}

/// One stack of moves and scores for all nodes of the current line.
#[derive(Default)]
pub(super) struct MoveLists {
    moves: Vec<Move>,
    scores: Vec<i32>,
}

impl MoveLists {
    /// Finds the best move from `cursor` on and swaps it there.
    fn select(&mut self, cursor: usize, end: usize) -> Move {
        let (moves, scores) = (&mut self.moves[cursor..end], &mut self.scores[cursor..end]);
        let highest = scores.iter().fold(i32::MIN, |highest, score| highest.max(*score));
        let best = scores.iter().position(|score| *score == highest).unwrap_or(0);
        moves.swap(0, best);
        scores.swap(0, best);
        moves[0]
    }
}

/// Yields the moves of one node in order, generated only as they are needed.
pub(super) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    start: usize,
    cursor: usize,
    end: usize,
    /// The end of the losing captures, which lie from `start` on.
    bad_end: usize,
    /// Captures that win less by static exchange evaluation are losing.
    threshold: i32,
    captures_only: bool,
}

impl MovePicker {
    /// All moves of a position, that of the transposition table first.
    pub(super) fn new(worker: &Worker, tt_move: Option<Move>) -> MovePicker {
        let start = worker.lists.moves.len();
        let tt_move = tt_move.filter(|m| worker.position.is_plausible(*m));
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            start,
            cursor: start,
            end: start,
            bad_end: start,
            threshold: 0,
            captures_only: false,
        }
    }

    /// Only captures and promotions that win at least `threshold`.
    pub(super) fn captures(worker: &Worker, tt_move: Option<Move>, threshold: i32) -> MovePicker {
        let is_tactical = |m: &Move| is_tactical(&worker.position, *m);
        let picker = MovePicker::new(worker, tt_move.filter(is_tactical));
        MovePicker { threshold, captures_only: true, ..picker }
    }

    /// Skips the remaining quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Quiets | Stage::GenerateQuiets) {
            self.begin_bad_captures();
        }
    }

    fn begin_bad_captures(&mut self) {
        self.stage = Stage::BadCaptures;
        self.cursor = self.start;
    }

    /// The next move, if there is one; none once the search has to stop.
    pub(super) fn next(&mut self, worker: &mut Worker) -> Option<Move> {
        while !worker.stopped {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateCaptures;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateCaptures => {
                    worker.generate_captures();
                    self.end = worker.lists.moves.len();
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(chess_move) = self.next_good_capture(worker) {
                        return Some(chess_move);
                    }
                    if self.captures_only {
                        return None;
                    }
                    self.stage = Stage::GenerateQuiets;
                }
                Stage::GenerateQuiets => {
                    self.cursor = self.end;
                    worker.generate_quiets();
                    self.end = worker.lists.moves.len();
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    while self.cursor < self.end {
                        let chess_move = worker.lists.select(self.cursor, self.end);
                        self.cursor += 1;
                        if Some(chess_move) != self.tt_move {
                            return Some(chess_move);
                        }
                    }
                    self.begin_bad_captures();
                }
                Stage::BadCaptures => {
                    if self.cursor == self.bad_end {
                        return None;
                    }
                    self.cursor += 1;
                    return Some(worker.lists.moves[self.cursor - 1]);
                }
            }
        }
        None
    }

    fn next_good_capture(&mut self, worker: &mut Worker) -> Option<Move> {
        while self.cursor < self.end && !worker.stopped {
            let chess_move = worker.lists.select(self.cursor, self.end);
            self.cursor += 1;
            if Some(chess_move) == self.tt_move {
                continue;
            }
            // A capture that takes much or has served well may lose a little.
            let score = worker.lists.scores[self.cursor - 1];
            let slack = match self.captures_only {
                true if worker.only_changes(chess_move) => -1,
                true => 0,
                false => score / capture_slack(),
            };
            if worker.static_exchange_reaches(chess_move, self.threshold - slack) {
                return Some(chess_move);
            }
            worker.lists.moves[self.bad_end] = chess_move;
            self.bad_end += 1;
        }
        None
    }

    /// Pops the node's moves off the stack.
    pub(super) fn finish(&self, worker: &mut Worker) {
        worker.lists.moves.truncate(self.start);
        worker.lists.scores.truncate(self.start);
    }

    /// Is the picker at the losing captures?
    pub(super) fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }
}

/// Does the move take something or promote?
#[inline]
pub(super) fn is_tactical(position: &Position, chess_move: Move) -> bool {
    matches!(chess_move.kind(), MoveKind::Promotion(_)) || position.is_capture(chess_move)
}

impl Worker {
    /// The piece type and target square of a move, which index the histories.
    #[inline]
    pub(super) fn piece_to(&self, chess_move: Move) -> PieceTo {
        let kind = self.position.piece_at(chess_move.from()).map(|piece| piece.kind());
        kind.map_or_else(PieceTo::default, |kind| self.history.piece_to(kind, chess_move.to()))
    }

    /// Is there a capture, and must it or another be made?
    pub(super) fn is_forced_to_capture(&mut self) -> bool {
        if !self.must_capture {
            return false;
        }
        let start = self.lists.moves.len();
        self.position.captures_into(&mut self.lists.moves);
        let is_forced = self.lists.moves[start..].iter().any(|m| self.position.is_capture(*m));
        self.lists.moves.truncate(start);
        is_forced
    }

    /// Does the piece become another without taking, as it may with every move of some games? Then it
    /// has to gain by that, or pieces would change for ever where only gains are looked at.
    fn only_changes(&self, chess_move: Move) -> bool {
        self.position.rules().is_extended()
            && chess_move.promotion().is_some()
            && !self.position.is_capture(chess_move)
    }

    fn generate_captures(&mut self) {
        let Worker { position, history, evaluator, lists, .. } = self;
        let (start, worth) = (lists.moves.len(), evaluator.worth());
        position.captures_into(&mut lists.moves);
        lists.scores.extend(lists.moves[start..].iter().map(|chess_move| {
            let Some(piece) = position.piece_at(chess_move.from()) else { return 0 };
            let piece_to = history.piece_to(piece.kind(), chess_move.to());
            let victim = position.captured_by(*chess_move);
            let gain = victim.map_or(0, |piece| worth[piece.kind().index()])
                + chess_move.promotion().map_or(0, |kind| worth[kind.index()]);
            gain * capture_gain() + history.capture(piece_to, victim) / 2
        }));
        let listed = (lists.moves.len() - start) as u32;
        self.add_work(MOVE_WORK * listed);
    }

    fn generate_quiets(&mut self) {
        let start = self.lists.moves.len();
        self.position.quiets_into(&mut self.lists.moves);
        let here = &self.stack[self.ply];
        let judge =
            self.history.quiet_judge(self.position.turn(), here.rows, here.incremental.pawn_key);
        let zone = self.position.check_zone();
        let mut exchanges = 0;
        self.lists.scores.extend(self.lists.moves[start..].iter().map(|chess_move| {
            let Some(piece) = self.position.piece_at(chess_move.from()) else { return 0 };
            let [general, near, far, pawns] = judge.judge(piece.kind(), *chess_move);
            let mut score = 2 * general + 2 * near + far + 2 * pawns;
            if here.killers.contains(&Some(*chess_move)) {
                score += killer_order();
            } else if here.counter == Some(*chess_move) {
                score += counter_order();
            }
            let is_near = zone.contains(chess_move.to()) || zone.contains(chess_move.from());
            if is_near && self.position.gives_plain_check(*chess_move) {
                let worth = self.evaluator.worth();
                exchanges += 1;
                let is_cheap =
                    self.position.static_exchange_reaches(*chess_move, worth, -check_cost());
                score += check_order() * i32::from(is_cheap);
            }
            score
        }));
        let listed = (self.lists.moves.len() - start) as u32;
        self.add_work(MOVE_WORK * listed + self.exchange_work * exchanges);
    }
}
