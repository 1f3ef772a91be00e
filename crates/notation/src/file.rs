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
#[cfg(test)]
mod tests;
mod validate;

use std::path::Path;
use std::sync::Arc;

use rules::{Colour, Rules};

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ruleset;

pub use convert::{Converted, convert};
pub use kind::{Kind, inspect};
pub use validate::{validate, validate_games};

/// What files leave open.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules of layouts and FENs, and of games in a PGN file that do not name theirs.
    ///
    /// Without them, layouts are read as `xxl`, PGN as ordinary chess, and FENs by the first rule
    /// set that ships with a board of their size.
    pub rules: Option<Arc<Rules>>,
    /// The player for whom layouts are drawn.
    pub player: Colour,
}

impl Default for Options {
    fn default() -> Options {
        Options { rules: None, player: Colour::White }
    }
}

impl Options {
    fn rules_of_layouts(&self) -> Result<Arc<Rules>, Diagnostic> {
        match &self.rules {
            Some(rules) => Ok(Arc::clone(rules)),
            None => ruleset::shipped_or_error("xxl"),
        }
    }

    /// The rules for a FEN: those that are asked for, or the first with such a board.
    fn rules_of_fen(&self, fen: &str) -> Result<Arc<Rules>, Diagnostic> {
        let size = size_of(fen);
        let has_size = |rules: &Arc<Rules>| size == rules.size().to_string();
        let mut shipped = ruleset::shipped_ids().filter_map(ruleset::shipped);
        match &self.rules {
            None => shipped.find(has_size).map_or_else(|| self.rules_of_layouts(), Ok),
            Some(rules) => Ok(Arc::clone(rules)),
        }
    }
}

/// The size of the board of a FEN, by its first rank, as in `8x8`.
fn size_of(fen: &str) -> String {
    let board = fen.split_ascii_whitespace().next().unwrap_or_default();
    let rank = board.split('/').next().unwrap_or_default();
    let is_digit = |c: char| c.is_ascii_digit();
    let pieces = rank.chars().filter(|c| !is_digit(*c)).count();
    let runs = rank.split(|c| !is_digit(c)).filter_map(|run| run.parse::<u16>().ok());
    let files = pieces + runs.map(usize::from).sum::<usize>();
    format!("{files}x{}", board.split('/').count())
}

/// So many faults are told of a file.
const MOST_FAULTS: usize = 100;

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
