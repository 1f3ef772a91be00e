//! PGN in and out, for every rule set and for files of any size.
//!
//! [`Reader`] gives one game after the other and keeps only that one; a faulty game is reported with
//! its line and column, and the next one follows. Under it lies [`Scanner`], which knows tags,
//! moves and comments as texts and nothing of rules. [`write()`] and [`format()`] write games.
//!
//! # Tags with a meaning
//!
//! | tag | meaning |
//! |---|---|
//! | `Variant` | the rule set: an id, a title, or one of the names the world uses ([`rules_named`]); without it, ordinary chess |
//! | `Fog` | `1`: the game is played under fog of war; `0`: it is not, whatever the rule set says |
//! | `FEN` | the start position, if it is not the rule set's; `SetUp` goes with it |
//! | `Result` | the result, in case the moves do not end with one |
//!
//! A game's [`tags`](Game::tags) hold all others. Clock times (`[%clk 0:01:30]`) and times spent on
//! a move (`[%emt 0:00:05]`) are taken out of comments; other commands in comments stay there, and
//! [`command`] finds them. A turn that passed is written as the null move `--`; `Z0` and `0000` are
//! read as well. Variations become branches of the game's [tree](crate::tree); a move in one that is
//! not legal ends it, with a [warning](Reader::warnings). That a pawn on its second rank has moved is
//! nothing that a start position in a PGN could say.
//!
//! ```
//! use xxlchess_notation::pgn::{self, GameResult, Reader};
//!
//! let file = "[White \"Anna\"]\n\n1. f3 {a weak start} e5 2. g4? (2. e4 Nf6) Qh4# 0-1\n";
//! let games: Vec<_> = Reader::new(file.as_bytes()).collect::<Result<_, _>>().expect("a game");
//! assert_eq!(games[0].tag("White"), Some("Anna"));
//! assert_eq!((games[0].tree.main_line().count(), games[0].result), (4, GameResult::BlackWins));
//! let text = pgn::format(&games[0]).expect("few variations");
//! let moves = "1. f3 { a weak start } 1... e5 2. g4 $2 ( 2. e4 Nf6 ) 2... Qh4# 0-1\n";
//! assert!(text.ends_with(moves));
//! ```

mod comment;
mod draft;
mod error;
mod game;
mod input;
mod reader;
mod scanner;
mod symbol;
#[cfg(test)]
mod tests;
mod text;
mod variant;
mod writer;

pub use comment::command;
pub(crate) use comment::without_command;
pub(crate) use error::pass_in_check;
pub use error::{PgnError, PgnErrorKind, PgnWarning, PgnWarningKind};
pub use game::{Game, GameResult, PlayedMove};
pub use reader::Reader;
pub(crate) use scanner::DEEPEST;
pub use scanner::{PgnToken, ScanError, ScanFault, Scanner};
pub use variant::{is_name_of, rules_named};
pub use writer::{WriteError, format, write};

/// Tags that [`Game`] expresses by other fields; in any case of letters.
const EXPRESSED: [&str; 5] = ["Result", "Variant", "Fog", "SetUp", "FEN"];

/// Is the tag one that [`Game`] expresses by another field?
fn is_expressed(name: &str) -> bool {
    EXPRESSED.iter().any(|expressed| expressed.eq_ignore_ascii_case(name))
}
