//! The messages between the nodes of a cluster.
//!
//! A batch is text: a line with its sender and number, then two lines for each frame, the frame
//! itself and a message for clients that it carries, if any. Such messages are passed on as they are.

use std::net::IpAddr;

use axum::extract::ws::Utf8Bytes;
use protocol::{Action, LobbyEntry, PlayerName, RoomCode, RoomId, Seek};
use rules::Colour;
use serde::{Deserialize, Serialize};
use store::{ClusterNode, Lease, ProfileId};

use super::usage::UsageDelta;
use crate::identity::PlayerKey;
use crate::room::{Admission, EnterAs};

/// The head of a batch. Numbers follow each other, so that a gap is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BatchHead {
    pub(super) from: ClusterNode,
    /// Which series the number is of: a node that had forgotten another begins a new one.
    pub(super) series: u64,
    pub(super) number: u64,
}

/// Something that one node says to another.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Frame {
    /// The sender is there.
    Alive,
    /// The newest version of the clients' protocol that the sender speaks.
    Speaks(u16),
    /// The sender has missed something: whatever went between the two begins anew.
    Reset,
    /// All leases of the sender.
    Shards(Vec<Lease>),
    /// Invalidates what the sender has sent of its rooms; it sends everything again.
    Anew,
    /// A public room of the sender, and from where it was created.
    Listed(Box<LobbyEntry>, Option<IpAddr>),
    /// A room of the sender is not public any more, or closed.
    Unlisted(RoomId),
    /// A player took or left a seat in a room of the sender.
    Seat {
        player: PlayerKey,
        room: RoomId,
        on: bool,
    },
    /// A player's account has changed.
    Changed(PlayerKey),
    /// Measures of the operator have changed.
    Moderated,
    /// Changed usage of addresses and players at the sender.
    Usage(UsageDelta),

    /// A client of the sender enters a room of the receiver.
    Enter(Box<Entering>),
    /// The result.
    Entered {
        call: u64,
        outcome: Admission,
    },
    Leave {
        room: RoomId,
        connection: u64,
        request: Option<u64>,
    },
    Disconnect {
        room: RoomId,
        connection: u64,
    },
    Act {
        room: RoomId,
        connection: u64,
        request: Option<u64>,
        action: Action,
        round_trip_ms: u64,
    },
    /// A client of the sender looks for an opponent.
    Seek {
        guest: Box<Guest>,
        seek: Seek,
        rating: i32,
        request: Option<u64>,
    },
    CancelSeek {
        connection: u64,
    },
    /// A client of the receiver has found an opponent, or cannot look for one.
    SeekEnded {
        connection: u64,
    },
    AskPgn {
        call: u64,
        room: RoomId,
        code: Option<RoomCode>,
    },
    /// The game, if it may be seen; and is there such a room at all?
    Pgn {
        call: u64,
        text: Option<String>,
        is_known: bool,
    },

    /// A message for one connection at the receiver.
    Say {
        connection: u64,
    },
    /// A message for all at the receiver who watch a room and want this view.
    Crowd {
        room: RoomId,
        #[serde(with = "record::names::name_or_not")]
        view: Option<Colour>,
    },
    /// A live update of a player, for one connection or for all spectators.
    Live {
        room: RoomId,
        #[serde(with = "record::names::name")]
        side: Colour,
        connection: Option<u64>,
    },
    /// A room has gone to another node.
    Moved(RoomId),
    /// A room is closed.
    Closed(RoomId),
}

/// A client of another node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guest {
    pub(super) connection: u64,
    pub(super) key: PlayerKey,
    pub(super) name: PlayerName,
    pub(super) profile: Option<ProfileId>,
    pub(super) blocked: Vec<(ProfileId, PlayerName)>,
    pub(super) address: IpAddr,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Entering {
    pub(super) call: u64,
    pub(super) room: RoomId,
    pub(super) guest: Guest,
    pub(super) role: EnterAs,
    pub(super) code: Option<RoomCode>,
    pub(super) seen: Option<u64>,
    pub(super) request: Option<u64>,
}

/// Appends a frame to a batch.
pub(super) fn write(batch: &mut String, frame: &Frame, message: Option<&str>) {
    batch.push_str(&protocol::write(frame));
    batch.push('\n');
    // Messages are JSON in one line.
    batch.push_str(message.unwrap_or_default());
    batch.push('\n');
}

/// The parts of a batch; frames that make no sense are left out, as a newer version may send them.
pub(super) fn read(batch: &str) -> Option<(BatchHead, Vec<(Frame, Utf8Bytes)>)> {
    let mut lines = batch.split('\n');
    let head = serde_json::from_str(lines.next()?).ok()?;
    let mut frames = Vec::new();
    while let (Some(frame), Some(message)) = (lines.next(), lines.next()) {
        match serde_json::from_str(frame) {
            Ok(frame) => frames.push((frame, Utf8Bytes::from(message))),
            Err(error) => tracing::warn!(%error, "a frame of another node makes no sense"),
        }
    }
    Some((head, frames))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_read_as_they_are_written() {
        let head = BatchHead { from: ClusterNode(7), series: 5, number: 3 };
        let mut batch = protocol::write(&head) + "\n";
        write(&mut batch, &Frame::Alive, None);
        write(&mut batch, &Frame::Say { connection: 9 }, Some("{\"done\":{}}"));
        batch.push_str("{\"Newer\":{}}\n\n");
        let (found, frames) = read(&batch).expect("a batch");
        assert_eq!((found, frames.len()), (head, 2));
        assert!(
            matches!(&frames[1], (Frame::Say { connection: 9 }, text) if &**text == "{\"done\":{}}")
        );
        assert!(read("nonsense").is_none());
    }
}
