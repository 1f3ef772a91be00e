//! Games that are going on, kept after every move, so that a crash loses nothing.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

use serde::{Deserialize, Serialize};

use record::Entry;

use crate::{Owner, RowError, UnixTime, row};

/// The place of one running game in the store: that of a window, or of a room of a server.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlotId(String);

impl SlotId {
    /// A new unique slot.
    pub fn random() -> SlotId {
        SlotId(random_token())
    }

    /// A place with a name of its own, such as the code of a room.
    pub fn named(name: impl Into<String>) -> SlotId {
        SlotId(name.into())
    }

    /// Its name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// 128 random bits. They tell apart, and are no secret.
pub(crate) fn random_token() -> String {
    // The standard library's keys come from the system: `fastrand` alone starts from the time, which
    // may be the same on two computers that share a database.
    let seed = RandomState::new().hash_one(fastrand::u64(..));
    format!("{:032x}", fastrand::Rng::with_seed(seed).u128(..))
}

/// A game that is going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningGame {
    /// Its place.
    pub slot: SlotId,
    /// The profile that plays the game.
    pub owner: Owner,
    /// When it was last kept.
    pub saved: UnixTime,
    /// The game as it stood when this was written, as [`notation::archive`] writes it.
    pub archive: String,
    /// The entries since then; [`RunningGame::entries`] reads them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Free text that the program needs to resume the game.
    pub notes: String,
}

impl RunningGame {
    /// The entries since the archive was written.
    ///
    /// # Errors
    /// If a row is faulty, or from a newer version.
    pub fn entries(&self) -> Result<Vec<Entry>, RowError> {
        row::read_all(&self.rows)
    }
}
