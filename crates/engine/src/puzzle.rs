//! What puzzles need of the engine: which moves mate for sure, and why a wrong move is wrong.

use std::collections::HashMap;

use rules::{Move, Position};

use crate::engine::Engine;
use crate::limits::Limits;
use crate::score::Score;

/// Proves mates by trying everything: what it says is certain, and it looks at no evaluation.
///
/// ```
/// use engine::puzzle::MateProver;
///
/// let rules = notation::ruleset::shipped("standard").expect("a rule set that ships");
/// let (position, _) =
///     notation::fen::parse(&rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
/// let moves = MateProver::new(10_000).mating_moves(&position, 1).expect("few positions");
/// assert_eq!(format!("{moves:?}"), "[a1a8]");
/// ```
#[derive(Debug)]
pub struct MateProver {
    /// How many more moves may be tried.
    budget: u64,
    /// What is known of positions, by the moves that are left to mate in them.
    known: HashMap<(u64, u32), bool>,
    /// By the moves that are left, what mated and what helped against it last time.
    mated: Vec<Option<Move>>,
    helped: Vec<Option<Move>>,
}

/// No more positions are remembered, so that a long proof does not eat up the memory.
const MOST_KNOWN: usize = 2_000_000;

impl MateProver {
    /// A prover that gives up after trying so many moves.
    pub fn new(budget: u64) -> MateProver {
        MateProver { budget, known: HashMap::new(), mated: Vec::new(), helped: Vec::new() }
    }

    /// The fewest own moves in which the side to move forces mate, if that is at most `most`. An
    /// outer nothing means that it gave up.
    pub fn shortest(&mut self, position: &Position, most: u32) -> Option<Option<u32>> {
        for moves in 1..=most {
            if self.mates(position, moves)? {
                return Some(Some(moves));
            }
        }
        Some(None)
    }

    /// Does the side to move force mate in at most so many own moves? Nothing if it gave up.
    pub fn mates(&mut self, position: &Position, moves: u32) -> Option<bool> {
        self.prepare(moves);
        self.attack(&mut position.clone(), moves)
    }

    /// All moves that force mate in at most so many own moves. Nothing if it gave up.
    pub fn mating_moves(&mut self, position: &Position, moves: u32) -> Option<Vec<Move>> {
        let mut found = Vec::new();
        for chess_move in position.legal_moves() {
            if self.is_mating(position, chess_move, moves)? {
                found.push(chess_move);
            }
        }
        Some(found)
    }

    /// Does this move force mate in at most so many own moves, itself counted? Nothing if it
    /// gave up.
    pub fn is_mating(&mut self, position: &Position, chess_move: Move, moves: u32) -> Option<bool> {
        self.prepare(moves);
        let mut next = position.clone();
        next.play_unchecked(chess_move);
        self.works(&mut next, moves)
    }

    fn prepare(&mut self, moves: u32) {
        self.mated.resize(self.mated.len().max(moves as usize + 1), None);
        self.helped.resize(self.helped.len().max(moves as usize + 1), None);
    }

    fn attack(&mut self, position: &mut Position, left: u32) -> Option<bool> {
        if left == 0 {
            return Some(false);
        }
        let key = (position.hash(), left);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let mut candidates = position.legal_moves();
        bring_to_front(&mut candidates, self.mated[left as usize]);
        let mut mates = false;
        // Checks leave the fewest answers, so that they are tried first.
        'search: for checks in [true, false] {
            for chess_move in candidates.iter().copied() {
                let undo = position.play_unchecked(chess_move);
                let is_check = position.is_in_check(position.turn());
                let works =
                    if is_check == checks { self.works(position, left) } else { Some(false) };
                position.undo(chess_move, undo);
                if works? {
                    self.mated[left as usize] = Some(chess_move);
                    mates = true;
                    break 'search;
                }
            }
            // A move that gives no check mates nobody at once.
            if left == 1 {
                break;
            }
        }
        if left > 1 && self.known.len() < MOST_KNOWN {
            self.known.insert(key, mates);
        }
        Some(mates)
    }

    /// Does the move that was just made mate, now or against every reply?
    fn works(&mut self, position: &mut Position, left: u32) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        if left <= 1 {
            return Some(position.is_checkmate());
        }
        let mut replies = position.legal_moves();
        if replies.is_empty() || position.outcome().is_some() {
            return Some(position.is_checkmate());
        }
        bring_to_front(&mut replies, self.helped[left as usize]);
        for reply in replies {
            let undo = position.play_unchecked(reply);
            let is_over = position.outcome().is_some();
            let mates = if is_over { Some(false) } else { self.attack(position, left - 1) };
            position.undo(reply, undo);
            if !mates? {
                self.helped[left as usize] = Some(reply);
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

/// What happens after a move that does not solve a puzzle.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The best answer and what follows, to be played out on the board; empty when the move ends
    /// the game.
    pub line: Vec<Move>,
    /// How good the position after the move is for the side that made it.
    pub score: Score,
}

/// Finds the answer to a wrong move, within limits that the caller chooses.
pub fn refutation(
    engine: &mut Engine,
    position: &Position,
    wrong: Move,
    limits: &Limits,
) -> Refutation {
    let mut next = position.clone();
    next.play_unchecked(wrong);
    let outcome = engine.search(&next, &[position.hash()], limits, &mut |_| {});
    let best_line = outcome.lines.into_iter().next().map(|line| line.moves);
    let line = match outcome.best {
        Some(best) => best_line.filter(|line| line.first() == Some(&best)).unwrap_or(vec![best]),
        None => Vec::new(),
    };
    let score = match outcome.score {
        Score::Centipawns(score) => Score::Centipawns(-score),
        // Who is mated on the spot was mated by the move itself, which then was not wrong.
        Score::MateIn(moves) => Score::MateIn(-moves),
    };
    Refutation { line, score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{fen, ruleset, uci};

    fn position(id: &str, text: &str) -> Position {
        let rules = ruleset::shipped(id).expect("it ships");
        fen::parse(&rules, text).expect("a sound FEN").0
    }

    #[test]
    fn shortest_mates_and_all_moves_that_give_them_are_known() {
        for (id, text, shortest, mating) in [
            ("standard", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some(1), "a1a8"),
            ("standard", "6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", None, ""),
            ("standard", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some(2), "a1a6"),
            ("standard", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", Some(3), "f6a6"),
            ("standard", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", Some(1), "g1g8"),
            ("xxl", "k13/14/2K11/14/14/14/14/14/14/14/14/14/14/1R12 w - - 0 1", Some(2), "c12c13"),
        ] {
            let position = position(id, text);
            let mut prover = MateProver::new(5_000_000);
            let found = prover.shortest(&position, 3).expect("few positions");
            assert_eq!(found, shortest, "{id} {text}");
            let moves = prover.mating_moves(&position, shortest.unwrap_or(1)).expect("few");
            let moves: Vec<_> = moves.iter().map(|m| uci::format(&position, *m)).collect();
            assert_eq!(moves.join(" "), mating, "{id} {text}");
        }
    }

    #[test]
    fn it_gives_up_when_its_budget_is_spent() {
        let position = position("standard", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
        assert_eq!(MateProver::new(50).shortest(&position, 3), None);
    }

    #[test]
    fn a_wrong_move_is_refuted() {
        let position = position("standard", "6k1/5ppp/8/8/8/8/r4PPP/3Q2K1 w - - 0 1");
        let wrong = uci::parse(&position, "d1h5").expect("legal");
        let mut engine = Engine::new(position.rules(), 1, 1);
        let limits = Limits::nodes(5_000);
        let found = refutation(&mut engine, &position, wrong, &limits);
        assert_eq!(format!("{:?}", found.line), "[a2a1, h5d1, a1d1]");
        assert_eq!(found.score, Score::MateIn(-2));
        let right = uci::parse(&position, "d1d8").expect("legal");
        let found = refutation(&mut engine, &position, right, &limits);
        assert_eq!((found.line.len(), found.score), (0, Score::MateIn(0)));
    }
}
