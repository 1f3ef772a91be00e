//! A store in one file on the disk, by SQLite.
//!
//! Several windows may have it open at once: the file has a write-ahead log, so that readers and
//! a writer do not wait for each other, and writers wait for a while. Every change is a
//! transaction that is on the disk before the call returns.

mod error;
mod instance_lock;
mod migrations;
mod recovery;
mod server_mode;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, ToSql, params_from_iter};

use crate::StoreError;
use crate::sql::{Database, LOCK_TIMEOUT, Purpose, Row, Value};
use error::DatabaseFile;
use instance_lock::InstanceLock;

type Result<T> = std::result::Result<T, StoreError>;

/// Size in bytes to which a checkpoint truncates the log.
const LARGEST_LOG: i64 = 4 << 20;

/// A store in one file on the disk.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    file: DatabaseFile,
    /// `None` for a store in memory, which no other process opens.
    instance_lock: Option<InstanceLock>,
    /// Runs the checkpoints of a server's store.
    checkpointer: Option<server_mode::WalCheckpointer>,
}

/// Something that the user should know although the store is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The file was damaged. It is kept under another name, and a new one was begun.
    MovedAside {
        /// Where the file was.
        from: PathBuf,
        /// Where it is now.
        to: PathBuf,
        /// The fault.
        why: String,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Notice::MovedAside { from, to, why } = self;
        let (from, to) = (from.display(), to.display());
        write!(f, "{from} is damaged ({why}). It was moved to {to}, and a new one was begun.")
    }
}

impl SqliteStore {
    /// Opens the store in a file, which is made if there is none, with its folder.
    ///
    /// A damaged file is moved aside with its log, and a [`Notice`] says so; it is never deleted. While
    /// another window has it open, it stays in place and opening fails.
    ///
    /// # Errors
    /// Why it cannot be opened: the folder may only be read, the disk is full, the file is
    /// another program's or from a newer version. A [`MemoryStore`](crate::MemoryStore) can take
    /// its place for the time being.
    pub fn open(path: &Path) -> Result<(SqliteStore, Option<Notice>)> {
        SqliteStore::open_or(path, recovery::begin_anew)
    }

    /// A store in memory, which is gone when it is dropped.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<SqliteStore> {
        let file = DatabaseFile::new(Path::new("memory"));
        let connection = Connection::open_in_memory().map_err(|error| file.error(error))?;
        let connection = set_up(connection, &file)?;
        Ok(SqliteStore { connection, file, instance_lock: None, checkpointer: None })
    }

    /// Copies the store of a file into a new file, as it is at one moment; others may write meanwhile.
    ///
    /// # Errors
    /// If there is no such store, the other file is there already, or it cannot be written.
    pub fn back_up(from: &Path, to: &Path) -> Result<()> {
        let file = DatabaseFile::new(from);
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(from, flags);
        let connection = connection.map_err(|error| file.error(error))?;
        connection.busy_timeout(crate::sql::LOCK_TIMEOUT).map_err(|error| file.error(error))?;
        let target = to.to_string_lossy();
        let copied = connection.execute("VACUUM INTO ?", [target.as_ref()]);
        copied.map(drop).map_err(|error| DatabaseFile::new(to).error(error))
    }

    /// Opens the store in a file; a damaged one is left to `recover`.
    fn open_or(
        path: &Path,
        recover: impl FnOnce(
            &DatabaseFile,
            &mut InstanceLock,
            String,
        ) -> Result<(Connection, Option<Notice>)>,
    ) -> Result<(SqliteStore, Option<Notice>)> {
        let file = DatabaseFile::new(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| file.file_error(error))?;
        }
        let mut instance_lock =
            InstanceLock::acquire(path).map_err(|error| file.file_error(error))?;
        // Only the first instance checks the file; later ones may find it half made.
        let looked = instance_lock.alone(|| recovery::check_outside(&file));
        let looked = looked.map_err(|error| file.file_error(error))?.unwrap_or(Ok(()));
        let (connection, notice) = match looked.and_then(|()| connect(&file)) {
            Err(StoreError::Damaged { why, .. }) => recover(&file, &mut instance_lock, why)?,
            connected => (connected?, None),
        };
        let instance_lock = Some(instance_lock);
        Ok((SqliteStore { connection, file, instance_lock, checkpointer: None }, notice))
    }
}

impl Database for SqliteStore {
    fn location(&self) -> String {
        self.file.to_string()
    }

    fn begin(&self, purpose: Purpose) -> Result<()> {
        self.run(match purpose {
            Purpose::Read => "BEGIN",
            // There is one writer at a time; the others wait for its end before they read.
            Purpose::Change | Purpose::WriteOwn => "BEGIN IMMEDIATE",
        })
    }

    fn commit(&self) -> Result<()> {
        self.run("COMMIT")
    }

    fn roll_back(&self) {
        // Some failures have rolled it back already.
        let _ = self.run("ROLLBACK");
    }

    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<u64> {
        let changed = self.prepare(sql)?.execute(params_from_iter(values));
        changed.map(|rows| rows as u64).map_err(|error| self.file.error(error))
    }

    fn query(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>> {
        let mut statement = self.prepare(sql)?;
        let rows = statement.query_map(params_from_iter(values), row).and_then(Iterator::collect);
        rows.map_err(|error| self.file.error(error))
    }

    fn instance(&self) -> &str {
        self.instance_lock.as_ref().map_or("", InstanceLock::instance)
    }

    fn is_there(&self, instance: &str) -> Result<bool> {
        Ok(self.instance_lock.as_ref().is_none_or(|instance_lock| instance_lock.is_there(instance)))
    }
}

impl SqliteStore {
    fn prepare(&self, sql: &str) -> Result<CachedStatement<'_>> {
        self.connection.prepare_cached(sql).map_err(|error| self.file.error(error))
    }

    fn run(&self, sql: &str) -> Result<()> {
        let done = self.prepare(sql)?.execute([]);
        done.map(drop).map_err(|error| self.file.error(error))
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let columns = (0..row.as_ref().column_count()).map(|index| {
        Ok(match row.get_ref(index)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Real(number) => Value::Real(number),
            text @ ValueRef::Text(_) => Value::Text(text.as_str()?.to_owned().into()),
            ValueRef::Blob(bytes) => Value::Blob(bytes.to_owned().into()),
        })
    });
    Ok(Row::from(columns.collect::<rusqlite::Result<Vec<_>>>()?))
}

/// Opens the file.
fn connect(file: &DatabaseFile) -> Result<Connection> {
    let connection = Connection::open(file.path()).map_err(|error| file.error(error))?;
    set_up(connection, file)
}

/// Makes sure that a database is whole, and brings it up to date.
fn set_up(mut connection: Connection, file: &DatabaseFile) -> Result<Connection> {
    prepare(&connection).map_err(|error| file.error(error))?;
    migrations::check_owner(&connection, file)?;
    recovery::check(&connection, file)?;
    migrations::run(&mut connection, file)?;
    Ok(connection)
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(LOCK_TIMEOUT)?;
    // File systems that cannot share memory keep the older kind of journal, which is as safe.
    let _mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    // A move is on the disk before it is confirmed, even if the computer loses power.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update_and_check(None, "journal_size_limit", LARGEST_LOG, |_| Ok(()))?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}
