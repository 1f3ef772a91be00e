//! Files of any format: what they are by their content, whether they are sound, and one as another.
//!
//! Each format is a module with a `FORMAT`, and a row of [`FORMATS`]; everything else asks that table.
//!
//! ```
//! use xxlchess_notation::file;
//!
//! assert_eq!(file::inspect("config.json", b"{}"), Ok(&file::CONFIG));
//! assert_eq!(file::inspect("game", b"1. e4 e5 *"), Ok(&file::PGN));
//! let fault = file::inspect("game.json", b"1. e4 e5 *").expect_err("the name is wrong");
//! assert_eq!(fault.code, Some(104));
//! ```

mod archive;
mod config;
mod convert;
mod fen;
mod format;
mod layout;
mod pgn;
mod position;
mod rule_set;
#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use rules::{Colour, Rules};

use crate::config::ReadFile;
use crate::diagnostics::{Diagnostic, Diagnostics, Severity, not_listed};
use format::Source;

pub use archive::FORMAT as ARCHIVE;
pub use config::FORMAT as CONFIG;
pub use convert::{Converted, convert, no_game, read_game, read_games};
pub use fen::FORMAT as FEN;
pub use format::{Content, Format, Games, ReadGame, inspect};
pub use layout::FORMAT as LAYOUT;
pub use pgn::{FORMAT as PGN, validate_games};
pub use position::{read_fen, read_layout};
pub use rule_set::FORMAT as RULE_SET;

/// All formats. The first that a file looks like is taken, and lists name them in this order.
pub static FORMATS: [&Format; 6] = [
    &config::FORMAT,
    &archive::FORMAT,
    &rule_set::FORMAT,
    &pgn::FORMAT,
    &fen::FORMAT,
    &layout::FORMAT,
];

/// What files leave open.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules of layouts and FENs, and of games in a PGN file that do not name theirs.
    ///
    /// Without them, PGN is read as ordinary chess, and layouts and FENs by the first rule set that
    /// ships, has a board of their size and can hold them; layouts of no such size as `xxl`.
    pub rules: Option<Arc<Rules>>,
    /// The player for whom layouts are drawn.
    pub player: Colour,
    /// Which game or position of a file with several, counted from 1; the first if nothing is said.
    pub game: Option<NonZeroUsize>,
}

impl Default for Options {
    fn default() -> Options {
        Options { rules: None, player: Colour::White, game: None }
    }
}

/// Checks a file of any format and the files that it names, and returns what was odd about it.
///
/// `read_file` gives the bytes of the files that this one names, by paths that start where its
/// own does. However bad a file is, this takes less than a second.
///
/// # Errors
/// What is wrong with the file, at most a hundred faults.
pub fn validate(
    name: &str,
    bytes: &[u8],
    read_file: ReadFile<'_>,
    options: &Options,
) -> Result<Diagnostics, Diagnostics> {
    let format = inspect(name, bytes)?;
    let checked = match format.validate {
        Some(validate) => validate(Source { name, bytes }, read_file, options),
        None => read_all(format, name, bytes, options),
    };
    checked.map(shortened).map_err(shortened)
}

/// Checks a file by reading its games.
fn read_all(
    format: &Format,
    name: &str,
    bytes: &[u8],
    options: &Options,
) -> Result<Diagnostics, Diagnostics> {
    let mut faults = Diagnostics::new();
    for game in read_games(format, name, bytes, options)? {
        faults.append(game.map_or_else(|wrong| wrong, |(_, warnings)| warnings));
    }
    if faults.has_errors() { Err(faults) } else { Ok(faults) }
}

/// Maximum number of faults that are listed for a file.
const MOST_FAULTS: usize = 100;

/// Collects the faults of many games and keeps no more than anybody reads.
#[derive(Default)]
struct FaultList {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    more: usize,
}

impl FaultList {
    fn push(&mut self, fault: Diagnostic) {
        let list = match fault.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        if list.len() < MOST_FAULTS { list.push(fault) } else { self.more += 1 }
    }

    /// Adds what is not said yet: what a format cannot hold may be lost of every game.
    fn push_once(&mut self, fault: &Diagnostic) {
        if !self.errors.contains(fault) && !self.warnings.contains(fault) {
            self.push(fault.clone());
        }
    }

    /// The faults in the order of the file.
    fn finish(self) -> Diagnostics {
        let mut kept = Diagnostics::new();
        self.errors.into_iter().chain(self.warnings).for_each(|fault| kept.push(fault));
        kept.sort();
        tell_of_more(&mut kept, self.more);
        kept
    }
}

/// The first faults of a long list, and how many more there are.
fn shortened(faults: Diagnostics) -> Diagnostics {
    let count = faults.iter().len();
    if count <= MOST_FAULTS {
        return faults;
    }
    let mut kept = Diagnostics::new();
    // Errors come first, so that there is one whenever there was one.
    let told = faults.errors().chain(faults.warnings()).take(MOST_FAULTS);
    told.for_each(|fault| kept.push(fault.clone()));
    tell_of_more(&mut kept, count - MOST_FAULTS);
    kept
}

/// Says how many faults are left out, if any are.
fn tell_of_more(kept: &mut Diagnostics, count: usize) {
    let tell = if kept.has_errors() { Diagnostic::error } else { Diagnostic::warning };
    if count > 0 {
        kept.push(tell(not_listed(count)));
    }
}

/// The ending of a file's name in small letters, without the dot.
fn ending_of(name: &str) -> Option<String> {
    Some(Path::new(name).extension()?.to_str()?.to_ascii_lowercase())
}
