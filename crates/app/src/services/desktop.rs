//! The services of a desktop: the user's config folder, and the disk.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use directories::{ProjectDirs, UserDirs};
use rules::message;
use store::write_atomically;

use super::{DirEntry, DirEntryKind, Files, FolderShortcut, LARGEST_FILE, ShortcutKind, Storage};

/// The file of the store in the user's data folder; nothing for users without a home.
pub(super) fn store_file() -> Option<PathBuf> {
    let project = ProjectDirs::from("", "", "xxlchess")?;
    Some(project.data_dir().join("xxlchess.db"))
}

/// Documents in a folder of the disk.
#[derive(Clone, Debug)]
pub struct DiskStorage {
    folder: PathBuf,
}

impl DiskStorage {
    /// Documents in this folder, which is made when something is first kept.
    pub fn new(folder: impl Into<PathBuf>) -> DiskStorage {
        DiskStorage { folder: folder.into() }
    }

    /// Documents in the user's config folder; nothing for users without a home.
    pub fn of_user() -> Option<DiskStorage> {
        let project = ProjectDirs::from("", "", "xxlchess")?;
        Some(DiskStorage::new(project.config_dir()))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Storage for DiskStorage {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match read_limited(&self.path(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        write_atomically(&path, bytes)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn move_aside(&self, name: &str) -> io::Result<String> {
        let path = self.path(name);
        let free = (1..).map(|number| self.path(&format!("{name}.damaged-{number}")));
        let aside = free.into_iter().find(|aside| !aside.exists()).unwrap_or(path.clone());
        fs::rename(&path, &aside)?;
        Ok(aside.display().to_string())
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    fn place(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn places(&self) -> Vec<FolderShortcut> {
        let mut places: Vec<FolderShortcut> = Vec::new();
        let mut add = |kind, path: Option<PathBuf>| {
            let is_new = |path: &PathBuf| places.iter().all(|place| place.path != *path);
            if let Some(path) = path.filter(|path| path.is_dir() && is_new(path)) {
                places.push(FolderShortcut { kind, path });
            }
        };
        add(ShortcutKind::Current, std::env::current_dir().ok());
        if let Some(user) = UserDirs::new() {
            add(ShortcutKind::Home, Some(user.home_dir().to_owned()));
            add(ShortcutKind::Documents, user.document_dir().map(Path::to_owned));
            add(ShortcutKind::Downloads, user.download_dir().map(Path::to_owned));
            add(ShortcutKind::Desktop, user.desktop_dir().map(Path::to_owned));
        }
        for disk in disks() {
            add(ShortcutKind::Disk, Some(disk));
        }
        places
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<DirEntry>> {
        let mut entries: Vec<DirEntry> =
            fs::read_dir(folder)?.flatten().filter_map(entry).collect();
        entries.sort_by_cached_key(|entry| (entry.kind, entry.name.to_lowercase()));
        Ok(entries)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        read_limited(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        write_atomically(path, bytes)
    }

    fn kind(&self, path: &Path) -> Option<DirEntryKind> {
        let is_folder = fs::metadata(path).ok()?.is_dir();
        Some(if is_folder { DirEntryKind::Folder } else { DirEntryKind::File })
    }
}

/// Hidden things, and names that are no text, are left out.
fn entry(entry: fs::DirEntry) -> Option<DirEntry> {
    let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
    let about = fs::metadata(entry.path()).ok()?;
    let kind = if about.is_dir() { DirEntryKind::Folder } else { DirEntryKind::File };
    Some(DirEntry { name, kind, size: about.len() })
}

#[cfg(windows)]
fn disks() -> Vec<PathBuf> {
    (b'A'..=b'Z').map(|letter| PathBuf::from(format!("{}:\\", char::from(letter)))).collect()
}

#[cfg(not(windows))]
fn disks() -> Vec<PathBuf> {
    vec![PathBuf::from("/")]
}

/// Reads a file, but not one without end such as a device.
fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        let folder = message!("is-folder", "it is a folder");
        return Err(io::Error::new(io::ErrorKind::IsADirectory, folder));
    }
    if !about.is_file() {
        let other = message!("no-plain-file", "it is not a plain file");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, other));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        let most = LARGEST_FILE >> 20;
        let message = message!("file-megabytes", "it is larger than {most} MB", most);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}
