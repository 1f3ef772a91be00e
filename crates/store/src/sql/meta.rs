//! Small values under keys, by SQL.

use super::{Database, Purpose, Result, Row, values};
use crate::Meta;

impl<D: Database> Meta for D {
    fn meta(&self, key: &str) -> Result<Option<String>> {
        self.first("SELECT value FROM meta WHERE key = ?", values![key], Row::next)
    }

    fn metas(&self, prefix: &str) -> Result<Vec<(String, String)>> {
        let sql = "SELECT key, value FROM meta WHERE key >= ? AND key < ? ORDER BY key";
        let read = |row: &mut Row| Ok((row.next()?, row.next()?));
        // No key contains the last of all characters.
        self.all(sql, values![prefix, format!("{prefix}{}", char::MAX)], read)
    }

    fn set_meta(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        self.transaction(Purpose::Change, |tables| match value {
            Some(value) => set_value(tables, key, value),
            None => tables.execute("DELETE FROM meta WHERE key = ?", values![key]).map(drop),
        })
    }

    fn take_meta(&mut self, key: &str) -> Result<Option<String>> {
        self.transaction(Purpose::Change, |tables| {
            let kept = tables.meta(key)?;
            tables.execute("DELETE FROM meta WHERE key = ?", values![key])?;
            Ok(kept)
        })
    }
}

/// Sets the value of a key within a transaction.
pub(super) fn set_value(tables: &impl Database, key: &str, value: &str) -> Result<()> {
    let sql = "INSERT INTO meta (key, value) VALUES (?, ?) \
               ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    tables.execute(sql, values![key, value]).map(drop)
}
