//! Running games by SQL: a head and its entries, for windows and rooms alike.

use std::collections::HashMap;

use record::Entry;

use super::{Database, Result, Row, Value, values};
use crate::{UnixTime, row};

/// Entries of a game that are to be written.
pub(super) struct NewEntries<'a> {
    pub(super) game: &'a str,
    /// The number of the first one.
    pub(super) from: u32,
    pub(super) entries: &'a [Entry],
    pub(super) at: UnixTime,
}

/// Appends entries within a transaction; no two of them may have the same game and number.
pub(super) fn append(tables: &impl Database, games: &[NewEntries<'_>]) -> Result<()> {
    let written: Vec<(&NewEntries<'_>, u32, String)> = games
        .iter()
        .flat_map(|game| {
            game.entries
                .iter()
                .zip(game.from..)
                .map(move |(entry, n)| (game, n, row::write(*entry)))
        })
        .collect();
    let rows: Vec<[Value<'_>; 4]> = written
        .iter()
        .map(|(new, number, row)| {
            [new.game.into(), (*number).into(), new.at.0.into(), row.as_str().into()]
        })
        .collect();
    let sql = "INSERT INTO entries (game, number, at, entry) VALUES (?, ?, ?, ?) \
               ON CONFLICT (game, number) DO UPDATE SET at = excluded.at, entry = excluded.entry";
    tables.insert_all(sql, &rows)
}

/// Drops the entries of a game from a number on.
pub(super) fn truncate(tables: &impl Database, game: &str, keep: u32) -> Result<()> {
    let sql = "DELETE FROM entries WHERE game = ? AND number >= ?";
    tables.execute(sql, values![game, keep]).map(drop)
}

/// Forgets a game with its entries.
pub(super) fn forget(tables: &impl Database, game: &str) -> Result<()> {
    tables.execute("DELETE FROM live_games WHERE game = ?", values![game]).map(drop)
}

/// The rows of every running game, in order, and the time of the last one.
pub(super) fn rows(tables: &impl Database) -> Result<HashMap<String, (Vec<String>, UnixTime)>> {
    let sql = "SELECT game, entry, at FROM entries ORDER BY number";
    let entry = |row: &mut Row| Ok((row.next()?, row.next()?, row.next()?));
    let mut rows: HashMap<String, (Vec<String>, UnixTime)> = HashMap::new();
    for (game, entry, at) in tables.all(sql, &[], entry)? {
        let (entries, last) = rows.entry(game).or_default();
        entries.push(entry);
        *last = UnixTime(at);
    }
    Ok(rows)
}
