//! Players: a name and a secret, without an account.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{PlayerName, Token};
use sha2::{Digest, Sha256};
use store::{Profile, ProfileId, ProfileName, ServerStore, StoreError, UnixTime};
use subtle::ConstantTimeEq;

use crate::store_actor::{StoreFailure, StoreHandle};

/// What somebody is called who wants the name of a level of the computer.
const ORDINARY_NAME: &str = "Player";

/// The most names whose next number is remembered.
const MOST_NUMBERS: usize = 10_000;

/// The most players that one player can block.
const MOST_BLOCKED: usize = 500;

/// Under which keys of the store players are found by the digests of their secrets.
const STORE_KEY: &str = "player:";

/// The digest of a player's secret. Whoever reads the store cannot play for somebody else with it.
#[derive(Clone, Copy)]
pub(crate) struct PlayerKey([u8; 32]);

impl PlayerKey {
    pub(crate) fn of(token: &Token) -> PlayerKey {
        PlayerKey(Sha256::digest(token.bytes()).into())
    }

    /// The key as text, for the store.
    pub(crate) fn to_text(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn from_text(text: &str) -> Option<PlayerKey> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (byte, place) in bytes.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(&text[place..place + 2], 16).ok()?;
        }
        Some(PlayerKey(bytes))
    }
}

impl PartialEq for PlayerKey {
    /// In constant time, so that the time reveals nothing.
    fn eq(&self, other: &PlayerKey) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for PlayerKey {}

impl std::hash::Hash for PlayerKey {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl fmt::Debug for PlayerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerKey(secret)")
    }
}

/// A player who is known to the server.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) key: PlayerKey,
    state: Mutex<State>,
}

#[derive(Clone, Debug)]
struct State {
    name: PlayerName,
    profile: Option<ProfileId>,
    /// The names of those with whom they do not want to play.
    blocked: HashSet<String>,
}

impl Player {
    pub(crate) fn name(&self) -> PlayerName {
        lock(&self.state).name.clone()
    }

    /// Blocks somebody, or does not any more. Nobody blocks more than a few hundred.
    pub(crate) fn block(&self, name: &PlayerName, on: bool) {
        let mut state = lock(&self.state);
        match on {
            true if state.blocked.len() < MOST_BLOCKED => drop(state.blocked.insert(name.key())),
            true => {}
            false => drop(state.blocked.remove(&name.key())),
        }
    }

    /// Do they not want to play with somebody?
    pub(crate) fn blocks(&self, other: &PlayerName) -> bool {
        lock(&self.state).blocked.contains(&other.key())
    }

    pub(crate) fn profile(&self) -> Option<ProfileId> {
        lock(&self.state).profile
    }
}

/// All known players. Those who have never played are forgotten when they disconnect.
#[derive(Debug)]
pub(crate) struct Identities {
    storage: StoreHandle,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    players: HashMap<PlayerKey, Arc<Player>>,
    names: Names,
}

/// The names that are taken, as they are compared.
#[derive(Debug, Default)]
struct Names {
    taken: HashSet<String>,
    /// The number that may be free next, for names that many want.
    next_numbers: HashMap<String, u32>,
}

impl Names {
    /// Takes a name: the wanted one, or with a number behind it.
    fn take(&mut self, wanted: &PlayerName) -> PlayerName {
        let is_level = is_level(&key_of(wanted.as_str()));
        let ordinary = PlayerName::new(ORDINARY_NAME).ok().filter(|_| is_level);
        let wanted = ordinary.as_ref().unwrap_or(wanted);
        if self.taken.insert(key_of(wanted.as_str())) {
            return wanted.clone();
        }
        if self.next_numbers.len() > MOST_NUMBERS {
            self.next_numbers.clear();
        }
        let next = self.next_numbers.entry(key_of(wanted.as_str())).or_insert(2);
        loop {
            let name = wanted.numbered(*next);
            *next = next.wrapping_add(1).max(2);
            if self.taken.insert(key_of(name.as_str())) {
                return name;
            }
        }
    }

    fn is_free(&self, wanted: &PlayerName) -> bool {
        let key = key_of(wanted.as_str());
        !is_level(&key) && !self.taken.contains(&key)
    }

    fn release(&mut self, name: &PlayerName) {
        self.taken.remove(&key_of(name.as_str()));
    }
}

impl Identities {
    /// All who have profiles keep their names.
    pub(crate) fn new(profiles: &[Profile], storage: StoreHandle) -> Identities {
        let taken = profiles.iter().map(|profile| key_of(profile.name.as_str())).collect();
        let names = Names { taken, ..Names::default() };
        let known = Known { players: HashMap::new(), names };
        Identities { storage, known: Mutex::new(known) }
    }

    /// The player with this secret, if there is one.
    pub(crate) async fn find(&self, token: &Token) -> Result<Option<Arc<Player>>, StoreFailure> {
        let key = PlayerKey::of(token);
        if let Some(player) = lock(&self.known).players.get(&key) {
            return Ok(Some(Arc::clone(player)));
        }
        let found = self.storage.with(move |store| store.meta(&meta_key(key))).await?;
        let Some((profile, name)) = found.as_deref().and_then(read_meta) else { return Ok(None) };
        let state = State { name, profile: Some(profile), blocked: HashSet::new() };
        let state = Mutex::new(state);
        let mut known = lock(&self.known);
        let player = known.players.entry(key).or_insert_with(|| Arc::new(Player { key, state }));
        Ok(Some(Arc::clone(player)))
    }

    /// Does a player who is connected not want to play with somebody?
    pub(crate) fn blocks(&self, key: &PlayerKey, other: &PlayerName) -> bool {
        lock(&self.known).players.get(key).is_some_and(|player| player.blocks(other))
    }

    /// A new player, with a name that nobody else has.
    pub(crate) fn register(&self, token: &Token, wanted: &PlayerName) -> Arc<Player> {
        let key = PlayerKey::of(token);
        let mut known = lock(&self.known);
        let name = known.names.take(wanted);
        let state = State { name, profile: None, blocked: HashSet::new() };
        let player = Arc::new(Player { key, state: Mutex::new(state) });
        known.players.insert(key, Arc::clone(&player));
        player
    }

    /// Renames a player, to a free name near the wanted one.
    pub(crate) async fn rename(&self, player: &Player, wanted: &PlayerName) {
        let old = player.name();
        if old.key() == wanted.key() {
            return;
        }
        let name = {
            let mut known = lock(&self.known);
            // Whoever wants a taken name keeps the old one.
            if !known.names.is_free(wanted) {
                return;
            }
            known.names.release(&old);
            known.names.take(wanted)
        };
        lock(&player.state).name = name.clone();
        let key = player.key;
        if let Some(profile) = player.profile().filter(|_| name != old)
            && let Ok(profile_name) = ProfileName::new(name.as_str())
        {
            let renamed = self.storage.with(move |store| {
                store.rename_profile(profile, &profile_name)?;
                store.set_meta(&meta_key(key), Some(&meta_value(profile, &name)))
            });
            if let Err(error) = renamed.await {
                tracing::warn!(%error, "a profile keeps its old name");
            }
        }
    }

    /// The profile of a player; it is created when they first take a seat.
    pub(crate) async fn ensure_profile(&self, player: &Player) -> Result<ProfileId, StoreFailure> {
        if let Some(profile) = player.profile() {
            return Ok(profile);
        }
        let (key, name) = (player.key, player.name());
        let enrolled = self.storage.with(move |store| {
            let known = store.meta(&meta_key(key))?;
            if let Some((profile, _)) = known.as_deref().and_then(read_meta) {
                return Ok(profile);
            }
            let profile = create(store, &name)?;
            store.set_meta(&meta_key(key), Some(&meta_value(profile, &name)))?;
            Ok(profile)
        });
        let profile = enrolled.await?;
        lock(&player.state).profile = Some(profile);
        Ok(profile)
    }

    /// Gives a player another name, or one near it, also if they are not connected.
    pub(crate) async fn rename_profile(
        &self,
        profile: ProfileId,
        wanted: &PlayerName,
    ) -> Result<PlayerName, StoreFailure> {
        let name = lock(&self.known).names.take(wanted);
        let keys = self.keys_of(profile).await?;
        let given = name.clone();
        let old = self.storage.with(move |store| {
            let known = store.profiles()?.into_iter().find(|known| known.id == profile);
            let sound = ProfileName::new(given.as_str());
            let sound = sound.map_err(|error| StoreError::Image(error.to_string()))?;
            store.rename_profile(profile, &sound)?;
            let value = meta_value(profile, &given);
            keys.iter().try_for_each(|key| store.set_meta(&meta_key(*key), Some(&value)))?;
            Ok(known)
        });
        let old = old.await?;
        let mut known = lock(&self.known);
        if let Some(old) = old {
            known.names.taken.remove(&key_of(old.name.as_str()));
        }
        for player in known.players.values().filter(|player| player.profile() == Some(profile)) {
            lock(&player.state).name = name.clone();
        }
        Ok(name)
    }

    /// Deletes everything that is kept of a player. Their secrets are not known any more.
    pub(crate) async fn delete_profile(&self, profile: ProfileId) -> Result<(), StoreFailure> {
        let keys = self.keys_of(profile).await?;
        let gone = keys.clone();
        let deleted = self.storage.with(move |store| {
            let known = store.profiles()?.into_iter().find(|known| known.id == profile);
            gone.iter().try_for_each(|key| store.set_meta(&meta_key(*key), None))?;
            store.delete_profile(profile)?;
            Ok(known)
        });
        let known_as = deleted.await?;
        let mut known = lock(&self.known);
        keys.iter().for_each(|key| drop(known.players.remove(key)));
        if let Some(profile) = known_as {
            known.names.taken.remove(&key_of(profile.name.as_str()));
        }
        Ok(())
    }

    /// The digests of a player's secrets.
    async fn keys_of(&self, profile: ProfileId) -> Result<Vec<PlayerKey>, StoreFailure> {
        let metas = self.storage.with(|store| store.metas(STORE_KEY)).await?;
        let own = |(key, value): &(String, String)| {
            let key = PlayerKey::from_text(key.strip_prefix(STORE_KEY)?)?;
            read_meta(value).filter(|(id, _)| *id == profile).map(|_| key)
        };
        Ok(metas.iter().filter_map(own).collect())
    }

    /// Forgets players who have not played for long, and tells how many. Those who are connected or
    /// in a game stay.
    pub(crate) async fn forget_idle(
        &self,
        unplayed: UnixTime,
        idle: UnixTime,
        plays: impl Fn(&PlayerKey) -> bool,
    ) -> Result<usize, StoreFailure> {
        let found = self
            .storage
            .with(move |store| Ok((store.idle_profiles(unplayed, idle)?, store.metas(STORE_KEY)?)));
        let (profiles, metas) = found.await?;
        // A player may have several secrets.
        let mut keys: HashMap<ProfileId, Vec<PlayerKey>> = HashMap::new();
        for (key, value) in metas {
            let key = key.strip_prefix(STORE_KEY).and_then(PlayerKey::from_text);
            if let (Some(key), Some((profile, _))) = (key, read_meta(&value)) {
                keys.entry(profile).or_default().push(key);
            }
        }
        let mut count = 0;
        for profile in profiles {
            let own = keys.remove(&profile.id).unwrap_or_default();
            let is_here = |key: &PlayerKey| lock(&self.known).players.contains_key(key);
            // Without a secret it is nobody's who plays here.
            if own.is_empty() || own.iter().any(|key| is_here(key) || plays(key)) {
                continue;
            }
            let id = profile.id;
            let forgotten = self.storage.with(move |store| {
                own.iter().try_for_each(|key| store.set_meta(&meta_key(*key), None))?;
                store.delete_profile(id)
            });
            forgotten.await?;
            lock(&self.known).names.taken.remove(&key_of(profile.name.as_str()));
            count += 1;
        }
        Ok(count)
    }

    /// A connection is closed. After their last one a player is only in the store; without a
    /// profile their name is free again.
    pub(crate) fn release(&self, player: Arc<Player>) {
        let mut known = lock(&self.known);
        // One is here, one in the table.
        if Arc::strong_count(&player) <= 2 {
            known.players.remove(&player.key);
            if player.profile().is_none() {
                known.names.release(&player.name());
            }
        }
    }
}

/// Where a player is found in the store.
fn meta_key(key: PlayerKey) -> String {
    format!("{STORE_KEY}{}", key.to_text())
}

/// What is stored there: the number of their profile, and their name.
fn meta_value(profile: ProfileId, name: &PlayerName) -> String {
    format!("{} {name}", profile.number())
}

fn read_meta(value: &str) -> Option<(ProfileId, PlayerName)> {
    let (number, name) = value.split_once(' ')?;
    Some((ProfileId::from_number(number.parse().ok()?), PlayerName::new(name).ok()?))
}

/// A profile with this name, or with a number behind it.
fn create(store: &mut dyn ServerStore, name: &PlayerName) -> Result<ProfileId, StoreError> {
    let now = UnixTime::now();
    let mut attempt = name.clone();
    for number in 2..100 {
        let sound = ProfileName::new(attempt.as_str());
        let profile = sound.map_err(|error| StoreError::Image(error.to_string()))?;
        match store.create_profile(&profile, now) {
            Err(StoreError::NameTaken(_)) => attempt = name.numbered(number),
            made => return made,
        }
    }
    Err(StoreError::NameTaken(name.to_string()))
}

/// Is it the name of a level of the computer?
fn is_level(key: &str) -> bool {
    key.starts_with("level ")
}

fn key_of(name: &str) -> String {
    name.to_lowercase()
}

/// 128 random bits for a new player.
pub(crate) fn new_token() -> Result<Token, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(Token::from_bytes(bytes))
}

/// 64 random bits, for the names of rooms and their codes.
pub(crate) fn random_bits() -> Result<u64, getrandom::Error> {
    getrandom::u64()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_many_want_is_found_without_a_search() {
        let mut names = Names::default();
        let wanted = PlayerName::new("Guest").expect("a name");
        assert_eq!(names.take(&wanted).as_str(), "Guest");
        // With a search from 2 on, these would be hundreds of millions of steps.
        for number in 2..30_000 {
            assert_eq!(names.take(&wanted), wanted.numbered(number));
        }
        names.release(&wanted);
        assert_eq!(names.take(&PlayerName::new("GUEST").expect("a name")).as_str(), "GUEST");
    }
}
