//! Which puzzles the user has solved.

use std::collections::BTreeSet;

use notation::config::Puzzle;
use notation::diagnostics::{Diagnostics, text_of};
use notation::{Field, fen, parse_json};
use serde_json::json;

use crate::services::Storage;

/// The name of the file.
pub const FILE: &str = "progress.json";

/// The puzzles that are solved, whatever file they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    solved: BTreeSet<String>,
}

impl Progress {
    /// Reads what was solved so far; a damaged file is moved aside.
    pub fn load(storage: &dyn Storage) -> Progress {
        let bytes = storage.read(FILE).ok().flatten().unwrap_or_default();
        if bytes.is_empty() {
            return Progress::default();
        }
        let mut faults = Diagnostics::new();
        match parse(&bytes, &mut faults) {
            Some(progress) if !faults.has_errors() => progress,
            _ => {
                // Whether it could be moved or not, the user starts afresh.
                let _ = storage.move_aside(FILE);
                Progress::default()
            }
        }
    }

    /// Keeps what was solved.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn save(&self, storage: &dyn Storage) -> std::io::Result<()> {
        let text = format!("{:#}\n", json!({ "solved": self.solved }));
        storage.write(FILE, text.as_bytes())
    }

    /// Is a puzzle solved?
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.solved.contains(&key(puzzle))
    }

    /// Notes that a puzzle is solved.
    pub fn solve(&mut self, puzzle: &Puzzle) {
        self.solved.insert(key(puzzle));
    }
}

fn parse(bytes: &[u8], faults: &mut Diagnostics) -> Option<Progress> {
    let node = parse_json(text_of(bytes).ok()?).ok()?;
    let mut file = Field::root(&node).table(faults);
    let list = file.need("solved").list(faults);
    let solved = list.iter().filter_map(|item| item.text(faults).map(str::to_owned)).collect();
    file.finish(faults);
    Some(Progress { solved })
}

/// A puzzle is the same wherever it stands, as long as position and goal are.
fn key(puzzle: &Puzzle) -> String {
    let rules = puzzle.position.rules().id();
    format!("{rules}: {}: {}", fen::format(&puzzle.position), puzzle.goal)
}

#[cfg(test)]
mod tests {
    use notation::config::Goal;
    use rules::{Colour, Position};

    use super::*;
    use crate::services::MemoryStorage;

    #[test]
    fn solved_puzzles_are_remembered() {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let position = Position::start(&rules);
        let puzzle = Puzzle {
            name: String::new(),
            position,
            side: Colour::White,
            goal: Goal::Win,
            text: String::new(),
            solution: Vec::new(),
        };
        let other = Puzzle { goal: Goal::MateIn(2), ..puzzle.clone() };
        let storage = MemoryStorage::default();
        let mut progress = Progress::load(&storage);
        progress.solve(&puzzle);
        progress.save(&storage).expect("kept");
        let progress = Progress::load(&storage);
        assert!(progress.is_solved(&puzzle) && !progress.is_solved(&other));
        storage.write(FILE, b"{").expect("written");
        assert_eq!(Progress::load(&storage), Progress::default());
    }
}
