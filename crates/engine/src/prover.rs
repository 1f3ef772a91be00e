//! Proves forced wins in a few moves by trying everything: exact where a search only guesses.

use std::collections::HashMap;

use rules::{Colour, Move, Position};

use crate::limits::Signals;

/// Positions whose answer is remembered, at most.
const MOST_REMEMBERED: usize = 1 << 21;

/// Tries everything, within a budget. What it says is certain, and it looks at no evaluation.
///
/// ```
/// use xxlchess_engine::{Prover, Signals};
///
/// let rules = notation::ruleset::shipped("standard").expect("a rule set that ships");
/// let (position, _) =
///     notation::fen::parse(&rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
/// let mut prover = Prover::new(10_000, Signals::default());
/// let moves = prover.winning_moves(&position, 1).expect("few positions");
/// assert_eq!(format!("{moves:?}"), "[a1a8]");
/// ```
pub struct Prover {
    /// How many more moves of the attacker may be tried.
    budget: u64,
    signals: Signals,
    /// Whether the side to move wins in so many moves, by position.
    known: HashMap<(u64, usize), bool>,
    /// By the moves left, what won and what refuted an attack last time: it often does again.
    winners: Vec<Option<Move>>,
    refutations: Vec<Option<Move>>,
}

/// What a side can do against a win that is threatened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The replies after which there is no win in time.
    pub holding: Vec<Move>,
    /// If there is none, the reply that holds out longest, and how many moves the win takes then.
    pub longest: Option<(Move, usize)>,
}

impl Prover {
    /// Tries so many moves at most, and ends sooner when it is told to stop.
    pub fn new(budget: u64, signals: Signals) -> Prover {
        let (winners, refutations) = (Vec::new(), Vec::new());
        Prover { budget, signals, known: HashMap::new(), winners, refutations }
    }

    /// Can the side to move force a win in at most so many of its own moves? Nothing if that was
    /// too much to find out.
    pub fn wins_in(&mut self, position: &Position, moves: usize) -> Option<bool> {
        self.make_room(moves);
        self.attack(&mut position.clone(), moves)
    }

    /// Does this move force a win in at most so many own moves, itself counted? Nothing if that
    /// was too much to find out.
    pub fn wins_by(&mut self, position: &Position, chess_move: Move, moves: usize) -> Option<bool> {
        self.make_room(moves);
        let mut next = position.clone();
        next.play_unchecked(chess_move);
        self.works(&mut next, position.turn(), moves)
    }

    /// All moves that force a win in at most so many own moves. Nothing if that was too much to
    /// find out.
    pub fn winning_moves(&mut self, position: &Position, moves: usize) -> Option<Vec<Move>> {
        let mut found = Vec::new();
        for chess_move in position.legal_moves() {
            if self.wins_by(position, chess_move, moves)? {
                found.push(chess_move);
            }
        }
        Some(found)
    }

    /// The fewest own moves in which the side to move forces a win, if it can within so many. An
    /// outer nothing means that it was too much to find out.
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
    /// Nothing if that was too much to find out.
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

    fn make_room(&mut self, moves: usize) {
        for list in [&mut self.winners, &mut self.refutations] {
            list.resize(list.len().max(moves + 1), None);
        }
    }

    fn attack(&mut self, position: &mut Position, left: usize) -> Option<bool> {
        if left == 0 {
            return Some(false);
        }
        let key = (position.hash(), left);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let wins = self.try_attacks(position, left)?;
        // The last move is tried again as fast as it is remembered.
        if left > 1 && self.known.len() < MOST_REMEMBERED {
            self.known.insert(key, wins);
        }
        Some(wins)
    }

    fn try_attacks(&mut self, position: &mut Position, left: usize) -> Option<bool> {
        let attacker = position.turn();
        let needs_check = left == 1 && position.rules().check_counts();
        let mut candidates = position.legal_moves();
        bring_to_front(&mut candidates, self.winners[left]);
        let mut quiet = Vec::new();
        // Forcing moves are tried first: whether they work is seen soonest.
        for chess_move in candidates {
            let undo = position.play_unchecked(chess_move);
            let is_forcing = position.is_in_check(!attacker) || position.king(!attacker).is_none();
            let works = match is_forcing {
                true => self.works(position, attacker, left),
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
            let works = self.works(position, attacker, left);
            position.undo(chess_move, undo);
            if works? {
                self.winners[left] = Some(chess_move);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Does the move that was just made win, now or against every reply?
    fn works(&mut self, position: &mut Position, attacker: Colour, left: usize) -> Option<bool> {
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
            let wins = if is_over { Some(false) } else { self.attack(position, left - 1) };
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

    fn prover() -> Prover {
        Prover::new(1_000_000, Signals::default())
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
            let found = prover().shortest_win(&position, 2).expect("few positions");
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
            let mut prover = Prover::new(5_000_000, Signals::default());
            let found = prover.shortest_win(&position, 3).expect("few positions");
            assert_eq!(found, shortest, "{rules} {text}");
            let moves = prover.winning_moves(&position, shortest.unwrap_or(1)).expect("few");
            let moves: Vec<_> = moves.iter().map(|m| uci::format(&position, *m)).collect();
            assert_eq!(moves.join(" "), winning, "{rules} {text}");
        }
    }

    #[test]
    fn a_defence_is_found_where_there_is_one() {
        let lost = position("standard", "7k/R7/8/8/8/8/8/1R5K b - - 0 1");
        let defence = prover().defend(&lost, 1).expect("few positions");
        let only = uci::parse(&lost, "h8g8").expect("legal");
        assert_eq!(defence, Defence { holding: Vec::new(), longest: Some((only, 1)) });
        let open = position("standard", "6k1/1R3ppp/8/8/8/8/8/K7 b - - 0 1");
        assert!(prover().defend(&open, 1).is_some_and(|defence| !defence.holding.is_empty()));
    }

    #[test]
    fn who_may_look_at_little_or_is_stopped_says_nothing() {
        let start =
            position("standard", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(Prover::new(10, Signals::default()).wins_in(&start, 3), None);
        let mate = position("standard", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
        assert_eq!(Prover::new(50, Signals::default()).shortest_win(&mate, 3), None);
        let signals = Signals::default();
        signals.stop();
        assert_eq!(Prover::new(u64::MAX, signals).wins_in(&start, 9), None);
    }
}
