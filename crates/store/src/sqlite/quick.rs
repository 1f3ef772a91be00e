//! A store for many small changes a second, as a game server makes them.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use super::error::Place;
use super::presence::Presence;
use super::{Notice, Result, SqliteStore};
use crate::StoreError;
use crate::sql::{PATIENCE, patiently};

/// The log is worked off so often.
const INTERVAL: Duration = Duration::from_secs(1);

impl SqliteStore {
    /// Opens the store in a file, as [`SqliteStore::open`] does, for a server.
    ///
    /// What was changed outlives the program however it ends, and so does the file as a whole if
    /// the computer loses power; the last moments before that may be missing. Changes then cost no
    /// wait for the disk, as the log is worked off by a thread of its own.
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
        let refuse = |place: &Place, _: &mut Presence, why| {
            Err(StoreError::Damaged { place: place.to_string(), why })
        };
        SqliteStore::open_or(path, refuse)?.0.for_server(path)
    }

    fn for_server(mut self, path: &Path) -> Result<SqliteStore> {
        let store = &mut self;
        let (presence, place) = (&mut store.presence, &store.place);
        if !patiently(|| presence.serve().map_err(|error| place.file_error(error)))? {
            return Err(StoreError::Serving { place: place.to_string() });
        }
        let told = |error| store.place.error(error);
        store.connection.pragma_update(None, "synchronous", "normal").map_err(told)?;
        let pages = |pages: i64| {
            store.connection.pragma_update_and_check(None, "wal_autocheckpoint", pages, |_| Ok(()))
        };
        pages(0).map_err(told)?;
        match LogKeeper::start(path) {
            Ok(keeper) => store.log_keeper = Some(keeper),
            // Without the thread it is worked off as usual, in the midst of changes.
            Err(_) => pages(1000).map_err(told)?,
        }
        Ok(self)
    }
}

/// The thread that works off the log. Dropped, it ends.
#[derive(Debug)]
pub(super) struct LogKeeper {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl LogKeeper {
    fn start(path: &Path) -> std::io::Result<LogKeeper> {
        let (end, ended) = channel::<()>();
        let path: PathBuf = path.to_owned();
        let work = move || {
            let Ok(connection) = Connection::open(&path) else { return };
            if connection.busy_timeout(PATIENCE).is_err() {
                return;
            }
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                // If it fails, the log only grows until the next time.
                let _ = connection.pragma_query(None, "wal_checkpoint", |_| Ok(()));
            }
        };
        let thread = thread::Builder::new().name("store-log".to_owned()).spawn(work)?;
        Ok(LogKeeper { end: Some(end), thread: Some(thread) })
    }
}

impl Drop for LogKeeper {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
