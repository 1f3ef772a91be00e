//! The list of public games and its subscribers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{LobbyEntry, RoomId, RoomPhase, ToClient};

use crate::outbox::{Outbox, encode};

/// So many games are listed at most: those that wait for a player before the others.
const MOST_LISTED: usize = 300;

/// So many games of one address come before those of others.
const MOST_FIRST: usize = 10;

/// The list of public games. Changes are broadcast from time to time, all at once.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    contents: Mutex<Contents>,
}

#[derive(Debug, Default)]
struct Contents {
    /// With the address from which the room was created.
    entries: BTreeMap<RoomId, (LobbyEntry, Option<IpAddr>)>,
    changed: BTreeSet<RoomId>,
    watchers: HashMap<u64, Arc<Outbox>>,
}

impl Lobby {
    /// A room is new, or has changed.
    pub(crate) fn put(&self, entry: LobbyEntry, address: Option<IpAddr>) {
        let mut contents = self.lock();
        contents.changed.insert(entry.room.clone());
        contents.entries.insert(entry.room.clone(), (entry, address));
    }

    /// A room is closed.
    pub(crate) fn remove(&self, room: &RoomId) {
        let mut contents = self.lock();
        if contents.entries.remove(room).is_some() {
            contents.changed.insert(room.clone());
        }
    }

    /// The list.
    pub(crate) fn entries(&self) -> Vec<LobbyEntry> {
        listed(&self.lock().entries)
    }

    /// Subscribes a connection, and sends it the list.
    pub(crate) fn watch(&self, connection: u64, outbox: Arc<Outbox>) {
        let mut contents = self.lock();
        outbox.send(&ToClient::Lobby { rooms: listed(&contents.entries) });
        contents.watchers.insert(connection, outbox);
    }

    /// Unsubscribes a connection.
    pub(crate) fn unwatch(&self, connection: u64) {
        self.lock().watchers.remove(&connection);
    }

    /// Sends all subscribers what has changed since the last broadcast.
    pub(crate) fn broadcast(&self) {
        let mut contents = self.lock();
        let changes = std::mem::take(&mut contents.changed);
        if changes.is_empty() || contents.watchers.is_empty() {
            return;
        }
        let (mut changed, mut gone) = (Vec::new(), Vec::new());
        for room in changes {
            match contents.entries.get(&room) {
                Some((entry, _)) => changed.push(entry.clone()),
                None => gone.push(room),
            }
        }
        changed.truncate(MOST_LISTED);
        let message = encode(&ToClient::LobbyChanged { changed, gone });
        for outbox in contents.watchers.values() {
            outbox.send_encoded(message.clone());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The games that are listed: those that wait for a player first. Of each address the first few
/// come before all others, so that nobody crowds the rest out.
fn listed(entries: &BTreeMap<RoomId, (LobbyEntry, Option<IpAddr>)>) -> Vec<LobbyEntry> {
    let mut from_there: HashMap<Option<IpAddr>, usize> = HashMap::new();
    let mut ordered: Vec<(bool, bool, &LobbyEntry)> = Vec::with_capacity(entries.len());
    for (entry, address) in entries.values() {
        let count = from_there.entry(*address).or_default();
        *count += 1;
        let is_excess = address.is_some() && *count > MOST_FIRST;
        ordered.push((is_excess, entry.phase != RoomPhase::Waiting, entry));
    }
    ordered.sort_by_key(|(is_excess, is_running, _)| (*is_excess, *is_running));
    ordered.into_iter().take(MOST_LISTED).map(|(_, _, entry)| entry.clone()).collect()
}

#[cfg(test)]
mod tests {
    use protocol::Opponent;

    use super::*;

    fn entry(room: u64) -> LobbyEntry {
        let rules = crate::server_state::rules_info(
            &notation::ruleset::shipped("standard").expect("it ships"),
        );
        LobbyEntry {
            room: RoomId::from_random(room),
            players: [None, None],
            rules,
            fog: false,
            clock: None,
            rated: false,
            take_backs: true,
            opponent: Opponent::Anyone,
            phase: RoomPhase::Waiting,
            ply: 0,
            spectators: 0,
        }
    }

    #[test]
    fn one_address_does_not_crowd_the_others_out() {
        let lobby = Lobby::default();
        let address = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        for room in 0..1000 {
            lobby.put(entry(room), address(1));
        }
        for room in 1000..1200 {
            lobby.put(entry(room), address(2 + (room % 100) as u8));
        }
        let rooms: BTreeSet<RoomId> = lobby.entries().into_iter().map(|entry| entry.room).collect();
        assert_eq!(rooms.len(), MOST_LISTED);
        assert!((1000..1200).all(|room| rooms.contains(&RoomId::from_random(room))));
    }
}
