//! Which processes have the store open: each holds locks on two files, and a server on a third. The
//! system releases them when the process ends, however it ends.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::autosave::random_token;

/// Stale lock files older than this are removed; a younger one may belong to a process that is
/// about to lock it.
const STALE_AGE: Duration = Duration::from_secs(3600);

/// The locks of this process, released when it is dropped.
#[derive(Debug)]
pub(super) struct InstanceLock {
    /// Locked shared by every process; moving the store needs the exclusive lock.
    gate: File,
    /// Locked exclusively by this process.
    own: File,
    /// Locked exclusively by the one server.
    server: Option<File>,
    store: PathBuf,
    folder: PathBuf,
    instance: String,
}

impl InstanceLock {
    /// Takes the locks by which other processes see this one.
    pub(super) fn acquire(store: &Path) -> io::Result<InstanceLock> {
        let folder = beside(store, "-windows");
        fs::create_dir_all(&folder)?;
        clean(&folder);
        let gate = open(&beside(store, "-lock"))?;
        tolerate(gate.lock_shared())?;
        let instance = random_token();
        let own = open(&folder.join(&instance))?;
        tolerate(own.lock())?;
        Ok(InstanceLock { gate, own, server: None, store: store.to_owned(), folder, instance })
    }

    /// Takes the lock of the server. False if another server has it.
    pub(super) fn serve(&mut self) -> io::Result<bool> {
        let server = open(&beside(&self.store, "-server"))?;
        match server.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => tolerate(Err(error))?,
            Ok(()) => {}
        }
        self.server = Some(server);
        Ok(true)
    }

    /// The id of this instance.
    pub(super) fn instance(&self) -> &str {
        &self.instance
    }

    /// Does the instance still run?
    pub(super) fn is_there(&self, instance: &str) -> bool {
        instance == self.instance || is_locked(&self.folder.join(instance))
    }

    /// Runs something while no other window has the store open; `None` if one has.
    pub(super) fn alone<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<Option<T>> {
        unlock(&self.gate);
        let done = match self.gate.try_lock() {
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(error)) => {
                tolerate(Err(error))?;
                Some(work())
            }
            Ok(()) => {
                let done = work();
                unlock(&self.gate);
                Some(done)
            }
        };
        tolerate(self.gate.lock_shared())?;
        Ok(done)
    }
}

impl Drop for InstanceLock {
    fn drop(&mut self) {
        // The released lock counts, whether or not the file can be removed.
        unlock(&self.own);
        let _ = fs::remove_file(self.folder.join(&self.instance));
    }
}

/// The path with something added to its name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().map(OsString::from).unwrap_or_default();
    name.push(ending);
    path.with_file_name(name)
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// Ignores that a file system has no locks: no other machine shares it.
fn tolerate(locked: io::Result<()>) -> io::Result<()> {
    match locked {
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// Releases a lock. The result is ignored: Wine reports a failure although the lock is released.
fn unlock(file: &File) {
    let _ = file.unlock();
}

fn is_locked(path: &Path) -> bool {
    let Ok(file) = OpenOptions::new().read(true).write(true).open(path) else { return false };
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Removes what processes that ended badly have left behind.
fn clean(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|about| about.modified()).ok();
        let is_old = age.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > STALE_AGE);
        if is_old && !is_locked(&entry.path()) {
            // If it stays, it is tried again the next time.
            let _ = fs::remove_file(entry.path());
        }
    }
}
