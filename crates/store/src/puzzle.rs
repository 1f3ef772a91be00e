//! Progress with the puzzles.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::UnixTime;
use crate::time::whole_milliseconds;

/// One try at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAttempt {
    /// Which puzzle: any text that is always the same for it.
    pub puzzle: String,
    /// Whether any attempt succeeded.
    pub is_solved: bool,
    /// How long it took.
    pub time: Duration,
    /// When it ended.
    pub at: UnixTime,
}

/// Attempts and best result of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleProgress {
    /// The key of the puzzle in its set.
    pub puzzle: String,
    /// How often it was tried.
    pub attempts: u64,
    /// When it was first solved, if it was.
    pub solved: Option<UnixTime>,
    /// The shortest time in which it was solved.
    pub best_time: Option<Duration>,
}

impl PuzzleProgress {
    /// A puzzle without attempts.
    pub(crate) fn new(puzzle: &str) -> PuzzleProgress {
        PuzzleProgress { puzzle: puzzle.to_owned(), attempts: 0, solved: None, best_time: None }
    }

    /// Adds a try.
    pub(crate) fn add(&mut self, attempt: &PuzzleAttempt) {
        self.attempts += 1;
        if attempt.is_solved {
            let time = whole_milliseconds(attempt.time);
            self.solved = Some(self.solved.map_or(attempt.at, |first| first.min(attempt.at)));
            self.best_time = Some(self.best_time.map_or(time, |best| best.min(time)));
        }
    }
}
