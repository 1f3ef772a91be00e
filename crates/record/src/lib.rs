//! The record of a game: what was agreed before it, and what happened, entry by entry.
//!
//! These are the types that a game, a store, a server, a client and a file format share. They
//! can be serialised, and reading them needs no rules: a move is a [`UciMove`], which only a
//! game resolves to a legal move of its position.
//!
//! ```text
//! intent → Game checks it → Entry → row in the store
//!                                 → VisibleEntry to clients
//!                                 → PGN and archives
//! ```

#![warn(missing_docs)]

mod end;
mod entry;
mod game_record;
pub mod names;
mod offer_error;
mod perspective;
mod player;
mod puzzle;
#[cfg(feature = "schema")]
pub mod schema;
mod terms;
mod time_control;
mod uci_move;

pub use end::GameEnd;
pub use entry::{ClockTimes, Entry, EntryKind};
pub use game_record::GameRecord;
pub use offer_error::OfferError;
pub use perspective::{Perspective, SeenCapture, SeenTurn, VisibleEntry};
pub use player::{Player, Players, Seat};
pub use puzzle::{Puzzle, PuzzleGoal};
pub use terms::{Authority, GameTerms};
pub use time_control::TimeControl;
pub use uci_move::{UciMove, UciMoveError};
