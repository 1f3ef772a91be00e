//! Who plays each side.

use rules::Colour;
use serde::{Deserialize, Serialize};

use crate::Perspective;

/// The player of a side: a person here, a computer with its settings, or a remote player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A person at this screen.
    Human,
    /// The computer. The text says how it plays and means something only to the program
    /// around the game: a level, the command line of an engine.
    Computer(String),
    /// A player on another machine. On a server both sides are.
    Remote,
}

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// The name shown beside the clock.
    pub name: String,
    /// A person, or a level of the computer.
    pub seat: Seat,
}

impl Player {
    /// A person at this screen.
    pub fn human(name: impl Into<String>) -> Player {
        Player { name: name.into(), seat: Seat::Human }
    }

    /// The computer, with a description of how it plays.
    pub fn computer(name: impl Into<String>, description: impl Into<String>) -> Player {
        Player { name: name.into(), seat: Seat::Computer(description.into()) }
    }

    /// A player on another machine.
    pub fn remote(name: impl Into<String>) -> Player {
        Player { name: name.into(), seat: Seat::Remote }
    }
}

/// White and Black.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Players {
    /// The player of White.
    pub white: Player,
    /// The player of Black.
    pub black: Player,
}

impl Players {
    /// The player of a colour.
    pub const fn of(&self, colour: Colour) -> &Player {
        match colour {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    /// Is a side played by a person at this screen?
    pub fn is_human(&self, colour: Colour) -> bool {
        self.of(colour).seat == Seat::Human
    }

    /// Is a side played by the computer?
    pub fn is_computer(&self, colour: Colour) -> bool {
        matches!(self.of(colour).seat, Seat::Computer(_))
    }

    /// Do two people share this screen?
    pub fn share_a_screen(&self) -> bool {
        Colour::BOTH.iter().all(|colour| self.is_human(*colour))
    }

    /// May a side queue premoves? It must be played by a person, and the other side not by
    /// another person at the same screen.
    pub fn may_premove(&self, colour: Colour) -> bool {
        !self.is_computer(colour) && !self.share_a_screen()
    }

    /// Is a player remote, so that taking back a move needs their consent?
    pub fn are_apart(&self) -> bool {
        Colour::BOTH.iter().any(|colour| self.of(*colour).seat == Seat::Remote)
    }

    /// The perspective of messages at this screen: that of the only person, or a neutral one.
    pub fn perspective(&self) -> Perspective {
        self.only_human().map_or(Perspective::NEUTRAL, Perspective::Player)
    }

    /// The colour of the only person at this screen, whose point of view messages take.
    pub fn only_human(&self) -> Option<Colour> {
        let mut humans = Colour::BOTH.into_iter().filter(|colour| self.is_human(*colour));
        let first = humans.next();
        first.filter(|_| humans.next().is_none())
    }
}

impl Default for Players {
    /// Two people at this screen.
    fn default() -> Players {
        Players { white: Player::human("White"), black: Player::human("Black") }
    }
}
