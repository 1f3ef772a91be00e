//! The games of a server as they are listed.

use std::collections::BTreeMap;

use protocol::{LobbyEntry, RoomId, RoomPhase};

/// The list of games, kept up to date while it is watched.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    rooms: BTreeMap<RoomId, LobbyEntry>,
    /// Has the list arrived since the last request?
    pub(crate) is_known: bool,
}

impl Lobby {
    /// Has the list arrived?
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// The games: those that wait for a player first, then by how many watch.
    pub fn entries(&self) -> Vec<&LobbyEntry> {
        let mut entries: Vec<&LobbyEntry> = self.rooms.values().collect();
        entries.sort_by_key(|entry| {
            (entry.phase != RoomPhase::Waiting, std::cmp::Reverse(entry.spectators))
        });
        entries
    }

    pub(crate) fn replace(&mut self, rooms: Vec<LobbyEntry>) {
        self.rooms = rooms.into_iter().map(|entry| (entry.room.clone(), entry)).collect();
        self.is_known = true;
    }

    pub(crate) fn change(&mut self, changed: Vec<LobbyEntry>, gone: &[RoomId]) {
        for room in gone {
            self.rooms.remove(room);
        }
        self.rooms.extend(changed.into_iter().map(|entry| (entry.room.clone(), entry)));
    }
}
