//! PGN files into the library, game by game, however many there are.

use std::io::Read;

use notation::archive::Archive;
use notation::pgn::{PgnError, Reader};

use crate::{ArchivedGame, Library, Origin, Owner, StoreError, UnixTime, archives};

/// Games per transaction: enough to be quick, few enough to let others write.
const BATCH: usize = 500;

/// Maximum number of faults reported; the rest are only counted.
const MOST_FAULTS: usize = 100;

/// The result of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// How many games were added.
    pub added: u64,
    /// How many games are faulty and were left out.
    pub faulty: u64,
    /// The first faults.
    pub faults: Vec<PgnError>,
    /// Was the import cancelled?
    pub is_broken_off: bool,
}

/// Adds the games of a PGN file to an owner's library. Faulty games are skipped and reported.
///
/// `go_on` receives the number of games added so far after each batch, and returns whether to go on;
/// games that were added stay.
///
/// # Errors
/// If games cannot be kept; those before the fault stay.
pub fn pgn<L: Library + ?Sized, R: Read>(
    library: &mut L,
    reader: Reader<R>,
    owner: Owner,
    now: UnixTime,
    mut go_on: impl FnMut(u64) -> bool,
) -> Result<Imported, StoreError> {
    let mut imported = Imported::default();
    let mut batch: Vec<ArchivedGame> = Vec::with_capacity(BATCH);
    for game in reader {
        match game {
            Ok(game) => {
                let archive = Archive::from_pgn(game);
                batch.push(archives::to_record(&archive, owner, None, Origin::Imported, now));
            }
            Err(fault) => {
                imported.faulty += 1;
                if imported.faults.len() < MOST_FAULTS {
                    imported.faults.push(fault);
                }
            }
        }
        if batch.len() == BATCH {
            library.add_games(&batch)?;
            imported.added += batch.len() as u64;
            batch.clear();
            if !go_on(imported.added) {
                imported.is_broken_off = true;
                return Ok(imported);
            }
        }
    }
    library.add_games(&batch)?;
    imported.added += batch.len() as u64;
    Ok(imported)
}
