//! The state of all rooms and players that nodes share: the lobby, the seats of players, and changes of
//! what is kept.

use std::net::IpAddr;
use std::sync::Arc;

use protocol::{LobbyEntry, RoomId};
use store::ClusterNode;

use super::frame::Frame;
use super::{Cluster, Peer};
use crate::identity::PlayerKey;
use crate::moderation;
use crate::server_state::ServerState;

impl Cluster {
    /// Sends another node all rooms of this one.
    pub(super) fn send_rooms(&self, peer: &Peer) {
        let Some(server) = self.server.upgrade() else { return };
        peer.push(&Frame::Anew, None);
        for (player, room) in server.local_seats() {
            peer.push(&Frame::Seat { player, room, on: true }, None);
        }
        for (entry, address) in server.lobby.entries(|room| server.local_room(room).is_some()) {
            peer.push(&Frame::Listed(Box::new(entry), address), None);
        }
        self.send_usage(peer);
    }

    /// Broadcasts changes of the lobby.
    pub(super) fn broadcast_changed_rooms(&self, server: &ServerState) {
        let changed = std::mem::take(&mut *self.changed.lock());
        for room in changed {
            let is_here = server.local_room(&room).is_some();
            let listed = server.lobby.entries(|known| is_here && *known == room).pop();
            match listed {
                Some((entry, address)) => {
                    self.broadcast(&Frame::Listed(Box::new(entry), address));
                }
                None => self.broadcast(&Frame::Unlisted(room)),
            }
        }
    }

    pub(super) fn put_listed(
        &self,
        server: &ServerState,
        node: ClusterNode,
        entry: LobbyEntry,
        address: Option<IpAddr>,
    ) {
        // What has come to this node is known better here.
        if server.local_room(&entry.room).is_some() {
            return;
        }
        for (other, known) in self.peers.lock().iter_mut() {
            match *other == node {
                true => known.listed.insert(entry.room.clone()),
                false => known.listed.remove(&entry.room),
            };
        }
        server.lobby.put(entry, address);
    }

    pub(super) fn remove_listed(&self, server: &ServerState, node: ClusterNode, room: &RoomId) {
        let was_listed =
            self.peers.lock().get_mut(&node).is_some_and(|known| known.listed.remove(room));
        if was_listed && server.local_room(room).is_none() {
            server.lobby.remove(room);
        }
    }

    pub(super) fn set_seat(
        &self,
        server: &ServerState,
        node: ClusterNode,
        player: PlayerKey,
        room: RoomId,
        on: bool,
    ) {
        let seat = (player, room);
        let is_elsewhere = {
            let mut peers = self.peers.lock();
            if let Some(known) = peers.get_mut(&node) {
                match on {
                    true => known.seats.insert(seat.clone()),
                    false => known.seats.remove(&seat),
                };
            }
            peers.values().any(|known| known.seats.contains(&seat))
        };
        if server.local_room(&seat.1).is_none() {
            server.set_remote_seat(seat.0, &seat.1, is_elsewhere);
        }
    }

    /// Forgets the rooms of a node.
    pub(super) fn forget_rooms(&self, server: &ServerState, node: ClusterNode) {
        let (listed, seats) = match self.peers.lock().get_mut(&node) {
            Some(known) => (std::mem::take(&mut known.listed), std::mem::take(&mut known.seats)),
            None => return,
        };
        for room in listed.iter().filter(|room| server.local_room(room).is_none()) {
            server.lobby.remove(room);
        }
        for (player, room) in seats {
            self.set_seat(server, node, player, room, false);
        }
    }

    /// An account has changed at another node.
    pub(super) fn reload_player(&self, server: &Arc<ServerState>, player: PlayerKey) {
        let server = Arc::clone(server);
        tokio::spawn(async move {
            if let Err(error) = server.reload_player(player).await {
                tracing::warn!(%error, "a player could not be read again");
            }
        });
    }

    /// The operator has taken measures at another node.
    pub(super) fn reload_measures(&self, server: &Arc<ServerState>) {
        let server = Arc::clone(server);
        tokio::spawn(async move {
            let kept = server.storage.with(|store| store.metas(moderation::STORE_KEY)).await;
            match kept {
                Ok(kept) => {
                    server.moderation.reload(&kept);
                    server.kick_banned();
                }
                Err(error) => tracing::warn!(%error, "measures could not be read again"),
            }
        });
    }
}
