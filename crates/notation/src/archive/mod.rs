//! Game archives: a whole game in a JSON file that works anywhere, also in ten years.
//!
//! The file has the rule set (in full if it is a user's), the start position, the moves, the side
//! to move, the clocks, the players and the result. [`parse`] checks all of it, [`format()`]
//! writes it, and [`Archive::from_pgn`] and [`Archive::to_pgn`] lead to PGN and back. The format
//! is described in `docs/archive.md`.
//!
//! ```
//! use xxlchess_notation::archive::{self, Archive};
//! use xxlchess_notation::pgn::PlayedMove;
//! use xxlchess_notation::{ruleset, uci};
//! use rules::Position;
//!
//! let xxl = ruleset::shipped("xxl").expect("it ships");
//! let mut game = Archive::new(Position::start(&xxl));
//! let step = uci::parse(game.position(), "a2a4").expect("a legal move");
//! game.push(PlayedMove::new(step)).expect("a legal move");
//! let (read, warnings) = archive::parse(&archive::format(&game)).expect("an archive");
//! assert_eq!(read, game);
//! assert!(warnings.is_empty());
//! ```

mod pgn;
mod read;
mod resume_state;
#[cfg(test)]
mod tests;
mod time;
mod variations;
mod write;

use std::sync::Arc;
use std::time::Duration;

use record::{GameEnd, TimeControl};
use rules::{History, Position, Rules};

use crate::pgn::PlayedMove;

pub(crate) use read::LARGEST;
pub use read::parse;
pub use resume_state::ResumeState;
pub use time::Timestamp;
pub use write::{format, is_shipped};

/// What stands under `format` in every archive.
pub const FORMAT: &str = "xxlchess-game";

/// The newest version of the format. Older ones are read as well, and written where they can hold
/// the game, so that older programs can read it.
pub const VERSION: u32 = 2;

/// A recorded game. Its moves are legal, each after those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    start: Position,
    moves: Vec<PlayedMove>,
    position: Position,
    variations: Vec<Variation>,
    /// What is said before the first move.
    pub comments: Vec<String>,
    /// The names of White and Black, as far as they are known.
    pub players: [Option<String>; 2],
    /// When the game began.
    pub started: Option<Timestamp>,
    /// The time of White and Black, if there were clocks. Both are of the same kind.
    pub clocks: Option<[TimeControl; 2]>,
    /// What their clocks show now, as far as that is known.
    pub remaining: [Option<Duration>; 2],
    /// How the game ended, if it has. Records from elsewhere often do not say why.
    pub ending: Option<GameEnd>,
    /// Whatever else is said, as in the tags of a PGN file: names and values.
    pub tags: Vec<(String, String)>,
    /// What the game needs to know to go on exactly as it was.
    pub resume_state: ResumeState,
}

/// Moves that were not played, in place of some that were or of those of another variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The variation from which it branches, by its index; none for the game itself.
    pub of: Option<usize>,
    /// Which turn of the game its first move replaces, counted from 1.
    pub at: usize,
    /// Its moves, at least one.
    pub moves: Vec<PlayedMove>,
}

impl Archive {
    /// A game without moves, of which nothing else is known.
    pub fn new(start: Position) -> Archive {
        Archive {
            position: start.clone(),
            start,
            moves: Vec::new(),
            variations: Vec::new(),
            comments: Vec::new(),
            players: [None, None],
            started: None,
            clocks: None,
            remaining: [None; 2],
            ending: None,
            tags: Vec::new(),
            resume_state: ResumeState::default(),
        }
    }

    /// The moves of a game, and its end if it has ended by itself.
    pub fn from_history(history: &History) -> Archive {
        let mut archive = Archive::new(history.start().clone());
        archive.moves = history.turns().map(PlayedMove::of).collect();
        archive.position = history.position().clone();
        archive.ending = history.outcome().map(GameEnd::from);
        archive
    }

    /// The game as it can be played on.
    pub fn history(&self) -> History {
        let mut history = History::new(self.start.clone());
        for played in &self.moves {
            let legal = history.play_turn(played.turn);
            debug_assert!(legal.is_ok(), "{:?} was legal when it was added", played.turn);
        }
        history
    }

    /// The rules by which it is played.
    pub fn rules(&self) -> &Arc<Rules> {
        self.start.rules()
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves so far, with the turns that passed without one.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// The variations, each behind the one from which it branches.
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// Where it stands after the moves.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Adds a legal move, or a turn that passed; any other is handed back and changes nothing.
    ///
    /// # Errors
    /// The move, if it is not legal; a turn that passes in check.
    pub fn push(&mut self, played: PlayedMove) -> Result<(), Box<PlayedMove>> {
        if !played.is_legal(&self.position) {
            return Err(Box::new(played));
        }
        self.add(played);
        Ok(())
    }

    /// Adds a move that is known to be legal.
    fn add(&mut self, played: PlayedMove) {
        played.play_unchecked(&mut self.position);
        self.moves.push(played);
    }
}
