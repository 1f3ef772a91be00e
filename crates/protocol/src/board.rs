//! What is told of a board: moves, clocks, ends, and what is seen under fog.

use record::{UciMove, UciMoveError};
use rules::{Colour, Square};
use serde::{Deserialize, Serialize};

/// What happened at a turn, as far as it may be known: written as the move, `--` or `?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TurnText {
    Move(UciMove),
    /// The turn passed, as its time was up.
    Passed,
    /// A move that is hidden by fog.
    Hidden,
}

impl TryFrom<String> for TurnText {
    type Error = UciMoveError;

    fn try_from(text: String) -> Result<TurnText, UciMoveError> {
        match text.as_str() {
            "--" => Ok(TurnText::Passed),
            "?" => Ok(TurnText::Hidden),
            _ => text.parse().map(TurnText::Move),
        }
    }
}

impl From<TurnText> for String {
    fn from(turn: TurnText) -> String {
        match turn {
            TurnText::Move(text) => text.to_string(),
            TurnText::Passed => "--".to_owned(),
            TurnText::Hidden => "?".to_owned(),
        }
    }
}

/// A turn with its times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// What happened.
    pub turn: TurnText,
    /// How long it took, in milliseconds.
    pub spent_ms: u64,
    /// What the mover's clock showed after it, in milliseconds, if there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
}

/// What both clocks show at the moment of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// White's, in milliseconds.
    pub white_ms: u64,
    /// Black's, in milliseconds.
    pub black_ms: u64,
    /// Does that of the side to move run?
    pub running: bool,
}

/// What one side sees under fog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FogView {
    /// Whose view it is.
    #[serde(with = "record::names::colour")]
    pub viewer: Colour,
    /// How many turns were played.
    pub ply: usize,
    /// The side to move.
    #[serde(with = "record::names::colour")]
    pub turn: Colour,
    /// For each rank from the first the files that are seen, the lowest bit for file a.
    pub visible: Vec<u16>,
    /// The pieces that are seen, as the board of a FEN.
    pub board: String,
    /// What is known of the last turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<SeenMove>,
    /// The moves that the viewer may play, if it is his turn and he is told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<UciMove>,
}

/// What somebody knows of a turn under fog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenMove {
    /// Whose turn it was.
    #[serde(with = "record::names::colour")]
    pub mover: Colour,
    /// Where the piece came from, if that was seen.
    #[serde(
        with = "record::names::square_or_not",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub from: Option<Square>,
    /// Where it went, if that is seen.
    #[serde(
        with = "record::names::square_or_not",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub to: Option<Square>,
    /// What was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<SeenCapture>,
}

/// A piece that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCapture {
    /// Where it stood.
    #[serde(with = "record::names::square")]
    pub square: Square,
    /// Its letter, capital if it was White's.
    pub piece: char,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_short_texts() {
        for (turn, text) in [
            (TurnText::Move("n13n14q".parse().expect("a move")), r#""n13n14q""#),
            (TurnText::Passed, r#""--""#),
            (TurnText::Hidden, r#""?""#),
        ] {
            assert_eq!(crate::write(&turn), text);
            assert_eq!(crate::read::<TurnText>(text).expect("a turn"), turn);
        }
    }
}
