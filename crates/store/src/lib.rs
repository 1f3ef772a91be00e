//! What is kept: profiles, a library of games, ratings, statistics, puzzles, and the games that
//! were going on when the program ended.
//!
//! [`Store`] is the one interface to all of it, made of small traits by topic. [`SqliteStore`]
//! keeps everything in one file on the disk; with the feature `postgres`, `PostgresStore` keeps it in
//! a PostgreSQL database, by the same statements. [`MemoryStore`] keeps it in memory, can be written
//! as a text and read back, and serves browsers, and a window whose disk fails. A guest has no
//! profile: wherever an [`Owner`] is asked for, they are `None`.
//!
//! Besides that, [`archives`] turns a game that is being played into an archive and back, [`import`]
//! takes PGN files into the library, and [`write_atomically`] saves a file whole or not at all.
//!
//! ```
//! use xxlchess_store::{GameQuery, Library, MemoryStore, ProfileName, Profiles, UnixTime};
//!
//! let mut store = MemoryStore::new();
//! let name = ProfileName::new("  Anna  ").expect("a sound name");
//! let anna = store.create_profile(&name, UnixTime(0)).expect("kept");
//! assert_eq!(store.profiles().expect("read")[0].name.as_str(), "Anna");
//! assert!(store.create_profile(&ProfileName::new("ANNA").expect("sound"), UnixTime(1)).is_err());
//! let page = store.games(&GameQuery::of(Some(anna))).expect("read");
//! assert_eq!(page.total, 0);
//! ```

#![warn(missing_docs)]

pub mod archives;
#[cfg(not(target_arch = "wasm32"))]
mod atomic;
mod autosave;
mod codec;
mod error;
mod finished_game;
pub mod import;
mod interface;
mod library;
mod memory;
mod picture;
#[cfg(all(feature = "postgres", not(target_arch = "wasm32")))]
mod postgresql;
mod profile;
mod puzzle;
mod rating;
mod rooms;
mod row;
mod rules_key;
mod shards;
#[cfg(not(target_arch = "wasm32"))]
mod sql;
#[cfg(not(target_arch = "wasm32"))]
mod sqlite;
mod statistics;
mod time;

#[cfg(not(target_arch = "wasm32"))]
pub use atomic::write_atomically;
pub use autosave::{RunningGame, SlotId};
pub use error::StoreError;
pub use finished_game::{ArchiveOutcome, FinishedGame, FinishedRecord, FinishedRoom, RatingPolicy};
pub use interface::{Autosaves, Library, Meta, Profiles, Puzzles, Ratings, Store};
pub use library::{
    ArchivedGame, GameId, GameQuery, GameSummary, LibraryGame, Origin, Page, SortBy,
};
pub use memory::{AppendedRows, MemoryStore};
pub use picture::{LARGEST_PICTURE, Picture, PictureError, PictureKind};
#[cfg(all(feature = "postgres", not(target_arch = "wasm32")))]
pub use postgresql::{PostgresShards, PostgresStore};
pub use profile::{LONGEST_NAME, NameError, Owner, Profile, ProfileId, ProfileName};
pub use puzzle::{PuzzleAttempt, PuzzleProgress};
pub use rating::{
    Competitor, GameScore, LEVEL_DEVIATION, RankingRow, RatedGame, Rating, RatingChange,
    RatingPoint,
};
pub use rooms::{RoomChange, Rooms, SavedRoom, ServerStore};
pub use row::RowError;
pub use rules_key::RulesKey;
pub use shards::{
    AcquiredShard, ClusterNode, LEASE_SECONDS, Lease, Renewal, SHARDS, Shards, shard_of,
};
#[cfg(not(target_arch = "wasm32"))]
pub use sqlite::{Notice, SqliteStore};
pub use statistics::{DayTally, Statistics, Tally};
pub use time::UnixTime;
