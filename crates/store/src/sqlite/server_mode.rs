//! Settings of SQLite for a server: many small transactions a second, and checkpoints in the background.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use super::error::DatabaseFile;
use super::instance_lock::InstanceLock;
use super::{Notice, Result, SqliteStore};
use crate::StoreError;
use crate::sql::{LOCK_TIMEOUT, retry_until_timeout};

/// Pause between checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);

/// A log with more pages than this gets a RESTART checkpoint. With passive checkpoints alone it would
/// grow without limit while moves arrive without a pause.
const MOST_PAGES: i64 = 32_768;

impl SqliteStore {
    /// Opens the store in a file, as [`SqliteStore::open`] does, for a server.
    ///
    /// Changes survive any end of the program, and the file as a whole survives if
    /// the computer loses power; the last moments before that may be missing. Changes then cost no
    /// wait for the disk, as a thread of its own runs the checkpoints.
    ///
    /// # Errors
    /// Why it cannot be opened; also that another server has it open.
    pub fn open_for_server(path: &Path) -> Result<(SqliteStore, Option<Notice>)> {
        let (store, notice) = SqliteStore::open(path)?;
        Ok((store.for_server(path)?, notice))
    }

    /// Opens the store as [`SqliteStore::open_for_server`] does, but refuses a file that is damaged
    /// or no database, and leaves it as it is.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open_undamaged_for_server(path: &Path) -> Result<SqliteStore> {
        let refuse = |file: &DatabaseFile, _: &mut InstanceLock, why| {
            Err(StoreError::Damaged { place: file.to_string(), why })
        };
        SqliteStore::open_or(path, refuse)?.0.for_server(path)
    }

    fn for_server(mut self, path: &Path) -> Result<SqliteStore> {
        let store = &mut self;
        let file = &store.file;
        if let Some(instance_lock) = &mut store.instance_lock
            && !retry_until_timeout(|| {
                instance_lock.serve().map_err(|error| file.file_error(error))
            })?
        {
            return Err(StoreError::Serving { place: file.to_string() });
        }
        let to_error = |error| store.file.error(error);
        store.connection.pragma_update(None, "synchronous", "normal").map_err(to_error)?;
        let pages = |pages: i64| {
            store.connection.pragma_update_and_check(None, "wal_autocheckpoint", pages, |_| Ok(()))
        };
        pages(0).map_err(to_error)?;
        // The file of the log is not cut down when it begins anew: that takes the file system tens
        // of milliseconds, for which moves would wait.
        let limit = |bytes: i64| {
            store.connection.pragma_update_and_check(None, "journal_size_limit", bytes, |_| Ok(()))
        };
        limit(-1).map_err(to_error)?;
        match WalCheckpointer::start(path) {
            Ok(keeper) => store.checkpointer = Some(keeper),
            // Without the thread, SQLite runs checkpoints during transactions.
            Err(_) => pages(1000).map_err(to_error)?,
        }
        Ok(self)
    }
}

/// The thread that runs checkpoints of the write-ahead log. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct WalCheckpointer {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl WalCheckpointer {
    fn start(path: &Path) -> std::io::Result<WalCheckpointer> {
        let (end, ended) = channel::<()>();
        let path: PathBuf = path.to_owned();
        let work = move || {
            let Ok(connection) = Connection::open(&path) else { return };
            if connection.busy_timeout(LOCK_TIMEOUT).is_err() {
                return;
            }
            while ended.recv_timeout(CHECKPOINT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                // After a failure the log grows until the next checkpoint.
                let _ = checkpoint(&connection, MOST_PAGES);
            }
        };
        let thread = thread::Builder::new().name("store-log".to_owned()).spawn(work)?;
        Ok(WalCheckpointer { end: Some(end), thread: Some(thread) })
    }
}

impl Drop for WalCheckpointer {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Runs a passive checkpoint, which blocks no writer. If the log is still long, runs a RESTART
/// checkpoint, which waits for writers.
fn checkpoint(connection: &Connection, most_pages: i64) -> rusqlite::Result<()> {
    let pages = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(1));
    if pages("PRAGMA wal_checkpoint(PASSIVE)")? > most_pages {
        pages("PRAGMA wal_checkpoint(RESTART)")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

    use super::*;
    use crate::Meta;

    /// Without RESTART checkpoints, the log of a store that is written without a pause grows as long as
    /// that goes on.
    #[test]
    fn a_log_does_not_grow_for_ever() {
        let folder = std::env::temp_dir().join(format!("xxlchess-log-{}", std::process::id()));
        let path = folder.join("server.db");
        let (mut store, _) = SqliteStore::open_for_server(&path).expect("a store");
        // The test does its work.
        store.checkpointer = None;
        let keeper = Connection::open(&path).expect("a connection");
        keeper.busy_timeout(LOCK_TIMEOUT).expect("set");
        let (is_over, written) = (AtomicBool::new(false), AtomicU64::new(0));
        // The fourth number of the log's header: how often it has begun anew.
        let beginnings = || {
            let log = std::fs::read(folder.join("server.db-wal")).expect("a log");
            u32::from_be_bytes(log[12..16].try_into().expect("four bytes"))
        };
        let most = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Relaxed) {
                    let number = written.fetch_add(1, Relaxed);
                    store.set_meta("number", Some(&number.to_string())).expect("written");
                }
            });
            // A writer that is about to begin can make a round miss its aim, not many of them.
            let most = (0..32).map(|_| {
                let begun = written.load(Relaxed);
                while written.load(Relaxed) < begun + 100 {
                    thread::yield_now();
                }
                checkpoint(&keeper, 0).expect("a checkpoint");
                beginnings()
            });
            let most = most.max();
            is_over.store(true, Relaxed);
            most
        });
        assert!(most >= Some(8), "begun anew {most:?} times");
        drop(store);
        let _ = std::fs::remove_dir_all(folder);
    }
}
