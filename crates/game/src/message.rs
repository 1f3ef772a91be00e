//! What the players are told, word for word, in one place.

use std::fmt;

use record::{GameEnd, Perspective};
use rules::{Colour, Outcome, Reason};

use crate::Game;

/// Something that is told to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// A king is in check.
    Check,
    /// A move was tried that leaves the own king in check.
    DefendYourKing,
    /// A side has no legal move, in a rule set that does not end the game then.
    NoMove {
        /// The side that the message is about.
        side: Colour,
        /// To whom this is told.
        to: Perspective,
    },
    /// The turn passed, as its time was up.
    TurnPassed {
        /// Whose turn it was.
        side: Colour,
        /// To whom this is told.
        to: Perspective,
    },
    /// One player proposes a draw to the other.
    DrawOffered {
        /// Who offers it.
        by: Colour,
        /// To whom this is told.
        to: Perspective,
    },
    /// A draw was offered and declined.
    DrawDeclined {
        /// Who declined it.
        by: Colour,
        /// To whom this is told.
        to: Perspective,
    },
    /// A player asks to take a move back.
    TakeBackAsked {
        /// Who asks.
        by: Colour,
        /// To whom this is told.
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
        /// To whom this is told.
        to: Perspective,
    },
}

impl Message {
    /// The end of a game as somebody is told.
    pub const fn over(end: GameEnd, to: Perspective) -> Message {
        Message::Over { end, to }
    }
}

impl Game {
    /// What is to be told about the game as it stands: how it ended, that the board waits for
    /// the next player, a check, or that there is no move.
    pub fn message(&self, to: Perspective) -> Option<Message> {
        if let Some(end) = self.end() {
            Some(Message::over(end, to))
        } else if let Some(next) = self.hand_over() {
            Some(Message::HandOver { to: next })
        } else if !self.kings_in_check().is_empty() {
            Some(Message::Check)
        } else {
            self.is_stuck().then(|| Message::NoMove { side: self.turn(), to })
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Message::Check => f.write_str("Check!"),
            Message::DefendYourKing => f.write_str("You must defend your king!"),
            Message::NoMove { side, to } => Who(side, to).write(f, "have no move", "has no move"),
            Message::TurnPassed { side, to } => {
                write!(f, "Time is up – {} turn passed", Who(side, to).possessive())
            }
            Message::DrawOffered { by, to } => {
                Who(by, to).write(f, "offered a draw", "offers a draw")
            }
            Message::DrawDeclined { by, to } => {
                Who(by, to).write(f, "declined the draw", "declined the draw")
            }
            Message::TakeBackAsked { by, to } => {
                Who(by, to).write(f, "asked to take a move back", "asks to take a move back")
            }
            Message::HandOver { to } => write!(f, "{}, it is your turn", to.title()),
            Message::Over { end, to } => match end.outcome() {
                Some(outcome) => write_outcome(f, outcome, to),
                None => f.write_str("The game was aborted"),
            },
        }
    }
}

fn write_outcome(f: &mut fmt::Formatter<'_>, outcome: Outcome, to: Perspective) -> fmt::Result {
    let Some(winner) = outcome.winner else {
        return f.write_str(draw_text(outcome.reason));
    };
    let (won, lost) = (Who(winner, to), Who(!winner, to));
    match outcome.reason {
        Reason::Resignation if lost.is_you() => f.write_str("You resigned"),
        Reason::Abandonment if lost.is_you() => f.write_str("You lost by leaving the game"),
        Reason::Abandonment => write!(f, "{won} won – {lost} left the game"),
        reason if lost.is_you() => write!(f, "{lost} lost {}", win_text(reason)),
        reason => write!(f, "{won} won {}", win_text(reason)),
    }
}

/// By what a game was won.
const fn win_text(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "by checkmate",
        Reason::KingCapture => "by king capture",
        Reason::Time => "on time",
        Reason::Resignation => "by resignation",
        Reason::Abandonment => "by abandonment",
        Reason::CheckCount => "by checks",
        Reason::Goal => "by reaching the goal",
        Reason::Extinction => "by extinction",
        // Few rule sets let anybody win so, but a record from elsewhere may say it.
        Reason::Stalemate => "by stalemate",
        Reason::ThreefoldRepetition => "by threefold repetition",
        Reason::PerpetualCheck => "by perpetual check",
        Reason::PerpetualChase => "by perpetual chase",
        Reason::FiftyMoves => "by the fifty-move rule",
        Reason::InsufficientMaterial => "by insufficient material",
        Reason::Agreement => "by agreement",
    }
}

const fn draw_text(reason: Reason) -> &'static str {
    match reason {
        Reason::Stalemate => "Stalemate – draw",
        Reason::ThreefoldRepetition => "Threefold repetition – draw",
        Reason::PerpetualCheck => "Perpetual check – draw",
        Reason::PerpetualChase => "Perpetual chase – draw",
        Reason::FiftyMoves => "Fifty-move rule – draw",
        Reason::InsufficientMaterial => "Insufficient material – draw",
        Reason::Agreement => "Draw by agreement",
        Reason::Time => "Time is up – draw",
        Reason::Goal => "Both reached the goal – draw",
        Reason::Extinction => "Extinction – draw",
        Reason::Checkmate
        | Reason::KingCapture
        | Reason::CheckCount
        | Reason::Resignation
        | Reason::Abandonment => "Draw",
    }
}

/// A side as somebody speaks of it.
struct Who(Colour, Perspective);

impl Who {
    fn is_you(&self) -> bool {
        self.1 == Perspective::Player(self.0)
    }

    /// Writes what you, or somebody else, are doing.
    fn write(&self, f: &mut fmt::Formatter<'_>, you: &str, other: &str) -> fmt::Result {
        write!(f, "{self} {}", if self.is_you() { you } else { other })
    }

    fn possessive(&self) -> &'static str {
        match self.0 {
            _ if self.is_you() => "your",
            Colour::White => "White's",
            Colour::Black => "Black's",
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_you() { "You" } else { self.0.title() })
    }
}
