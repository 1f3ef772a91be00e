//! Status messages for the players, as values: the program around the game puts them into words.

use record::{GameEnd, Perspective};
use rules::Colour;

use crate::Game;

/// A status message of the game, with the perspective of the reader where the wording depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A king is in check.
    Check,
    /// A move was tried that leaves the own king in check.
    DefendYourKing,
    /// A side has no legal move, in a rule set that does not end the game then.
    NoMove {
        /// The side without a move.
        side: Colour,
        /// The reader.
        to: Perspective,
    },
    /// The turn passed, as its time was up.
    TurnPassed {
        /// Whose turn it was.
        side: Colour,
        /// The reader.
        to: Perspective,
    },
    /// One player proposes a draw to the other.
    DrawOffered {
        /// Who offers it.
        by: Colour,
        /// The reader.
        to: Perspective,
    },
    /// A draw was offered and declined.
    DrawDeclined {
        /// Who declined it.
        by: Colour,
        /// The reader.
        to: Perspective,
    },
    /// A player asks to take a move back.
    TakeBackAsked {
        /// Who asks.
        by: Colour,
        /// The reader.
        to: Perspective,
    },
    /// The next player is asked to sit down, as the board is hidden until then.
    HandOver {
        /// Who is next.
        to: Colour,
    },
    /// The game is over.
    Over {
        /// How it ended.
        end: GameEnd,
        /// The reader.
        to: Perspective,
    },
}

impl Status {
    /// The end of a game for a reader.
    pub const fn over(end: GameEnd, to: Perspective) -> Status {
        Status::Over { end, to }
    }
}

impl Game {
    /// The status of the game as it stands: how it ended, that the board waits for the next player,
    /// a check, or that there is no move.
    pub fn status(&self, to: Perspective) -> Option<Status> {
        if let Some(end) = self.end() {
            Some(Status::over(end, to))
        } else if let Some(next) = self.hand_over() {
            Some(Status::HandOver { to: next })
        } else if !self.kings_in_check().is_empty() {
            Some(Status::Check)
        } else {
            self.is_stuck().then(|| Status::NoMove { side: self.turn(), to })
        }
    }
}
