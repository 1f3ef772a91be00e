//! What nodes share of player accounts: changes, bans, and links for other devices.

use std::sync::Arc;

use protocol::Token;

use super::Frame;
use crate::identity::{Player, PlayerKey, TRANSFER_TIME};
use crate::server_state::ServerState;
use crate::store_actor::StoreFailure;

/// Key prefix of the digest of a link's code in the store; the value is its player and expiry.
const TRANSFER_KEY: &str = "transfer:";

impl ServerState {
    /// Broadcasts that a player's account has changed.
    pub(crate) fn broadcast_change(&self, player: &Player) {
        self.broadcast_to_nodes(&Frame::Changed(player.key));
    }

    /// Reloads an account that changed at another node, and disconnects revoked devices.
    pub(crate) async fn reload_player(
        self: &Arc<ServerState>,
        key: PlayerKey,
    ) -> Result<(), StoreFailure> {
        let revoked = self.identities.reload(key).await?;
        self.kick(|online| revoked.contains(&online.device));
        Ok(())
    }

    /// Closes the connections of those who were banned at another node.
    pub(crate) fn kick_banned(&self) {
        self.kick(|online| {
            self.moderation.is_banned(&online.player)
                || self.moderation.is_banned_address(online.address)
        });
    }

    /// Lets a link for another device be used at every node.
    pub(crate) async fn share_transfer(
        &self,
        code: &Token,
        player: PlayerKey,
    ) -> Result<(), StoreFailure> {
        if self.cluster().is_none() {
            return Ok(());
        }
        self.transfers.revoke(player);
        let until = self.clock.unix().0 + i64::try_from(TRANSFER_TIME.as_secs()).unwrap_or(0);
        let key = format!("{TRANSFER_KEY}{}", PlayerKey::of(code).to_text());
        let value = format!("{} {until}", player.to_text());
        self.storage.with(move |store| store.set_meta(&key, Some(&value))).await
    }

    /// Uses up the code of a link that another node may have issued.
    pub(crate) async fn redeem_shared(
        &self,
        code: &Token,
    ) -> Result<Option<PlayerKey>, StoreFailure> {
        if self.cluster().is_none() {
            return Ok(None);
        }
        let key = format!("{TRANSFER_KEY}{}", PlayerKey::of(code).to_text());
        let kept = self.storage.with(move |store| store.take_meta(&key)).await?;
        let now = self.clock.unix().0;
        Ok(kept.as_deref().and_then(|kept| {
            let (player, until) = kept.split_once(' ')?;
            let is_valid = until.parse::<i64>().is_ok_and(|until| until > now);
            PlayerKey::from_text(player).filter(|_| is_valid)
        }))
    }
}
