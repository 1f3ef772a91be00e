//! A puzzle: a position, the side to solve it for, and the goal.

use std::fmt;

use rules::{Colour, Move, Position, Square};

/// What solves a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleGoal {
    /// To mate with this many moves of one's own, or fewer.
    MateIn(u8),
    /// To win, however long it takes.
    Win,
    /// To reach a draw, or better.
    Draw,
    /// To take what stands on a square.
    Capture(Square),
}

/// A puzzle that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The title; may be empty.
    pub name: String,
    /// Where the solver begins.
    pub position: Position,
    /// The side that solves it.
    pub side: Colour,
    /// What the player must reach.
    pub goal: PuzzleGoal,
    /// The task, as shown to the player.
    pub text: String,
    /// The moves that solve it, of both sides in turn; empty if they are not given.
    pub solution: Vec<Move>,
}

const MOST_MOVES: u8 = 99;

impl PuzzleGoal {
    /// Reads a goal as a config file has it, such as `mate in 2`.
    pub fn parse(text: &str) -> Option<PuzzleGoal> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["win"] => Some(PuzzleGoal::Win),
            ["draw"] => Some(PuzzleGoal::Draw),
            ["mate", "in", moves] => {
                let moves = moves.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
                moves.map(PuzzleGoal::MateIn)
            }
            ["capture", square] => match Square::parse_prefix(square)? {
                (square, "") => Some(PuzzleGoal::Capture(square)),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Display for PuzzleGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleGoal::MateIn(moves) => write!(f, "mate in {moves}"),
            PuzzleGoal::Win => f.write_str("win"),
            PuzzleGoal::Draw => f.write_str("draw"),
            PuzzleGoal::Capture(square) => write!(f, "capture {square}"),
        }
    }
}
