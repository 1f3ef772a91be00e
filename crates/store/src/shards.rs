//! Shards: the rooms of a cluster in parts, each held by one node at a time.
//!
//! A node holds a shard by a lease. Each change of the holder begins a new epoch, and whatever is
//! written for a room carries the epoch of its shard: the database refuses what is of an older one.

use serde::{Deserialize, Serialize};

use crate::{SavedRoom, StoreError, UnixTime};

/// Number of shards: enough that a few dozen nodes have several each, and few enough that
/// all leases of a node are renewed by one short statement.
pub const SHARDS: u32 = 256;

/// Duration of a lease in seconds.
pub const LEASE_SECONDS: u64 = 6;

/// The shard of a room, by its first letters; the database computes the same.
pub fn shard_of(room: &str) -> u32 {
    let letter = |place: usize| room.as_bytes().get(place).map_or(0, |letter| u32::from(*letter));
    (letter(0) * 37 + letter(1) * 11) % SHARDS
}

/// The shard of the room whose name is in the column `game`.
#[cfg(all(feature = "postgres", not(target_arch = "wasm32")))]
pub(crate) const SHARD_OF_GAME: &str =
    "((ascii(substr(game, 1, 1)) * 37 + ascii(substr(game, 2, 1)) * 11) % 256)";

/// A node's hold on a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Lease {
    /// The number of the shard.
    pub shard: u32,
    /// How many times the shard has changed its holder.
    pub epoch: i64,
}

/// A node of a cluster: a number that no other node has had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClusterNode(pub u32);

/// The state of the cluster at a renewal of leases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renewal {
    /// Those of its leases that it still has.
    pub kept: Vec<Lease>,
    /// All nodes that are alive, in their order.
    pub nodes: Vec<ClusterNode>,
    /// How many shards each of them holds.
    pub shares: Vec<usize>,
    /// The shards without a holder.
    pub free: Vec<u32>,
}

/// A shard that was acquired, with everything in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcquiredShard {
    /// The new lease.
    pub lease: Lease,
    /// When its last holder was last seen alive, if it did not hand the shard over.
    pub last_alive: Option<UnixTime>,
    /// Its rooms, as they were last saved.
    pub rooms: Vec<SavedRoom>,
}

/// The leases of a cluster.
pub trait Shards: Send {
    /// Registers a node.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn join(&mut self) -> Result<ClusterNode, StoreError>;

    /// Renews the leases of a node.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn renew(&mut self, node: ClusterNode, held: &[Lease]) -> Result<Renewal, StoreError>;

    /// Takes the free ones among some shards, and reads their rooms in the same transaction.
    ///
    /// # Errors
    /// If it cannot be kept; nothing is taken then.
    fn acquire(
        &mut self,
        node: ClusterNode,
        shards: &[u32],
    ) -> Result<Vec<AcquiredShard>, StoreError>;

    /// Gives shards back, after the last write for them.
    ///
    /// # Errors
    /// If it cannot be kept; their leases expire then.
    fn release(&mut self, held: &[Lease]) -> Result<(), StoreError>;

    /// Unregisters a node.
    ///
    /// # Errors
    /// If it cannot be kept; the node counts as alive until it is missed.
    fn leave(&mut self, node: ClusterNode) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_about_equally_large() {
        let letters = b"23456789abcdefghjkmnpqrstuvwxyz0";
        let mut counts = vec![0; SHARDS as usize];
        for (a, b) in letters.iter().flat_map(|a| letters.iter().map(move |b| (*a, *b))) {
            counts[shard_of(&String::from_utf8_lossy(&[a, b])) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (1..=8).contains(count)), "{counts:?}");
    }
}
