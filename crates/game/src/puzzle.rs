//! Puzzles: a goal, the judge of progress, and the way through a row of them.

use record::{GameEnd, Puzzle, PuzzleGoal};
use rules::{Outcome, Reason};

use crate::{Game, PlayedTurn};

/// The estimate of a position by an engine, for the side that solves the puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Estimate {
    /// It can force a win in this number of its own moves.
    WinsIn(u32),
    /// It loses by force.
    Loses,
    /// By how many pawns it is better.
    Pawns(f64),
}

/// How far a puzzle is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// The goal can still be reached, as far as is known.
    Open,
    /// The goal is reached.
    Solved,
    /// The goal can no longer be reached.
    Failed(Failure),
}

/// Why a puzzle was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// All moves were used.
    OutOfMoves,
    /// The game ended otherwise.
    WrongEnd(GameEnd),
    /// With best play the goal is out of reach.
    Refuted,
}

/// Advantage in pawns from which on a win counts as possible.
const HOPES_FOR_A_WIN: f64 = 1.0;

/// Deficit in pawns up to which a draw counts as possible.
const HOPES_FOR_A_DRAW: f64 = -3.0;

/// How many moves are left to reach the goal, where they are counted.
pub fn puzzle_moves_left(puzzle: &Puzzle, game: &Game) -> Option<usize> {
    match puzzle.goal {
        PuzzleGoal::MateIn(moves) => {
            let made = own_turns(puzzle, game).count();
            Some(usize::from(moves).saturating_sub(made))
        }
        PuzzleGoal::Win | PuzzleGoal::Draw | PuzzleGoal::Capture(_) => None,
    }
}

/// How far the puzzle is solved by what was played.
///
/// The estimate of the present position, if there is one, shows early that a move was wrong;
/// without it the puzzle stays open until the game decides.
pub fn puzzle_progress(puzzle: &Puzzle, game: &Game, estimate: Option<Estimate>) -> Progress {
    if is_solved(puzzle, game) {
        return Progress::Solved;
    }
    if let Some(end) = game.end() {
        return Progress::Failed(Failure::WrongEnd(end));
    }
    let moves_left = puzzle_moves_left(puzzle, game);
    if moves_left == Some(0) {
        return Progress::Failed(Failure::OutOfMoves);
    }
    match estimate {
        Some(estimate) if !is_within_reach(puzzle, estimate, moves_left) => {
            Progress::Failed(Failure::Refuted)
        }
        _ => Progress::Open,
    }
}

fn is_solved(puzzle: &Puzzle, game: &Game) -> bool {
    let outcome = game.end().and_then(GameEnd::outcome);
    let is_mate = |reason| matches!(reason, Reason::Checkmate | Reason::KingCapture);
    let has_won = |outcome: &Outcome| outcome.winner == Some(puzzle.side);
    match puzzle.goal {
        PuzzleGoal::MateIn(moves) => {
            outcome.filter(has_won).is_some_and(|outcome| is_mate(outcome.reason))
                && own_turns(puzzle, game).count() <= usize::from(moves)
        }
        PuzzleGoal::Win => outcome.is_some_and(|outcome| has_won(&outcome)),
        PuzzleGoal::Draw => outcome.is_some_and(|outcome| outcome.winner != Some(!puzzle.side)),
        PuzzleGoal::Capture(square) => own_turns(puzzle, game)
            .any(|turn| turn.captured.is_some_and(|capture| capture.square == square)),
    }
}

fn is_within_reach(puzzle: &Puzzle, estimate: Estimate, moves_left: Option<usize>) -> bool {
    match (puzzle.goal, estimate) {
        (PuzzleGoal::MateIn(_), Estimate::WinsIn(moves)) => {
            moves_left.is_none_or(|left| left >= usize::try_from(moves).unwrap_or(usize::MAX))
        }
        (PuzzleGoal::MateIn(_), _) => false,
        (PuzzleGoal::Win, Estimate::Pawns(pawns)) => pawns >= HOPES_FOR_A_WIN,
        (PuzzleGoal::Draw, Estimate::Pawns(pawns)) => pawns >= HOPES_FOR_A_DRAW,
        (PuzzleGoal::Win | PuzzleGoal::Draw, estimate) => estimate != Estimate::Loses,
        (PuzzleGoal::Capture(_), _) => true,
    }
}

fn own_turns<'a>(
    puzzle: &Puzzle,
    game: &'a Game,
) -> impl Iterator<Item = &'a PlayedTurn> + use<'a> {
    let side = puzzle.side;
    game.turns().iter().filter(move |turn| turn.mover == side)
}

/// A row of puzzles, and which of them are solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRow {
    puzzles: Vec<Puzzle>,
    solved: Vec<bool>,
    current: usize,
}

impl PuzzleRow {
    /// A row of puzzles of which none is solved; nothing if there are none.
    pub fn new(puzzles: Vec<Puzzle>) -> Option<PuzzleRow> {
        let solved = vec![false; puzzles.len()];
        (!puzzles.is_empty()).then_some(PuzzleRow { puzzles, solved, current: 0 })
    }

    /// The puzzles in their order.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The number of the puzzle that is being solved, from 0.
    pub fn number(&self) -> usize {
        self.current
    }

    /// The puzzle that is being solved.
    pub fn current(&self) -> &Puzzle {
        &self.puzzles[self.current]
    }

    /// Opens the puzzle with this number. Returns whether there is one.
    pub fn open(&mut self, number: usize) -> bool {
        let exists = number < self.puzzles.len();
        if exists {
            self.current = number;
        }
        exists
    }

    /// Is the puzzle with this number solved?
    pub fn is_solved(&self, number: usize) -> bool {
        self.solved.get(number).copied().unwrap_or(false)
    }

    /// How many are solved.
    pub fn solved(&self) -> usize {
        self.solved.iter().filter(|solved| **solved).count()
    }

    /// Marks a puzzle as solved, now or in an earlier session.
    pub fn mark_solved(&mut self, number: usize) {
        if let Some(solved) = self.solved.get_mut(number) {
            *solved = true;
        }
    }

    /// Opens the next puzzle that is not solved, from the start again after the last one. Tells
    /// whether there is one.
    pub fn open_next(&mut self) -> bool {
        let count = self.puzzles.len();
        let mut others = (1..=count).map(|step| (self.current + step) % count);
        match others.find(|number| !self.solved[*number]) {
            Some(number) => self.open(number),
            None => false,
        }
    }
}
