//! A damaged store is moved aside under a name with the time, with its log, and a new one begun.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::error::DatabaseFile;
use super::instance_lock::{InstanceLock, beside};
use super::{Notice, Result, connect};
use crate::{StoreError, UnixTime};

/// The files that belong together: the store, its logs of either kind, and their index.
const PARTS: [&str; 4] = ["", LOGS[0], LOGS[1], "-shm"];
const LOGS: [&str; 2] = ["-wal", "-journal"];

/// How every file of SQLite begins.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Makes sure, before SQLite sees it, that the file is one of SQLite's, or that there is nothing:
/// SQLite would take an empty file for a new one and drop the log that belongs to it.
pub(super) fn check_outside(file: &DatabaseFile) -> Result<()> {
    let damaged =
        |why: &str| Err(StoreError::Damaged { place: file.to_string(), why: why.to_owned() });
    let mut start = Vec::new();
    let read = File::open(file.path())
        .and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut start));
    match read {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(file.file_error(error)),
        _ if start.is_empty() => {
            let has_part = |part: &&str| {
                fs::metadata(beside(file.path(), part)).is_ok_and(|about| about.len() > 0)
            };
            match LOGS.iter().any(has_part) {
                true => damaged("it is empty, but there is a log of changes to it"),
                false => Ok(()),
            }
        }
        _ if start != MAGIC => damaged("it is no database"),
        _ => Ok(()),
    }
}

/// Runs SQLite's quick integrity check.
pub(super) fn check(connection: &Connection, file: &DatabaseFile) -> Result<()> {
    let found: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| file.error(error))?;
    if found == "ok" {
        return Ok(());
    }
    let why = found.lines().next().unwrap_or_default().trim_start_matches('*').trim().to_owned();
    Err(StoreError::Damaged { place: file.to_string(), why })
}

/// Moves the damaged files aside and begins anew, if no other window has them open.
pub(super) fn begin_anew(
    file: &DatabaseFile,
    instance_lock: &mut InstanceLock,
    why: String,
) -> Result<(Connection, Option<Notice>)> {
    let begun = instance_lock.alone(|| {
        // Another window may have moved them while this one waited.
        match check_outside(file).and_then(|()| connect(file)) {
            Err(StoreError::Damaged { .. }) => {}
            connected => return connected.map(|connection| (connection, None)),
        }
        let from = file.path().to_owned();
        let to = move_aside(&from).map_err(|error| file.file_error(error))?;
        let notice = Notice::MovedAside { from, to, why: why.clone() };
        connect(file).map(|connection| (connection, Some(notice)))
    });
    match begun.map_err(|error| file.file_error(error))? {
        Some(begun) => begun,
        None => {
            let why = format!("{why}; it stays as it is while another window has it open");
            Err(StoreError::Damaged { place: file.to_string(), why })
        }
    }
}

/// Moves the files to a free name and returns it.
fn move_aside(path: &Path) -> std::io::Result<PathBuf> {
    let time = UnixTime::now().to_string().replace(':', "-");
    let names = (1..).map(|number: u32| match number {
        1 => beside(path, &format!(".damaged-{time}")),
        _ => beside(path, &format!(".damaged-{time}-{number}")),
    });
    let is_free = |to: &PathBuf| PARTS.iter().all(|part| !beside(to, part).exists());
    let to = names.into_iter().find(is_free).unwrap_or_else(|| beside(path, ".damaged"));
    // The log goes first: a store without its log is one that has lost a little, but a log
    // without its store could be taken for that of the next one.
    for part in PARTS.iter().rev() {
        let from = beside(path, part);
        if from.exists() {
            fs::rename(&from, beside(&to, part))?;
        }
    }
    Ok(to)
}
