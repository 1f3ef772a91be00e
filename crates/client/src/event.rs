//! Events of a client for its user interface.

use protocol::{PlayerName, Refusal, RoomEvent, RoomId, Token};
use rules::Colour;

/// Something that a user should see or that must be kept. The state behind it has changed already.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientEvent {
    /// The server knows us; everything that waited was sent.
    Online,
    /// The connection was lost. The client tries to come back by itself.
    Lost,
    /// The server gave us a new secret, which must be kept for the next time.
    NewToken(Token),
    /// The name was taken; the server assigned this one.
    Renamed(PlayerName),
    /// We are the player of another device now; this is their name.
    TakenAlong(PlayerName),
    /// Number of our other devices that were signed out.
    DevicesRevoked(usize),
    /// There is an opponent for the game that we looked for; we join this room.
    Paired(RoomId),
    /// The list of games has changed.
    LobbyChanged,
    /// The ranking lists have arrived.
    Ranked,
    /// We are in a room now, as a player or as a spectator.
    Entered(RoomId),
    /// The state of a room was replaced.
    Replaced(RoomId),
    /// Something has happened in a room.
    Happened {
        /// Where it has happened; its mirror has taken it in already.
        room: RoomId,
        /// What has happened.
        event: RoomEvent,
    },
    /// A player does something between moves.
    Live {
        /// The room of the player.
        room: RoomId,
        /// The colour of the player.
        side: Colour,
    },
    /// We are not in a room any more.
    Left(RoomId),
    /// The server refused something.
    Refused {
        /// In which room, if it was about one.
        room: Option<RoomId>,
        /// Why nothing has changed.
        refusal: Refusal,
    },
    /// The server speaks another version: there is no use in trying again.
    WrongVersion {
        /// The server's version.
        server: u16,
    },
}
