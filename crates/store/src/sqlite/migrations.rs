//! The tables, and how those of older versions become those of this one.

use rusqlite::{Connection, TransactionBehavior};

use super::Result;
use super::error::Place;
use crate::StoreError;
use crate::sql::LAYOUTS;

/// Marks a file as one of this program's: the letters `XXLC`.
const APPLICATION: i64 = 0x5858_4C43;

/// Makes sure that the file is this program's, or empty.
pub(super) fn check_owner(connection: &Connection, place: &Place) -> Result<()> {
    let number = |pragma: &str| -> rusqlite::Result<i64> {
        connection.pragma_query_value(None, pragma, |row| row.get(0))
    };
    let is_ours = || -> rusqlite::Result<bool> {
        let tables = "SELECT count(*) FROM sqlite_schema";
        let is_empty = connection.query_row(tables, [], |row| row.get::<_, i64>(0))? == 0;
        Ok(is_empty || number("application_id")? == APPLICATION)
    };
    let (found, known) = (layout(connection, place)?, LAYOUTS.len() as i64);
    if !is_ours().map_err(|error| place.error(error))? {
        return Err(StoreError::Foreign { place: place.to_string() });
    }
    if found > known {
        return Err(StoreError::Newer { place: place.to_string(), found, known });
    }
    Ok(())
}

/// Brings the tables up to date.
pub(super) fn run(connection: &mut Connection, place: &Place) -> Result<()> {
    if layout(connection, place)? == LAYOUTS.len() as i64 {
        return Ok(());
    }
    let told = |error| place.error(error);
    let change =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(told)?;
    // Another window may have done it in the meantime.
    let done = usize::try_from(layout(&change, place)?).unwrap_or_default();
    for step in LAYOUTS.iter().skip(done) {
        change.execute_batch(step).map_err(told)?;
    }
    change.pragma_update(None, "application_id", APPLICATION).map_err(told)?;
    change.pragma_update(None, "user_version", LAYOUTS.len() as i64).map_err(told)?;
    change.commit().map_err(told)
}

fn layout(connection: &Connection, place: &Place) -> Result<i64> {
    let layout = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    layout.map_err(|error| place.error(error))
}
