//! The registry of rooms: their mailboxes, who plays in them, and which are idle.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::net::IpAddr;
use std::time::Duration;

use protocol::RoomId;
use tokio::sync::mpsc;

use crate::identity::PlayerKey;
use crate::limits::Timeouts;
use crate::quota::{Exceeded, Owner};
use crate::room::RoomMessage;

/// The rooms that are open.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    rooms: HashMap<RoomId, RoomEntry>,
    /// The rooms in which a player has a game that is not over.
    seats: HashMap<PlayerKey, HashSet<RoomId>>,
    /// Empty rooms, in the order in which they are closed when the server is full.
    idle: BTreeSet<(Idle, RoomId)>,
}

#[derive(Debug)]
struct RoomEntry {
    mailbox: mpsc::Sender<RoomMessage>,
    /// From where it was created.
    address: Option<IpAddr>,
    idle: Option<Idle>,
}

/// An empty room. When the server is full, the smallest is closed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Idle {
    pub(crate) kind: IdleKind,
    pub(crate) since: Duration,
}

/// The content of an empty room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum IdleKind {
    /// No running game.
    NoGame,
    /// A game against the computer.
    AgainstComputer,
    /// A game between people.
    BetweenPeople,
}

impl Registry {
    /// The mailbox of a room.
    pub(crate) fn room(&self, id: &RoomId) -> Option<mpsc::Sender<RoomMessage>> {
        self.rooms.get(id).map(|entry| entry.mailbox.clone())
    }

    /// All rooms with their mailboxes.
    pub(crate) fn rooms(&self) -> impl Iterator<Item = (&RoomId, &mpsc::Sender<RoomMessage>)> {
        self.rooms.iter().map(|(room, entry)| (room, &entry.mailbox))
    }

    /// All seats in rooms of this registry; seats in others may be counted too.
    pub(crate) fn local_seats(&self) -> Vec<(PlayerKey, RoomId)> {
        let seats = self.seats.iter().flat_map(|(key, rooms)| rooms.iter().map(|r| (*key, r)));
        let here = seats.filter(|(_, room)| self.rooms.contains_key(room));
        here.map(|(key, room)| (key, room.clone())).collect()
    }

    /// The rooms in which a player has a seat.
    pub(crate) fn rooms_of(&self, key: &PlayerKey) -> Vec<RoomId> {
        self.seats.get(key).into_iter().flatten().cloned().collect()
    }

    /// Reserves a seat in a room, unless the player has too many games.
    pub(crate) fn reserve_seat(&mut self, key: PlayerKey, room: &RoomId, most: usize) -> bool {
        let rooms = self.seats.entry(key).or_default();
        if rooms.len() >= most && !rooms.contains(room) {
            return false;
        }
        rooms.insert(room.clone());
        true
    }

    /// The games of these players in a room are over, or could not begin.
    pub(crate) fn release_seats(&mut self, players: &[PlayerKey], room: &RoomId) {
        for key in players {
            if let Entry::Occupied(mut rooms) = self.seats.entry(*key) {
                rooms.get_mut().remove(room);
                if rooms.get().is_empty() {
                    rooms.remove();
                }
            }
        }
    }

    /// A room has become empty, or is not any more.
    pub(crate) fn set_idle(&mut self, room: &RoomId, idle: Option<Idle>) {
        if let Some(entry) = self.rooms.get_mut(room) {
            if let Some(old) = std::mem::replace(&mut entry.idle, idle) {
                self.idle.remove(&(old, room.clone()));
            }
            self.idle.extend(idle.map(|idle| (idle, room.clone())));
        }
    }

    /// The owner of a room is back after a restart.
    pub(crate) fn set_address(&mut self, room: &RoomId, address: IpAddr) {
        if let Some(entry) = self.rooms.get_mut(room) {
            entry.address = Some(address);
        }
    }

    /// A room is closed, and its mailbox with it. False if another one has taken its place, as after
    /// a change of nodes there and back.
    pub(crate) fn remove(&mut self, room: &RoomId, players: &[PlayerKey]) -> bool {
        if self.rooms.get(room).is_some_and(|entry| !entry.mailbox.is_closed()) {
            return false;
        }
        self.set_idle(room, None);
        self.rooms.remove(room);
        self.release_seats(players, room);
        true
    }

    /// Adds a room, unless one of its players has too many games.
    pub(crate) fn insert(
        &mut self,
        id: &RoomId,
        mailbox: mpsc::Sender<RoomMessage>,
        owner: Owner,
        players: &[PlayerKey],
        most: usize,
    ) -> bool {
        let is_busy =
            |key: &PlayerKey| self.seats.get(key).is_some_and(|rooms| rooms.len() >= most);
        if players.iter().any(is_busy) {
            return false;
        }
        let entry = RoomEntry { mailbox, address: owner.address, idle: None };
        self.rooms.insert(id.clone(), entry);
        for key in players {
            self.seats.entry(*key).or_default().insert(id.clone());
        }
        true
    }

    /// The room to be closed so that there is room for another; it is not idle any more.
    pub(crate) fn take_idle(
        &mut self,
        exceeded: Exceeded,
        owner: Owner,
        now: Duration,
        timeouts: &Timeouts,
    ) -> Option<mpsc::Sender<RoomMessage>> {
        let fits = |room: &RoomId| match exceeded {
            Exceeded::Server => true,
            Exceeded::Address => {
                owner.address.is_some()
                    && self.rooms.get(room).is_some_and(|entry| entry.address == owner.address)
            }
            Exceeded::Room | Exceeded::Player => false,
        };
        // A player who has lost the connection may be back at once.
        let is_due = |idle: &Idle| {
            let timeout = match idle.kind {
                IdleKind::NoGame | IdleKind::AgainstComputer => timeouts.grace,
                IdleKind::BetweenPeople => timeouts.abandoned_computer,
            };
            idle.since + timeout <= now
        };
        let found = self.idle.iter().find(|(idle, room)| is_due(idle) && fits(room)).cloned()?;
        self.idle.remove(&found);
        let entry = self.rooms.get_mut(&found.1)?;
        entry.idle = None;
        Some(entry.mailbox.clone())
    }
}

#[cfg(test)]
mod tests {
    use protocol::Token;

    use super::*;

    /// With a look at every seat of all rooms, this would be thousands of millions of steps.
    #[test]
    fn the_end_of_a_game_looks_at_its_own_seats_alone() {
        let mut registry = Registry::default();
        let player = |number: u32| {
            let mut bytes = [0; 16];
            bytes[..4].copy_from_slice(&number.to_be_bytes());
            PlayerKey::of(&Token::from_bytes(bytes))
        };
        let games = 30_000;
        let room = |number: u32| RoomId::from_random(number.into());
        let owner = Owner { player: None, address: None };
        for game in 0..games {
            let (mailbox, _) = mpsc::channel(1);
            let players = [player(2 * game), player(2 * game + 1)];
            assert!(registry.insert(&room(game), mailbox, owner, &players, 1));
            assert!(!registry.reserve_seat(players[0], &room(game + 1), 1), "one game at a time");
        }
        for game in 0..games {
            let players = [player(2 * game), player(2 * game + 1)];
            registry.release_seats(&players, &room(game));
            assert!(registry.rooms_of(&players[0]).is_empty());
            registry.remove(&room(game), &players);
        }
        assert!(registry.rooms.is_empty() && registry.seats.is_empty());
    }
}
