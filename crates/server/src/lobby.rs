//! The list of public games and its subscribers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use protocol::{GAMES_PER_PAGE as PAGE, GamesPage, LobbyEntry, RoomId, RoomPhase, ToClient};

use crate::outbox::{Outbox, encode};

/// Number of games of one address that are listed before the rest of its games.
const MOST_FIRST: usize = 10;

/// The longest text that is searched for, in characters.
const LONGEST_SEARCH: usize = 60;

/// The list of public games. Changes of its first page are broadcast from time to time.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    contents: Mutex<Contents>,
}

#[derive(Debug, Default)]
struct Contents {
    entries: BTreeMap<RoomId, Listed>,
    has_changed: bool,
    /// The first page, as the watchers know it.
    first_page: Vec<LobbyEntry>,
    /// The encoded list, once a client has asked for it.
    first_message: Option<Utf8Bytes>,
    watchers: HashMap<u64, Arc<Outbox>>,
}

#[derive(Debug)]
struct Listed {
    entry: LobbyEntry,
    /// From where the room was created.
    address: Option<IpAddr>,
    /// The searchable text, in lower case.
    words: String,
}

impl Lobby {
    /// A room is new, or has changed.
    pub(crate) fn put(&self, entry: LobbyEntry, address: Option<IpAddr>) {
        let names = entry.players.iter().flatten().map(|player| player.name.as_str());
        let words = [entry.room.as_str(), &entry.rules.title].into_iter().chain(names);
        let words = words.collect::<Vec<_>>().join("\n").to_lowercase();
        let mut contents = self.contents.lock();
        contents.has_changed = true;
        contents.entries.insert(entry.room.clone(), Listed { entry, address, words });
    }

    /// Entries of some rooms, with the addresses from which they were created.
    pub(crate) fn entries(
        &self,
        is_wanted: impl Fn(&RoomId) -> bool,
    ) -> Vec<(LobbyEntry, Option<IpAddr>)> {
        let contents = self.contents.lock();
        let wanted = contents.entries.iter().filter(|(room, _)| is_wanted(room));
        wanted.map(|(_, listed)| (listed.entry.clone(), listed.address)).collect()
    }

    /// A room is closed.
    pub(crate) fn remove(&self, room: &RoomId) {
        let mut contents = self.contents.lock();
        contents.has_changed |= contents.entries.remove(room).is_some();
    }

    /// A page of the games in which a text occurs, from page 0.
    pub(crate) fn search(&self, text: &str, page: usize) -> GamesPage {
        let text: String = text.trim().chars().take(LONGEST_SEARCH).collect();
        let text = text.to_lowercase();
        let contents = self.contents.lock();
        let found =
            ordered(contents.entries.values().filter(|listed| listed.words.contains(&text)));
        let (total, pages) = (found.len(), found.len().div_ceil(PAGE));
        let rooms = found.into_iter().skip(page.saturating_mul(PAGE)).take(PAGE).cloned();
        GamesPage { rooms: rooms.collect(), page, pages, total }
    }

    /// Subscribes a connection to the first page, and sends it as the other watchers know it.
    pub(crate) fn watch(&self, connection: u64, outbox: Arc<Outbox>) {
        let mut contents = self.contents.lock();
        // In a cluster it is never old, and requests cannot force a sort of all games.
        if contents.watchers.is_empty() {
            contents.refresh();
        }
        let Contents { first_page, first_message, .. } = &mut *contents;
        let message = first_message
            .get_or_insert_with(|| encode(&ToClient::Lobby { rooms: first_page.clone() }));
        outbox.send_encoded(message.clone());
        contents.watchers.insert(connection, outbox);
    }

    /// Unsubscribes a connection.
    pub(crate) fn unwatch(&self, connection: u64) {
        self.contents.lock().watchers.remove(&connection);
    }

    /// Sends all subscribers what has changed since the last broadcast.
    pub(crate) fn broadcast(&self) {
        let mut contents = self.contents.lock();
        if !contents.watchers.is_empty() {
            contents.refresh();
        }
    }
}

impl Contents {
    /// Brings the first page up to date, and sends its watchers what is different.
    fn refresh(&mut self) {
        if !std::mem::take(&mut self.has_changed) {
            return;
        }
        let page = ordered(self.entries.values()).into_iter().take(PAGE).cloned().collect();
        let before = std::mem::replace(&mut self.first_page, page);
        self.first_message = None;
        let known: HashMap<&RoomId, &LobbyEntry> =
            before.iter().map(|entry| (&entry.room, entry)).collect();
        let is_new = |entry: &&LobbyEntry| known.get(&entry.room) != Some(entry);
        let changed: Vec<LobbyEntry> = self.first_page.iter().filter(is_new).cloned().collect();
        let listed: HashSet<&RoomId> = self.first_page.iter().map(|entry| &entry.room).collect();
        let gone = before.iter().map(|entry| &entry.room).filter(|room| !listed.contains(room));
        let gone: Vec<RoomId> = gone.cloned().collect();
        if (changed.is_empty() && gone.is_empty()) || self.watchers.is_empty() {
            return;
        }
        let message = encode(&ToClient::LobbyChanged { changed, gone });
        for outbox in self.watchers.values() {
            outbox.send_encoded(message.clone());
        }
    }
}

/// Games in the order in which they are listed: those that wait for a player first. Of each address
/// the first few come before all others, so that no address crowds the rest out.
fn ordered<'a>(entries: impl Iterator<Item = &'a Listed>) -> Vec<&'a LobbyEntry> {
    let mut from_there: HashMap<IpAddr, usize> = HashMap::new();
    let mut ordered: Vec<((bool, bool, usize), &LobbyEntry)> = Vec::new();
    for Listed { entry, address, .. } in entries {
        // Those that were restored after a restart have no address until their owner is back.
        let place = address.map_or(0, |address| {
            let count = from_there.entry(address).or_default();
            *count += 1;
            *count
        });
        ordered.push(((place > MOST_FIRST, entry.phase != RoomPhase::Waiting, place), entry));
    }
    ordered.sort_by_key(|(key, _)| *key);
    ordered.into_iter().map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use protocol::{Opponent, PlayerInfo, PlayerName};

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

    fn found(lobby: &Lobby, text: &str, page: usize) -> (Vec<RoomId>, usize, usize) {
        let GamesPage { rooms, pages, total, .. } = lobby.search(text, page);
        (rooms.into_iter().map(|entry| entry.room).collect(), pages, total)
    }

    #[test]
    fn one_address_does_not_crowd_the_others_out() {
        let lobby = Lobby::default();
        let address = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        for room in 0..1000 {
            lobby.put(entry(room), address(1));
        }
        for room in 1000..1080 {
            lobby.put(entry(room), address(2 + (room % 40) as u8));
        }
        let (first, pages, total) = found(&lobby, "", 0);
        assert_eq!((first.len(), pages, total), (PAGE, 11, 1080));
        let first: BTreeSet<RoomId> = first.into_iter().collect();
        assert!((1000..1080).all(|room| first.contains(&RoomId::from_random(room))));
        let all: BTreeSet<RoomId> = (0..11).flat_map(|page| found(&lobby, "", page).0).collect();
        assert_eq!(all.len(), 1080, "all of them are on some page");
        assert!(found(&lobby, "", usize::MAX).0.is_empty());
    }

    #[test]
    fn games_are_searched_by_players_and_rules() {
        let lobby = Lobby::default();
        for room in 0..300 {
            lobby.put(entry(room), None);
        }
        let name = PlayerName::new("Zoë").expect("a name");
        let player = PlayerInfo { name, rating: None, level: None };
        lobby.put(LobbyEntry { players: [None, Some(player)], ..entry(7) }, None);
        assert_eq!(found(&lobby, " ZOË ", 0), (vec![RoomId::from_random(7)], 1, 1));
        assert_eq!(found(&lobby, "chess", 2).0.len(), 100);
        assert_eq!(found(&lobby, RoomId::from_random(9).as_str(), 0).2, 1);
        assert_eq!(found(&lobby, "nobody", 0), (vec![], 0, 0));
    }

    #[test]
    fn watchers_hear_of_the_first_page_alone() {
        let lobby = Lobby::default();
        let outbox = Arc::new(Outbox::new(1000, 1 << 24));
        lobby.watch(1, Arc::clone(&outbox));
        let address = Some(IpAddr::from([192, 0, 2, 1]));
        for room in 0..1000 {
            lobby.put(entry(room), address);
        }
        lobby.broadcast();
        lobby.broadcast();
        let mut heard = Vec::new();
        while let crate::outbox::Next::Send(text) = outbox.next() {
            heard.push(protocol::read::<ToClient>(&text).expect("a message"));
        }
        let [ToClient::Lobby { rooms }, ToClient::LobbyChanged { changed, gone }] = &heard[..]
        else {
            panic!("{} messages", heard.len())
        };
        assert_eq!((rooms.len(), changed.len(), gone.len()), (0, PAGE, 0));
    }

    #[test]
    fn who_asks_again_and_again_has_nothing_put_in_order() {
        let lobby = Lobby::default();
        let outbox = || Arc::new(Outbox::new(1000, 1 << 24));
        let rooms = |outbox: &Outbox| {
            let crate::outbox::Next::Send(text) = outbox.next() else { panic!("nothing was sent") };
            match protocol::read::<ToClient>(&text).expect("a message") {
                ToClient::Lobby { rooms } => rooms.len(),
                ToClient::LobbyChanged { changed, .. } => changed.len(),
                other => panic!("{other:?}"),
            }
        };
        let (first, second) = (outbox(), outbox());
        lobby.put(entry(1), None);
        lobby.watch(1, Arc::clone(&first));
        assert_eq!(rooms(&first), 1);
        lobby.put(entry(2), None);
        for _ in 0..3 {
            lobby.watch(2, Arc::clone(&second));
            assert_eq!(rooms(&second), 1, "as the other one knows it");
        }
        assert!(lobby.contents.lock().has_changed);
        lobby.broadcast();
        assert_eq!([rooms(&first), rooms(&second)], [1, 1], "the new one");
    }
}
