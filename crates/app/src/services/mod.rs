//! What differs from platform to platform, behind small traits: what is kept, and files.

#[cfg(not(target_arch = "wasm32"))]
mod atomic;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
mod memory;

use std::io;
use std::path::{Path, PathBuf};

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{DiskFiles, DiskStorage};
pub use memory::{MemoryFiles, MemoryStorage};

/// Everything that the window needs from the platform.
pub struct Services {
    /// What the program keeps for its user.
    pub storage: Box<dyn Storage>,
    /// The user's files.
    pub files: Box<dyn Files>,
}

impl Services {
    /// The services of a desktop: the user's config folder, and the disk.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn desktop() -> Services {
        let storage: Box<dyn Storage> = match DiskStorage::of_user() {
            Some(storage) => Box::new(storage),
            None => Box::new(MemoryStorage::default()),
        };
        Services { storage, files: Box::new(DiskFiles) }
    }

    /// Services that forget everything, for tests and for platforms without a disk.
    pub fn memory() -> Services {
        Services {
            storage: Box::new(MemoryStorage::default()),
            files: Box::new(MemoryFiles::default()),
        }
    }
}

/// Small documents that the program keeps for its user, by name, such as `settings.json`.
pub trait Storage {
    /// The document, if there is one.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Keeps a document in place of the old one, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be kept; the old one is then still there.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Forgets a document.
    ///
    /// # Errors
    /// If it is there and cannot be removed.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Puts a damaged document aside, and tells where it is now.
    ///
    /// # Errors
    /// If it cannot be moved.
    fn move_aside(&self, name: &str) -> io::Result<String>;

    /// The names of the documents in a folder, such as `themes`, in the order of the alphabet.
    fn list(&self, folder: &str) -> Vec<String>;

    /// Where a document is kept, for messages.
    fn place(&self, name: &str) -> String;
}

/// The user's files and folders.
pub trait Files {
    /// Folders that a user looks in first.
    fn places(&self) -> Vec<Place>;

    /// What is in a folder, folders first, in the order of the alphabet.
    ///
    /// # Errors
    /// If it is no folder or cannot be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>>;

    /// A file's bytes.
    ///
    /// # Errors
    /// If it cannot be read, or is larger than anything that this program makes use of.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Saves a file in place of an older one, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be saved; an older one is then still there.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// What stands at a path, if anything.
    fn kind(&self, path: &Path) -> Option<EntryKind>;
}

/// The largest file that is read.
pub const LARGEST_FILE: u64 = 256 << 20;

/// A folder that a user looks in first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What kind of folder it is.
    pub kind: PlaceKind,
    /// Where it is.
    pub path: PathBuf,
}

/// What a place is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// The folder that the program was started in.
    Current,
    /// The user's own folder.
    Home,
    /// The user's documents.
    Documents,
    /// What the user has downloaded.
    Downloads,
    /// The user's desktop.
    Desktop,
    /// The uppermost folder of a disk.
    Disk,
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Whether it is a file or a folder.
    pub kind: EntryKind,
    /// Its size in bytes, for files.
    pub size: u64,
}

/// A file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// A folder.
    Folder,
    /// A file.
    File,
}
