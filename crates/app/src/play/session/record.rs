//! The game as a record that can be saved.

use std::time::Duration;

use notation::archive::Archive;
use store::archives;

use super::Session;
use crate::new_game::NewGame;

impl Session {
    /// The game as it stands, with who plays and from where.
    pub fn archive(&self, now: Duration) -> Archive {
        let mut archive = archives::to_archive(&self.game, self.started, now);
        for name in &mut archive.players {
            // Who "you" are is known only to the one who reads it now.
            name.take_if(|name| *name == self.anonymous);
        }
        NewGame::note_seats(&mut archive, &self.seats, self.bottom);
        archive
    }
}
