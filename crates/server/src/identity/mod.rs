//! Players: a name and a secret, without an account.

mod devices;
mod names;
mod player;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use protocol::{PlayerName, Token};
use store::{Profile, ProfileId, ProfileName, ServerStore, StoreError, UnixTime};

pub(crate) use devices::{TRANSFER_TIME, Transfers};
pub(crate) use player::{Player, PlayerKey};

use names::Names;

use crate::store_actor::{StoreFailure, StoreHandle};

/// Under which keys of the store players are found by the digests of their first secrets.
const STORE_KEY: &str = "player:";

/// Key prefix of a blocked player's number in the preferences of the blocking player.
const BLOCK_KEY: &str = "block:";

/// All known players. Those who have never played are forgotten when they disconnect.
#[derive(Debug)]
pub(crate) struct Identities {
    storage: StoreHandle,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    players: HashMap<PlayerKey, Arc<Player>>,
    /// The players of the secrets of connected devices.
    devices: HashMap<PlayerKey, PlayerKey>,
    names: Names,
}

impl Known {
    /// A player is connected by a secret.
    fn connect(&mut self, secret: PlayerKey, player: Player) -> Arc<Player> {
        let key = player.key;
        let player = self.players.entry(key).or_insert_with(|| Arc::new(player));
        player.add_device(secret);
        self.devices.insert(secret, key);
        Arc::clone(player)
    }

    /// The connections by these secrets are gone.
    fn disconnect(&mut self, secrets: &[PlayerKey]) {
        for secret in secrets {
            self.devices.remove(secret);
        }
    }
}

impl Identities {
    /// All who have profiles keep their names.
    pub(crate) fn new(profiles: &[Profile], storage: StoreHandle) -> Identities {
        let names = Names::new(profiles.iter().map(|profile| profile.name.as_str()));
        let known = Known { names, ..Known::default() };
        Identities { storage, known: Mutex::new(known) }
    }

    /// The player with this secret, if there is one.
    pub(crate) async fn find(&self, token: &Token) -> Result<Option<Arc<Player>>, StoreFailure> {
        let secret = PlayerKey::of(token);
        {
            let known = self.known.lock();
            let key = known.devices.get(&secret);
            if let Some(player) = key.and_then(|key| known.players.get(key)) {
                return Ok(Some(Arc::clone(player)));
            }
        }
        let found = self.storage.with(move |store| match devices::owner(store, secret)? {
            Some(key) => read_kept(store, key),
            None => Ok(None),
        });
        let found = found.await?;
        Ok(found.map(|player| self.known.lock().connect(secret, player)))
    }

    /// Has a connected player blocked another one?
    pub(crate) fn blocks(&self, key: &PlayerKey, other: &Player) -> bool {
        self.known.lock().players.get(key).is_some_and(|player| player.blocks(other))
    }

    /// Blocks or unblocks a player; the block is stored with the blocking player's profile.
    pub(crate) async fn block(
        &self,
        player: &Player,
        other: ProfileId,
        name: &PlayerName,
        on: bool,
    ) -> Result<(), StoreFailure> {
        let profile = self.ensure_profile(player).await?;
        let kept_name = name.clone();
        let kept = self.storage.with(move |store| {
            let key = format!("{BLOCK_KEY}{}", other.number());
            store.set_preference(Some(profile), &key, on.then_some(kept_name.as_str()))
        });
        kept.await?;
        player.block(other, name.clone(), on);
        Ok(())
    }

    /// The profile of the player of this name, if there is one. A connected player gets one.
    pub(crate) async fn profile_of(
        &self,
        name: &PlayerName,
    ) -> Result<Option<ProfileId>, StoreFailure> {
        if let Ok(kept) = ProfileName::new(name.as_str()) {
            let found = self.storage.with(move |store| store.profile_named(&kept)).await?;
            if found.is_some() {
                return Ok(found);
            }
        }
        // Who has not played yet is only known here.
        let key = name.key();
        let connected = {
            let known = self.known.lock();
            let is_named = |player: &&Arc<Player>| player.name().key() == key;
            let is_taken = !known.names.is_free(name);
            is_taken.then(|| known.players.values().find(is_named).cloned()).flatten()
        };
        match connected {
            Some(player) => self.ensure_profile(&player).await.map(Some),
            None => Ok(None),
        }
    }

    /// A new player with a unique name.
    pub(crate) fn register(&self, token: &Token, wanted: &PlayerName) -> Arc<Player> {
        let key = PlayerKey::of(token);
        let mut known = self.known.lock();
        let name = known.names.take(wanted);
        known.connect(key, Player::new(key, name, None, BTreeMap::new()))
    }

    /// A new player of a cluster: the store decides who has a name, so that they are kept at once.
    pub(crate) async fn enrol(
        &self,
        token: &Token,
        wanted: &PlayerName,
    ) -> Result<Arc<Player>, StoreFailure> {
        let player = self.register(token, wanted);
        let (_, name) = self.keep(&player).await?;
        self.known.lock().names.insert(&name);
        player.set_name(name);
        Ok(player)
    }

    /// A player who is connected to another node.
    pub(crate) fn adopt(&self, player: Player) -> Arc<Player> {
        let mut known = self.known.lock();
        Arc::clone(known.players.entry(player.key).or_insert_with(|| Arc::new(player)))
    }

    /// Reads a player again who is known here, after a change elsewhere. Returns which secrets of
    /// their devices are not valid any more.
    pub(crate) async fn reload(&self, key: PlayerKey) -> Result<Vec<PlayerKey>, StoreFailure> {
        let Some(player) = self.known.lock().players.get(&key).cloned() else {
            return Ok(Vec::new());
        };
        let devices = player.devices();
        let read = self.storage.with(move |store| {
            let kept = read_kept(store, key)?;
            let mut revoked = Vec::new();
            for secret in devices {
                if devices::owner(store, secret)? != Some(key) {
                    revoked.push(secret);
                }
            }
            Ok((kept, revoked))
        });
        let (kept, revoked) = read.await?;
        if let Some(kept) = kept {
            player.copy_from(&kept);
        }
        self.known.lock().disconnect(&revoked);
        Ok(revoked)
    }

    /// Renames a player, to a free name near the wanted one.
    pub(crate) async fn rename(&self, player: &Player, wanted: &PlayerName) {
        let old = player.name();
        if old.key() == wanted.key() {
            return;
        }
        let name = {
            let mut known = self.known.lock();
            // If the new name is taken, the player keeps the old one.
            if !known.names.is_free(wanted) {
                return;
            }
            known.names.release(old.as_str());
            known.names.take(wanted)
        };
        player.set_name(name.clone());
        let key = player.key;
        if let Some(profile) = player.profile().filter(|_| name != old)
            && let Ok(profile_name) = ProfileName::new(name.as_str())
        {
            let new = name.clone();
            let renamed = self.storage.with(move |store| {
                match store.rename_profile(profile, &profile_name) {
                    // Another node was faster.
                    Err(StoreError::NameTaken(_)) => return Ok(false),
                    renamed => renamed?,
                }
                store.set_meta(&meta_key(key), Some(&meta_value(profile, &name)))?;
                Ok(true)
            });
            match renamed.await {
                Ok(true) => {}
                Ok(false) => {
                    player.set_name(old.clone());
                    let mut known = self.known.lock();
                    known.names.insert(&old);
                    known.names.insert(&new);
                }
                Err(error) => tracing::warn!(%error, "a profile keeps its old name"),
            }
        }
    }

    /// The profile of a player; it is created when they first take a seat.
    pub(crate) async fn ensure_profile(&self, player: &Player) -> Result<ProfileId, StoreFailure> {
        match player.profile() {
            Some(profile) => Ok(profile),
            None => Ok(self.keep(player).await?.0),
        }
    }

    /// Gives a player a profile, by their name or one near it, unless they are kept already.
    async fn keep(&self, player: &Player) -> Result<(ProfileId, PlayerName), StoreFailure> {
        let (key, name) = (player.key, player.name());
        let kept = self.storage.with(move |store| {
            let known = store.meta(&meta_key(key))?;
            if let Some(known) = known.as_deref().and_then(read_meta) {
                return Ok(known);
            }
            let (profile, name) = create(store, &name)?;
            store.set_meta(&meta_key(key), Some(&meta_value(profile, &name)))?;
            Ok((profile, name))
        });
        let (profile, name) = kept.await?;
        player.set_profile(profile);
        Ok((profile, name))
    }

    /// Gives a player another name, or one near it, also if they are not connected.
    pub(crate) async fn rename_profile(
        &self,
        profile: ProfileId,
        wanted: &PlayerName,
    ) -> Result<PlayerName, StoreFailure> {
        let name = self.known.lock().names.take(wanted);
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
        let mut known = self.known.lock();
        if let Some(old) = old {
            known.names.release(old.name.as_str());
        }
        for player in known.players.values().filter(|player| player.profile() == Some(profile)) {
            player.set_name(name.clone());
        }
        Ok(name)
    }

    /// Deletes everything that is kept of a player. Their secrets are not known any more.
    pub(crate) async fn delete_profile(&self, profile: ProfileId) -> Result<(), StoreFailure> {
        let keys = self.keys_of(profile).await?;
        let gone = keys.clone();
        let deleted = self.storage.with(move |store| {
            let known = store.profiles()?.into_iter().find(|known| known.id == profile);
            delete(store, profile, &gone)?;
            Ok(known)
        });
        let known_as = deleted.await?;
        let mut known = self.known.lock();
        let gone: Vec<_> = keys.iter().filter_map(|key| known.players.remove(key)).collect();
        for player in gone {
            known.disconnect(&player.devices());
        }
        if let Some(profile) = known_as {
            known.names.release(profile.name.as_str());
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

    /// Forgets players who have not played for long, and returns how many. Those who are connected or
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
            let is_here = |key: &PlayerKey| self.known.lock().players.contains_key(key);
            // Without a secret it belongs to no player of this server.
            if own.is_empty() || own.iter().any(|key| is_here(key) || plays(key)) {
                continue;
            }
            let id = profile.id;
            self.storage.with(move |store| delete(store, id, &own)).await?;
            self.known.lock().names.release(profile.name.as_str());
            count += 1;
        }
        Ok(count)
    }

    /// A connection is closed. After their last one a player is only in the store; without a
    /// profile their name is free again.
    pub(crate) fn release(&self, player: Arc<Player>) {
        let mut known = self.known.lock();
        // One is here, one in the table.
        if Arc::strong_count(&player) <= 2 {
            known.players.remove(&player.key);
            known.disconnect(&player.devices());
            if player.profile().is_none() {
                known.names.release(player.name().as_str());
            }
        }
    }
}

/// A player as they are kept.
fn read_kept(store: &mut dyn ServerStore, key: PlayerKey) -> Result<Option<Player>, StoreError> {
    let found = store.meta(&meta_key(key))?;
    let Some((profile, name)) = found.as_deref().and_then(read_meta) else { return Ok(None) };
    let preferences = store.preferences(Some(profile))?;
    let blocked = |(key, name): (String, String)| {
        let number = key.strip_prefix(BLOCK_KEY)?.parse().ok()?;
        Some((ProfileId::from_number(number), PlayerName::new(&name).ok()?))
    };
    let blocked = preferences.into_iter().filter_map(blocked).collect();
    Ok(Some(Player::new(key, name, Some(profile), blocked)))
}

/// Deletes everything that is kept of a player.
fn delete(
    store: &mut dyn ServerStore,
    profile: ProfileId,
    keys: &[PlayerKey],
) -> Result<(), StoreError> {
    devices::forget_all(store, profile, keys)?;
    keys.iter().try_for_each(|key| store.set_meta(&meta_key(*key), None))?;
    store.delete_profile(profile)
}

/// Where a player is found in the store.
fn meta_key(key: PlayerKey) -> String {
    format!("{STORE_KEY}{}", key.to_text())
}

/// The stored value: the number of the profile, and the name.
fn meta_value(profile: ProfileId, name: &PlayerName) -> String {
    format!("{} {name}", profile.number())
}

fn read_meta(value: &str) -> Option<(ProfileId, PlayerName)> {
    let (number, name) = value.split_once(' ')?;
    Some((ProfileId::from_number(number.parse().ok()?), PlayerName::new(name).ok()?))
}

/// A profile with this name, or with a number behind it.
fn create(
    store: &mut dyn ServerStore,
    name: &PlayerName,
) -> Result<(ProfileId, PlayerName), StoreError> {
    let now = UnixTime::now();
    let mut attempt = name.clone();
    for number in 2..100 {
        let sound = ProfileName::new(attempt.as_str());
        let profile = sound.map_err(|error| StoreError::Image(error.to_string()))?;
        match store.create_profile(&profile, now) {
            Err(StoreError::NameTaken(_)) if number < 10 => attempt = name.numbered(number),
            // Many at other nodes want the name, too.
            Err(StoreError::NameTaken(_)) => {
                let any = random_bits().unwrap_or_default() % 1_000_000;
                attempt = name.numbered(u32::try_from(any).unwrap_or(number));
            }
            made => return Ok((made?, attempt)),
        }
    }
    Err(StoreError::NameTaken(name.to_string()))
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
