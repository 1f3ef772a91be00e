//! Chasing: a side that threatens one and the same piece with every move, until a position is repeated.

use crate::{Colour, History, Position, Role, SquareSet, Turn};

impl History {
    /// Has a side threatened the same piece with every move since a number of turns were played?
    pub(crate) fn always_chased(&self, side: Colour, since: usize) -> bool {
        let mut before = self.clone();
        while before.len() > since {
            before.undo();
        }
        let mut position = before.position().clone();
        let mut chased: Option<SquareSet> = None;
        for turn in self.turns().skip(since) {
            let Turn::Move(chess_move) = turn else { return false };
            let is_chaser = position.turn() == side;
            position.play_unchecked(chess_move);
            match &mut chased {
                _ if is_chaser => {
                    let threatened = position.threatened_by(side);
                    chased = Some(chased.map_or(threatened, |before| before & threatened));
                }
                Some(chased) if chased.contains(chess_move.from()) => {
                    chased.remove(chess_move.from());
                    chased.insert(chess_move.to());
                }
                _ => {}
            }
            if chased.is_some_and(|chased| chased.is_empty()) {
                return false;
            }
        }
        chased.is_some()
    }
}

impl Position {
    /// The enemies that a side could take with its next move at no loss: they are not defended, or
    /// worth more than what takes them.
    ///
    /// Royal pieces and pawns, and what moves as they do before it changes, neither threaten nor are
    /// threatened; a piece that attacks one of its own type offers an exchange.
    fn threatened_by(&self, side: Colour) -> SquareSet {
        let mut position = self.with_turn(side);
        let mut threatened = SquareSet::EMPTY;
        for chess_move in position.legal_moves() {
            let (from, to) = (chess_move.from(), chess_move.to());
            let (Some(taker), Some(taken)) = (position.piece_at(from), position.piece_at(to))
            else {
                continue;
            };
            let spec = |kind| position.rules().piece_spec(kind);
            let is_heavy = |kind, is_far: bool| {
                let spec = spec(kind);
                let steps = spec.later.is_some() && !is_far;
                matches!(spec.role, Role::Ordinary | Role::CastlingPartner) && !steps
            };
            let own_rank = to.rank_for(taken.colour(), position.rules().size()) + 1;
            let is_far = spec(taken.kind()).later.as_ref().is_some_and(|it| own_rank >= it.rank);
            if taken.colour() == side
                || taker.kind() == taken.kind()
                || !is_heavy(taker.kind(), false)
                || !is_heavy(taken.kind(), is_far)
            {
                continue;
            }
            let wins = spec(taken.kind()).value > spec(taker.kind()).value;
            if wins || !position.is_answered(chess_move) {
                threatened.insert(to);
            }
        }
        threatened
    }

    /// Could the enemy take back where a move arrives?
    fn is_answered(&mut self, chess_move: crate::Move) -> bool {
        let undo = self.play_unchecked(chess_move);
        let is_answered = self.legal_moves().iter().any(|answer| answer.to() == chess_move.to());
        self.undo(chess_move, undo);
        is_answered
    }
}
