//! Services that keep everything in memory, for tests and for platforms without a disk.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::{DirEntry, DirEntryKind, Files, FolderShortcut, ShortcutKind, Storage};

/// Documents in memory; copies share them.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage {
    documents: Rc<RefCell<BTreeMap<String, Vec<u8>>>>,
}

impl Storage for MemoryStorage {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.documents.borrow().get(name).cloned())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.documents.borrow_mut().insert(name.to_owned(), bytes.to_owned());
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.documents.borrow_mut().remove(name);
        Ok(())
    }

    fn move_aside(&self, name: &str) -> io::Result<String> {
        let aside = format!("{name}.damaged");
        let mut documents = self.documents.borrow_mut();
        let bytes = documents.remove(name).ok_or(io::ErrorKind::NotFound)?;
        documents.insert(aside.clone(), bytes);
        Ok(aside)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let folder = format!("{folder}/");
        let documents = self.documents.borrow();
        documents.keys().filter_map(|name| name.strip_prefix(&folder)).map(str::to_owned).collect()
    }

    fn place(&self, name: &str) -> String {
        name.to_owned()
    }
}

/// Files in memory; copies share them.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: Rc<RefCell<BTreeMap<PathBuf, Vec<u8>>>>,
}

impl Files for MemoryFiles {
    fn places(&self) -> Vec<FolderShortcut> {
        vec![FolderShortcut { kind: ShortcutKind::Current, path: PathBuf::from("/") }]
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<DirEntry>> {
        if self.kind(folder) != Some(DirEntryKind::Folder) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let mut entries: Vec<DirEntry> = Vec::new();
        for (path, bytes) in self.files.borrow().iter() {
            let Ok(below) = path.strip_prefix(folder) else { continue };
            let mut parts = below.components();
            let Some(first) = parts.next() else { continue };
            let is_file = parts.next().is_none();
            let entry = DirEntry {
                name: first.as_os_str().to_string_lossy().into_owned(),
                kind: if is_file { DirEntryKind::File } else { DirEntryKind::Folder },
                size: if is_file { bytes.len() as u64 } else { 0 },
            };
            if entries.last().is_none_or(|last| last.name != entry.name) {
                entries.push(entry);
            }
        }
        entries.sort_by_cached_key(|entry| (entry.kind, entry.name.to_lowercase()));
        Ok(entries)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.borrow().get(path).cloned().ok_or(io::ErrorKind::NotFound.into())
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.files.borrow_mut().insert(path.to_owned(), bytes.to_owned());
        Ok(())
    }

    fn kind(&self, path: &Path) -> Option<DirEntryKind> {
        let files = self.files.borrow();
        if files.contains_key(path) {
            return Some(DirEntryKind::File);
        }
        let is_folder = path == Path::new("/") || files.keys().any(|file| file.starts_with(path));
        is_folder.then_some(DirEntryKind::Folder)
    }
}
