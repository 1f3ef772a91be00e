//! The two sides.

use std::fmt;
use std::ops::Not;

/// One of the two sides. White moves first and up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Starts at rank 1 and moves first.
    White,
    /// Starts at the last rank.
    Black,
}

impl Colour {
    /// Both sides, White first.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side, as [`Not`] gives it, for constants.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
        }
    }

    /// `White` or `Black`, as at the start of a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    /// Reads `white`, `black`, `w` or `b`, in any case.
    pub fn from_name(name: &str) -> Option<Colour> {
        match name.to_ascii_lowercase().as_str() {
            "white" | "w" => Some(Colour::White),
            "black" | "b" => Some(Colour::Black),
            _ => None,
        }
    }
}

impl Not for Colour {
    type Output = Colour;

    #[inline]
    fn not(self) -> Colour {
        self.other()
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
