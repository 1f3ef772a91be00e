//! Which shards this node has: it renews its leases, takes what is free up to its share, and lets go
//! of what it has lost.

use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{Refusal, RoomId};
use store::{AcquiredShard, ClusterNode, LEASE_SECONDS, Lease, Renewal, SHARDS, shard_of};

use super::Cluster;
use super::frame::Frame;
use crate::identity::random_bits;

/// How often leases are renewed.
const RENEWAL_INTERVAL: Duration = Duration::from_millis(1500);

/// A shard that this node has.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldShard {
    pub(super) lease: Lease,
    /// Are its rooms there?
    pub(super) is_loaded: bool,
    /// Until then no other node can hold it.
    until: Instant,
}

impl Cluster {
    /// A name for a new room, in a shard of this node.
    pub(crate) fn new_room(&self) -> Result<(RoomId, Lease), Refusal> {
        let failed = |why: &str| {
            tracing::error!(why, "a room cannot be created");
            Refusal::Failed
        };
        let held = self.held.lock();
        // With a single shard, one name of 256 fits.
        for _ in 0..100 * SHARDS {
            let bits = random_bits().map_err(|_| failed("no random bits"))?;
            let room = RoomId::from_random(bits);
            if let Some(held) = held.get(&shard_of(room.as_str())).filter(|held| held.is_loaded) {
                return Ok((room, held.lease));
            }
        }
        Err(failed("this node has no shard"))
    }

    /// Does this node still have a lease?
    pub(crate) fn holds(&self, lease: Lease) -> bool {
        self.held.lock().get(&lease.shard).is_some_and(|held| held.lease == lease)
    }

    /// Has this node any shard? Without one it is cut off, or has just come.
    pub(crate) fn has_shards(&self) -> bool {
        !self.held.lock().is_empty()
    }

    /// The leases of this node whose rooms are there.
    pub(super) fn held_leases(&self) -> Vec<Lease> {
        self.held.lock().values().filter(|held| held.is_loaded).map(|held| held.lease).collect()
    }

    /// Looks after the leases until the server ends.
    pub(super) async fn maintain_leases(self: Arc<Cluster>) {
        loop {
            let _timeout =
                tokio::time::timeout(RENEWAL_INTERVAL, self.wake_placement.notified()).await;
            // Many may call at once.
            tokio::time::sleep(Duration::from_millis(20)).await;
            self.update_leases().await;
        }
    }

    /// Renews the leases, takes what is free, and hands over what others should have.
    pub(super) async fn update_leases(self: &Arc<Cluster>) {
        let (node, begun) = (self.node, Instant::now());
        let held: Vec<Lease> = self.held.lock().values().map(|held| held.lease).collect();
        let asked = held.clone();
        let renewal = match self.leases.with(move |shards| shards.renew(node, &asked)).await {
            Ok(renewal) => renewal,
            Err(error) => {
                tracing::warn!(%error, "leases could not be renewed");
                return;
            }
        };
        let until = begun + Duration::from_secs(LEASE_SECONDS);
        for lease in &renewal.kept {
            if let Some(held) = self.held.lock().get_mut(&lease.shard) {
                held.until = until;
            }
        }
        let is_lost = |lease: &&Lease| !renewal.kept.contains(lease);
        let lost: Vec<u32> = held.iter().filter(is_lost).map(|lease| lease.shard).collect();
        if !lost.is_empty() {
            tracing::warn!(count = lost.len(), "leases are lost");
            self.lose_shards(&lost);
        }
        self.keep_peers(&renewal.nodes);
        let Some(server) = self.server.upgrade() else { return };
        if server.is_stopping.load(std::sync::atomic::Ordering::Relaxed) {
            return;
        }
        let share = (SHARDS as usize).div_ceil(renewal.nodes.len().max(1));
        let wanted = wanted(&renewal, node, share.saturating_sub(renewal.kept.len()));
        if !wanted.is_empty() {
            let acquired = self.leases.with(move |shards| shards.acquire(node, &wanted)).await;
            match acquired {
                Ok(acquired) => self.load(acquired, begun).await,
                Err(error) => tracing::warn!(%error, "shards could not be acquired"),
            }
        }
        self.hand_over_excess(&renewal, share).await;
    }

    /// Brings the rooms of new shards to life.
    async fn load(self: &Arc<Cluster>, acquired: Vec<AcquiredShard>, begun: Instant) {
        let Some(server) = self.server.upgrade() else { return };
        if acquired.is_empty() {
            return;
        }
        let until = begun + Duration::from_secs(LEASE_SECONDS);
        for AcquiredShard { lease, last_alive, rooms } in &acquired {
            let held = HeldShard { lease: *lease, is_loaded: false, until };
            self.held.lock().insert(lease.shard, held);
            server.restore(rooms, *last_alive, Some(*lease));
            if let Some(held) = self.held.lock().get_mut(&lease.shard) {
                held.is_loaded = true;
            }
        }
        let count: usize = acquired.iter().map(|shard| shard.rooms.len()).sum();
        tracing::info!(shards = acquired.len(), games = count, "shards are acquired");
        self.broadcast(&Frame::Shards(self.held_leases()));
        self.retry_entering();
    }

    /// Shards belong to others now: their rooms go on there.
    pub(super) fn lose_shards(&self, shards: &[u32]) {
        {
            let mut held = self.held.lock();
            held.retain(|shard, _| !shards.contains(shard));
        }
        let Some(server) = self.server.upgrade() else { return };
        server.lose_rooms(|room| shards.contains(&shard_of(room.as_str())));
        self.broadcast(&Frame::Shards(self.held_leases()));
    }

    /// The database has refused what was written under a lease.
    pub(crate) fn lose_lease(&self, lease: Lease) {
        if self.holds(lease) {
            self.lose_shards(&[lease.shard]);
            self.wake_placement.notify_one();
        }
    }

    /// Drops the shards whose leases have expired: without database and broker this node would not learn
    /// that others hold them.
    pub(super) fn drop_expired(&self) {
        if self.broker.is_connected() {
            return;
        }
        let now = Instant::now();
        let expired: Vec<u32> = {
            let held = self.held.lock();
            held.values().filter(|held| held.until <= now).map(|held| held.lease.shard).collect()
        };
        if !expired.is_empty() {
            tracing::warn!(count = expired.len(), "leases have expired");
            self.lose_shards(&expired);
        }
    }

    /// Gives shards to nodes that have fewer: those without rooms, and one with rooms if a node has
    /// none at all.
    async fn hand_over_excess(self: &Arc<Cluster>, renewal: &Renewal, share: usize) {
        let Some(server) = self.server.upgrade() else { return };
        let held = self.held_leases();
        if held.len() <= share || !renewal.free.is_empty() {
            return;
        }
        let is_needy = renewal.shares.contains(&0);
        if !is_needy && held.len() <= share + share / 4 {
            return;
        }
        let counts = server.rooms_by_shard();
        let count = |lease: &Lease| counts.get(&lease.shard).copied().unwrap_or(0);
        let empty = held.iter().filter(|lease| count(lease) == 0).copied();
        let mut given: Vec<Lease> = empty.take(held.len() - share).collect();
        if given.is_empty() && is_needy {
            given.extend(held.iter().min_by_key(|lease| count(lease)).copied());
        }
        if !given.is_empty() {
            tracing::info!(count = given.len(), "shards are handed over");
            self.hand_over(&given).await;
        }
    }

    /// Suspends the rooms of shards, and gives the shards back.
    async fn hand_over(self: &Arc<Cluster>, leases: &[Lease]) {
        let shards: Vec<u32> = leases.iter().map(|lease| lease.shard).collect();
        {
            // No room is created there any more.
            let mut held = self.held.lock();
            held.retain(|shard, _| !shards.contains(shard));
        }
        if let Some(server) = self.server.upgrade() {
            server.suspend_rooms(|room| shards.contains(&shard_of(room.as_str()))).await;
        }
        let given = leases.to_vec();
        if let Err(error) = self.leases.with(move |shards| shards.release(&given)).await {
            tracing::warn!(%error, "shards could not be given back; they expire");
        }
        self.broadcast(&Frame::Shards(self.held_leases()));
    }

    /// Gives up all shards: requests for rooms are answered with `Elsewhere`. The leases are
    /// given back by [`Cluster::leave`], when all rooms are suspended.
    pub(crate) fn begin_leaving(&self) -> Vec<Lease> {
        let held = std::mem::take(&mut *self.held.lock());
        held.into_values().map(|held| held.lease).collect()
    }

    /// Gives shards back, and takes leave.
    pub(crate) async fn leave(self: &Arc<Cluster>, leases: Vec<Lease>) {
        let node = self.node;
        let left = self.leases.with(move |shards| {
            shards.release(&leases)?;
            shards.leave(node)
        });
        if let Err(error) = left.await {
            tracing::warn!(%error, "shards could not be given back; they expire");
        }
        self.broadcast(&Frame::Shards(Vec::new()));
        for _ in 0..50 {
            if self.peers.lock().values().all(|known| known.peer.is_idle()) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.broker.flush().await;
        // They have this node, which is to end.
        for (_, known) in std::mem::take(&mut *self.peers.lock()) {
            known.sending.abort();
        }
    }

    /// The lobby entry of a room of this node has changed.
    pub(crate) fn touch(&self, room: &RoomId) {
        self.changed.lock().insert(room.clone());
    }
}

/// The shards that a node tries to acquire, at most `most`. Nodes that look at the same moment begin
/// at different ones.
fn wanted(renewal: &Renewal, node: ClusterNode, most: usize) -> Vec<u32> {
    let free = &renewal.free;
    let place = renewal.nodes.iter().position(|other| *other == node).unwrap_or_default();
    let begin = place * free.len() / renewal.nodes.len().max(1);
    free.iter().cycle().skip(begin).take(free.len().min(most)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_begin_at_different_shards() {
        let nodes = vec![ClusterNode(3), ClusterNode(5)];
        let renewal = Renewal { nodes, free: (0..8).collect(), ..Renewal::default() };
        assert_eq!(wanted(&renewal, ClusterNode(3), 4), [0, 1, 2, 3]);
        assert_eq!(wanted(&renewal, ClusterNode(5), 5), [4, 5, 6, 7, 0]);
        assert!(wanted(&renewal, ClusterNode(5), 0).is_empty());
    }
}
