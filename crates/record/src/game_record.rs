//! The whole record of a game.

use serde::{Deserialize, Serialize};

use crate::{Entry, EntryKind, GameEnd, GameTerms};

/// The terms of a game and its entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The terms of the game.
    pub terms: GameTerms,
    /// The entries, in order. They are appended and never changed.
    pub entries: Vec<Entry>,
}

impl GameRecord {
    /// How the game ended, if the last word is that it has.
    pub fn end(&self) -> Option<GameEnd> {
        match self.entries.last()?.kind {
            EntryKind::End(end) => Some(end),
            _ => None,
        }
    }
}
