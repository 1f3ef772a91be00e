//! Games from files into the library, and back.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use notation::archive;
use notation::diagnostics::unreadable;
use notation::file::{self, Content, ReadGame};
use notation::pgn::Reader;
use store::import::{self, Imported};
use store::{Origin, Owner, StoreError, archives};

use crate::persistence::{Pending, StoreHandle, time};
use crate::play::{format_of, written};
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
        let unread = |error| texts.fault_message(&unreadable(path, &error));
        let bytes = files.read(path).map_err(unread)?;
        let name = path.display().to_string();
        let format = file::inspect(&name, &bytes).map_err(|fault| texts.fault(fault))?;
        let (added, stops) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let now = time::now();
        let answer = match format.content {
            // There may be very many.
            Content::Games if *format == file::PGN => {
                let (count, is_stopped) = (Arc::clone(&added), Arc::clone(&stops));
                store.query(move |store| {
                    import::pgn(store, Reader::new(bytes.as_slice()), owner, now, |added| {
                        count.store(added, Ordering::Relaxed);
                        !is_stopped.load(Ordering::Relaxed)
                    })
                })
            }
            Content::Games => {
                let options = file::Options::default();
                let record = |game: ReadGame| {
                    game.map(|(game, _)| {
                        archives::to_record(&game, owner, None, Origin::Imported, now)
                    })
                };
                let records: Result<Vec<_>, _> = file::read_games(format, &name, &bytes, &options)
                    .and_then(|games| games.map(record).collect());
                let records = records.map_err(|faults| texts.faults(&faults))?;
                store.query(move |store| {
                    let added = store.add_games(&records)?.len() as u64;
                    Ok(Imported { added, ..Imported::default() })
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

    /// The result, when it is over.
    pub fn take(&self) -> Option<Result<Imported, StoreError>> {
        self.answer.take()
    }
}

/// A name for the file of a game, without what some systems do not allow in names.
pub fn file_name(name: &str) -> String {
    let allowed = |letter: char| letter.is_alphanumeric() || " -_.,()".contains(letter);
    let kept: String = name.chars().map(|c| if allowed(c) { c } else { '-' }).take(60).collect();
    let kept = kept.trim_matches([' ', '.', '-']).to_owned();
    format!("{}.{}", if kept.is_empty() { "game" } else { &kept }, file::ARCHIVE.ending())
}

/// Saves a game of the library, kept as an archive, in the format that the name says.
///
/// # Errors
/// Why it cannot be saved, in words.
pub fn export(text: &str, path: &Path, files: &dyn Files, texts: &Texts) -> Result<(), String> {
    let format = format_of(path);
    let written = match *format == file::ARCHIVE {
        true => text.to_owned(),
        false => {
            let (game, _) = archive::parse(text).map_err(|faults| texts.faults(&faults))?;
            written(&game, format, texts)?
        }
    };
    files.write(path, written.as_bytes()).map_err(|error| texts.io_error(&error))
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
