//! Puzzles and small things by SQL.

use super::library::{duration, milliseconds};
use super::profiles::{check_owner, number};
use super::{Database, Purpose, Result, Row, values};
use crate::{Meta, Owner, PuzzleAttempt, PuzzleProgress, Puzzles, UnixTime};

impl<D: Database> Puzzles for D {
    fn note_puzzle(&mut self, owner: Owner, attempt: &PuzzleAttempt) -> Result<PuzzleProgress> {
        self.whole(Purpose::Change, |tables| {
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

impl<D: Database> Meta for D {
    fn meta(&self, key: &str) -> Result<Option<String>> {
        self.first("SELECT value FROM meta WHERE key = ?", values![key], Row::next)
    }

    fn metas(&self, prefix: &str) -> Result<Vec<(String, String)>> {
        let sql = "SELECT key, value FROM meta WHERE key >= ? AND key < ? ORDER BY key";
        let read = |row: &mut Row| Ok((row.next()?, row.next()?));
        // No key goes on with the last of all characters.
        self.all(sql, values![prefix, format!("{prefix}{}", char::MAX)], read)
    }

    fn set_meta(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        self.whole(Purpose::Change, |tables| match value {
            Some(value) => remember(tables, key, value),
            None => tables.execute("DELETE FROM meta WHERE key = ?", values![key]).map(drop),
        })
    }

    fn take_meta(&mut self, key: &str) -> Result<Option<String>> {
        self.whole(Purpose::Change, |tables| {
            let kept = tables.meta(key)?;
            tables.execute("DELETE FROM meta WHERE key = ?", values![key])?;
            Ok(kept)
        })
    }
}

/// Keeps a small thing within a change.
pub(super) fn remember(tables: &impl Database, key: &str, value: &str) -> Result<()> {
    let sql = "INSERT INTO meta (key, value) VALUES (?, ?) \
               ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    tables.execute(sql, values![key, value]).map(drop)
}
