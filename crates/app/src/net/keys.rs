//! The secrets by which servers know us again, and the servers that were visited.

use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

use protocol::Token;
use serde::{Deserialize, Serialize};
use store::Owner;

use super::{Destination, ServerAddress};
use crate::services::Storage;

/// The document in which they are kept.
const FILE: &str = "network.json";

/// Number of servers that are remembered.
const MOST_SERVERS: usize = 32;

/// What is known of servers. Whatever changes is kept at once, beside what other windows have kept
/// meanwhile: no secret is lost between them.
pub struct Keys {
    known: NetworkDocument,
    storage: Rc<dyn Storage>,
    /// Could the last change not be kept? What is known only here must not be read over.
    is_unkept: bool,
    /// Why a change could not be kept, until it is reported.
    fault: Option<io::Error>,
}

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct NetworkDocument {
    /// The last visited first.
    servers: Vec<Visited>,
    /// What guests call themselves.
    #[serde(default)]
    guest: String,
    /// The server at which we play, or a link to the game that we watch, to go on there after the
    /// program was ended.
    #[serde(default)]
    playing_at: Option<String>,
    /// Is that server one that this program hosts?
    #[serde(default)]
    hosts: bool,
}

/// A server that was visited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Visited {
    address: String,
    /// What it calls itself.
    #[serde(default)]
    name: String,
    /// The secret of each profile, by its number; that of guests by nothing.
    #[serde(default)]
    tokens: BTreeMap<String, Token>,
    /// What each profile is called there, where its own name is taken.
    #[serde(default)]
    names: BTreeMap<String, String>,
    /// The name of a player who was taken along from another device, for each profile.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    taken_along: BTreeMap<String, String>,
}

impl Keys {
    /// Reads what is kept. What cannot be read is forgotten: a server then gives a new secret.
    pub fn load(storage: Rc<dyn Storage>) -> Keys {
        let known = read(&*storage).unwrap_or_default();
        Keys { known, storage, is_unkept: false, fault: None }
    }

    /// Takes over what another window has kept.
    pub fn catch_up(&mut self) {
        if let Some(kept) = read(&*self.storage).filter(|_| !self.is_unkept) {
            self.known = kept;
        }
    }

    /// Why a change could not be kept, once.
    pub fn take_fault(&mut self) -> Option<io::Error> {
        self.fault.take()
    }

    /// The servers that were visited, the last one first: address and name.
    pub fn servers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.known.servers.iter().map(|server| (server.address.as_str(), server.name.as_str()))
    }

    /// The name that guests use; empty if none was entered.
    pub fn guest(&self) -> &str {
        &self.known.guest
    }

    /// Remembers what guests call themselves.
    pub fn set_guest(&mut self, name: &str) {
        self.change(|known| name.clone_into(&mut known.guest));
    }

    /// Where a game is going on in which we play, or which we watch.
    pub fn playing_at(&self) -> Option<Destination> {
        Destination::parse(self.known.playing_at.as_deref()?).ok()
    }

    /// Does this program host the server where it is going on?
    pub fn hosts(&self) -> bool {
        self.known.hosts
    }

    /// Remembers where such a game is going on, as an address or a link, if there is one, and
    /// whether this program hosts it. It is cheap where nothing changes.
    pub fn set_playing_at(&mut self, place: Option<String>, hosts: bool) {
        if (&self.known.playing_at, self.known.hosts) != (&place, hosts) {
            self.change(|known| (known.playing_at, known.hosts) = (place, hosts));
        }
    }

    /// The token of a profile at a server.
    pub fn token(&self, server: &ServerAddress, owner: Owner) -> Option<Token> {
        self.visited(server)?.tokens.get(&key(owner)).cloned()
    }

    /// Remembers a visit under the name that the server has given itself, and a new secret.
    pub fn visit(&mut self, server: &ServerAddress, name: &str, secret: Option<(Owner, Token)>) {
        self.change(|known| {
            let address = server.to_string();
            let index = known.servers.iter().position(|visited| visited.address == address);
            let mut visited = match index {
                Some(index) => known.servers.remove(index),
                None => Visited { address, ..Visited::default() },
            };
            visited.name = name.to_owned();
            visited.tokens.extend(secret.map(|(owner, token)| (key(owner), token)));
            known.servers.insert(0, visited);
            known.servers.truncate(MOST_SERVERS);
        });
    }

    /// Remembers what a profile is called at a server. Is that new?
    pub fn is_renamed(&mut self, server: &ServerAddress, owner: Owner, name: &str) -> bool {
        self.catch_up();
        let known = self.visited(server).and_then(|visited| visited.names.get(&key(owner)));
        let is_new = known.is_none_or(|known| known != name);
        self.change_visited(server, |visited| {
            visited.names.insert(key(owner), name.to_owned());
        });
        is_new
    }

    /// The name of a player of another device as whom a profile plays at a server.
    pub fn taken_along(&self, server: &ServerAddress, owner: Owner) -> Option<&str> {
        self.visited(server)?.taken_along.get(&key(owner)).map(String::as_str)
    }

    /// Remembers the name of a player who was taken along from another device, or forgets it.
    pub fn set_taken_along(&mut self, server: &ServerAddress, owner: Owner, name: Option<&str>) {
        self.change_visited(server, |visited| {
            match name {
                Some(name) => visited.taken_along.insert(key(owner), name.to_owned()),
                None => visited.taken_along.remove(&key(owner)),
            };
        });
    }

    /// Forgets a server with everything that it gave us.
    pub fn forget(&mut self, address: &str) {
        self.change(|known| known.servers.retain(|visited| visited.address != address));
    }

    fn visited(&self, server: &ServerAddress) -> Option<&Visited> {
        let address = server.to_string();
        self.known.servers.iter().find(|visited| visited.address == address)
    }

    /// Changes what is known of a server, if it was visited.
    fn change_visited(&mut self, server: &ServerAddress, change: impl FnOnce(&mut Visited)) {
        let address = server.to_string();
        self.change(|known| {
            if let Some(visited) = known.servers.iter_mut().find(|it| it.address == address) {
                change(visited);
            }
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut NetworkDocument)) {
        self.catch_up();
        let before = self.known.clone();
        change(&mut self.known);
        if self.known != before {
            let text = serde_json::to_vec_pretty(&self.known).map_err(io::Error::from);
            let kept = text.and_then(|text| self.storage.write(FILE, &text));
            self.is_unkept = kept.is_err();
            self.fault = kept.err().or(self.fault.take());
        }
    }
}

fn read(storage: &dyn Storage) -> Option<NetworkDocument> {
    serde_json::from_slice(&storage.read(FILE).ok()??).ok()
}

fn key(owner: Owner) -> String {
    owner.map(|id| id.number().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use protocol::{Invitation, RoomCode, RoomId};

    use super::*;
    use crate::services::MemoryStorage;

    fn load(storage: &MemoryStorage) -> Keys {
        Keys::load(Rc::new(storage.clone()))
    }

    #[test]
    fn secrets_are_kept_for_each_server() {
        let storage = MemoryStorage::default();
        let [one, other] =
            ["10.0.0.1", "10.0.0.2"].map(|text| ServerAddress::parse(text).expect("an address"));
        let token = Token::from_bytes([3; 16]);
        let mut keys = load(&storage);
        keys.visit(&one, "One", Some((None, token.clone())));
        keys.visit(&other, "Other", None);
        let keys = load(&storage);
        assert_eq!(keys.token(&one, None), Some(token));
        assert_eq!(keys.token(&other, None), None);
        let names: Vec<&str> = keys.servers().map(|(_, name)| name).collect();
        assert_eq!(names, ["Other", "One"]);
    }

    #[test]
    fn another_name_is_told_once() {
        let storage = MemoryStorage::default();
        let server = ServerAddress::parse("10.0.0.1").expect("an address");
        load(&storage).visit(&server, "One", None);
        for (name, expected) in [("Anna 2", true), ("Anna 2", false), ("Anna 3", true)] {
            let mut reloaded = load(&storage);
            assert_eq!(reloaded.is_renamed(&server, None, name), expected, "{name}");
        }
    }

    #[test]
    fn two_windows_keep_each_others_secrets() {
        let storage = MemoryStorage::default();
        let [one, other] =
            ["10.0.0.1", "10.0.0.2"].map(|text| ServerAddress::parse(text).expect("an address"));
        let secret = |number| Some((None, Token::from_bytes([number; 16])));
        let mut here = load(&storage);
        let mut there = load(&storage);
        here.visit(&one, "One", secret(1));
        there.visit(&other, "Other", secret(2));
        here.set_guest("Anna");
        let keys = load(&storage);
        assert_eq!(keys.token(&one, None), Some(Token::from_bytes([1; 16])));
        assert_eq!(keys.token(&other, None), Some(Token::from_bytes([2; 16])));
        assert_eq!(here.known, keys.known);
    }

    #[test]
    fn a_game_that_is_watched_is_found_again() {
        let storage = MemoryStorage::default();
        let (room, code) = (RoomId::from_random(5), Some(RoomCode::from_random(9)));
        let server = ServerAddress::parse("10.0.0.1").expect("an address");
        let link = Invitation { server: server.to_string(), room, code };
        load(&storage).set_playing_at(Some(link.to_string()), false);
        let place = load(&storage).playing_at().expect("a place");
        assert_eq!(place, Destination { invitation: Some(link), ..Destination::from(server) });
        load(&storage).set_playing_at(None, false);
        assert_eq!(load(&storage).playing_at(), None);
    }

    #[test]
    fn what_is_damaged_is_forgotten() {
        let storage = MemoryStorage::default();
        storage.write(FILE, b"{\"servers\":[{\"address\":3}]}").expect("kept");
        assert_eq!(load(&storage).known, NetworkDocument::default());
    }
}
