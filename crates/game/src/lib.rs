//! One game being played: players, clock, history, undo, premoves, messages.
//!
//! A [`Game`] is the referee for a window and for a server alike. It does no input or output,
//! starts no threads and never looks at a clock: every call that changes something takes the
//! time, as the [`Duration`](std::time::Duration) since some fixed moment. What happened comes
//! out as [`Event`]s, in order.
//!
//! ```
//! use std::time::Duration;
//!
//! use record::{GameTerms, Perspective, Player, Players, TimeControl};
//! use rules::{Colour, Position};
//! use xxlchess_game::{Event, Game, Status};
//!
//! let rules = notation::ruleset::shipped("standard").expect("it ships");
//! let (time, increment) = (Duration::from_secs(180), Duration::from_secs(2));
//! let blitz = TimeControl::Fischer { time, increment };
//! let terms = GameTerms {
//!     players: Players { white: Player::human("Anna"), black: Player::computer("Level 3", "3") },
//!     clocks: Some([blitz; 2]),
//!     ..GameTerms::default()
//! };
//! let second = Duration::from_secs;
//! let mut game = Game::new(Position::start(&rules), terms, second(0));
//!
//! // Anna thinks for ten seconds; then the computer's flag falls.
//! let opening = notation::uci::parse(game.position(), "e2e4").expect("a legal move");
//! game.play(second(10), opening).expect("it is the turn of White");
//! assert_eq!(game.remaining(Colour::White, second(60)), Some(second(172)));
//! game.tick(second(190));
//!
//! let events = game.drain_events();
//! assert!(matches!(
//!     events.as_slice(),
//!     [Event::Played { .. }, Event::LowTime { side: Colour::Black }, Event::Ended(_)]
//! ));
//! let status = game.status(Perspective::Player(Colour::White)).expect("an end");
//! assert!(matches!(status, Status::Over { to: Perspective::Player(Colour::White), .. }));
//! ```
//!
//! # Turns that pass
//!
//! Where each turn has its own time, a turn can pass without a move. Such a turn is one of the
//! game like any other: [`rules::Turn::Pass`] in its [`rules::History`], a [`PlayedTurn`] here and
//! an entry in the [`record`], so that repetitions are counted rightly and undo, stepping and
//! saving need no special case. A file format writes it where a move would stand, as the null
//! move `--` of PGN or `0000` of UCI, and its number counts as that of a move.

#![warn(missing_docs)]

mod clock;
mod cursor;
mod end;
mod event;
mod fog_game;
mod game;
mod material;
mod mirror;
mod offers;
mod play;
mod premove;
mod premove_targets;
mod puzzle;
mod replay;
mod shared_game;
mod status;
mod timing;
mod turn;
mod undo;
mod view;
mod visible_game;

pub use clock::clock_text;
pub use cursor::Cursor;
pub use event::Event;
pub use fog_game::FogGame;
pub use game::{Game, Phase};
pub use material::{Material, Taken};
pub use offers::{OfferState, RESIGNATION_GRACE};
pub use play::{MoveAttempt, PlayError};
pub use premove::{MOST_PREMOVES, Premove, PremoveError};
pub use puzzle::{Estimate, Failure, Progress, PuzzleRow, puzzle_moves_left, puzzle_progress};
pub use replay::ReplayError;
pub use shared_game::SharedGame;
pub use status::Status;
pub use turn::{Capture, PlayedTurn};
pub use undo::UndoError;
pub use visible_game::VisibleGame;
