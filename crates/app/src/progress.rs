//! Which puzzles the active profile has solved.

use std::collections::BTreeSet;
use std::time::Duration;

use notation::config::Puzzle;
use notation::fen;
use store::{Owner, PuzzleAttempt, PuzzleProgress};

use crate::persistence::{Pending, StoreHandle, time};

/// The puzzles that a profile has solved, whatever file they come from.
#[derive(Debug, Default)]
pub struct Progress {
    owner: Owner,
    solved: BTreeSet<String>,
    reading: Option<Pending<Vec<PuzzleProgress>>>,
}

impl Progress {
    /// Loads what a profile has solved so far.
    pub fn of(owner: Owner, store: &StoreHandle) -> Progress {
        let reading = Some(store.query(move |store| store.puzzles(owner)));
        let mut progress = Progress { owner, solved: BTreeSet::new(), reading };
        progress.poll();
        progress
    }

    /// Whose puzzles they are.
    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// Takes what has been read meanwhile.
    pub fn poll(&mut self) {
        let read = self.reading.take_if(|reading| reading.is_ready());
        // What cannot be read is told when something is to be kept.
        let puzzles = read.and_then(|read| read.take()).and_then(Result::ok).unwrap_or_default();
        let solved = puzzles.into_iter().filter(|puzzle| puzzle.solved.is_some());
        self.solved.extend(solved.map(|puzzle| puzzle.puzzle));
    }

    /// Is a puzzle solved?
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.solved.contains(&key(puzzle))
    }

    /// Notes a try at a puzzle.
    pub fn note(&mut self, puzzle: &Puzzle, is_solved: bool, time: Duration, store: &StoreHandle) {
        let puzzle = key(puzzle);
        if is_solved {
            self.solved.insert(puzzle.clone());
        }
        let owner = self.owner;
        let attempt = PuzzleAttempt { puzzle, is_solved, time, at: time::now() };
        store.execute(move |store| store.note_puzzle(owner, &attempt));
    }
}

/// A puzzle is the same wherever it stands, as long as position and goal are.
fn key(puzzle: &Puzzle) -> String {
    let rules = puzzle.position.rules().id();
    format!("{rules}: {}: {}", fen::format(&puzzle.position), puzzle.goal)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use notation::config::PuzzleGoal;
    use rules::{Colour, Position};
    use store::{ProfileName, UnixTime};

    use super::*;
    use crate::services::MemoryStorage;

    #[test]
    fn solved_puzzles_are_remembered_for_each_profile() {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let position = Position::start(&rules);
        let puzzle = Puzzle {
            name: String::new(),
            position,
            side: Colour::White,
            goal: PuzzleGoal::Win,
            text: String::new(),
            solution: Vec::new(),
        };
        let other = Puzzle { goal: PuzzleGoal::MateIn(2), ..puzzle.clone() };
        let store = StoreHandle::in_storage(Rc::new(MemoryStorage::default()));
        let name = ProfileName::new("Anna").expect("a name");
        let anna = store.query(move |store| store.create_profile(&name, UnixTime(0)));
        let anna = anna.take().expect("done").ok();
        let mut progress = Progress::of(anna, &store);
        progress.note(&puzzle, true, Duration::from_secs(3), &store);
        progress.note(&other, false, Duration::from_secs(3), &store);
        let progress = Progress::of(anna, &store);
        assert!(progress.is_solved(&puzzle) && !progress.is_solved(&other));
        assert!(!Progress::of(None, &store).is_solved(&puzzle), "a guest has solved nothing");
    }
}
