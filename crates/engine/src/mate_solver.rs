//! A solver that proves forced wins in a few moves by exhaustive search.

use std::collections::HashMap;

use rules::{Colour, Move, Position};

use crate::limits::Signals;

/// The most positions that are cached.
const MAX_CACHED: usize = 1 << 21;

/// An exhaustive solver with a budget. Its answers are proofs; it uses no evaluation.
///
/// ```
/// use xxlchess_engine::{MateSolver, Signals};
///
/// let rules = notation::ruleset::shipped("standard").expect("a rule set that ships");
/// let (position, _) =
///     notation::fen::parse(&rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
/// let mut solver = MateSolver::new(10_000, Signals::default());
/// let moves = solver.winning_moves(&position, 1).expect("few positions");
/// assert_eq!(format!("{moves:?}"), "[a1a8]");
/// ```
pub struct MateSolver {
    /// The moves of the attacker that may still be tried.
    budget: u64,
    signals: Signals,
    /// Cached answers by hash and moves left: does the side to move win?
    cache: HashMap<(u64, usize), bool>,
    /// The last winning and refuting moves by moves left, tried first (killer moves).
    winners: Vec<Option<Move>>,
    refutations: Vec<Option<Move>>,
}

/// The replies to a threatened win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The replies after which there is no win in the given number of moves.
    pub holding: Vec<Move>,
    /// The reply that delays the win longest, and the number of moves it takes then.
    pub longest: Option<(Move, usize)>,
}

impl MateSolver {
    /// A solver that tries `budget` moves at most, and ends when it is stopped.
    pub fn new(budget: u64, signals: Signals) -> MateSolver {
        let (winners, refutations) = (Vec::new(), Vec::new());
        MateSolver { budget, signals, cache: HashMap::new(), winners, refutations }
    }

    /// Can the side to move force a win in at most so many of its own moves? None when the
    /// budget is exhausted.
    pub fn wins_in(&mut self, position: &Position, moves: usize) -> Option<bool> {
        self.reserve(moves);
        self.can_win(&mut position.clone(), moves)
    }

    /// Does this move force a win in at most so many own moves, itself counted? None when
    /// the budget is exhausted.
    pub fn wins_by(&mut self, position: &Position, chess_move: Move, moves: usize) -> Option<bool> {
        self.reserve(moves);
        let mut next = position.clone();
        next.play_unchecked(chess_move);
        self.forces_win(&mut next, position.turn(), moves)
    }

    /// All moves that force a win in at most so many own moves. None when the budget is
    /// exhausted.
    pub fn winning_moves(&mut self, position: &Position, moves: usize) -> Option<Vec<Move>> {
        let mut found = Vec::new();
        for chess_move in position.legal_moves() {
            if self.wins_by(position, chess_move, moves)? {
                found.push(chess_move);
            }
        }
        Some(found)
    }

    /// The fewest own moves in which the side to move forces a win, if it can within so many. The
    /// outer option is none when the budget is exhausted.
    pub fn shortest_win(&mut self, position: &Position, most: usize) -> Option<Option<usize>> {
        if position.outcome().is_some() {
            return Some(None);
        }
        for moves in 1..=most {
            if self.wins_in(position, moves)? {
                return Some(Some(moves));
            }
        }
        Some(None)
    }

    /// What the side to move can do if the other side is to win in at most so many moves.
    /// None when the budget is exhausted.
    pub fn defend(&mut self, position: &Position, moves: usize) -> Option<Defence> {
        let mut defence = Defence { holding: Vec::new(), longest: None };
        for reply in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(reply);
            match self.shortest_win(&after, moves)? {
                None => defence.holding.push(reply),
                Some(needed) if defence.longest.is_none_or(|(_, most)| needed > most) => {
                    defence.longest = Some((reply, needed));
                }
                Some(_) => {}
            }
        }
        Some(defence)
    }

    fn reserve(&mut self, moves: usize) {
        for list in [&mut self.winners, &mut self.refutations] {
            list.resize(list.len().max(moves + 1), None);
        }
    }

    fn can_win(&mut self, position: &mut Position, left: usize) -> Option<bool> {
        if left == 0 {
            return Some(false);
        }
        let key = (position.hash(), left);
        if let Some(wins) = self.cache.get(&key) {
            return Some(*wins);
        }
        let wins = self.search_attacks(position, left)?;
        // Caching the last move costs as much as trying it.
        if left > 1 && self.cache.len() < MAX_CACHED {
            self.cache.insert(key, wins);
        }
        Some(wins)
    }

    fn search_attacks(&mut self, position: &mut Position, left: usize) -> Option<bool> {
        let attacker = position.turn();
        let needs_check = left == 1 && position.rules().check_counts();
        let mut candidates = position.legal_moves();
        bring_to_front(&mut candidates, self.winners[left]);
        let mut quiet = Vec::new();
        // Forcing moves first: they are refuted or proved soonest.
        for chess_move in candidates {
            let undo = position.play_unchecked(chess_move);
            let is_forcing = position.is_in_check(!attacker) || position.king(!attacker).is_none();
            let works = match is_forcing {
                true => self.forces_win(position, attacker, left),
                false => Some(false),
            };
            position.undo(chess_move, undo);
            if works? {
                self.winners[left] = Some(chess_move);
                return Some(true);
            }
            if !is_forcing && !needs_check {
                quiet.push(chess_move);
            }
        }
        for chess_move in quiet {
            let undo = position.play_unchecked(chess_move);
            let works = self.forces_win(position, attacker, left);
            position.undo(chess_move, undo);
            if works? {
                self.winners[left] = Some(chess_move);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Does the move that was just made win, now or against every reply?
    fn forces_win(
        &mut self,
        position: &mut Position,
        attacker: Colour,
        left: usize,
    ) -> Option<bool> {
        self.budget = self.budget.checked_sub(1).filter(|_| !self.signals.is_stopped())?;
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner == Some(attacker));
        }
        if left == 1 {
            return Some(false);
        }
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return Some(false);
        }
        bring_to_front(&mut replies, self.refutations[left]);
        for reply in replies {
            let undo = position.play_unchecked(reply);
            let is_over = position.outcome().is_some();
            let wins = if is_over { Some(false) } else { self.can_win(position, left - 1) };
            position.undo(reply, undo);
            if !wins? {
                self.refutations[left] = Some(reply);
                return Some(false);
            }
        }
        Some(true)
    }
}

fn bring_to_front(moves: &mut [Move], first: Option<Move>) {
    if let Some(index) = moves.iter().position(|chess_move| Some(*chess_move) == first) {
        moves[..=index].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{fen, ruleset, uci};

    fn position(rules: &str, text: &str) -> Position {
        let rules = ruleset::shipped(rules).expect("it ships");
        fen::parse(&rules, text).expect("a FEN").0
    }

    fn solver() -> MateSolver {
        MateSolver::new(1_000_000, Signals::default())
    }

    #[test]
    fn wins_are_proved_exactly() {
        for (rules, text, moves) in [
            ("standard", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some(1)),
            ("standard", "6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", None),
            ("standard", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", Some(2)),
            // The queen needs her king.
            ("standard", "k7/8/8/2K5/8/8/8/1Q6 w - - 0 1", Some(2)),
            ("xxl", "k13/14/2K11/14/14/14/14/14/14/14/14/14/14/1R12 w - - 0 1", Some(2)),
            ("king-capture", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", Some(1)),
        ] {
            let position = position(rules, text);
            let found = solver().shortest_win(&position, 2).expect("few positions");
            assert_eq!(found, moves, "{rules} {text}");
        }
    }

    #[test]
    fn all_moves_that_win_are_known() {
        for (rules, text, shortest, winning) in [
            ("standard", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some(1), "a1a8"),
            ("standard", "6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", None, ""),
            ("standard", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some(2), "a1a6"),
            ("standard", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", Some(3), "f6a6"),
            ("standard", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", Some(1), "g1g8"),
            ("xxl", "k13/14/2K11/14/14/14/14/14/14/14/14/14/14/1R12 w - - 0 1", Some(2), "c12c13"),
        ] {
            let position = position(rules, text);
            let mut solver = MateSolver::new(5_000_000, Signals::default());
            let found = solver.shortest_win(&position, 3).expect("few positions");
            assert_eq!(found, shortest, "{rules} {text}");
            let moves = solver.winning_moves(&position, shortest.unwrap_or(1)).expect("few");
            let moves: Vec<_> = moves.iter().map(|m| uci::format(&position, *m)).collect();
            assert_eq!(moves.join(" "), winning, "{rules} {text}");
        }
    }

    #[test]
    fn a_defence_is_found_where_there_is_one() {
        let lost = position("standard", "7k/R7/8/8/8/8/8/1R5K b - - 0 1");
        let defence = solver().defend(&lost, 1).expect("few positions");
        let only = uci::parse(&lost, "h8g8").expect("legal");
        assert_eq!(defence, Defence { holding: Vec::new(), longest: Some((only, 1)) });
        let open = position("standard", "6k1/1R3ppp/8/8/8/8/8/K7 b - - 0 1");
        assert!(solver().defend(&open, 1).is_some_and(|defence| !defence.holding.is_empty()));
    }

    #[test]
    fn who_may_look_at_little_or_is_stopped_says_nothing() {
        let start =
            position("standard", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(MateSolver::new(10, Signals::default()).wins_in(&start, 3), None);
        let mate = position("standard", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
        assert_eq!(MateSolver::new(50, Signals::default()).shortest_win(&mate, 3), None);
        let signals = Signals::default();
        signals.stop();
        assert_eq!(MateSolver::new(u64::MAX, signals).wins_in(&start, 9), None);
    }
}
