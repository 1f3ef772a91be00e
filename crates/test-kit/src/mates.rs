//! A plain search for forced wins, which knows the rules and nothing else.

use xxlchess_rules::{Colour, Move, Position};

/// Looks for wins in a few moves by trying everything.
#[derive(Debug)]
pub struct Solver {
    /// How many more positions may be looked at.
    budget: u64,
    /// By the moves left, what won and what refuted last time: it often does again.
    winners: Vec<Option<Move>>,
    refutations: Vec<Option<Move>>,
}

impl Solver {
    /// A solver that gives up after a number of positions.
    pub fn new(budget: u64) -> Solver {
        Solver { budget, winners: Vec::new(), refutations: Vec::new() }
    }

    /// The fewest own moves in which the side to move mates or takes the king, whatever the other
    /// side does, if that is at most so many. An outer nothing means that it gave up.
    pub fn shortest_win(&mut self, position: &Position, most: usize) -> Option<Option<usize>> {
        for moves in 1..=most {
            if self.wins_in(position, moves)? {
                return Some(Some(moves));
            }
        }
        Some(None)
    }

    /// Can the side to move force a win within a number of own moves? `None` if it gave up.
    pub fn wins_in(&mut self, position: &Position, moves: usize) -> Option<bool> {
        self.winners = vec![None; moves + 1];
        self.refutations = vec![None; moves + 1];
        self.attack(&mut position.clone(), moves)
    }

    fn attack(&mut self, position: &mut Position, left: usize) -> Option<bool> {
        let attacker = position.turn();
        let only_checks = left == 1 && position.rules().check_counts();
        let mut candidates = position.legal_moves();
        bring_to_front(&mut candidates, self.winners[left]);
        // Forcing moves are tried first: whether they work is seen soonest.
        for forcing in [true, false] {
            for chess_move in candidates.iter().copied() {
                let undo = position.play_unchecked(chess_move);
                let is_forcing = position.is_in_check(!attacker) || is_won(position, attacker);
                let works = if is_forcing == forcing {
                    self.budget = self.budget.checked_sub(1)?;
                    self.works(position, attacker, left)
                } else {
                    Some(false)
                };
                position.undo(chess_move, undo);
                if works? {
                    self.winners[left] = Some(chess_move);
                    return Some(true);
                }
            }
            if only_checks {
                break;
            }
        }
        Some(false)
    }

    /// Does the move that was just made win, now or against every reply?
    fn works(&mut self, position: &mut Position, attacker: Colour, left: usize) -> Option<bool> {
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
            let goes_on = position.outcome().is_none();
            let wins = if goes_on { self.attack(position, left - 1) } else { Some(false) };
            position.undo(reply, undo);
            if !wins? {
                self.refutations[left] = Some(reply);
                return Some(false);
            }
        }
        Some(true)
    }
}

fn is_won(position: &Position, side: Colour) -> bool {
    position.king(!side).is_none() && position.rules().king_capture_wins()
}

fn bring_to_front(moves: &mut [Move], first: Option<Move>) {
    if let Some(index) = moves.iter().position(|chess_move| Some(*chess_move) == first) {
        moves[..=index].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules_by_name;
    use xxlchess_rules::fen;

    fn shortest(id: &str, text: &str, most: usize) -> Option<usize> {
        let rules = rules_by_name(id);
        let position = fen::parse(&rules, text).expect("a sound FEN").0;
        Solver::new(1_000_000).shortest_win(&position, most).expect("few enough positions")
    }

    #[test]
    fn known_mates_are_found_and_no_others() {
        for (id, text, moves) in [
            ("standard", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some(1)),
            ("standard", "6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", None),
            ("standard", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some(2)),
            // Stalemate is no mate.
            ("standard", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", Some(1)),
            ("xxl", "k13/14/2K11/14/14/14/14/14/14/14/14/14/14/1R12 w - - 0 1", Some(2)),
            ("king-capture", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", Some(1)),
            ("king-capture", "k7/8/1K6/8/8/8/8/1R6 w - - 0 1", Some(2)),
        ] {
            assert_eq!(shortest(id, text, 2), moves, "{id} {text}");
        }
    }
}
