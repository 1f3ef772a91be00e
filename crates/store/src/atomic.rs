//! Writing a file so that a crash or a full disk leaves the old one whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file beside the old one, makes sure that it is on the disk, and only then puts it in
/// the old one's place. A link is followed, and the old file's permissions stay.
///
/// # Errors
/// If it cannot be written; the old file is then as it was, and nothing is left over.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is followed, so that the file it points to is replaced and not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&target);
    let written = write_whole(&temporary, &target, bytes);
    if written.is_err() {
        // The write error is returned; a leftover temporary file does no harm.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_whole(temporary: &Path, target: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = fs::metadata(target).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    let mut file = File::create_new(temporary)?;
    if let Some(old) = old {
        if old.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it may only be read"));
        }
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(temporary, target)?;
    sync_folder(target);
    Ok(())
}

/// A unique name in the same folder.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{number}.part", std::process::id()));
    path.with_file_name(name)
}

/// The new name is on the disk only when the folder is. Not every system can do this, and the
/// file is whole either way.
fn sync_folder(path: &Path) {
    if let Some(Ok(folder)) = path.parent().map(File::open) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder that is gone after the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("xxlchess-atomic-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).expect("a folder");
            Folder(folder)
        }

        fn names(&self) -> Vec<OsString> {
            let entries = fs::read_dir(&self.0).expect("a folder").flatten();
            entries.map(|entry| entry.file_name()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_old_file_is_replaced_or_stays() {
        let folder = Folder::new("replaced");
        let path = folder.0.join("a.json");
        write_atomically(&path, b"one").expect("written");
        write_atomically(&path, b"two").expect("written again");
        assert_eq!(fs::read(&path).expect("there"), b"two");
        assert!(write_atomically(&folder.0, b"no").is_err());
        assert!(write_atomically(&folder.0.join("none/b.json"), b"no").is_err());
        assert!(write_atomically(&path.join("below a file"), b"no").is_err());
        assert_eq!(folder.names(), ["a.json"], "nothing is left over");
    }

    #[test]
    fn what_may_only_be_read_stays() {
        let folder = Folder::new("read-only");
        let path = folder.0.join("a.json");
        write_atomically(&path, b"one").expect("written");
        let mut permissions = fs::metadata(&path).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("set");
        let error = write_atomically(&path, b"two").expect_err("it may only be read");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&path).expect("there"), b"one");
        assert_eq!(folder.names(), ["a.json"], "nothing is left over");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = Folder::new("link");
        let (path, link) = (folder.0.join("a.json"), folder.0.join("link.json"));
        write_atomically(&path, b"one").expect("written");
        std::os::unix::fs::symlink(&path, &link).expect("a link");
        write_atomically(&link, b"two").expect("written");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read(&path).expect("there"), b"two");
    }

    #[test]
    fn many_writers_leave_one_whole_file() {
        let folder = Folder::new("many");
        let path = folder.0.join("a.json");
        std::thread::scope(|scope| {
            for letter in b'a'..b'i' {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        write_atomically(path, &[letter; 5000]).expect("written");
                    }
                });
            }
        });
        let bytes = fs::read(&path).expect("there");
        assert!(bytes.len() == 5000 && bytes.iter().all(|byte| *byte == bytes[0]));
        assert_eq!(folder.names().len(), 1);
    }
}
