//! Several devices of one player: links that take them along, the secrets of those devices, and
//! how they are revoked.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use protocol::Token;
use store::{ProfileId, ServerStore, StoreError, UnixTime};

use super::{Identities, Player, PlayerKey, new_token};
use crate::store_actor::StoreFailure;

/// For how long a link can be used.
pub(crate) const TRANSFER_TIME: Duration = Duration::from_secs(600);

/// The most links that can be used at a time; the next one replaces any other.
const MOST_TRANSFERS: usize = 10_000;

/// The most devices of a player; another one replaces the oldest.
const MOST_DEVICES: usize = 20;

/// Before the digest of a device's secret: in the store, where its player is found, and in the
/// preferences of the player's profile, with the time.
const DEVICE_KEY: &str = "device:";

/// In place of a player: the secret is not valid any more.
const REVOKED: &str = "revoked";

/// The links that can be used, by the digests of their codes.
#[derive(Debug, Default)]
pub(crate) struct Transfers {
    open: Mutex<HashMap<PlayerKey, Transfer>>,
}

/// A link that can be used.
#[derive(Clone, Copy, Debug)]
struct Transfer {
    player: PlayerKey,
    until: Duration,
}

impl Transfers {
    /// A code for a link, in place of the player's last one.
    pub(crate) fn issue(
        &self,
        player: PlayerKey,
        now: Duration,
    ) -> Result<Token, getrandom::Error> {
        let code = new_token()?;
        let mut open = self.open.lock();
        open.retain(|_, transfer| transfer.player != player && transfer.until > now);
        if open.len() >= MOST_TRANSFERS
            && let Some(any) = open.keys().next().copied()
        {
            open.remove(&any);
        }
        open.insert(PlayerKey::of(&code), Transfer { player, until: now + TRANSFER_TIME });
        Ok(code)
    }

    /// Redeems a code and returns its player.
    pub(crate) fn redeem(&self, code: &Token, now: Duration) -> Option<PlayerKey> {
        let transfer = self.open.lock().remove(&PlayerKey::of(code))?;
        (transfer.until > now).then_some(transfer.player)
    }

    /// The code of a player is not valid any more.
    pub(crate) fn revoke(&self, player: PlayerKey) {
        self.open.lock().retain(|_, transfer| transfer.player != player);
    }
}

impl Identities {
    /// Makes a secret for another device of a player, if they are kept.
    pub(crate) async fn add_device(
        &self,
        key: PlayerKey,
        token: &Token,
        now: UnixTime,
    ) -> Result<Option<Arc<Player>>, StoreFailure> {
        let secret = PlayerKey::of(token);
        let added = self.storage.with(move |store| {
            let kept = store.meta(&super::meta_key(key))?;
            let Some((profile, _)) = kept.as_deref().and_then(super::read_meta) else {
                return Ok(false);
            };
            let devices = devices(store, profile)?;
            let oldest = devices.iter().min_by_key(|(_, since)| *since);
            if let Some((oldest, _)) = oldest.filter(|_| devices.len() >= MOST_DEVICES) {
                forget(store, profile, *oldest)?;
            }
            let since = now.0.to_string();
            store.set_preference(Some(profile), &device_key(secret), Some(&since))?;
            store.set_meta(&device_key(secret), Some(&key.to_text()))?;
            Ok(true)
        });
        if added.await? { self.find(token).await } else { Ok(None) }
    }

    /// Revokes the secrets of all devices of a player but one, and returns their number.
    pub(crate) async fn revoke_devices(
        &self,
        player: &Player,
        kept: PlayerKey,
    ) -> Result<usize, StoreFailure> {
        let (key, Some(profile)) = (player.key, player.profile()) else { return Ok(0) };
        let revoked = self.storage.with(move |store| {
            let mut revoked: Vec<PlayerKey> = Vec::new();
            for (secret, _) in devices(store, profile)? {
                if secret != kept {
                    forget(store, profile, secret)?;
                    revoked.push(secret);
                }
            }
            // The first device is known by the player's own key.
            if key != kept && store.meta(&device_key(key))?.as_deref() != Some(REVOKED) {
                store.set_meta(&device_key(key), Some(REVOKED))?;
                revoked.push(key);
            }
            Ok(revoked)
        });
        let revoked = revoked.await?;
        self.known.lock().disconnect(&revoked);
        Ok(revoked.len())
    }
}

/// The player of a secret: of a device, or the player's first.
pub(super) fn owner(
    store: &mut dyn ServerStore,
    secret: PlayerKey,
) -> Result<Option<PlayerKey>, StoreError> {
    Ok(match store.meta(&device_key(secret))?.as_deref() {
        None => Some(secret),
        Some(key) => PlayerKey::from_text(key),
    })
}

/// Forgets all devices of a player.
pub(super) fn forget_all(
    store: &mut dyn ServerStore,
    profile: ProfileId,
    keys: &[PlayerKey],
) -> Result<(), StoreError> {
    for (secret, _) in devices(store, profile)? {
        forget(store, profile, secret)?;
    }
    keys.iter().try_for_each(|key| store.set_meta(&device_key(*key), None))
}

/// The further devices of a player, with the time since when.
fn devices(
    store: &mut dyn ServerStore,
    profile: ProfileId,
) -> Result<Vec<(PlayerKey, i64)>, StoreError> {
    let device = |(key, since): (String, String)| {
        let secret = PlayerKey::from_text(key.strip_prefix(DEVICE_KEY)?)?;
        Some((secret, since.parse().unwrap_or_default()))
    };
    Ok(store.preferences(Some(profile))?.into_iter().filter_map(device).collect())
}

fn forget(
    store: &mut dyn ServerStore,
    profile: ProfileId,
    secret: PlayerKey,
) -> Result<(), StoreError> {
    store.set_meta(&device_key(secret), None)?;
    store.set_preference(Some(profile), &device_key(secret), None)
}

fn device_key(secret: PlayerKey) -> String {
    format!("{DEVICE_KEY}{}", secret.to_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_used_once_and_in_time() {
        let transfers = Transfers::default();
        let player = |number| PlayerKey::of(&Token::from_bytes([number; 16]));
        let now = Duration::from_secs(5);
        let issue = |number| transfers.issue(player(number), now).expect("random bits");
        let code = issue(1);
        assert_eq!(transfers.redeem(&code, now), Some(player(1)));
        assert_eq!(transfers.redeem(&code, now), None, "used up");
        let (old, new) = (issue(1), issue(1));
        assert_eq!(transfers.redeem(&old, now), None, "replaced");
        assert_eq!(transfers.redeem(&new, now + TRANSFER_TIME), None, "too old");
        let (code, other) = (issue(1), issue(2));
        transfers.revoke(player(1));
        assert_eq!(transfers.redeem(&code, now), None, "revoked");
        assert_eq!(transfers.redeem(&other, now), Some(player(2)));
    }
}
