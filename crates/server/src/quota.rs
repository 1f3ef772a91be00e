//! Rooms and their memory, counted by player, by address and for the whole server.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use protocol::{NotNow, Refusal};

use crate::cluster::SharedUsage;
use crate::identity::PlayerKey;
use crate::limits::ServerLimits;

/// The initial memory of every room: enough for the turns of a usual game. It is never refused
/// later, so that the moves of one room do not depend on the use of others.
pub(crate) const ROOM_RESERVE: usize = 64 * 1024;

/// Step in which shares grow.
const STEP: usize = 64 * 1024;

/// The account that a room is charged to: its creator and their address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The creator of the room.
    pub(crate) player: Option<PlayerKey>,
    /// Their network; unknown after a restart, until they are back.
    pub(crate) address: Option<IpAddr>,
}

/// The limit that something would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exceeded {
    /// That of the room itself.
    Room,
    /// That of the player who created it.
    Player,
    /// That of the address from which it was created.
    Address,
    Server,
}

impl Exceeded {
    /// The answer to a request to create a room.
    pub(crate) fn refuse_room(self) -> Refusal {
        match self {
            Exceeded::Server => Refusal::Full,
            Exceeded::Player => Refusal::TooManyRooms,
            Exceeded::Room => Refusal::Options(
                "the rules need more memory than this server gives to a game".to_owned(),
            ),
            Exceeded::Address => Refusal::NotNow(NotNow::NetworkGames),
        }
    }

    /// The answer to an action that needs more memory.
    pub(crate) fn refuse_growth(self) -> Refusal {
        Refusal::NotNow(match self {
            Exceeded::Room => NotNow::GameMemory,
            Exceeded::Player => NotNow::PlayerMemory,
            Exceeded::Address => NotNow::NetworkMemory,
            Exceeded::Server => NotNow::ServerMemory,
        })
    }
}

/// Counts rooms and their memory.
#[derive(Debug)]
pub(crate) struct Quotas {
    limits: ServerLimits,
    used: Mutex<Used>,
    /// The usage at other nodes.
    usage: Arc<SharedUsage>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Usage {
    rooms: usize,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Used {
    total: Usage,
    players: HashMap<PlayerKey, Usage>,
    addresses: HashMap<IpAddr, Usage>,
}

/// The share of one room. Dropped, it is given back.
#[derive(Debug)]
pub(crate) struct Share {
    quotas: Arc<Quotas>,
    owner: Owner,
    bytes: usize,
}

impl Quotas {
    pub(crate) fn new(limits: &ServerLimits, usage: Arc<SharedUsage>) -> Arc<Quotas> {
        Arc::new(Quotas { limits: limits.clone(), used: Mutex::default(), usage })
    }

    /// Counts a new room that needs this much memory besides [`ROOM_RESERVE`].
    pub(crate) fn open(self: &Arc<Quotas>, owner: Owner, bytes: usize) -> Result<Share, Exceeded> {
        let more = Usage { rooms: 1, bytes: bytes.saturating_add(ROOM_RESERVE) };
        let mut used = self.used.lock();
        self.check(&used, owner, more.bytes, more)?;
        self.add(&mut used, owner, more);
        drop(used);
        Ok(Share { quotas: Arc::clone(self), owner, bytes: more.bytes })
    }

    /// Counts a room that was there before a restart; it is within the limits or not.
    pub(crate) fn reopen(self: &Arc<Quotas>, owner: Owner, bytes: usize) -> Share {
        let more = Usage { rooms: 1, bytes: bytes.saturating_add(ROOM_RESERVE) };
        self.add(&mut self.used.lock(), owner, more);
        Share { quotas: Arc::clone(self), owner, bytes: more.bytes }
    }

    /// The memory of all rooms.
    pub(crate) fn bytes(&self) -> usize {
        self.used.lock().total.bytes
    }

    fn check(&self, used: &Used, owner: Owner, room: usize, more: Usage) -> Result<(), Exceeded> {
        let ServerLimits { rooms, rooms_per_address, bytes, bytes_per_address, .. } = self.limits;
        if room > self.limits.bytes_per_room {
            return Err(Exceeded::Room);
        }
        let player = owner.player.map_or(0, |key| {
            used.players.get(&key).map_or(0, |usage| usage.bytes) + self.usage.bytes_of(&key)
        });
        if player + more.bytes > self.limits.bytes_per_player {
            return Err(Exceeded::Player);
        }
        let address = owner.address.map_or_else(Usage::default, |key| {
            let elsewhere = self.usage.of_address(key);
            let mut usage = used.addresses.get(&key).copied().unwrap_or_default();
            usage.add(Usage { rooms: elsewhere.rooms, bytes: elsewhere.bytes });
            usage
        });
        if address.rooms + more.rooms > rooms_per_address
            || address.bytes + more.bytes > bytes_per_address
        {
            return Err(Exceeded::Address);
        }
        if used.total.rooms + more.rooms > rooms || used.total.bytes + more.bytes > bytes {
            return Err(Exceeded::Server);
        }
        Ok(())
    }

    fn add(&self, used: &mut Used, owner: Owner, more: Usage) {
        used.add(owner, more);
        self.share(used, owner);
    }

    fn subtract(&self, used: &mut Used, owner: Owner, less: Usage) {
        used.subtract(owner, less);
        self.share(used, owner);
    }

    /// Shares an owner's usage with other nodes.
    fn share(&self, used: &Used, owner: Owner) {
        if let Some(address) = owner.address {
            let now = used.addresses.get(&address).copied().unwrap_or_default();
            self.usage.change_address(address, |usage| {
                (usage.rooms, usage.bytes) = (now.rooms, now.bytes);
            });
        }
        if let Some(player) = owner.player {
            let bytes = used.players.get(&player).map_or(0, |usage| usage.bytes);
            self.usage.set_player(player, bytes);
        }
    }
}

impl Share {
    /// Makes the share at least this large, or returns the limit that forbids it.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Exceeded> {
        let Some(missing) = bytes.checked_sub(self.bytes).filter(|missing| *missing > 0) else {
            return Ok(());
        };
        let most = self.quotas.limits.bytes_per_room.saturating_sub(self.bytes);
        let step = missing.next_multiple_of(STEP).min(most.max(missing));
        let more = Usage { rooms: 0, bytes: step };
        let mut used = self.quotas.used.lock();
        self.quotas.check(&used, self.owner, self.bytes + step, more)?;
        self.quotas.add(&mut used, self.owner, more);
        self.bytes += step;
        Ok(())
    }

    /// Gives back what is not needed any more.
    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        let kept = bytes.next_multiple_of(STEP).max(ROOM_RESERVE);
        if let Some(excess) = self.bytes.checked_sub(kept).filter(|excess| *excess > STEP) {
            let less = Usage { rooms: 0, bytes: excess };
            self.quotas.subtract(&mut self.quotas.used.lock(), self.owner, less);
            self.bytes = kept;
        }
    }

    pub(crate) fn owner(&self) -> Owner {
        self.owner
    }

    /// The owner is back after a restart: from now on their address is known.
    pub(crate) fn set_address(&mut self, address: IpAddr) {
        let usage = Usage { rooms: 1, bytes: self.bytes };
        let mut used = self.quotas.used.lock();
        self.quotas.subtract(&mut used, self.owner, usage);
        self.owner.address = Some(address);
        self.quotas.add(&mut used, self.owner, usage);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let less = Usage { rooms: 1, bytes: self.bytes };
        self.quotas.subtract(&mut self.quotas.used.lock(), self.owner, less);
    }
}

impl Used {
    fn add(&mut self, owner: Owner, more: Usage) {
        self.total.add(more);
        owner.player.into_iter().for_each(|key| self.players.entry(key).or_default().add(more));
        owner.address.into_iter().for_each(|key| self.addresses.entry(key).or_default().add(more));
    }

    fn subtract(&mut self, owner: Owner, less: Usage) {
        self.total.subtract(less);
        owner.player.into_iter().for_each(|key| subtract_at(&mut self.players, key, less));
        owner.address.into_iter().for_each(|key| subtract_at(&mut self.addresses, key, less));
    }
}

/// Subtracts, and removes owners that use nothing any more.
fn subtract_at<K: Eq + Hash>(usages: &mut HashMap<K, Usage>, key: K, less: Usage) {
    if let Entry::Occupied(mut entry) = usages.entry(key) {
        entry.get_mut().subtract(less);
        if *entry.get() == Usage::default() {
            entry.remove();
        }
    }
}

impl Usage {
    fn add(&mut self, more: Usage) {
        self.rooms += more.rooms;
        self.bytes += more.bytes;
    }

    fn subtract(&mut self, less: Usage) {
        self.rooms = self.rooms.saturating_sub(less.rooms);
        self.bytes = self.bytes.saturating_sub(less.bytes);
    }
}

#[cfg(test)]
mod tests {
    use protocol::Token;

    use super::*;

    const KIB: usize = 1024;

    fn owner(player: u8, address: u8) -> Owner {
        Owner {
            player: Some(PlayerKey::of(&Token::from_bytes([player; 16]))),
            address: Some(IpAddr::from([192, 0, 2, address])),
        }
    }

    fn quotas() -> Arc<Quotas> {
        let limits = ServerLimits {
            rooms: 4,
            rooms_per_address: 3,
            bytes: 1024 * KIB,
            bytes_per_address: 512 * KIB,
            bytes_per_player: 384 * KIB,
            bytes_per_room: 256 * KIB,
            ..ServerLimits::default()
        };
        Quotas::new(&limits, Arc::new(SharedUsage::new(false)))
    }

    #[test]
    fn rooms_are_counted_by_address_and_in_all_until_they_are_closed() {
        let quotas = quotas();
        let mut shares: Vec<Share> =
            (1..=3).map(|n| quotas.open(owner(n, 1), 0).expect("within the limits")).collect();
        assert_eq!(quotas.open(owner(4, 1), 0).expect_err("over a limit"), Exceeded::Address);
        shares.push(quotas.open(owner(4, 2), 0).expect("within the limits"));
        assert_eq!(quotas.open(owner(5, 3), 0).expect_err("over a limit"), Exceeded::Server);
        drop(shares);
        assert_eq!((quotas.bytes(), quotas.used.lock().players.len()), (0, 0));
        assert!(quotas.open(owner(4, 1), 0).is_ok());
    }

    #[test]
    fn memory_is_counted_by_room_player_address_and_in_all() {
        let quotas = quotas();
        assert_eq!(quotas.open(owner(1, 1), 256 * KIB).expect_err("over a limit"), Exceeded::Room);
        let mut first = quotas.open(owner(1, 1), 0).expect("within the limits");
        first.grow_to(256 * KIB).expect("within the limits");
        assert_eq!(first.grow_to(256 * KIB + 1), Err(Exceeded::Room));
        let mut second = quotas.open(owner(1, 2), 0).expect("within the limits");
        assert_eq!(second.grow_to(129 * KIB), Err(Exceeded::Player));
        let mut third = quotas.open(owner(2, 1), 128 * KIB).expect("within the limits");
        assert_eq!(third.grow_to(257 * KIB), Err(Exceeded::Room));
        third.grow_to(256 * KIB).expect("within the limits");
        assert_eq!(quotas.open(owner(3, 1), 0).expect_err("over a limit"), Exceeded::Address);
        first.shrink_to(10 * KIB);
        assert!(quotas.open(owner(3, 1), 0).is_ok());
        drop((first, second, third));
        assert_eq!(quotas.bytes(), 0);
    }

    #[test]
    fn after_a_restart_rooms_move_to_the_address_of_their_owner() {
        let quotas = quotas();
        let unknown = Owner { address: None, ..owner(1, 1) };
        let mut shares: Vec<Share> = (0..5).map(|_| quotas.reopen(unknown, 0)).collect();
        shares[0].set_address(IpAddr::from([192, 0, 2, 1]));
        let there = quotas.used.lock().addresses.values().copied().collect::<Vec<_>>();
        assert_eq!(there, [Usage { rooms: 1, bytes: ROOM_RESERVE }]);
    }
}
