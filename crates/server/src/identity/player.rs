//! A player, and the digest of a secret by which the server knows them.

use std::collections::BTreeMap;
use std::fmt;

use parking_lot::Mutex;
use protocol::{PlayerName, Token};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::ProfileId;
use subtle::ConstantTimeEq;

/// The digest of a player's secret. A reader of the store cannot sign in with it.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct PlayerKey(#[serde(with = "hex::serde")] [u8; 32]);

impl PlayerKey {
    pub(crate) fn of(token: &Token) -> PlayerKey {
        PlayerKey(Sha256::digest(token.bytes()).into())
    }

    /// The key as text, for the store.
    pub(crate) fn to_text(self) -> String {
        hex::encode(self.0)
    }

    pub(crate) fn from_text(text: &str) -> Option<PlayerKey> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
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
    /// Those with whom they do not want to play, with their names at that time.
    blocked: BTreeMap<ProfileId, PlayerName>,
    /// The digests of the secrets by which their devices are connected.
    devices: Vec<PlayerKey>,
}

impl Player {
    pub(crate) fn new(
        key: PlayerKey,
        name: PlayerName,
        profile: Option<ProfileId>,
        blocked: BTreeMap<ProfileId, PlayerName>,
    ) -> Player {
        Player { key, state: Mutex::new(State { name, profile, blocked, devices: Vec::new() }) }
    }

    pub(crate) fn name(&self) -> PlayerName {
        self.state.lock().name.clone()
    }

    pub(crate) fn set_name(&self, name: PlayerName) {
        self.state.lock().name = name;
    }

    pub(crate) fn profile(&self) -> Option<ProfileId> {
        self.state.lock().profile
    }

    pub(crate) fn set_profile(&self, profile: ProfileId) {
        self.state.lock().profile = Some(profile);
    }

    /// Blocks or unblocks a player.
    pub(crate) fn block(&self, other: ProfileId, name: PlayerName, on: bool) {
        let mut state = self.state.lock();
        match on {
            true => state.blocked.insert(other, name),
            false => state.blocked.remove(&other),
        };
    }

    /// Those whom they have blocked.
    pub(crate) fn blocked(&self) -> Vec<PlayerName> {
        self.state.lock().blocked.values().cloned().collect()
    }

    /// Those whom they have blocked, by their profiles.
    pub(crate) fn blocked_profiles(&self) -> BTreeMap<ProfileId, PlayerName> {
        self.state.lock().blocked.clone()
    }

    /// Takes over what is kept of a player from another copy.
    pub(crate) fn copy_from(&self, other: &Player) {
        let State { name, profile, blocked, .. } = other.state.lock().clone();
        let mut state = self.state.lock();
        (state.name, state.profile, state.blocked) = (name, profile, blocked);
    }

    /// A blocked player, by their name at that time.
    pub(crate) fn find_blocked(&self, name: &PlayerName) -> Option<ProfileId> {
        let state = self.state.lock();
        let found = state.blocked.iter().find(|(_, known)| known.key() == name.key());
        found.map(|(profile, _)| *profile)
    }

    /// Has this player blocked another one?
    pub(crate) fn blocks(&self, other: &Player) -> bool {
        other.profile().is_some_and(|profile| self.state.lock().blocked.contains_key(&profile))
    }

    /// Connects a device by its secret.
    pub(crate) fn add_device(&self, secret: PlayerKey) {
        let mut state = self.state.lock();
        if !state.devices.contains(&secret) {
            state.devices.push(secret);
        }
    }

    /// The digests of the secrets by which their devices are connected.
    pub(crate) fn devices(&self) -> Vec<PlayerKey> {
        self.state.lock().devices.clone()
    }
}
