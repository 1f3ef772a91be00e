//! Archiving a finished game: it goes into the library, leaves the running games, and is rated if it
//! counts, all in one transaction.

use crate::{ArchivedGame, GameId, RatedGame, RatingChange, Ratings, SlotId, StoreError};

/// A game that has ended or was left, and how to archive it.
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

/// The result of archiving a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArchiveOutcome {
    /// The numbers of the records, in their order.
    pub games: Vec<GameId>,
    /// The rating changes of White and Black.
    pub changes: [Option<RatingChange>; 2],
}

/// The game of a room of a server that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedRoom {
    /// The name of the room.
    pub room: String,
    /// The game to archive.
    pub game: FinishedGame,
}

/// Decides whether and how a game is rated, given the ratings after the games before it.
pub type RatingPolicy<'a> =
    &'a dyn Fn(&dyn Ratings, &FinishedGame) -> Result<Option<RatedGame>, StoreError>;
