//! The games that were going on when the program ended, offered again at the next start.

use notation::archive::{self, Archive};
use store::{RunningGame, Store, StoreError};

use super::autosave::{ResumeInfo, ended};
use super::time;
use crate::new_game::NewGame;

/// What was found at the start.
#[derive(Debug, Default)]
pub struct Found {
    /// The game that was played last, to be gone on with.
    pub newest: Option<RunningGame>,
    /// How many older ones were put into the library.
    pub put_away: usize,
}

/// Looks for games that were left. The newest is to be offered; games that are over and older
/// ones go into the library, so that nothing is lost.
///
/// # Errors
/// If they cannot be read or put away.
pub fn find(store: &mut dyn Store) -> Result<Found, StoreError> {
    let mut found = Found::default();
    for game in store.abandoned()? {
        // One that cannot be read stays where it is: a later version may know better.
        let Some(archive) = read(&game) else { continue };
        let is_over = archive.ending.is_some();
        if !is_over && found.newest.is_none() {
            found.newest = Some(game);
            continue;
        }
        if store.claim(&game.slot)? {
            let ResumeInfo { slot, owner, notes } = ResumeInfo::of_running(&game);
            store.put_away(&ended(&archive, slot, owner, &notes, time::now()))?;
            found.put_away += usize::from(!is_over);
        }
    }
    Ok(found)
}

/// A game that was left, ready to go on; nothing if it cannot be read.
pub fn resume(game: &RunningGame) -> Option<NewGame> {
    let resume = Some(ResumeInfo::of_running(game));
    Some(NewGame { resume, ..NewGame::from_archive(read(game)?) })
}

fn read(game: &RunningGame) -> Option<Archive> {
    archive::parse(&game.archive).ok().map(|(archive, _)| archive)
}
