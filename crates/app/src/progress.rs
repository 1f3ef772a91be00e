//! Which puzzles the active profile has solved.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use notation::config::Puzzle;
use notation::{fen, ruleset};
use serde::{Deserialize, Serialize};
use store::{Owner, PuzzleAttempt, PuzzleProgress};

use crate::own_puzzles;
use crate::persistence::{Pending, StoreHandle, time};
use crate::puzzle_theme::{SolverRating, estimate};

/// The preference under which ratings of puzzles are kept.
const RATINGS: &str = "puzzle-ratings";

/// The rating of the one who solves, and of the puzzles that were tried.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct PuzzleRatings {
    solver: SolverRating,
    puzzles: BTreeMap<String, f64>,
}

/// The preference under which the stars of lessons are kept.
const LESSONS: &str = "lessons";

/// What the store keeps of a profile: its puzzles and its preferences.
type StoredProgress = (Vec<PuzzleProgress>, BTreeMap<String, String>);

/// The puzzles that a profile has solved, whatever file they come from.
#[derive(Debug, Default)]
pub struct Progress {
    owner: Owner,
    solved: BTreeSet<String>,
    reading: Option<Pending<StoredProgress>>,
    /// The puzzles that were tried, solved or not.
    tried: BTreeSet<String>,
    ratings: PuzzleRatings,
    /// The stars for each lesson of a piece.
    lessons: BTreeMap<String, Vec<u8>>,
    /// Puzzles of the profile's own.
    own: Vec<Puzzle>,
}

impl Progress {
    /// Loads what a profile has solved so far.
    pub fn of(owner: Owner, store: &StoreHandle) -> Progress {
        let reading =
            Some(store.query(move |store| Ok((store.puzzles(owner)?, store.preferences(owner)?))));
        let mut progress = Progress { owner, reading, ..Progress::default() };
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
        // What cannot be read is reported when something is saved.
        let read = read.and_then(|read| read.take()).and_then(Result::ok).unwrap_or_default();
        let (puzzles, preferences) = read;
        let own = preferences.get(own_puzzles::PREFERENCE);
        self.own.extend(own.map(|text| own_puzzles::parse(text)).unwrap_or_default());
        let lessons = preferences.get(LESSONS).and_then(|text| serde_json::from_str(text).ok());
        self.lessons.extend(lessons.unwrap_or_else(BTreeMap::new));
        let ratings = preferences.get(RATINGS).and_then(|text| serde_json::from_str(text).ok());
        self.ratings = ratings.unwrap_or_else(|| std::mem::take(&mut self.ratings));
        self.tried.extend(puzzles.iter().map(|puzzle| puzzle.puzzle.clone()));
        let solved = puzzles.into_iter().filter(|puzzle| puzzle.solved.is_some());
        self.solved.extend(solved.map(|puzzle| puzzle.puzzle));
    }

    /// Is a puzzle solved?
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.solved.contains(&key(puzzle))
    }

    /// The stars for each lesson of a piece; nothing if none was done.
    pub fn lessons(&self, piece: &str) -> &[u8] {
        self.lessons.get(piece).map(Vec::as_slice).unwrap_or_default()
    }

    /// Notes the stars for a lesson of a piece that has so many; the best result stays.
    pub fn note_lesson(
        &mut self,
        piece: &str,
        count: usize,
        number: usize,
        stars: u8,
        store: &StoreHandle,
    ) {
        let known = self.lessons.entry(piece.to_owned()).or_default();
        known.resize(count.max(known.len()), 0);
        if let Some(best) = known.get_mut(number) {
            *best = stars.max(*best);
        }
        let (owner, text) = (self.owner, serde_json::json!(self.lessons).to_string());
        store.execute(move |store| store.set_preference(owner, LESSONS, Some(&text)));
    }

    /// The puzzles of the profile's own.
    pub fn own(&self) -> &[Puzzle] {
        &self.own
    }

    /// Keeps a puzzle among the profile's own. Returns whether it could: its rules must ship.
    pub fn keep_own(&mut self, puzzle: Puzzle, store: &StoreHandle) -> bool {
        let rules = puzzle.position.rules();
        if ruleset::shipped(rules.id()).is_none_or(|shipped| shipped.spec() != rules.spec()) {
            return false;
        }
        let name = key(&puzzle);
        self.own.retain(|known| key(known) != name);
        self.own.push(puzzle);
        self.save_own(store);
        true
    }

    /// Forgets a puzzle of the profile's own.
    pub fn forget_own(&mut self, index: usize, store: &StoreHandle) {
        if index < self.own.len() {
            self.own.remove(index);
            self.save_own(store);
        }
    }

    fn save_own(&self, store: &StoreHandle) {
        let (owner, text) = (self.owner, own_puzzles::format(&self.own));
        store.execute(move |store| {
            store.set_preference(owner, own_puzzles::PREFERENCE, Some(&text))
        });
    }

    /// The rating of the one who solves.
    pub fn rating(&self) -> SolverRating {
        self.ratings.solver
    }

    /// The rating of a puzzle.
    pub fn rating_of(&self, puzzle: &Puzzle) -> f64 {
        let known = self.ratings.puzzles.get(&key(puzzle)).copied();
        known.unwrap_or_else(|| f64::from(estimate(puzzle)))
    }

    /// Follows the first try at a puzzle; later ones count for nothing.
    fn rate(&mut self, puzzle: &Puzzle, is_solved: bool, store: &StoreHandle) {
        if !self.tried.insert(key(puzzle)) {
            return;
        }
        let rating = self.rating_of(puzzle);
        let after = self.ratings.solver.follow(rating, is_solved);
        self.ratings.puzzles.insert(key(puzzle), after);
        let (owner, text) = (self.owner, serde_json::json!(self.ratings).to_string());
        store.execute(move |store| store.set_preference(owner, RATINGS, Some(&text)));
    }

    /// Notes a try at a puzzle.
    pub fn note(&mut self, puzzle: &Puzzle, is_solved: bool, time: Duration, store: &StoreHandle) {
        self.rate(puzzle, is_solved, store);
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
        let after = progress.rating();
        assert_eq!(after.tried, 2);
        progress.note(&other, true, Duration::from_secs(3), &store);
        assert_eq!(progress.rating(), after, "the first try counts");
        let other = Puzzle { goal: PuzzleGoal::Draw, ..puzzle.clone() };
        let progress = Progress::of(anna, &store);
        assert_eq!(progress.rating(), after);
        assert!(progress.is_solved(&puzzle) && !progress.is_solved(&other));
        assert!(!Progress::of(None, &store).is_solved(&puzzle), "a guest has solved nothing");
    }

    #[test]
    fn own_puzzles_are_kept_for_each_profile() {
        let rules = notation::ruleset::shipped("xxl").expect("it ships");
        let position = Position::start(&rules);
        let solution = position.legal_moves()[..1].to_vec();
        let puzzle = Puzzle {
            name: String::new(),
            position,
            side: Colour::White,
            goal: PuzzleGoal::Win,
            text: "Find \"it\"".to_owned(),
            solution,
        };
        let store = StoreHandle::in_storage(Rc::new(MemoryStorage::default()));
        let mut progress = Progress::of(None, &store);
        assert!(progress.keep_own(puzzle.clone(), &store));
        assert!(progress.keep_own(puzzle.clone(), &store), "the same once more");
        progress.note_lesson("xxl/knight", 3, 1, 2, &store);
        progress.note_lesson("xxl/knight", 3, 1, 1, &store);
        let mut progress = Progress::of(None, &store);
        assert_eq!(progress.lessons("xxl/knight"), [0, 2, 0]);
        assert_eq!(progress.own(), [puzzle]);
        progress.forget_own(0, &store);
        assert!(Progress::of(None, &store).own().is_empty());
    }
}
