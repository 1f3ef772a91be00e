//! A folder of files that is about to be packed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use super::Release;
use crate::project;

/// A folder of files that is about to be packed.
pub struct Tree {
    root: PathBuf,
    executables: Vec<PathBuf>,
}

impl Tree {
    /// An empty one, in place of what an earlier run has left.
    pub fn new(release: &Release, name: &str) -> Result<Tree> {
        Tree::at(release.folder().join("unpacked").join(name))
    }

    /// An empty one there.
    pub fn at(root: PathBuf) -> Result<Tree> {
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        fs::create_dir_all(&root)?;
        Ok(Tree { root, executables: Vec::new() })
    }

    /// Where it lies.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The place for a file, with its folder.
    pub fn place(&self, path: &str) -> Result<PathBuf> {
        let place = self.root.join(path);
        fs::create_dir_all(place.parent().unwrap_or(&self.root))?;
        Ok(place)
    }

    /// Adds a file.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> Result<()> {
        fs::write(self.place(path)?, content).with_context(|| format!("cannot write {path}"))
    }

    /// Adds a copy of a file.
    pub fn copy(&self, from: &Path, path: &str) -> Result<()> {
        fs::copy(from, self.place(path)?)
            .with_context(|| format!("cannot copy {}", from.display()))?;
        Ok(())
    }

    /// Adds a copy of a program, which can be started.
    pub fn copy_program(&mut self, from: &Path, path: &str) -> Result<()> {
        self.copy(from, path)?;
        self.executables.push(self.root.join(path));
        Ok(())
    }

    /// Adds copies of the files of a folder, and of those below if asked for, that have one of
    /// these endings.
    pub fn copy_folder(&self, from: &Path, path: &str, endings: &[&str]) -> Result<()> {
        for entry in fs::read_dir(from).with_context(|| format!("no {}", from.display()))? {
            let entry = entry?.path();
            let name = entry.file_name().unwrap_or_default().to_string_lossy();
            let ending = entry.extension().unwrap_or_default().to_string_lossy();
            if entry.is_dir() {
                self.copy_folder(&entry, &format!("{path}/{name}"), endings)?;
            } else if endings.is_empty() || endings.contains(&&*ending) {
                self.copy(&entry, &format!("{path}/{name}"))?;
            }
        }
        Ok(())
    }

    /// All files and folders, in order.
    pub fn entries(&self) -> Result<Vec<PathBuf>> {
        project::entries(&self.root)
    }

    /// The size of all files together, in KiB.
    pub fn size(&self) -> Result<u64> {
        let sizes = self.entries()?.into_iter().map(|path| Ok(fs::metadata(path)?.len()));
        Ok(sizes.sum::<Result<u64>>()?.div_ceil(1024))
    }

    /// Gives everything the same time, and the rights that files of a package have.
    pub fn seal(&self, release: &Release) -> Result<()> {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(release.time);
        for path in self.entries()? {
            set_mode(&path, path.is_dir() || self.executables.contains(&path))?;
            File::open(&path)?.set_modified(time)?;
        }
        set_mode(&self.root, true)?;
        File::open(&self.root)?.set_modified(time)?;
        Ok(())
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, is_executable: bool) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = if is_executable { 0o755 } else { 0o644 };
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(mode))?)
}

/// Elsewhere files have no such rights.
#[cfg(not(unix))]
fn set_mode(_: &Path, _: bool) -> Result<()> {
    Ok(())
}
