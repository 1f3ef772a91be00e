//! Which windows have the store open: each holds locks on two files, and a server on a third, which
//! the system lets go when its process ends, however it ends.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::autosave::random_token;

/// Files that processes left behind are removed when they are older than this; a younger one may
/// be somebody's who has made it and is about to lock it.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

/// This window's instance_lock, which ends with it.
#[derive(Debug)]
pub(super) struct InstanceLock {
    /// All windows share the lock on this file; to move the store one must have it alone.
    gate: File,
    /// This window alone has the lock on this one.
    own: File,
    /// Only one server has the lock on this one.
    server: Option<File>,
    store: PathBuf,
    folder: PathBuf,
    instance: String,
}

impl InstanceLock {
    /// Tells the other windows that this one is there.
    pub(super) fn announce(store: &Path) -> io::Result<InstanceLock> {
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

    /// Tells the others that this is the server, unless there is one.
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

    /// The name of this window.
    pub(super) fn instance(&self) -> &str {
        &self.instance
    }

    /// Is a window still there?
    pub(super) fn is_there(&self, instance: &str) -> bool {
        instance == self.instance || is_locked(&self.folder.join(instance))
    }

    /// Does something while no other window has the store open. Tells nothing if one has.
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
        // Whoever asks next sees that nobody is here, whether or not the file is still there.
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

/// A file system without locks is one that nobody shares.
fn tolerate(locked: io::Result<()>) -> io::Result<()> {
    match locked {
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}

/// Not every system tells the truth about it (Wine calls it a failure that nothing more was locked);
/// whether the lock is gone shows when it is asked for again.
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
        let is_old = age.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > LEFT_BEHIND);
        if is_old && !is_locked(&entry.path()) {
            // If it stays, it is tried again the next time.
            let _ = fs::remove_file(entry.path());
        }
    }
}
