//! The list of public games and its subscribers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{LobbyEntry, RoomId, RoomPhase, ToClient};

use crate::outbox::{Outbox, encode};

/// So many games are listed at most: those that wait for a player before the others.
const MOST_LISTED: usize = 300;

/// The list of public games. Changes are broadcast from time to time, all at once.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    contents: Mutex<Contents>,
}

#[derive(Debug, Default)]
struct Contents {
    entries: BTreeMap<RoomId, LobbyEntry>,
    changed: BTreeSet<RoomId>,
    watchers: HashMap<u64, Arc<Outbox>>,
}

impl Lobby {
    /// A room is new, or has changed.
    pub(crate) fn put(&self, entry: LobbyEntry) {
        let mut contents = self.lock();
        contents.changed.insert(entry.room.clone());
        contents.entries.insert(entry.room.clone(), entry);
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
                Some(entry) => changed.push(entry.clone()),
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

fn listed(entries: &BTreeMap<RoomId, LobbyEntry>) -> Vec<LobbyEntry> {
    let of = |waits: bool| {
        entries.values().filter(move |entry| (entry.phase == RoomPhase::Waiting) == waits)
    };
    of(true).chain(of(false)).take(MOST_LISTED).cloned().collect()
}
