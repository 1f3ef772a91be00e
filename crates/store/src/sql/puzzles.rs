//! Progress with puzzles by SQL.

use super::library::{duration, milliseconds};
use super::profiles::{check_owner, number};
use super::{Database, Purpose, Result, Row, values};
use crate::{Owner, PuzzleAttempt, PuzzleProgress, Puzzles, UnixTime};

impl<D: Database> Puzzles for D {
    fn note_puzzle(&mut self, owner: Owner, attempt: &PuzzleAttempt) -> Result<PuzzleProgress> {
        self.transaction(Purpose::Change, |tables| {
            check_owner(tables, owner)?;
            let key = values![number(owner), &attempt.puzzle];
            let sql = "SELECT puzzle, attempts, solved, best_milliseconds FROM puzzles \
                       WHERE owner IS ? AND puzzle = ?";
            let known = tables.first(sql, key, progress)?;
            let mut progress = known.unwrap_or_else(|| PuzzleProgress::new(&attempt.puzzle));
            progress.add(attempt);
            tables.execute("DELETE FROM puzzles WHERE owner IS ? AND puzzle = ?", key)?;
            let sql = "INSERT INTO puzzles (owner, puzzle, attempts, solved, best_milliseconds) \
                       VALUES (?, ?, ?, ?, ?)";
            let values = values![
                number(owner),
                &progress.puzzle,
                i64::try_from(progress.attempts).unwrap_or(i64::MAX),
                progress.solved.map(|time| time.0),
                progress.best_time.map(milliseconds),
            ];
            tables.execute(sql, values)?;
            Ok(progress)
        })
    }

    fn puzzles(&self, owner: Owner) -> Result<Vec<PuzzleProgress>> {
        let sql = "SELECT puzzle, attempts, solved, best_milliseconds FROM puzzles \
                   WHERE owner IS ? ORDER BY puzzle";
        self.all(sql, values![number(owner)], progress)
    }
}

fn progress(row: &mut Row) -> Result<PuzzleProgress> {
    Ok(PuzzleProgress {
        puzzle: row.next()?,
        attempts: row.next()?,
        solved: row.next::<Option<i64>>()?.map(UnixTime),
        best_time: row.next::<Option<i64>>()?.map(duration),
    })
}
