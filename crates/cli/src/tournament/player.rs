//! What a match asks of a player, wherever he thinks.

use std::fmt;
use std::time::Duration;

use engine::Score;
use notation::pgn::GameResult;
use rules::{History, Move};

use super::budget::Budget;

/// Somebody who chooses moves: one of our levels or another program.
pub trait Player {
    /// Makes ready for a game that starts with some moves. The seed is for players who play at
    /// random.
    fn begin(&mut self, opening: &History, budget: Budget, seed: u64) -> Result<(), Failure>;

    /// Chooses a move. The time from the call to the answer is what the player needs.
    fn choose(&mut self, turn: &Turn) -> Result<Choice, Failure>;

    /// Hears that the game is over.
    fn end(&mut self, _result: GameResult) {}
}

/// What a player knows when it is his turn.
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a History,
    /// What he may use.
    pub budget: Budget,
    /// What his clock shows.
    pub own_clock: Duration,
    /// What the other clock shows.
    pub other_clock: Duration,
    /// The time added to the other clock after each move.
    pub other_increment: Duration,
    /// After this time he has lost the game.
    pub deadline: Duration,
}

/// A move, and what the player thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, not yet known to be legal.
    pub chess_move: Move,
    /// How good he thinks his position is.
    pub evaluation: Option<Score>,
    /// How far ahead he has looked.
    pub depth: Option<u32>,
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The program has ended, or cannot be talked to.
    Crash(String),
    /// Nothing came for so long that nothing will come.
    Hang,
    /// He ran out of time.
    Time,
    /// What came was no legal move, or a claim that the rules do not allow.
    Illegal(String),
    /// He gives up.
    Resignation,
    /// The user wants no more.
    Interrupted,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Crash(why) => write!(f, "crash: {why}"),
            Failure::Hang => f.write_str("no answer"),
            Failure::Time => f.write_str("time"),
            Failure::Illegal(why) => write!(f, "illegal: {why}"),
            Failure::Resignation => f.write_str("resignation"),
            Failure::Interrupted => f.write_str("interrupted"),
        }
    }
}
