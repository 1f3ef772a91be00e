//! Writing a file so that a crash or a full disk leaves the old one whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside the old one, makes sure that it is on the disk, and only then puts it in
/// the old one's place.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is followed, so that the file it points to is replaced and not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&target);
    let written = write_whole(&temporary, &target, bytes);
    if written.is_err() {
        // What went wrong is told; that the rest is still there does no harm.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_whole(temporary: &Path, target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(temporary)?;
    if let Ok(old) = fs::metadata(target) {
        if old.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
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

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
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

    #[test]
    fn the_old_file_is_replaced_or_stays() {
        let folder = std::env::temp_dir().join(format!("xxlchess-atomic-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("a.json");
        write(&path, b"one").expect("written");
        write(&path, b"two").expect("written again");
        assert_eq!(fs::read(&path).expect("there"), b"two");
        assert!(write(&folder, b"no").is_err());
        assert!(write(&folder.join("none/b.json"), b"no").is_err());
        let names: Vec<_> = fs::read_dir(&folder).expect("a folder").flatten().collect();
        assert_eq!(names.len(), 1, "nothing is left over: {names:?}");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
