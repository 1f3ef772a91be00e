//! Migrations of the schema in SQLite.

use rusqlite::{Connection, TransactionBehavior};

use super::Result;
use super::error::DatabaseFile;
use crate::StoreError;
use crate::sql::MIGRATIONS;

/// Marks a file as one of this program's: the letters `XXLC`.
const APPLICATION: i64 = 0x5858_4C43;

/// Makes sure that the file is this program's, or empty.
pub(super) fn check_owner(connection: &Connection, file: &DatabaseFile) -> Result<()> {
    let number = |pragma: &str| -> rusqlite::Result<i64> {
        connection.pragma_query_value(None, pragma, |row| row.get(0))
    };
    let is_ours = || -> rusqlite::Result<bool> {
        let tables = "SELECT count(*) FROM sqlite_schema";
        let is_empty = connection.query_row(tables, [], |row| row.get::<_, i64>(0))? == 0;
        Ok(is_empty || number("application_id")? == APPLICATION)
    };
    let (found, known) = (schema_version(connection, file)?, MIGRATIONS.len() as i64);
    if !is_ours().map_err(|error| file.error(error))? {
        return Err(StoreError::Foreign { place: file.to_string() });
    }
    if found > known {
        return Err(StoreError::Newer { place: file.to_string(), found, known });
    }
    Ok(())
}

/// Applies the pending migrations.
pub(super) fn run(connection: &mut Connection, file: &DatabaseFile) -> Result<()> {
    if schema_version(connection, file)? == MIGRATIONS.len() as i64 {
        return Ok(());
    }
    let to_error = |error| file.error(error);
    let change =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(to_error)?;
    // Another window may have done it in the meantime.
    let done = usize::try_from(schema_version(&change, file)?).unwrap_or_default();
    for step in MIGRATIONS.iter().skip(done) {
        change.execute_batch(step).map_err(to_error)?;
    }
    change.pragma_update(None, "application_id", APPLICATION).map_err(to_error)?;
    change.pragma_update(None, "user_version", MIGRATIONS.len() as i64).map_err(to_error)?;
    change.commit().map_err(to_error)
}

fn schema_version(connection: &Connection, file: &DatabaseFile) -> Result<i64> {
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    version.map_err(|error| file.error(error))
}
