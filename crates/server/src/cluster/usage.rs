//! The usage of addresses and players at all nodes of a cluster, so that limits apply to their sum.
//!
//! Each node sends the others a few times a second the changes of its own counts, and how often
//! addresses did what has a rate. So a limit holds over all nodes but for what happens at several of
//! them in the same moment.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;

use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use store::ClusterNode;

use super::frame::Frame;
use super::{Cluster, Peer};
use crate::identity::PlayerKey;
use crate::limiter::RateKind;
use crate::server_state::ServerState;

/// Maximum number of entries in a frame.
const MOST_ENTRIES: usize = 500;

/// Connections, rooms and memory of one address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AddressUsage {
    pub(crate) connections: usize,
    pub(crate) rooms: usize,
    /// The memory of the rooms.
    pub(crate) bytes: usize,
}

/// The counts of all nodes; without a cluster there are none.
#[derive(Debug)]
pub(crate) struct SharedUsage {
    counts: Option<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    own: Usages,
    changed: (HashSet<IpAddr>, HashSet<PlayerKey>),
    /// Actions at this node since the last broadcast.
    done: HashMap<(RateKind, IpAddr), u32>,
    /// The other nodes, and are they reachable?
    nodes: BTreeMap<ClusterNode, (Usages, bool)>,
}

#[derive(Debug, Default)]
struct Usages {
    addresses: HashMap<IpAddr, AddressUsage>,
    /// The memory of the rooms that players have created.
    players: HashMap<PlayerKey, usize>,
}

/// Changes of a node's counts.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct UsageDelta {
    addresses: Vec<(IpAddr, AddressUsage)>,
    players: Vec<(PlayerKey, usize)>,
    done: Vec<(RateKind, IpAddr, u32)>,
}

impl SharedUsage {
    pub(crate) fn new(is_shared: bool) -> SharedUsage {
        SharedUsage { counts: is_shared.then(Mutex::default) }
    }

    /// The usage of an address at other nodes.
    pub(crate) fn of_address(&self, address: IpAddr) -> AddressUsage {
        let Some(counts) = self.lock() else { return AddressUsage::default() };
        let used = counts.reachable().filter_map(|usages| usages.addresses.get(&address));
        used.fold(AddressUsage::default(), |sum, used| AddressUsage {
            connections: sum.connections + used.connections,
            rooms: sum.rooms + used.rooms,
            bytes: sum.bytes + used.bytes,
        })
    }

    /// The memory of a player's rooms at other nodes.
    pub(crate) fn bytes_of(&self, player: &PlayerKey) -> usize {
        let Some(counts) = self.lock() else { return 0 };
        counts.reachable().filter_map(|usages| usages.players.get(player)).sum()
    }

    /// Changes the usage of an address at this node.
    pub(crate) fn change_address(&self, address: IpAddr, change: impl FnOnce(&mut AddressUsage)) {
        let Some(mut counts) = self.lock() else { return };
        let usage = counts.own.addresses.entry(address).or_default();
        change(usage);
        if *usage == AddressUsage::default() {
            counts.own.addresses.remove(&address);
        }
        counts.changed.0.insert(address);
    }

    /// The memory of a player's rooms at this node has changed.
    pub(crate) fn set_player(&self, player: PlayerKey, bytes: usize) {
        let Some(mut counts) = self.lock() else { return };
        match bytes {
            0 => drop(counts.own.players.remove(&player)),
            _ => drop(counts.own.players.insert(player, bytes)),
        }
        counts.changed.1.insert(player);
    }

    /// An address has done something at this node that has a rate.
    pub(crate) fn note(&self, kind: RateKind, address: IpAddr) {
        let Some(mut counts) = self.lock() else { return };
        *counts.done.entry((kind, address)).or_default() += 1;
    }

    /// Everything of this node, for one that has just come.
    fn all(&self) -> UsageDelta {
        let Some(counts) = self.lock() else { return UsageDelta::default() };
        let addresses = counts.own.addresses.iter().map(|(address, usage)| (*address, *usage));
        let players = counts.own.players.iter().map(|(player, bytes)| (*player, *bytes));
        UsageDelta { addresses: addresses.collect(), players: players.collect(), done: Vec::new() }
    }

    /// Takes the changes since the last call.
    fn take_delta(&self) -> UsageDelta {
        let Some(mut counts) = self.lock() else { return UsageDelta::default() };
        let (addresses, players) = std::mem::take(&mut counts.changed);
        let usage = |address| counts.own.addresses.get(&address).copied().unwrap_or_default();
        let bytes = |player| counts.own.players.get(&player).copied().unwrap_or_default();
        let addresses = addresses.into_iter().map(|address| (address, usage(address))).collect();
        let players = players.into_iter().map(|player| (player, bytes(player))).collect();
        let done = std::mem::take(&mut counts.done);
        let done = done.into_iter().map(|((kind, address), count)| (kind, address, count));
        UsageDelta { addresses, players, done: done.collect() }
    }

    /// Applies the changed counts of another node.
    fn receive(&self, node: ClusterNode, delta: &UsageDelta) {
        let Some(mut counts) = self.lock() else { return };
        let (usages, is_reachable) = counts.nodes.entry(node).or_default();
        *is_reachable = true;
        for (address, usage) in &delta.addresses {
            match *usage == AddressUsage::default() {
                true => drop(usages.addresses.remove(address)),
                false => drop(usages.addresses.insert(*address, *usage)),
            }
        }
        for (player, bytes) in &delta.players {
            match bytes {
                0 => drop(usages.players.remove(player)),
                _ => drop(usages.players.insert(*player, *bytes)),
            }
        }
    }

    /// Marks another node as reachable or not; unreachable nodes do not count.
    pub(super) fn set_reachable(&self, node: ClusterNode, is_reachable: bool) {
        if let Some((_, known)) = self.lock().as_mut().and_then(|c| c.nodes.get_mut(&node)) {
            *known = is_reachable;
        }
    }

    /// Another node begins anew, or is gone.
    pub(super) fn forget(&self, node: ClusterNode) {
        if let Some(mut counts) = self.lock() {
            counts.nodes.remove(&node);
        }
    }

    fn lock(&self) -> Option<MutexGuard<'_, Counts>> {
        self.counts.as_ref().map(Mutex::lock)
    }
}

impl Counts {
    fn reachable(&self) -> impl Iterator<Item = &Usages> {
        self.nodes.values().filter(|(_, is_reachable)| *is_reachable).map(|(usages, _)| usages)
    }
}

impl UsageDelta {
    /// The same in parts that are not too long.
    fn batches(mut self) -> Vec<UsageDelta> {
        let mut batches = Vec::new();
        while self != UsageDelta::default() {
            let rest = |len: usize| len.saturating_sub(MOST_ENTRIES);
            batches.push(UsageDelta {
                addresses: self.addresses.split_off(rest(self.addresses.len())),
                players: self.players.split_off(rest(self.players.len())),
                done: self.done.split_off(rest(self.done.len())),
            });
        }
        batches
    }
}

impl Cluster {
    /// Sends another node all counts of this one.
    pub(super) fn send_usage(&self, peer: &Peer) {
        let Some(server) = self.server.upgrade() else { return };
        for batch in server.usage.all().batches() {
            peer.push(&Frame::Usage(batch), None);
        }
    }

    /// Broadcasts the changed counts of this node.
    pub(super) fn broadcast_usage_delta(&self, server: &ServerState) {
        for batch in server.usage.take_delta().batches() {
            self.broadcast(&Frame::Usage(batch));
        }
    }

    /// Applies the counts of another node, and charges the actions there.
    pub(super) fn receive_usage(&self, server: &ServerState, node: ClusterNode, delta: UsageDelta) {
        server.usage.receive(node, &delta);
        let now = server.clock.now();
        for (kind, address, count) in delta.done {
            server.limiter.charge(kind, address, count, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::Token;

    use super::*;

    #[test]
    fn what_others_use_counts_as_long_as_they_are_reachable() {
        let (one, other) = (SharedUsage::new(true), SharedUsage::new(true));
        let address = IpAddr::from([192, 0, 2, 1]);
        let player = PlayerKey::of(&Token::from_bytes([1; 16]));
        one.change_address(address, |usage| (usage.connections, usage.rooms) = (2, 1));
        one.set_player(player, 70_000);
        one.note(RateKind::Newcomers, address);
        one.note(RateKind::Newcomers, address);
        let delta = one.take_delta();
        assert_eq!(delta.done, [(RateKind::Newcomers, address, 2)]);
        assert_eq!(one.take_delta(), UsageDelta::default(), "it was told");
        assert_eq!(one.of_address(address), AddressUsage::default(), "its own do not count twice");
        let node = ClusterNode(1);
        other.receive(node, &delta);
        let used = AddressUsage { connections: 2, rooms: 1, bytes: 0 };
        assert_eq!((other.of_address(address), other.bytes_of(&player)), (used, 70_000));
        other.set_reachable(node, false);
        assert_eq!((other.of_address(address).rooms, other.bytes_of(&player)), (0, 0));
        other.set_reachable(node, true);
        assert_eq!(other.of_address(address), used);
        one.change_address(address, |usage| *usage = AddressUsage::default());
        one.set_player(player, 0);
        other.receive(node, &one.take_delta());
        assert_eq!((other.of_address(address).rooms, other.bytes_of(&player)), (0, 0));
        other.receive(node, &delta);
        other.forget(node);
        assert_eq!(other.of_address(address), AddressUsage::default());
    }

    #[test]
    fn a_server_alone_counts_nothing_twice() {
        let alone = SharedUsage::new(false);
        let address = IpAddr::from([192, 0, 2, 1]);
        alone.change_address(address, |usage| usage.rooms = 5);
        alone.note(RateKind::Requests, address);
        assert_eq!(alone.take_delta(), UsageDelta::default());
    }

    #[test]
    fn long_deltas_are_sent_in_batches() {
        let usage = SharedUsage::new(true);
        for number in 0..1201_u32 {
            let address = IpAddr::from(number.to_be_bytes());
            usage.change_address(address, |usage| usage.connections = 1);
        }
        let batches = usage.all().batches();
        let lengths: Vec<usize> = batches.iter().map(|batch| batch.addresses.len()).collect();
        assert_eq!(lengths, [500, 500, 201]);
    }
}
