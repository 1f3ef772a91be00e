//! What is told of a board: moves, clocks, ends, and what is seen under fog.

use std::fmt;

use notation::uci;
use rules::{Colour, Outcome, Position, Reason, Square, Turn};
use serde::{Deserialize, Serialize};

use crate::serde_names;

/// A move as UCI writes it, such as `e2e4`, `n13n14q`. Whether it is legal depends on the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MoveText(String);

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two squares and perhaps a promotion letter such as `e2e4`, found {0:?}")]
pub struct MoveTextError(String);

impl MoveText {
    /// Checks that a text could be a move.
    ///
    /// # Errors
    /// If it could not.
    pub fn new(text: &str) -> Result<MoveText, MoveTextError> {
        let squares = Square::parse_prefix(text)
            .and_then(|(_, rest)| Square::parse_prefix(rest))
            .map(|(_, rest)| rest);
        match squares.map(str::as_bytes) {
            Some([]) => Ok(MoveText(text.to_owned())),
            Some([letter]) if letter.is_ascii_alphabetic() => Ok(MoveText(text.to_owned())),
            _ => Err(MoveTextError(text.chars().take(20).collect())),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for MoveText {
    type Error = MoveTextError;

    fn try_from(text: String) -> Result<MoveText, MoveTextError> {
        MoveText::new(&text)
    }
}

impl From<MoveText> for String {
    fn from(text: MoveText) -> String {
        text.0
    }
}

/// What happened at a turn, as far as it may be known: written as the move, `--` or `?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TurnText {
    /// A move.
    Move(MoveText),
    /// The turn passed, as its time was up.
    Passed,
    /// A move that is hidden by fog.
    Hidden,
}

impl TurnText {
    /// Plays the turn on the position before it.
    ///
    /// # Errors
    /// Why it cannot be played, in words.
    pub fn play(&self, position: &mut Position) -> Result<Turn, String> {
        match self {
            TurnText::Move(text) => {
                let chess_move =
                    uci::parse(position, text.as_str()).map_err(|error| error.to_string())?;
                position.play_unchecked(chess_move);
                Ok(Turn::Move(chess_move))
            }
            TurnText::Passed => {
                position.pass();
                Ok(Turn::Pass)
            }
            TurnText::Hidden => Err("expected a move, found a hidden one".to_owned()),
        }
    }
}

impl TryFrom<String> for TurnText {
    type Error = MoveTextError;

    fn try_from(text: String) -> Result<TurnText, MoveTextError> {
        match text.as_str() {
            "--" => Ok(TurnText::Passed),
            "?" => Ok(TurnText::Hidden),
            _ => MoveText::new(&text).map(TurnText::Move),
        }
    }
}

impl From<TurnText> for String {
    fn from(turn: TurnText) -> String {
        match turn {
            TurnText::Move(text) => text.0,
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

/// How a game ended. A game that was aborted has neither winner nor reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenEnd", into = "WrittenEnd")]
pub enum GameEnd {
    /// Somebody has won, or it is a draw.
    Decided(Outcome),
    /// It was broken off before the second move.
    Aborted,
}

#[derive(Serialize, Deserialize)]
struct WrittenEnd {
    #[serde(with = "serde_names::colour_or_not")]
    winner: Option<Colour>,
    reason: String,
}

const ABORTED: &str = "aborted";

impl TryFrom<WrittenEnd> for GameEnd {
    type Error = String;

    fn try_from(written: WrittenEnd) -> Result<GameEnd, String> {
        if written.reason == ABORTED {
            return Ok(GameEnd::Aborted);
        }
        let reason = Reason::from_name(&written.reason)
            .ok_or_else(|| format!("expected the end of a game, found {:?}", written.reason))?;
        Ok(GameEnd::Decided(Outcome { winner: written.winner, reason }))
    }
}

impl From<GameEnd> for WrittenEnd {
    fn from(end: GameEnd) -> WrittenEnd {
        match end {
            GameEnd::Aborted => WrittenEnd { winner: None, reason: ABORTED.to_owned() },
            GameEnd::Decided(Outcome { winner, reason }) => {
                WrittenEnd { winner, reason: reason.name().to_owned() }
            }
        }
    }
}

/// What one side sees under fog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FogView {
    /// Whose view it is.
    #[serde(with = "serde_names::colour")]
    pub viewer: Colour,
    /// How many turns were played.
    pub ply: usize,
    /// The side to move.
    #[serde(with = "serde_names::colour")]
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
    pub moves: Vec<MoveText>,
}

/// What somebody knows of a turn under fog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenMove {
    /// Whose turn it was.
    #[serde(with = "serde_names::colour")]
    pub mover: Colour,
    /// Where the piece came from, if that was seen.
    #[serde(with = "serde_names::square_or_not", default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Square>,
    /// Where it went, if that is seen.
    #[serde(with = "serde_names::square_or_not", default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// What was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<SeenCapture>,
}

/// A piece that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCapture {
    /// Where it stood.
    #[serde(with = "serde_names::square")]
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
            (TurnText::Move(MoveText::new("n13n14q").expect("a move")), r#""n13n14q""#),
            (TurnText::Passed, r#""--""#),
            (TurnText::Hidden, r#""?""#),
        ] {
            assert_eq!(crate::write(&turn), text);
            assert_eq!(crate::read::<TurnText>(text).expect("a turn"), turn);
        }
        for text in ["", "e2", "e2e4qq", "e2e4é", "e2e4+", "z1a1", "e2e17"] {
            assert!(MoveText::new(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn every_end_can_be_told() {
        let decided = |reason| GameEnd::Decided(Outcome { winner: Some(Colour::Black), reason });
        for end in Reason::ALL.into_iter().map(decided).chain([GameEnd::Aborted]) {
            assert_eq!(crate::read::<GameEnd>(&crate::write(&end)).expect("an end"), end);
        }
        assert!(crate::read::<GameEnd>(r#"{"winner":null,"reason":"boredom"}"#).is_err());
    }
}
