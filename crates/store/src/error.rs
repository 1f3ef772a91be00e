//! What can go wrong with the store; none of it ends a game.

use std::io;

/// Why something could not be kept or found. Its text is meant to be shown.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another profile has the name, perhaps in other letters of the same kind.
    #[error("there is a profile with the name \u{201c}{0}\u{201d} already; expected another name")]
    NameTaken(String),
    /// A profile that was deleted, perhaps in another window.
    #[error("the profile is not there any more")]
    NoProfile,
    /// A game that was deleted, perhaps in another window.
    #[error("the game is not there any more")]
    NoGame,
    /// Players cannot be rated for a game against themselves.
    #[error("both players are the same profile; such a game cannot be rated")]
    SamePlayer,
    /// No space is left for a write.
    #[error("{place} cannot be written: the disk is full")]
    DiskFull {
        /// The file.
        place: String,
    },
    /// The folder, the file or the disk may not be written.
    #[error("{place} cannot be written: it, or its folder, may only be read")]
    ReadOnly {
        /// The file.
        place: String,
    },
    /// Another window has held it for too long.
    #[error("{place} is in use by another window; try again")]
    Busy {
        /// The file.
        place: String,
    },
    /// Another server has the store open and owns its games.
    #[error("{place} is in use by another server; stop that one, or let this one use another")]
    Serving {
        /// The file or database.
        place: String,
    },
    /// The address of a database is invalid; it is not quoted, as it may hold a password.
    #[error("expected a database such as postgres://user:password@host/database: {0}")]
    Address(String),
    /// The file is damaged and could not be moved aside.
    #[error("{place} is damaged: {why}")]
    Damaged {
        /// The file.
        place: String,
        /// The fault.
        why: String,
    },
    /// A newer version of the program wrote the file.
    #[error(
        "{place} was written by a newer version of this program (layout {found}; expected {known} or less)"
    )]
    Newer {
        /// The file.
        place: String,
        /// Its layout.
        found: i64,
        /// The newest layout that is known here.
        known: i64,
    },
    /// The file belongs to another program.
    #[error("{place} is the database of another program; expected one of this program or none")]
    Foreign {
        /// The file.
        place: String,
    },
    /// A text that was written by a store does not make sense.
    #[error("what was kept cannot be read: {0}")]
    Image(String),
    /// The folder or a file failed.
    #[error("{place}: {why}")]
    File {
        /// The file.
        place: String,
        /// The system's message.
        why: io::Error,
    },
    /// The database is not there now; it may come back.
    #[error("{place}: {why}")]
    Unreachable {
        /// The database.
        place: String,
        /// The error of the attempt to connect.
        why: String,
    },
    /// The database failed in another way.
    #[error("{place}: {why}")]
    Database {
        /// The file.
        place: String,
        /// The database's message.
        why: String,
    },
}
