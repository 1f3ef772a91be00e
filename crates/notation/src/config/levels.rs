//! Puzzles: a position, the side to solve it for, and the goal.

use record::{Puzzle, PuzzleGoal};
use rules::{Colour, History, Outcome, Reason, message};

use super::Located;
use super::read::{read_colour, read_file_name};
use crate::diagnostics::Diagnostics;
use crate::{Field, Value};

/// A puzzle as a config file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleLevel {
    /// What it is called.
    pub name: String,
    /// The position.
    pub start: LevelStart,
    /// The side that solves it; if it is not said, the side to move of a FEN, or the player's.
    pub side: Option<Colour>,
    /// What is to be reached.
    pub goal: Located<PuzzleGoal>,
    /// The text for the player.
    pub text: String,
    /// The moves that solve it, of both sides, separated by blanks.
    pub solution: Option<Located<String>>,
}

/// Where a puzzle's position comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelStart {
    /// A layout's file, drawn for the side that solves it, which moves first.
    Layout(Located<String>),
    /// A position in Forsyth-Edwards notation.
    Fen(Located<String>),
}

/// Does the solution lead to the goal? Whether a position that is not over is won or drawn, it
/// does not ask.
pub(super) fn is_solved_by_solution(puzzle: &Puzzle) -> bool {
    let mut game = History::new(puzzle.position.clone());
    let (mut own_moves, mut takes) = (0, false);
    for step in &puzzle.solution {
        let position = game.position();
        if position.turn() == puzzle.side {
            own_moves += 1;
            let taken_on = position.capture_square(*step);
            takes |= puzzle.goal == PuzzleGoal::Capture(taken_on);
        }
        if game.play(*step).is_err() {
            return false;
        }
    }
    let outcome = game.outcome();
    match puzzle.goal {
        PuzzleGoal::MateIn(moves) => {
            let mate = Outcome::won_by(puzzle.side, Reason::Checkmate);
            own_moves <= u32::from(moves) && outcome == Some(mate)
        }
        PuzzleGoal::Win => outcome.is_none_or(|outcome| outcome.winner == Some(puzzle.side)),
        PuzzleGoal::Draw => outcome.is_none_or(|outcome| outcome.winner.is_none()),
        PuzzleGoal::Capture(_) => takes,
    }
}

impl PuzzleLevel {
    /// Reads an entry of `levels`.
    pub(super) fn read(field: &Field<'_>, faults: &mut Diagnostics) -> Option<PuzzleLevel> {
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
        Some(PuzzleLevel { name, start: start?, side, goal: goal?, text, solution })
    }
}

fn read_start(layout: &Field<'_>, fen: &Field<'_>, faults: &mut Diagnostics) -> Option<LevelStart> {
    match (layout.node(), fen.node()) {
        (Some(_), Some(_)) => {
            let words =
                message!("fen-and-layout", "and `layout` both give the position; expected one");
            fen.error(words, faults);
            None
        }
        (Some(_), None) => read_file_name(layout, faults).map(LevelStart::Layout),
        (None, Some(_)) => {
            fen.text(faults).map(|text| LevelStart::Fen(Located::by(fen, text.to_owned())))
        }
        (None, None) => {
            let expected = message!("expected-layout", "the path of a layout, or a `fen`");
            layout.report(expected, faults);
            None
        }
    }
}

fn read_solution(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Located<String>> {
    field.node()?;
    field.text(faults).map(|text| Located::by(field, text.to_owned()))
}

fn read_goal(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Located<PuzzleGoal>> {
    let goal = match field.node().map(|node| &node.value) {
        Some(Value::Text(text)) => PuzzleGoal::parse(text),
        _ => None,
    };
    if goal.is_none() {
        let expected = message!(
            "expected-goal",
            "\"mate in N\" with N from 1 to 99, \"win\", \"draw\" or \"capture SQUARE\""
        );
        field.report(expected, faults);
    }
    goal.map(|goal| Located::by(field, goal))
}
