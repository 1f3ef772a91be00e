//! Files of any kind: what they are by their content, whether they are sound, and one as another.
//!
//! ```
//! use xxlchess_notation::file::{self, Kind};
//!
//! assert_eq!(file::inspect("config.json", b"{}"), Ok(Kind::Config));
//! assert_eq!(file::inspect("game", b"1. e4 e5 *"), Ok(Kind::Pgn));
//! let fault = file::inspect("game.json", b"1. e4 e5 *").expect_err("the name is wrong");
//! assert_eq!(fault.code, Some(104));
//! ```

mod convert;
mod kind;
mod position;
#[cfg(test)]
mod tests;
mod validate;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use rules::{Colour, Rules};

use crate::diagnostics::{Diagnostic, Diagnostics, Severity};

pub use convert::{Converted, convert, read_game};
pub use kind::{Kind, inspect};
pub use position::{read_fen, read_layout};
pub use validate::{validate, validate_games};

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

/// So many faults are told of a file.
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

    /// The faults in the order of the file.
    fn finish(self) -> Diagnostics {
        let has_errors = !self.errors.is_empty();
        let mut kept = Diagnostics::new();
        self.errors.into_iter().chain(self.warnings).for_each(|fault| kept.push(fault));
        kept.sort();
        if self.more > 0 {
            let message = format!("{} more faults are not listed", self.more);
            kept.push(match has_errors {
                true => Diagnostic::error(message),
                false => Diagnostic::warning(message),
            });
        }
        kept
    }
}

/// No more faults than anybody reads.
fn shortened(faults: Diagnostics) -> Diagnostics {
    let count = faults.iter().len();
    if count <= MOST_FAULTS {
        return faults;
    }
    let has_errors = faults.has_errors();
    let mut kept = Diagnostics::new();
    // Errors come first, so that there is one whenever there was one.
    let told = faults.errors().chain(faults.warnings()).take(MOST_FAULTS);
    told.for_each(|fault| kept.push(fault.clone()));
    let message = format!("{} more faults are not listed", count - MOST_FAULTS);
    kept.push(match has_errors {
        true => Diagnostic::error(message),
        false => Diagnostic::warning(message),
    });
    kept
}

/// The ending of a file's name in small letters, without the dot.
fn ending_of(name: &str) -> Option<String> {
    Some(Path::new(name).extension()?.to_str()?.to_ascii_lowercase())
}
