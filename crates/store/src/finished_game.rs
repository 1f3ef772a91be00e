//! A game that is put away: into the library, out of the games that are going on, and rated if it
//! counts, all at once.

use crate::{ArchivedGame, GameId, RatedGame, RatingChange, Ratings, SlotId, StoreError};

/// A game that has ended or was left, and what is to become of it.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// Its place among the games that are going on, if it has one; it is given up.
    pub slot: Option<SlotId>,
    /// The game for each library that it belongs to.
    pub records: Vec<FinishedRecord>,
    /// How it counts, if it does. The game that it names is set to the first of the records.
    pub rated: Option<RatedGame>,
}

/// An ended game for one library. If its owner is gone by now, it becomes a guest's.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedRecord {
    /// The game of the library that this is a later state of; its title stays.
    pub replaces: Option<GameId>,
    /// The game.
    pub record: ArchivedGame,
}

/// What became of a game that was put away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArchiveOutcome {
    /// The numbers of the records, in their order.
    pub games: Vec<GameId>,
    /// What it did to the ratings of White and Black.
    pub changes: [Option<RatingChange>; 2],
}

/// The game of a room of a server that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedRoom {
    /// The name of the room.
    pub room: String,
    /// What is to become of its game.
    pub game: FinishedGame,
}

/// Decides how a game counts, if it does, by the ratings as they are after the games before it.
pub type RatingPolicy<'a> =
    &'a dyn Fn(&dyn Ratings, &FinishedGame) -> Result<Option<RatedGame>, StoreError>;
