//! The game that was going on when the program ended, offered again at the next start (R8.3).

use std::io;

use notation::archive::{self, Archive};
use notation::diagnostics::text_of;

use crate::new_game::NewGame;
use crate::services::Storage;

/// The name of the file.
pub const FILE: &str = "last-game.json";

/// The game that was left, if there is one that can be gone on with.
pub fn load(storage: &dyn Storage) -> Option<NewGame> {
    let bytes = storage.read(FILE).ok().flatten()?;
    let read = text_of(&bytes).ok().and_then(|text| archive::parse(text).ok());
    match read {
        Some((archive, _)) => Some(NewGame::from_archive(archive)),
        None => {
            // The user did not ask for this file, so nothing is said; it is kept all the same.
            let _ = storage.move_aside(FILE);
            None
        }
    }
}

/// Keeps a game that is going on. Seats and orientation are noted with
/// [`NewGame::note_seats`].
///
/// # Errors
/// If it cannot be kept; the one before is then still there.
pub fn save(storage: &dyn Storage, archive: &Archive) -> io::Result<()> {
    storage.write(FILE, archive::format(archive).as_bytes())
}

/// Forgets the game, because it is over.
///
/// # Errors
/// If it cannot be removed.
pub fn forget(storage: &dyn Storage) -> io::Result<()> {
    storage.remove(FILE)
}

#[cfg(test)]
mod tests {
    use rules::{Colour, Position};

    use super::*;
    use crate::new_game::Seat;
    use crate::services::MemoryStorage;

    #[test]
    fn a_game_is_kept_found_and_forgotten() {
        let storage = MemoryStorage::default();
        assert!(load(&storage).is_none());
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let mut archive = Archive::new(Position::start(&rules));
        let seats = [Seat::Human, Seat::Computer(&engine::level::ALL[5])];
        NewGame::note_seats(&mut archive, &seats, Colour::White);
        save(&storage, &archive).expect("kept");
        let game = load(&storage).expect("found");
        assert_eq!((game.seats, game.rules().id()), (seats, "standard"));
        forget(&storage).expect("forgotten");
        assert!(load(&storage).is_none());
        storage.write(FILE, b"{ broken").expect("written");
        assert!(load(&storage).is_none());
        assert_eq!(storage.read(FILE).expect("read"), None);
    }
}
