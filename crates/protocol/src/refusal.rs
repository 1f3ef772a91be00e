//! Why the server did not do what it was asked to; nothing has changed then.

use record::OfferError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::VERSION;

/// Why something was refused. Its text is meant to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The client knows no version that the server speaks.
    #[error("the server speaks version {server} of the protocol, not {VERSION}; reload or update")]
    Version {
        /// The newest version that the server speaks.
        server: u16,
    },
    /// The message made no sense.
    #[error("{0}")]
    Malformed(String),
    /// The first message must be a greeting, and only that.
    #[error("expected one greeting at the start of the conversation")]
    Greeting,
    /// There were too many messages in a short time.
    #[error("too many messages; slow down")]
    TooFast,
    /// The server is full.
    #[error("the server is full; try again later")]
    Full,
    /// The connection is in too many rooms, or the player has too many games open.
    #[error("too many games at once; leave one first")]
    TooManyRooms,
    /// There is no such room, or it is private and the code is wrong.
    #[error("there is no such game, or the code is wrong")]
    NoRoom,
    /// Another player took the seat first.
    #[error("the game has two players already; you can watch it")]
    RoomFull,
    /// One cannot play against oneself.
    #[error("you are in this game already")]
    OwnRoom,
    /// The connection is not in the room.
    #[error("you are not in this game")]
    NotInRoom,
    /// Spectators cannot do this.
    #[error("only players of this game can do that")]
    NotAPlayer,
    /// The options of a new room make no sense.
    #[error("{0}")]
    Options(String),
    /// A move was refused.
    #[error("{why}")]
    Move {
        /// After how many turns it was to be played.
        ply: usize,
        /// Why not, for programs.
        reason: MoveRefusal,
        /// Why not, in English.
        why: String,
    },
    /// An offer, its answer or a resignation has no effect.
    #[error("{0}")]
    Offer(#[cfg_attr(feature = "schema", schemars(with = "String"))] OfferError),
    /// It cannot be done now.
    #[error("{0}")]
    NotNow(NotNow),
    /// The other player may still come back.
    #[error("the other player may still come back; wait {wait_ms} ms more")]
    StillWaiting {
        /// For how much longer.
        wait_ms: u64,
    },
    /// The code of a link for another device is not valid.
    #[error("this link was used already, was revoked or is too old; make a new one")]
    Transfer,
    /// No player has this name.
    #[error("there is no player of this name")]
    NoPlayer,
    /// The operator of the server has banned the player.
    #[error("you are banned from this server")]
    Banned,
    /// The operator of the server has muted the player.
    #[error("you are muted on this server")]
    Muted,
    /// The server is about to stop.
    #[error("the server is being stopped; games go on when it is back")]
    Stopping,
    /// Something failed on the server, which has noted it.
    #[error("the server could not do it; try again")]
    Failed,
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MoveRefusal {
    /// The game is over.
    Over,
    /// The game stands still.
    Paused,
    /// The other side is to move.
    NotYourTurn,
    /// Other turns were played than the player knows.
    OtherTurn,
    /// The move is illegal; under fog the reason stays hidden.
    Illegal,
}

/// Why something cannot be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NotNow {
    /// The second player has not come yet.
    #[error("the game has not begun")]
    NotBegun,
    /// A repeated position would reveal something about hidden pieces.
    #[error("under fog no draw can be claimed")]
    UnderFog,
    /// The other player is connected.
    #[error("the other player is here")]
    PlayerIsHere,
    /// As many games were made from the address or network of the player as may be.
    #[error("your network has as many games on this server as it may; end one first")]
    NetworkGames,
    /// This game has used up its share of the memory of the server.
    #[error("this game has used up the memory that the server gives; wait a little")]
    GameMemory,
    /// All games that one player created have used up their share.
    #[error(
        "the games of the player who created this one have used up the memory that the server gives; \
         wait a little"
    )]
    PlayerMemory,
    /// All games from one address or network have used up their share.
    #[error(
        "the games from one network have used up the memory that the server gives; wait a little"
    )]
    NetworkMemory,
    /// The memory for all games of the server is used up.
    #[error("all games together have used up the memory that the server gives; wait a little")]
    ServerMemory,
    /// The list of blocked players is full.
    #[error("at most {most} players are blocked")]
    Blocked {
        /// How many are blocked at most.
        most: usize,
    },
}

impl Refusal {
    /// The name of the reason, as it is written in messages.
    pub fn reason(&self) -> String {
        match serde_json::to_value(self) {
            Ok(Value::String(name)) => name,
            Ok(Value::Object(named)) => named.keys().next().cloned().unwrap_or_default(),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_named_as_in_messages() {
        for (refusal, name) in [
            (Refusal::NoRoom, "no-room"),
            (Refusal::Version { server: 7 }, "version"),
            (Refusal::NotNow(NotNow::NotBegun), "not-now"),
            (Refusal::Options("too large".to_owned()), "options"),
        ] {
            assert_eq!(refusal.reason(), name);
        }
    }
}
