//! What SQLite and the file system say, as errors of the store.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::StoreError;

/// The file of the store, for messages.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFile(PathBuf);

impl DatabaseFile {
    pub(super) fn new(path: &Path) -> DatabaseFile {
        DatabaseFile(path.to_owned())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// A failure of the database.
    pub(super) fn error(&self, error: rusqlite::Error) -> StoreError {
        let place = self.to_string();
        let why = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::DiskFull { place },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                StoreError::ReadOnly { place }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { place },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Damaged { place, why }
            }
            _ => StoreError::Database { place, why },
        }
    }

    /// A failure of the folder or of a file in it.
    pub(super) fn file_error(&self, source: io::Error) -> StoreError {
        use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        let place = self.to_string();
        match source.kind() {
            PermissionDenied | ReadOnlyFilesystem => StoreError::ReadOnly { place },
            StorageFull | QuotaExceeded => StoreError::DiskFull { place },
            _ => StoreError::File { place, why: source },
        }
    }
}

impl fmt::Display for DatabaseFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}
