//! What can be wrong with a movement in Betza notation.

use thiserror::Error;

use crate::message::{Fault, FaultMessage};
use crate::{faults, message};

/// Why a text is not the movement of a piece, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub struct BetzaError {
    /// The character at fault; the first one is 1.
    pub position: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

impl Fault for BetzaError {
    fn message(&self) -> FaultMessage {
        let BetzaError { position, problem } = self;
        message!("betza", "position {position}: {problem}", position, problem)
    }
}

faults! {
    /// What was found instead of a movement.
    #[derive(Debug, Clone, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    pub enum Problem {
        /// The text is empty.
        Empty => message!(
            "betza-empty",
            "nothing to read, expected a movement such as `N` or `fmWfcF`"
        ),
        /// A letter of Betza notation that is not played here, and what it means.
        Unsupported(letter: char, meaning: FaultMessage) => message!(
            "betza-unsupported",
            "`{letter}` ({meaning}) is not supported; {expected}",
            letter,
            meaning = meaning.clone(),
            expected = EXPECTED
        ),
        /// No letter of Betza notation.
        Unknown(letter: char) => message!(
            "betza-unknown",
            "`{letter}` is not known; {expected}",
            letter = letter.escape_debug().to_string(),
            expected = EXPECTED
        ),
        /// Modifiers that modify nothing.
        NoAtom(modifiers: String) => message!(
            "betza-no-atom",
            "modifiers `{modifiers}` without an atom, expected one of WFDANHCLZGRBKQ after them"
        ),
        /// The same modifier twice for one atom.
        Repeated(modifier: String) => message!(
            "betza-repeated",
            "repeated modifier `{modifier}`, expected it once for an atom"
        ),
        /// Two directions before a letter where programs differ on what they mean.
        Ambiguous(directions: String, atom: char) => message!(
            "betza-ambiguous",
            "ambiguous `{directions}` before `{atom}`, expected atoms of one kind, such as `fWfrF`"
        ),
        /// A letter written three times, or one that rides already written twice.
        OneTooMany(atom: char) => message!(
            "betza-one-too-many",
            "one `{atom}` too many, expected it once, or twice for a rider; R, B and Q ride \
             already"
        ),
        /// A number that no atom, or one written twice, stands before.
        StrayRange(range: String) => message!(
            "betza-stray-range",
            "range `{range}` out of place, expected it after an atom that is written once"
        ),
        /// A modifier that means nothing before this atom, and before what it would.
        Misplaced(modifier: char, atom: char, expected: FaultMessage) => message!(
            "betza-misplaced",
            "`{modifier}` before `{atom}`, expected {expected}",
            modifier,
            atom,
            expected = expected.clone()
        ),
        /// No leap in round brackets.
        BadLeap => message!(
            "betza-bad-leap",
            "`(` without a leap, expected one such as `(4,1)`, of at most 15 squares"
        ),
        /// No two parts in square brackets.
        BadBend => message!(
            "betza-bad-bend",
            "`t` without two parts, expected a leap and a rider such as `t[FR]`"
        ),
        /// A number of steps that no board has room for.
        BadRange(range: String) => message!(
            "betza-bad-range",
            "range `{range}`, expected 1 to 15, or 0 for no limit"
        ),
    }
}

impl Problem {
    /// Of a character that is no atom.
    pub(super) fn of_letter(character: char) -> Problem {
        match UNSUPPORTED.iter().find(|(letters, _)| letters.contains(character)) {
            Some((_, meaning)) => Problem::Unsupported(character, meaning.clone()),
            None => Problem::Unknown(character),
        }
    }
}

pub(super) const EXPECTED: FaultMessage = message!(
    "betza-expected",
    "expected one of the atoms WFDANHCLZGRBKQ, the modifiers fblrvshmcpgnjie or a range"
);

/// What Betza notation and its extensions know and this program does not play.
pub(super) static UNSUPPORTED: [(&str, FaultMessage); 15] = [
    ("a", message!("betza-again", "moving again")),
    ("d", message!("betza-own-pieces", "taking own pieces")),
    ("h", message!("betza-half", "half of no direction")),
    ("o", message!("betza-cylinder", "going around a cylinder")),
    ("q", message!("betza-circles", "riding in circles")),
    ("u", message!("betza-unloading", "unloading a piece")),
    ("x", message!("betza-borrowing", "borrowing moves")),
    ("y", message!("betza-changing-range", "changing the range on the way")),
    ("z", message!("betza-zigzag", "riding in a zigzag")),
    ("IJ", message!("betza-old-letter", "an old letter, now H or Z")),
    ("O", message!("betza-castling", "castling")),
    ("U", message!("betza-anywhere", "leaping anywhere")),
    ("XY", message!("betza-longer-leaps", "longer leaps")),
    (")[]-", message!("betza-several-parts", "moves of several parts")),
    (" ", message!("betza-blank", "a blank")),
];
