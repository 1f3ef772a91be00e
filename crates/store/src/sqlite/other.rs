//! Puzzles and small things in SQLite.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::library::{duration, milliseconds};
use super::profiles::number;
use super::{Result, SqliteStore};
use crate::{Meta, Owner, PuzzleAttempt, PuzzleProgress, Puzzles, UnixTime};

impl Puzzles for SqliteStore {
    fn note_puzzle(&mut self, owner: Owner, attempt: &PuzzleAttempt) -> Result<PuzzleProgress> {
        let change = self.change()?;
        let progress = change.run_for(|tables| {
            let known = known_progress(tables, owner, &attempt.puzzle)?;
            let mut progress = known.unwrap_or_else(|| PuzzleProgress::new(&attempt.puzzle));
            progress.add(attempt);
            let sql = "DELETE FROM puzzles WHERE owner IS ? AND puzzle = ?";
            tables.prepare_cached(sql)?.execute(params![number(owner), attempt.puzzle])?;
            let sql = "INSERT INTO puzzles (owner, puzzle, attempts, solved, best_milliseconds) \
                       VALUES (?, ?, ?, ?, ?)";
            tables.prepare_cached(sql)?.execute(params![
                number(owner),
                progress.puzzle,
                i64::try_from(progress.attempts).unwrap_or(i64::MAX),
                progress.solved.map(|time| time.0),
                progress.best_time.map(milliseconds),
            ])?;
            Ok(progress)
        })?;
        change.commit()?;
        Ok(progress)
    }

    fn puzzles(&self, owner: Owner) -> Result<Vec<PuzzleProgress>> {
        self.read(|tables| {
            let sql = "SELECT puzzle, attempts, solved, best_milliseconds FROM puzzles \
                       WHERE owner IS ? ORDER BY puzzle";
            tables.prepare_cached(sql)?.query_map([number(owner)], progress)?.collect()
        })
    }
}

fn known_progress(
    tables: &Connection,
    owner: Owner,
    puzzle: &str,
) -> rusqlite::Result<Option<PuzzleProgress>> {
    let sql = "SELECT puzzle, attempts, solved, best_milliseconds FROM puzzles \
               WHERE owner IS ? AND puzzle = ?";
    tables.prepare_cached(sql)?.query_row(params![number(owner), puzzle], progress).optional()
}

fn progress(row: &Row<'_>) -> rusqlite::Result<PuzzleProgress> {
    Ok(PuzzleProgress {
        puzzle: row.get(0)?,
        attempts: u64::try_from(row.get::<_, i64>(1)?).unwrap_or_default(),
        solved: row.get::<_, Option<i64>>(2)?.map(UnixTime),
        best_time: row.get::<_, Option<i64>>(3)?.map(duration),
    })
}

impl Meta for SqliteStore {
    fn meta(&self, key: &str) -> Result<Option<String>> {
        self.read(|tables| {
            let sql = "SELECT value FROM meta WHERE key = ?";
            tables.prepare_cached(sql)?.query_row([key], |row| row.get(0)).optional()
        })
    }

    fn set_meta(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        let change = self.change()?;
        change.run(|tables| match value {
            Some(value) => {
                let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2) \
                           ON CONFLICT (key) DO UPDATE SET value = ?2";
                tables.prepare_cached(sql)?.execute([key, value])
            }
            None => tables.prepare_cached("DELETE FROM meta WHERE key = ?")?.execute([key]),
        })?;
        change.commit()
    }
}
