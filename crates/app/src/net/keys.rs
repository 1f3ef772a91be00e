//! The secrets by which servers know us again, and the servers that were visited.

use std::collections::BTreeMap;

use protocol::Token;
use serde::{Deserialize, Serialize};
use store::Owner;

use super::{Destination, ServerAddress};
use crate::services::Storage;

/// The document in which they are kept.
const FILE: &str = "network.json";

/// Number of servers that are remembered.
const MOST_SERVERS: usize = 32;

/// What is known of servers, the last visited first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys {
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
    /// Could the last change not be kept?
    #[serde(skip)]
    is_unkept: bool,
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
    pub fn load(storage: &dyn Storage) -> Keys {
        read(storage).unwrap_or_default()
    }

    /// Takes over what another window has kept: no secret is lost between them.
    pub fn catch_up(&mut self, storage: &dyn Storage) {
        // What could not be kept is known only here.
        if let Some(kept) = read(storage).filter(|_| !self.is_unkept) {
            *self = kept;
        }
    }

    /// The servers that were visited, the last one first: address and name.
    pub fn servers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.servers.iter().map(|server| (server.address.as_str(), server.name.as_str()))
    }

    /// The name that guests use; empty if none was entered.
    pub fn guest(&self) -> &str {
        &self.guest
    }

    /// Remembers what guests call themselves.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn set_guest(&mut self, name: &str, storage: &dyn Storage) -> std::io::Result<()> {
        if self.guest == name {
            return Ok(());
        }
        self.catch_up(storage);
        self.guest = name.to_owned();
        self.keep(storage)
    }

    /// Where a game is going on in which we play, or which we watch.
    pub fn playing_at(&self) -> Option<Destination> {
        Destination::parse(self.playing_at.as_deref()?).ok()
    }

    /// Does this program host the server where it is going on?
    pub fn hosts(&self) -> bool {
        self.hosts
    }

    /// Remembers where such a game is going on, as an address or a link, if there is one, and
    /// whether this program hosts it.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn set_playing_at(
        &mut self,
        place: Option<String>,
        hosts: bool,
        storage: &dyn Storage,
    ) -> std::io::Result<()> {
        if (&self.playing_at, self.hosts) == (&place, hosts) {
            return Ok(());
        }
        self.catch_up(storage);
        (self.playing_at, self.hosts) = (place, hosts);
        self.keep(storage)
    }

    /// The token of a profile at a server.
    pub fn token(&self, server: &ServerAddress, owner: Owner) -> Option<Token> {
        let address = server.to_string();
        let visited = self.servers.iter().find(|visited| visited.address == address)?;
        visited.tokens.get(&key(owner)).cloned()
    }

    /// Remembers a visit under the name that the server has given itself, and a new secret.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn visit(
        &mut self,
        server: &ServerAddress,
        name: &str,
        secret: Option<(Owner, Token)>,
        storage: &dyn Storage,
    ) -> std::io::Result<()> {
        self.catch_up(storage);
        let before = self.clone();
        let address = server.to_string();
        let known = self.servers.iter().position(|visited| visited.address == address);
        let mut visited = match known {
            Some(index) => self.servers.remove(index),
            None => Visited { address, ..Visited::default() },
        };
        visited.name = name.to_owned();
        if let Some((owner, token)) = secret {
            visited.tokens.insert(key(owner), token);
        }
        self.servers.insert(0, visited);
        self.servers.truncate(MOST_SERVERS);
        if *self == before { Ok(()) } else { self.keep(storage) }
    }

    /// Remembers what a profile is called at a server. Is that new?
    pub fn is_renamed(
        &mut self,
        server: &ServerAddress,
        owner: Owner,
        name: &str,
        storage: &dyn Storage,
    ) -> bool {
        self.catch_up(storage);
        let address = server.to_string();
        let Some(visited) = self.servers.iter_mut().find(|visited| visited.address == address)
        else {
            return true;
        };
        let before = visited.names.insert(key(owner), name.to_owned());
        let is_new = before.as_deref() != Some(name);
        // If it cannot be kept, it is told once more at the next start.
        let _ = is_new.then(|| self.keep(storage));
        is_new
    }

    /// The name of a player of another device as whom a profile plays at a server.
    pub fn taken_along(&self, server: &ServerAddress, owner: Owner) -> Option<&str> {
        let address = server.to_string();
        let visited = self.servers.iter().find(|visited| visited.address == address)?;
        visited.taken_along.get(&key(owner)).map(String::as_str)
    }

    /// Remembers the name of a player who was taken along from another device, or forgets it.
    ///
    /// # Errors
    /// If that cannot be kept.
    pub fn set_taken_along(
        &mut self,
        server: &ServerAddress,
        owner: Owner,
        name: Option<&str>,
        storage: &dyn Storage,
    ) -> std::io::Result<()> {
        if self.taken_along(server, owner) == name {
            return Ok(());
        }
        self.catch_up(storage);
        let address = server.to_string();
        let known = self.servers.iter_mut().find(|visited| visited.address == address);
        let Some(visited) = known else { return Ok(()) };
        match name {
            Some(name) => visited.taken_along.insert(key(owner), name.to_owned()),
            None => visited.taken_along.remove(&key(owner)),
        };
        self.keep(storage)
    }

    /// Forgets a server with everything that it gave us.
    ///
    /// # Errors
    /// If that cannot be kept.
    pub fn forget(&mut self, address: &str, storage: &dyn Storage) -> std::io::Result<()> {
        self.catch_up(storage);
        self.servers.retain(|visited| visited.address != address);
        self.keep(storage)
    }

    fn keep(&mut self, storage: &dyn Storage) -> std::io::Result<()> {
        let kept = storage.write(FILE, &serde_json::to_vec_pretty(self)?);
        self.is_unkept = kept.is_err();
        kept
    }
}

fn read(storage: &dyn Storage) -> Option<Keys> {
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

    #[test]
    fn secrets_are_kept_for_each_server() {
        let storage = MemoryStorage::default();
        let [one, other] =
            ["10.0.0.1", "10.0.0.2"].map(|text| ServerAddress::parse(text).expect("an address"));
        let token = Token::from_bytes([3; 16]);
        let mut keys = Keys::load(&storage);
        keys.visit(&one, "One", Some((None, token.clone())), &storage).expect("kept");
        keys.visit(&other, "Other", None, &storage).expect("kept");
        let keys = Keys::load(&storage);
        assert_eq!(keys.token(&one, None), Some(token));
        assert_eq!(keys.token(&other, None), None);
        let names: Vec<&str> = keys.servers().map(|(_, name)| name).collect();
        assert_eq!(names, ["Other", "One"]);
    }

    #[test]
    fn another_name_is_told_once() {
        let storage = MemoryStorage::default();
        let server = ServerAddress::parse("10.0.0.1").expect("an address");
        Keys::load(&storage).visit(&server, "One", None, &storage).expect("kept");
        for (name, expected) in [("Anna 2", true), ("Anna 2", false), ("Anna 3", true)] {
            let mut reloaded = Keys::load(&storage);
            assert_eq!(reloaded.is_renamed(&server, None, name, &storage), expected, "{name}");
        }
    }

    #[test]
    fn two_windows_keep_each_others_secrets() {
        let storage = MemoryStorage::default();
        let [one, other] =
            ["10.0.0.1", "10.0.0.2"].map(|text| ServerAddress::parse(text).expect("an address"));
        let secret = |number| Some((None, Token::from_bytes([number; 16])));
        let mut here = Keys::load(&storage);
        let mut there = Keys::load(&storage);
        here.visit(&one, "One", secret(1), &storage).expect("kept");
        there.visit(&other, "Other", secret(2), &storage).expect("kept");
        here.set_guest("Anna", &storage).expect("kept");
        let keys = Keys::load(&storage);
        assert_eq!(keys.token(&one, None), Some(Token::from_bytes([1; 16])));
        assert_eq!(keys.token(&other, None), Some(Token::from_bytes([2; 16])));
        assert_eq!(here, keys);
    }

    #[test]
    fn a_game_that_is_watched_is_found_again() {
        let storage = MemoryStorage::default();
        let (room, code) = (RoomId::from_random(5), Some(RoomCode::from_random(9)));
        let server = ServerAddress::parse("10.0.0.1").expect("an address");
        let link = Invitation { server: server.to_string(), room, code };
        Keys::load(&storage).set_playing_at(Some(link.to_string()), false, &storage).expect("kept");
        let place = Keys::load(&storage).playing_at().expect("a place");
        assert_eq!(place, Destination { invitation: Some(link), ..Destination::from(server) });
        Keys::load(&storage).set_playing_at(None, false, &storage).expect("kept");
        assert_eq!(Keys::load(&storage).playing_at(), None);
    }

    #[test]
    fn what_is_damaged_is_forgotten() {
        let storage = MemoryStorage::default();
        storage.write(FILE, b"{\"servers\":[{\"address\":3}]}").expect("kept");
        assert_eq!(Keys::load(&storage), Keys::default());
    }
}
