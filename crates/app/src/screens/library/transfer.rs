//! Games from files into the library, and back.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use notation::archive::{self, Archive};
use notation::diagnostics::text_of;
use notation::file::{self, Kind};
use notation::pgn::{self, Reader};
use store::import::{self, Imported};
use store::{Origin, Owner, archives};

use crate::persistence::{Pending, StoreHandle, time};
use crate::services::Files;
use crate::texts::Texts;

/// A file that is being taken into the library.
pub struct Import {
    answer: Pending<Imported>,
    added: Arc<AtomicU64>,
    stops: Arc<AtomicBool>,
}

impl Import {
    /// Starts the import of a file into a library.
    ///
    /// # Errors
    /// Why the file cannot be read, in words.
    pub fn begin(
        path: &Path,
        files: &dyn Files,
        owner: Owner,
        store: &StoreHandle,
        texts: &Texts,
    ) -> Result<Import, String> {
        let bytes = files.read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.display().to_string();
        let kind = file::inspect(&name, &bytes).map_err(|faults| faults.to_string())?;
        let (added, stops) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let now = time::now();
        let answer = match kind {
            Kind::Archive => {
                let text = text_of(&bytes).map_err(|fault| fault.to_string())?;
                let (archive, _) = archive::parse(text).map_err(|faults| faults.to_string())?;
                let record = archives::to_record(&archive, owner, None, Origin::Imported, now);
                store.query(move |store| {
                    let added = store.add_games(&[record])?.len() as u64;
                    Ok(Imported { added, ..Imported::default() })
                })
            }
            Kind::Pgn => {
                let (count, is_stopped) = (Arc::clone(&added), Arc::clone(&stops));
                store.query(move |store| {
                    import::pgn(store, Reader::new(bytes.as_slice()), owner, now, |added| {
                        count.store(added, Ordering::Relaxed);
                        !is_stopped.load(Ordering::Relaxed)
                    })
                })
            }
            _ => return Err(texts.library.no_games(name)),
        };
        Ok(Import { answer, added, stops })
    }

    /// How many games were added so far.
    pub fn added(&self) -> u64 {
        self.added.load(Ordering::Relaxed)
    }

    /// Breaks it off; what was added stays.
    pub fn stop(&self) {
        self.stops.store(true, Ordering::Relaxed);
    }

    /// What came of it, when it is over; a fault in words.
    pub fn take(&self) -> Option<Result<Imported, String>> {
        let answer = self.answer.take()?;
        Some(answer.map_err(|error| error.to_string()))
    }
}

/// A name for the file of a game, without what some systems do not allow in names.
pub fn file_name(name: &str) -> String {
    let allowed = |letter: char| letter.is_alphanumeric() || " -_.,()".contains(letter);
    let kept: String = name.chars().map(|c| if allowed(c) { c } else { '-' }).take(60).collect();
    let kept = kept.trim_matches([' ', '.', '-']).to_owned();
    format!("{}.json", if kept.is_empty() { "game" } else { &kept })
}

/// Saves a game of the library; the name says whether as an archive or as PGN.
///
/// # Errors
/// Why it cannot be saved, in words.
pub fn export(text: &str, path: &Path, files: &dyn Files) -> Result<(), String> {
    let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
    let written = match is_pgn {
        true => {
            let (archive, _): (Archive, _) =
                archive::parse(text).map_err(|faults| faults.to_string())?;
            pgn::format(&archive.to_pgn()).map_err(|error| error.to_string())?
        }
        false => text.to_owned(),
    };
    files.write(path, written.as_bytes()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_allowed_everywhere() {
        assert_eq!(file_name("Anna – Ben: 1/2?"), "Anna - Ben- 1-2.json");
        assert_eq!(file_name("../.."), "game.json");
        assert_eq!(file_name("Zoë 象"), "Zoë 象.json");
    }
}
