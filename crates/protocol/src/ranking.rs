//! The rating list of a server.

use serde::{Deserialize, Serialize};

/// The ranking list of a rule set, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ranking {
    /// The rule set: its id, with `*` for a user's own and `+fog` under fog.
    pub rules: String,
    /// The name shown to people.
    pub title: String,
    /// Is there fog?
    #[serde(default)]
    pub fog: bool,
    /// The rated players, up to a number of rows.
    pub players: Vec<RankedPlayer>,
}

/// A rated player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedPlayer {
    /// The player's name.
    pub name: String,
    /// By Glicko-2, rounded.
    pub rating: i32,
    /// How far it may be off.
    pub deviation: i32,
    /// Have they played too few games for it to mean much?
    pub provisional: bool,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}
