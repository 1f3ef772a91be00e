//! A room as a connection sees it: on this node, or on another one of the cluster.

use std::sync::Arc;

use protocol::RoomId;
use tokio::sync::mpsc;

use crate::cluster::Cluster;
use crate::room::RoomMessage;

/// Where a room is spoken to.
#[derive(Clone, Debug)]
pub(crate) enum RoomHandle {
    /// The mailbox of a room of this node.
    Here(mpsc::Sender<RoomMessage>),
    /// A room that belongs to another node, or to whichever has it by then.
    Elsewhere(Arc<Cluster>, RoomId),
}

/// The room is closed.
#[derive(Debug)]
pub(crate) struct Closed;

impl RoomHandle {
    /// Sends a message of a member of the room.
    pub(crate) async fn send(&self, message: RoomMessage) -> Result<(), Closed> {
        match self {
            RoomHandle::Here(mailbox) => mailbox.send(message).await.map_err(|_| Closed),
            RoomHandle::Elsewhere(cluster, room) => {
                if cluster.pass_on(room, message) {
                    Ok(())
                } else {
                    Err(Closed)
                }
            }
        }
    }

    /// Is the room closed, or the connection not in it any more?
    pub(crate) fn is_closed(&self, connection: u64) -> bool {
        match self {
            RoomHandle::Here(mailbox) => mailbox.is_closed(),
            RoomHandle::Elsewhere(cluster, room) => !cluster.has_entered(room, connection),
        }
    }
}
