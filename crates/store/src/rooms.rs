//! The rooms of a game server, kept entry by entry, so that a server that was killed goes on.

use record::Entry;

use crate::{
    ArchiveOutcome, FinishedRoom, GameId, Lease, Meta, RatingPolicy, RowError, Store, StoreError,
    UnixTime, row,
};

/// A change of a room. What a server keeps of a room is a head, which is replaced as a whole, and
/// a list of entries, which grows: a move costs one short row, however long the game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomChange {
    /// Keeps a room.
    Keep {
        /// Its name.
        room: String,
        /// A new head, if it has changed; a room that is new must have one.
        head: Option<String>,
        /// How many of the entries that were kept before stay.
        keep: u32,
        /// The entries that follow.
        entries: Vec<Entry>,
        /// The time of the last entry.
        at: UnixTime,
    },
    /// Forgets a room with its entries.
    Forget {
        /// Its name.
        room: String,
    },
}

impl RoomChange {
    /// The name of the room.
    pub fn room(&self) -> &str {
        match self {
            RoomChange::Keep { room, .. } | RoomChange::Forget { room } => room,
        }
    }
}

/// A room as it was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRoom {
    /// Its name.
    pub room: String,
    /// The last head.
    pub head: String,
    /// The entries, in order; [`SavedRoom::entries`] reads them.
    pub rows: Vec<String>,
    /// The time of the last entry; zero if there is none.
    pub at: UnixTime,
}

impl SavedRoom {
    /// The entries, in order.
    ///
    /// # Errors
    /// If a row is faulty, or from a newer version.
    pub fn entries(&self) -> Result<Vec<Entry>, RowError> {
        row::read_all(&self.rows)
    }
}

/// The rooms of a game server.
pub trait Rooms: Meta {
    /// Makes changes in their order, all or none of them.
    ///
    /// # Errors
    /// If they cannot be kept.
    fn save_rooms(&mut self, changes: &[RoomChange]) -> Result<(), StoreError>;

    /// Makes changes of rooms of a cluster, as [`Rooms::save_rooms`] does, but for those whose leases
    /// are lost; returns for each whether it was made.
    ///
    /// # Errors
    /// If they cannot be kept.
    fn save_leased(
        &mut self,
        changes: &[RoomChange],
        leases: &[Lease],
    ) -> Result<Vec<bool>, StoreError>;

    /// All rooms, in the order of their names.
    ///
    /// # Errors
    /// If they cannot be read.
    fn rooms(&self) -> Result<Vec<SavedRoom>, StoreError>;

    /// Archives the games of rooms, as [`Autosaves::archive_game`](crate::Autosaves::archive_game) does,
    /// all or none of them, and remembers where they are. Each of them once: the second time nothing
    /// is done. The rooms themselves stay.
    ///
    /// # Errors
    /// If they cannot be kept; nothing has changed then.
    fn archive_rooms(
        &mut self,
        rooms: &[FinishedRoom],
        counting: RatingPolicy<'_>,
    ) -> Result<Vec<ArchiveOutcome>, StoreError>;

    /// The first library record of a room's archived game.
    ///
    /// # Errors
    /// If it cannot be read.
    fn game_of_room(&self, room: &str) -> Result<Option<GameId>, StoreError> {
        let number = self.meta(&game_key(room))?;
        Ok(number.and_then(|number| number.parse().ok()).map(GameId::from_number))
    }
}

/// A store that can serve a game server.
pub trait ServerStore: Store + Rooms {}

impl<S: Store + Rooms> ServerStore for S {}

/// The key under which it is kept where the game of a room is.
pub(crate) fn game_key(room: &str) -> String {
    format!("room:{room}")
}
