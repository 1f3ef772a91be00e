//! Rows that are kept beside the text of a store, so that a move does not rewrite all of it.

use serde::{Deserialize, Serialize};

use super::{MemoryStore, Result};
use crate::{RunningGame, SlotId, StoreError, UnixTime};

/// Rows that were appended to a running game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AppendedRows {
    pub(super) slot: SlotId,
    /// The program that plays the game.
    pub(super) session: u64,
    pub(super) saved: UnixTime,
    /// How many rows of the game stay before them.
    pub(super) from: u32,
    pub(super) rows: Vec<String>,
}

impl AppendedRows {
    /// The rows as a text, to be kept under their number.
    ///
    /// # Errors
    /// If they cannot be written, which should not happen.
    pub fn to_text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|why| StoreError::Image(why.to_string()))
    }
}

impl MemoryStore {
    /// From now on appended rows are not changes of the text; they wait for
    /// [`MemoryStore::take_appended`].
    pub fn keep_appended(&mut self) {
        self.appended.get_or_insert_default();
    }

    /// Takes the rows that were appended since the last time.
    pub fn take_appended(&mut self) -> Vec<AppendedRows> {
        self.appended.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The number of the last appended rows that are in the text; those after it are kept beside
    /// it.
    pub fn journal(&self) -> u64 {
        self.contents.journal
    }

    /// Sets the number of the last appended rows that are in the text, before it is written.
    pub fn set_journal(&mut self, number: u64) {
        self.contents.journal = number;
    }

    /// Appends rows that were kept beside the text.
    ///
    /// # Errors
    /// If the text is something else, or the rows do not follow those that are there; nothing is
    /// changed then.
    pub fn reread_appended(&mut self, text: &str) -> Result<()> {
        let appended: AppendedRows =
            serde_json::from_str(text).map_err(|why| StoreError::Image(why.to_string()))?;
        self.append(&appended)
    }

    pub(super) fn append(&mut self, appended: &AppendedRows) -> Result<()> {
        let is_it = |(_, game): &&mut (u64, RunningGame)| game.slot == appended.slot;
        let found = self.contents.running.iter_mut().find(is_it);
        let (by, game) = found.ok_or(StoreError::NoGame)?;
        // If the entry before is missing, the game could not be replayed.
        let from = usize::try_from(appended.from).ok().filter(|from| *from <= game.rows.len());
        game.rows.truncate(from.ok_or(StoreError::NoGame)?);
        game.rows.extend_from_slice(&appended.rows);
        (*by, game.saved) = (appended.session, appended.saved);
        Ok(())
    }
}
