//! The terms of a game, agreed before it begins.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Players, TimeControl, names};

/// The terms of a game besides the rules and the start position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTerms {
    /// The players of both sides.
    pub players: Players,
    /// The time of White and Black, if there are clocks. Both are of the same kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[TimeControl; 2]>,
    /// For how long a flag is held up while a move may still be on its way, and the most that
    /// the journey of one move is credited. Zero without remote players.
    #[serde(rename = "lag_allowance_ms", with = "names::milliseconds", default)]
    pub lag_allowance: Duration,
    /// May a player ask the other one, who is elsewhere, to take a move back?
    pub take_backs: bool,
    /// The authority over the clocks.
    #[serde(default)]
    pub referee: Authority,
}

/// The authority over the clocks of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Authority {
    /// This game itself.
    #[default]
    Here,
    /// A server; no flag falls here, and no turn passes, before it says so.
    Elsewhere,
}

impl Default for GameTerms {
    /// Two people at one screen, without clocks.
    fn default() -> GameTerms {
        GameTerms {
            players: Players::default(),
            clocks: None,
            lag_allowance: Duration::ZERO,
            take_backs: true,
            referee: Authority::Here,
        }
    }
}
