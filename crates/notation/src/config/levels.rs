//! Puzzles: a position, the side to solve it for, and the goal.

use std::fmt;

use rules::{Colour, History, Move, Outcome, Position, Reason, Square};

use super::Given;
use super::read::{read_colour, read_file_name};
use crate::diagnostics::Diagnostics;
use crate::{Field, Value};

/// A puzzle as a config file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What it is called.
    pub name: String,
    /// The position.
    pub start: LevelStart,
    /// The side that solves it; if it is not said, the side to move of a FEN, or the player's.
    pub side: Option<Colour>,
    /// What is to be reached.
    pub goal: Given<Goal>,
    /// What the player is told.
    pub text: String,
    /// The moves that solve it, of both sides, separated by blanks.
    pub solution: Option<Given<String>>,
}

/// Where a puzzle's position comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelStart {
    /// A layout's file, drawn for the side that solves it, which moves first.
    Layout(Given<String>),
    /// A position in Forsyth-Edwards notation.
    Fen(Given<String>),
}

/// What is to be reached in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To mate with this many moves of one's own, or fewer.
    MateIn(u8),
    /// To win, however long it takes.
    Win,
    /// To reach a draw.
    Draw,
    /// To take what stands on a square.
    Capture(Square),
}

/// A puzzle that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What it is called; empty if it has no name.
    pub name: String,
    /// Where the solver begins.
    pub position: Position,
    /// The side that solves it.
    pub side: Colour,
    /// What is to be reached.
    pub goal: Goal,
    /// What the player is told.
    pub text: String,
    /// The moves that solve it, of both sides in turn; empty if they are not given.
    pub solution: Vec<Move>,
}

const MOST_MOVES: u8 = 99;

const GOALS: &str = "\"mate in N\" with N from 1 to 99, \"win\", \"draw\" or \"capture SQUARE\"";

impl Goal {
    /// Reads a goal as a config file has it, such as `mate in 2`.
    pub fn parse(text: &str) -> Option<Goal> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["win"] => Some(Goal::Win),
            ["draw"] => Some(Goal::Draw),
            ["mate", "in", moves] => {
                let moves = moves.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
                moves.map(Goal::MateIn)
            }
            ["capture", square] => match Square::parse_prefix(square)? {
                (square, "") => Some(Goal::Capture(square)),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Puzzle {
    /// Does the solution lead to the goal? Whether a position that is not over is won or drawn, it
    /// does not ask.
    pub(super) fn is_solved_by_solution(&self) -> bool {
        let mut game = History::new(self.position.clone());
        let (mut own_moves, mut takes) = (0, false);
        for step in &self.solution {
            let position = game.position();
            if position.turn() == self.side {
                own_moves += 1;
                let taken_on = position.capture_square(*step);
                takes |= self.goal == Goal::Capture(taken_on);
            }
            if game.play(*step).is_err() {
                return false;
            }
        }
        let outcome = game.outcome();
        match self.goal {
            Goal::MateIn(moves) => {
                let mate = Outcome::won_by(self.side, Reason::Checkmate);
                own_moves <= u32::from(moves) && outcome == Some(mate)
            }
            Goal::Win => outcome.is_none_or(|outcome| outcome.winner == Some(self.side)),
            Goal::Draw => outcome.is_none_or(|outcome| outcome.winner.is_none()),
            Goal::Capture(_) => takes,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::MateIn(moves) => write!(f, "mate in {moves}"),
            Goal::Win => f.write_str("win"),
            Goal::Draw => f.write_str("draw"),
            Goal::Capture(square) => write!(f, "capture {square}"),
        }
    }
}

impl Level {
    /// Reads an entry of `levels`.
    pub(super) fn read(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Level> {
        let mut table = field.table(faults);
        if !table.is_present() {
            return None;
        }
        let start = read_start(&table.get("layout"), &table.get("fen"), faults);
        let side = read_colour(&table.get("side"), faults);
        let goal = read_goal(&table.need("goal"), faults);
        let mut words = |key| table.get(key).text(faults).unwrap_or_default().to_owned();
        let (name, text) = (words("name"), words("text"));
        let solution = read_solution(&table.get("solution"), faults);
        table.finish(faults);
        Some(Level { name, start: start?, side, goal: goal?, text, solution })
    }
}

fn read_start(layout: &Field<'_>, fen: &Field<'_>, faults: &mut Diagnostics) -> Option<LevelStart> {
    match (layout.node(), fen.node()) {
        (Some(_), Some(_)) => {
            fen.error("and `layout` both give the position; expected one", faults);
            None
        }
        (Some(_), None) => read_file_name(layout, faults).map(LevelStart::Layout),
        (None, Some(_)) => {
            fen.text(faults).map(|text| LevelStart::Fen(Given::by(fen, text.to_owned())))
        }
        (None, None) => {
            layout.wrong("the path of a layout, or a `fen`", faults);
            None
        }
    }
}

fn read_solution(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Given<String>> {
    field.node()?;
    field.text(faults).map(|text| Given::by(field, text.to_owned()))
}

fn read_goal(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Given<Goal>> {
    let goal = match field.node().map(|node| &node.value) {
        Some(Value::Text(text)) => Goal::parse(text),
        _ => None,
    };
    if goal.is_none() {
        field.wrong(GOALS, faults);
    }
    goal.map(|goal| Given::by(field, goal))
}
