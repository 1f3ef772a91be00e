//! Looks for a single winning line in a position.

use std::sync::Arc;

use engine::{MateSolver, Score, Signals};
use notation::config::PuzzleGoal;
use rules::{Colour, DrawRule, History, Move, Position, Rules, Square};

use super::analyst::{Analyst, Pair};
use super::found_puzzle::{FoundPuzzle, worth};
use super::games::Candidate;
use super::theme;

/// Openings are no puzzles.
const FIRST_PLY: usize = 12;
/// The longest mate that is asked for; longer ones are asked for as a win.
const LONGEST_MATE: usize = 4;
/// The longest mate of a puzzle that asks for a win.
const LONGEST_WIN: i32 = 9;
/// The divisor of the nodes for a first look.
const SCREENING: u64 = 20;
/// Up to this length all first moves are tried to prove that one alone mates.
const PROVABLE: usize = 3;
/// Node limits: for a quick search for a mate in two, and for the proof of longer ones.
const SHORT_PROOF: u64 = 400_000;
const LONG_PROOF: u64 = 50_000_000;

/// Margin in centipawns between the best move and the second best.
const CLEARLY: i32 = 250;
/// Advantage in centipawns that wins.
const WINNING: i32 = 300;
/// Advantage in centipawns that wins when few pieces are left.
const DECISIVE: i32 = 600;
const FEW_PIECES: usize = 12;
/// Largest score in centipawns that counts as level.
const LEVEL: i32 = 120;
/// A prize that is worth a puzzle.
const PRIZE: i32 = 450;
/// Longest drawn line, in moves of either side.
const LONGEST_DRAW: usize = 24;

/// Finds puzzles.
pub(super) struct PuzzleFinder {
    analyst: Analyst,
    nodes: u64,
}

impl PuzzleFinder {
    pub(super) fn new(rules: &Arc<Rules>, nodes: u64) -> PuzzleFinder {
        PuzzleFinder { analyst: Analyst::new(rules), nodes }
    }

    /// The puzzles of a game, which is searched from its end: where there is a mate, there was
    /// often a longer one before it.
    pub(super) fn seek_all(
        &mut self,
        candidates: &[Candidate],
        game: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> Vec<FoundPuzzle> {
        let mut finds: Vec<FoundPuzzle> = Vec::new();
        for candidate in candidates.iter().rev() {
            if is_stopped() {
                break;
            }
            let follows = |find: &FoundPuzzle| find.source.1 == candidate.ply + 2;
            let leads_to_mate = finds
                .iter()
                .any(|find| follows(find) && matches!(find.goal, PuzzleGoal::MateIn(_)));
            finds.extend(self.seek(candidate, game, leads_to_mate));
        }
        finds
    }

    /// The puzzle in a position of a game, if there is one.
    fn seek(
        &mut self,
        candidate: &Candidate,
        game: usize,
        leads_to_mate: bool,
    ) -> Option<FoundPuzzle> {
        let position = &candidate.position;
        if candidate.ply < FIRST_PLY || position.count_legal_moves() < 3 {
            return None;
        }
        let short = solver(SHORT_PROOF).shortest_win(position, 2).flatten();
        let mut find = match short {
            Some(moves) => self.mate(position, moves)?,
            // What is won anyway is no puzzle, unless it is a short mate.
            None if is_one_sided(position) && !leads_to_mate => return None,
            None => {
                if !leads_to_mate {
                    let rough = self.analyst.pair(position, self.nodes / SCREENING)?;
                    self.kind_of(position, &rough)?;
                }
                let pair = self.analyst.pair(position, self.nodes)?;
                match self.kind_of(position, &pair)? {
                    Kind::Mate(moves) => self.mate(position, moves)?,
                    Kind::Prize => self.capture(position, &pair)?,
                    Kind::Win => self.win(position, &pair)?,
                    Kind::Rescue => self.draw(position, &pair)?,
                }
            }
        };
        let key = find.key()?;
        let takes_back = candidate.last_capture == Some(key.to());
        let is_plain_gain = position.is_capture(key)
            && position.static_exchange_reaches(key, &worth(position.rules()), WINNING);
        let is_mate_in_one = find.goal == PuzzleGoal::MateIn(1);
        if (takes_back || is_plain_gain) && !is_mate_in_one {
            return None;
        }
        find.source = (game, candidate.ply);
        find.themes = theme::themes(&find);
        Some(find)
    }

    /// What a position could be a puzzle for, as far as the two best moves tell.
    fn kind_of(&self, position: &Position, pair: &Pair) -> Option<Kind> {
        let second = pair.second.rank();
        let is_single = pair.best.rank() - second >= CLEARLY;
        match pair.best {
            Score::MateIn(moves) if moves > 0 => {
                let is_single =
                    !matches!(pair.second, Score::MateIn(other) if (1..=moves).contains(&other));
                match usize::try_from(moves) {
                    Ok(moves) if moves <= LONGEST_MATE && is_single => Some(Kind::Mate(moves)),
                    _ if moves <= LONGEST_WIN && second <= LEVEL => Some(Kind::Win),
                    _ => None,
                }
            }
            Score::Centipawns(best) if is_single => {
                let few = position.pieces().count() <= FEW_PIECES;
                if best >= DECISIVE && few && second <= LEVEL {
                    Some(Kind::Win)
                } else if best >= WINNING {
                    Some(Kind::Prize)
                } else if best.abs() <= LEVEL / 2 && second <= -WINNING {
                    Some(Kind::Rescue)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// A mate whose every move is the only one; the last may have a twin.
    fn mate(&mut self, position: &Position, at_most: usize) -> Option<FoundPuzzle> {
        let mut solver = solver(LONG_PROOF);
        let shorter = solver.shortest_win(position, at_most.min(PROVABLE))?;
        let moves = shorter.or(Some(at_most).filter(|moves| *moves > PROVABLE))?;
        let mut next = position.clone();
        let mut line = Vec::new();
        let mut is_strict = true;
        for left in (1..=moves).rev() {
            let mating = match left > PROVABLE {
                true => vec![self.longer_mate(&next, left, &mut solver)?],
                false => solver.winning_moves(&next, left)?,
            };
            let is_single = are_one(&mating);
            let may_have_twin = left == 1 && moves > 1;
            if mating.is_empty() || (!is_single && !may_have_twin) {
                return None;
            }
            is_strict &= is_single;
            let chess_move = mating[0];
            next.play_unchecked(chess_move);
            line.push(chess_move);
            if left > 1 {
                let (reply, score) = self.analyst.best(&next, self.nodes)?;
                // The window judges a solver's moves with the engine; both must agree.
                if score != Score::MateIn(1 - left as i32) {
                    return None;
                }
                next.play_unchecked(reply);
                line.push(reply);
            }
        }
        let moves = u8::try_from(moves).ok()?;
        let found_after = self.analyst.nodes_to_mate(position, moves.into(), self.nodes);
        let goal = PuzzleGoal::MateIn(moves);
        Some(find(position, goal, line, is_strict, found_after))
    }

    /// The only move that mates in this number of moves: that it mates is proved, that others do not is the
    /// engine's word.
    fn longer_mate(
        &mut self,
        position: &Position,
        moves: usize,
        solver: &mut MateSolver,
    ) -> Option<Move> {
        let pair = self.analyst.pair(position, self.nodes)?;
        let key = *pair.line.first()?;
        let is_single = self.kind_of(position, &pair) == Some(Kind::Mate(moves));
        let mates = is_single && solver.wins_by(position, key, moves)?;
        mates.then_some(key)
    }

    /// A piece that cannot be taken yet, and cannot be saved either.
    fn capture(&mut self, position: &Position, pair: &Pair) -> Option<FoundPuzzle> {
        let [key, reply, take, ..] = pair.line[..] else { return None };
        let target = take.to();
        let prize = position.piece_at(target).filter(|piece| piece.colour() != position.turn())?;
        let worth = worth(position.rules());
        let can_take = |position: &Position| captures_on(position, target).next().is_some();
        if worth[prize.kind().index()] < PRIZE || can_take(position) {
            return None;
        }
        let mut next = position.clone();
        next.play_unchecked(key);
        let best = -self.analyst.best(&next, self.nodes / 4)?.1.rank();
        for other in next.legal_moves() {
            let mut after = next.clone();
            after.play_unchecked(other);
            let is_there = after.piece_at(target) == Some(prize);
            let wins = |take: Move| after.static_exchange_reaches(take, &worth, PRIZE / 2);
            if is_there && captures_on(&after, target).any(wins) {
                continue;
            }
            // Saving it may cost more than it is worth.
            let (_, score) = self.analyst.best(&after, self.nodes / SCREENING)?;
            if score.rank() < best + CLEARLY / 2 {
                return None;
            }
        }
        let line = vec![key, reply, take];
        Some(find(position, PuzzleGoal::Capture(target), line, true, pair.found_after))
    }

    /// A win that only one move keeps; the line goes on as long as there is one such move.
    fn win(&mut self, position: &Position, pair: &Pair) -> Option<FoundPuzzle> {
        let mut next = position.clone();
        let mut line = Vec::new();
        for turn in pair.line.chunks(2).take(3) {
            let again = self.analyst.pair(&next, self.nodes / 2)?;
            let is_single = again.best.rank() - again.second.rank() >= CLEARLY
                && again.second.rank() <= WINNING
                && again.line.first() == turn.first();
            if !is_single {
                break;
            }
            for chess_move in turn {
                next.play_unchecked(*chess_move);
                line.push(*chess_move);
            }
        }
        if line.len() % 2 == 0 {
            line.pop();
        }
        let is_found = !line.is_empty();
        is_found.then(|| find(position, PuzzleGoal::Win, line, true, pair.found_after))
    }

    /// A draw against the odds, reached on the board.
    fn draw(&mut self, position: &Position, pair: &Pair) -> Option<FoundPuzzle> {
        let draws = position.rules().spec().draws;
        let ends_by_itself = draws.stalemate || draws.repetition == DrawRule::Automatic;
        let lead = study::lead(position, &worth(position.rules()), position.turn());
        if lead > -WINNING || !ends_by_itself {
            return None;
        }
        let mut game = History::new(position.clone());
        let mut line = Vec::new();
        while game.outcome().is_none() {
            if line.len() >= LONGEST_DRAW {
                return None;
            }
            let chess_move = match line.len() {
                0 => *pair.line.first()?,
                _ => self.analyst.best(game.position(), self.nodes / 4)?.0,
            };
            game.play(chess_move).ok()?;
            line.push(chess_move);
        }
        let is_drawn = game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        is_drawn.then(|| find(position, PuzzleGoal::Draw, line, true, pair.found_after))
    }
}

/// What a position could be a puzzle for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Mate(usize),
    Prize,
    Win,
    Rescue,
}

fn find(
    position: &Position,
    goal: PuzzleGoal,
    line: Vec<Move>,
    is_strict: bool,
    found: u64,
) -> FoundPuzzle {
    FoundPuzzle {
        position: position.clone(),
        goal,
        line,
        is_strict,
        found_after: found,
        themes: Vec::new(),
        source: (0, 0),
    }
}

/// Where the rules know mate, every win is one.
fn solver(budget: u64) -> MateSolver {
    MateSolver::new(budget, Signals::default())
}

/// Has the side to move so much more that every way wins?
fn is_one_sided(position: &Position) -> bool {
    let worth = worth(position.rules());
    let sum = |side: Colour| {
        let own = position.pieces().filter(|(_, piece)| piece.colour() == side);
        let men = own.filter(|(square, _)| position.king(side) != Some(*square));
        men.map(|(_, piece)| worth[piece.kind().index()]).sum::<i32>()
    };
    sum(position.turn()) > 3 * sum(!position.turn()) + WINNING
}

/// Is there one move? A pawn that may become several things still makes one.
fn are_one(moves: &[Move]) -> bool {
    let way = |chess_move: &Move| (chess_move.from(), chess_move.to());
    moves.first().is_some_and(|first| moves.iter().all(|other| way(other) == way(first)))
}

fn captures_on(position: &Position, target: Square) -> impl Iterator<Item = Move> {
    let moves = position.legal_moves();
    moves.into_iter().filter(move |chess_move| chess_move.to() == target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{fen, ruleset, uci};

    fn seek(text: &str) -> Option<String> {
        let rules = ruleset::shipped("standard").expect("it ships");
        let position = fen::parse(&rules, text).expect("a sound FEN").0;
        let candidate = Candidate { position, last_capture: None, ply: 40 };
        let find = PuzzleFinder::new(&rules, 20_000).seek(&candidate, 0, false)?;
        let key = uci::format(&find.position, find.key()?);
        Some(format!("{}: {key}, {:?}", find.goal, find.themes))
    }

    #[test]
    fn single_ways_are_found() {
        for (text, expected) in [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 30", "mate in 1: a1a8, [BackRank, LongWay]"),
            ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 30", "mate in 1: g5f7, [Smothered, Corner]"),
            (
                "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 30",
                "mate in 2: a1a6, [Sacrifice, Quiet, Corner, LongWay]",
            ),
            (
                "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 30",
                "mate in 3: f6a6, [DiscoveredCheck, Sacrifice, Hunt, Corner, LongWay]",
            ),
            ("4k3/pp3ppp/8/1q1N4/8/8/PP3PPP/6K1 w - - 0 30", "capture b5: d5c7, [Fork]"),
        ] {
            assert_eq!(seek(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn several_ways_are_no_puzzle() {
        for text in [
            // Two mates.
            "6k1/5ppp/8/8/8/8/8/RQ2K3 w - - 0 30",
            // A piece that hangs.
            "q3k3/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 30",
            // Nothing at all.
            "4k3/5ppp/8/8/8/8/5PPP/4K3 w - - 0 30",
        ] {
            assert_eq!(seek(text), None, "{text}");
        }
    }
}
