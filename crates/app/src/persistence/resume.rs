//! Unfinished games of the last run, offered again at the next start.

use store::{RunningGame, Store, StoreError, archives};

use super::autosave::{ResumeInfo, ended};
use super::time;
use crate::new_game::NewGame;

/// Unfinished games that were found at the start.
#[derive(Debug, Default)]
pub struct AbandonedGames {
    /// The most recent game, to be resumed.
    pub newest: Option<RunningGame>,
    /// Number of older ones that were moved to the library.
    pub put_away: usize,
}

/// Looks for unfinished games. The newest is offered; finished and older
/// ones go into the library, so that nothing is lost.
///
/// # Errors
/// If they cannot be read or put away.
pub fn find(store: &mut dyn Store) -> Result<AbandonedGames, StoreError> {
    let mut found = AbandonedGames::default();
    for game in store.abandoned()? {
        // One that cannot be read stays where it is: a later version may know better.
        let Some(archive) = archives::resume(&game) else { continue };
        let is_over = archive.ending.is_some();
        if !is_over && found.newest.is_none() {
            found.newest = Some(game);
            continue;
        }
        if put_away(store, &game)? {
            found.put_away += usize::from(!is_over);
        }
    }
    Ok(found)
}

/// Puts a game into the library, unless another window is playing it; returns whether it is there.
///
/// # Errors
/// If it cannot be claimed or put away.
pub fn put_away(store: &mut dyn Store, game: &RunningGame) -> Result<bool, StoreError> {
    let Some(archive) = archives::resume(game) else { return Ok(false) };
    if !store.claim(&game.slot)? {
        return Ok(false);
    }
    let ResumeInfo { slot, owner, notes } = ResumeInfo::of_running(game);
    store.archive_game(&ended(&archive, slot, owner, &notes, time::now()))?;
    Ok(true)
}

/// An unfinished game, ready to be resumed; nothing if it cannot be read.
pub fn resume(game: &RunningGame) -> Option<NewGame> {
    let resume = Some(ResumeInfo::of_running(game));
    Some(NewGame { resume, ..NewGame::from_archive(archives::resume(game)?) })
}
