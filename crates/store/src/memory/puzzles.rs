//! Progress with puzzles in memory.

use super::{MemoryStore, Result};
use crate::{Owner, PuzzleAttempt, PuzzleProgress, Puzzles};

impl Puzzles for MemoryStore {
    fn note_puzzle(&mut self, owner: Owner, attempt: &PuzzleAttempt) -> Result<PuzzleProgress> {
        self.check_owner(owner)?;
        let puzzles = &mut self.change().puzzles;
        let is_it = |(solver, known): &(Owner, PuzzleProgress)| {
            *solver == owner && known.puzzle == attempt.puzzle
        };
        let index = puzzles.iter().position(is_it).unwrap_or_else(|| {
            puzzles.push((owner, PuzzleProgress::new(&attempt.puzzle)));
            puzzles.len() - 1
        });
        let progress = &mut puzzles[index].1;
        progress.add(attempt);
        Ok(progress.clone())
    }

    fn puzzles(&self, owner: Owner) -> Result<Vec<PuzzleProgress>> {
        let own = self.contents.puzzles.iter().filter(|(solver, _)| *solver == owner);
        let mut puzzles: Vec<PuzzleProgress> = own.map(|(_, progress)| progress.clone()).collect();
        puzzles.sort_by(|a, b| a.puzzle.cmp(&b.puzzle));
        Ok(puzzles)
    }
}
