//! The whole record of a game.

use serde::{Deserialize, Serialize};

use crate::{Entry, EntryKind, GameEnd, GameTerms};

/// What was agreed before a game, and what has happened in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// What was agreed.
    pub terms: GameTerms,
    /// What has happened, in order. Entries are appended and never changed.
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
