//! Views of a board: moves, clocks, ends, and what is visible under fog.

use record::{SeenTurn, UciMove};
use rules::Colour;
use serde::{Deserialize, Serialize};

/// The times of both clocks when the message was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clocks {
    /// White's, in milliseconds.
    pub white_ms: u64,
    /// Black's, in milliseconds.
    pub black_ms: u64,
    /// Does that of the side to move run?
    pub running: bool,
}

/// The board as one side sees it under fog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FogView {
    /// The side whose view it is.
    #[serde(with = "record::names::name")]
    #[cfg_attr(feature = "schema", schemars(with = "record::schema::ColourName"))]
    pub viewer: Colour,
    /// How many turns were played.
    pub ply: usize,
    /// The side to move.
    #[serde(with = "record::names::name")]
    #[cfg_attr(feature = "schema", schemars(with = "record::schema::ColourName"))]
    pub turn: Colour,
    /// For each rank from the first the files that are seen, the lowest bit for file a.
    pub visible: Vec<u16>,
    /// The pieces that are seen, as the board of a FEN.
    pub board: String,
    /// The visible part of the last turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<SeenTurn>,
    /// The viewer's legal moves, if it is their turn and the server sends them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<UciMove>,
}
