//! The interface between a match and its players, built-in or external.

use std::fmt;
use std::time::Duration;

use engine::Score;
use notation::pgn::GameResult;
use notation::uci::MoveError;
use rules::{History, Move};

use super::budget::Budget;

/// Chooses moves: one of our levels or another program.
pub trait Player {
    /// Prepares for a game that starts with the moves of `opening`. Players that choose at random use
    /// the seed.
    fn begin(&mut self, opening: &History, budget: Budget, seed: u64) -> Result<(), Failure>;

    /// Chooses a move. The duration of the call counts as thinking time.
    fn choose(&mut self, turn: &Turn) -> Result<Choice, Failure>;

    /// Called when the game is over.
    fn end(&mut self, _result: GameResult) {}
}

/// What a player is given when it is to move.
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a History,
    /// The limits of this move.
    pub budget: Budget,
    /// The time left on the player's clock.
    pub own_clock: Duration,
    /// The time left on the opponent's clock.
    pub other_clock: Duration,
    /// The time added to the other clock after each move.
    pub other_increment: Duration,
    /// After this time the game is lost.
    pub deadline: Duration,
}

/// A move with the player's evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, not yet known to be legal.
    pub chess_move: Move,
    /// The evaluation for the side to move.
    pub evaluation: Option<Score>,
    /// The search depth.
    pub depth: Option<u32>,
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The program has ended or cannot be reached.
    Crash(String),
    /// The program did not answer in time.
    Hang,
    /// The flag fell.
    Time,
    /// An illegal move, or a claim that the rules do not allow.
    Illegal(String),
    /// The player resigns.
    Resignation,
    /// The user interrupted the match.
    Interrupted,
}

impl From<MoveError> for Failure {
    fn from(why: MoveError) -> Failure {
        Failure::Illegal(why.to_string())
    }
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
