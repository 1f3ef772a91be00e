//! Messages to a room's task, and their senders.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use protocol::{Action, RoomCode};
use rules::Colour;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::identity::Player;
use crate::outbox::Outbox;

pub(crate) enum RoomMessage {
    /// A connection asks to enter.
    Enter {
        visitor: Visitor,
        role: EnterAs,
        /// The code of a private room.
        code: Option<RoomCode>,
        /// The last event that they have seen, if they come back.
        seen: Option<u64>,
        /// Are they in?
        reply: oneshot::Sender<Admission>,
    },
    /// A connection leaves on purpose.
    Leave {
        connection: u64,
        /// The id of the request, if it has one.
        request: Option<u64>,
    },
    /// A connection was lost.
    Disconnect { connection: u64 },
    /// A connection requests an action.
    Act {
        connection: u64,
        /// The id of the request, if it has one.
        request: Option<u64>,
        action: Action,
        arrived: Duration,
        /// The measured time of a message there and back.
        round_trip: Duration,
    },
    /// Asks for the game as PGN.
    Pgn {
        /// The code of a private room.
        code: Option<RoomCode>,
        /// The text, if it may be seen now.
        reply: oneshot::Sender<Option<String>>,
    },
    /// The server is full: an empty room is to be closed. The sender is dropped with the room, or
    /// at once if the room is not empty any more.
    Evict { done: oneshot::Sender<()> },
    /// The server stops, or the room goes to another node.
    Stop,
    /// Another node has the room already.
    Lost,
    /// Fails, as a fault of the program would.
    #[cfg(test)]
    Panic,
}

/// The result of entering a room. The nodes of a cluster send it to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Admission {
    /// They have a seat.
    Playing,
    /// They watch, perhaps as before, if more than that was refused.
    Watching,
    /// Refused; the reason was sent. They are not in the room.
    Refused,
    /// There is no such room.
    NoRoom,
    /// The room is not there, or not yet; perhaps it is elsewhere.
    Elsewhere,
}

impl Admission {
    pub(crate) fn is_in(self) -> bool {
        matches!(self, Admission::Playing | Admission::Watching)
    }
}

/// A connection that enters a room.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) connection: u64,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) player: Arc<Player>,
    /// The network they come from.
    pub(crate) address: IpAddr,
    /// The id of the request to enter, if it has one.
    pub(crate) request: Option<u64>,
}

/// The sender of an action: a connection, and the id of its request.
#[derive(Clone, Copy)]
pub(super) struct Actor {
    pub(super) connection: u64,
    pub(super) request: Option<u64>,
}

/// The purpose of entering a room.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum EnterAs {
    /// To play, or to go on playing.
    Player,
    /// To watch; under fog, the view of a side.
    Spectator(#[serde(with = "record::names::name_or_not")] Option<Colour>),
}
