//! Platform services behind small traits: storage, files, network and
//! workers.

mod address;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
mod lan;
mod memory;
mod picker;
mod windows;
mod wire;
mod workers;

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::texts::Language;

pub use address::StartAddress;
#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{DiskFiles, DiskStorage};
pub use lan::{Hosting, HostingFault, Lan, LocalServer};
pub use memory::{MemoryFiles, MemoryStorage};
pub use picker::Picker;
pub use windows::Windows;
pub use wire::{FromWire, Sockets, Wire, WireFault, Wires};
pub use workers::{FromWorker, Wake, WebWorker, WebWorkers, repaint};

/// Everything that the window needs from the platform.
pub struct Services {
    /// What the program keeps for its user.
    pub storage: Rc<dyn Storage>,
    /// Where profiles, games and everything else of the store are kept.
    pub store: StorePlace,
    /// Other windows that share these documents, if there can be any.
    pub windows: Option<Rc<dyn Windows>>,
    /// The user's files.
    pub files: Box<dyn Files>,
    /// Web workers, where there are no threads.
    pub workers: Option<Rc<dyn WebWorkers>>,
    /// The address with which a page was opened.
    pub start: StartAddress,
    /// The way to servers.
    pub wires: Rc<dyn Wires>,
    /// The local network, where the program can look into it.
    pub lan: Option<Rc<dyn Lan>>,
    /// Is it a touch device?
    pub has_touch: bool,
    /// The language of the system, which is used unless the settings say otherwise.
    pub language: Language,
}

impl Services {
    /// The services of a desktop: the user's config folder, and the disk.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn desktop() -> Services {
        let storage: Rc<dyn Storage> = match DiskStorage::of_user() {
            Some(storage) => Rc::new(storage),
            None => Rc::new(MemoryStorage::default()),
        };
        let file = desktop::store_file();
        let store = file.map_or(StorePlace::Documents, StorePlace::File);
        let locale = sys_locale::get_locale().unwrap_or_default();
        let language = Language::of_locale(&locale);
        Services { storage, store, files: Box::new(DiskFiles), language, ..Services::memory() }
    }

    /// Services that forget everything, for tests and for platforms without a disk.
    pub fn memory() -> Services {
        Services {
            storage: Rc::new(MemoryStorage::default()),
            store: StorePlace::Documents,
            windows: None,
            files: Box::new(MemoryFiles::default()),
            workers: None,
            start: StartAddress::default(),
            wires: Rc::new(Sockets),
            lan: None,
            has_touch: false,
            language: Language::english(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorePlace {
    /// In a database on the disk.
    #[cfg(not(target_arch = "wasm32"))]
    File(PathBuf),
    /// Among the documents, as a text.
    Documents,
}

/// Small documents of the program, by name, such as `settings.json`.
pub trait Storage {
    /// The document, if there is one.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Writes a document atomically.
    ///
    /// # Errors
    /// If it cannot be kept; the old one is then still there.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Removes a document, if it is there.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Moves a damaged document aside, and returns its new place.
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
    fn places(&self) -> Vec<FolderShortcut>;

    /// What is in a folder, folders first, in the order of the alphabet.
    ///
    /// # Errors
    /// If it is no folder or cannot be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<DirEntry>>;

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
    fn kind(&self, path: &Path) -> Option<DirEntryKind>;

    /// The platform's own way of choosing files, where there are no folders to look into.
    fn picker(&self) -> Option<&dyn Picker> {
        None
    }
}

/// The largest file that is read.
pub const LARGEST_FILE: u64 = 256 << 20;

/// A folder that a user looks in first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderShortcut {
    /// What kind of folder it is.
    pub kind: ShortcutKind,
    pub path: PathBuf,
}

/// What a place is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortcutKind {
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
pub struct DirEntry {
    pub name: String,
    /// Whether it is a file or a folder.
    pub kind: DirEntryKind,
    /// Its size in bytes, for files.
    pub size: u64,
}

/// A file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DirEntryKind {
    Folder,
    File,
}
