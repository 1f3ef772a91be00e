//! The player of a session: greeting, blocking, reports, and devices.

use std::sync::Arc;

use protocol::{ChatText, NotNow, PlayerName, Refusal, ToClient, Token};

use super::Session;
use crate::identity::{Player, PlayerKey, TRANSFER_TIME, new_token, random_bits};
use crate::limiter::RateKind;
use crate::moderation;

/// The most reports that are kept.
const MOST_REPORTS: usize = 1000;

/// The most players that one player can block.
const MOST_BLOCKED: usize = 500;

/// The player of the session.
pub(super) struct Speaker {
    pub(super) player: Arc<Player>,
    /// The digest of the secret of their device.
    pub(super) device: PlayerKey,
    /// That secret, if it is new.
    pub(super) token: Option<Token>,
}

impl Session {
    /// The player with this secret; without a known one, a new player.
    pub(super) async fn identify(
        &self,
        name: &PlayerName,
        token: Option<Token>,
        transfer: Option<Token>,
    ) -> Result<Speaker, Refusal> {
        if let Some(code) = transfer {
            return self.take_along(&code).await;
        }
        if let Some(token) = token
            && let Some(player) = self.server.identities.find(&token).await.map_err(failed)?
        {
            self.admit(&player)?;
            let old = player.name();
            self.server.identities.rename(&player, name).await;
            if player.name() != old {
                self.server.broadcast_change(&player);
            }
            return Ok(Speaker { player, device: PlayerKey::of(&token), token: None });
        }
        self.admit_at_rate(RateKind::Newcomers)?;
        let token = new_token().map_err(failed)?;
        let identities = &self.server.identities;
        let player = match self.server.cluster() {
            Some(_) => identities.enrol(&token, name).await.map_err(failed)?,
            None => identities.register(&token, name),
        };
        Ok(Speaker { player, device: PlayerKey::of(&token), token: Some(token) })
    }

    /// Another device of a player, by the code of a link.
    async fn take_along(&self, code: &Token) -> Result<Speaker, Refusal> {
        self.admit_at_rate(RateKind::Newcomers)?;
        let token = new_token().map_err(failed)?;
        let now = self.server.clock.now();
        let key = match self.server.transfers.redeem(code, now) {
            Some(key) => Some(key),
            None => self.server.redeem_shared(code).await.map_err(failed)?,
        };
        let key = key.ok_or(Refusal::Transfer)?;
        let added = self.server.identities.add_device(key, &token, self.server.clock.unix());
        let player = added.await.map_err(failed)?.ok_or(Refusal::Transfer)?;
        self.admit(&player)?;
        tracing::info!(player = %player.name(), address = %self.address, "a further device");
        Ok(Speaker { player, device: PlayerKey::of(&token), token: Some(token) })
    }

    fn admit(&self, player: &Player) -> Result<(), Refusal> {
        if !self.server.moderation.is_banned(player) {
            return Ok(());
        }
        tracing::info!(player = %player.name(), address = %self.address, "a banned player");
        Err(Refusal::Banned)
    }

    /// Issues a code by which another device becomes this player.
    pub(super) async fn issue_transfer(&mut self, player: &Player) -> Result<(), Refusal> {
        self.server.identities.ensure_profile(player).await.map_err(failed)?;
        let issued = self.server.transfers.issue(player.key, self.server.clock.now());
        let code = issued.map_err(failed)?;
        self.server.share_transfer(&code, player.key).await.map_err(failed)?;
        self.answer(&ToClient::Transfer { code, seconds: TRANSFER_TIME.as_secs() });
        Ok(())
    }

    /// Signs all other devices of this player out.
    pub(super) async fn revoke_devices(&mut self, player: &Player) -> Result<(), Refusal> {
        let Some(device) = self.device else {
            debug_assert!(false, "whoever was greeted has a device");
            return Ok(());
        };
        self.server.transfers.revoke(player.key);
        let revoked = self.server.identities.revoke_devices(player, device).await;
        let count = revoked.map_err(failed)?;
        self.server.kick(|online| online.player.key == player.key && online.device != device);
        self.server.broadcast_change(player);
        self.answer(&ToClient::DevicesRevoked { count });
        Ok(())
    }

    /// Blocks or unblocks a player.
    pub(super) async fn block(
        &mut self,
        player: &Player,
        whom: &PlayerName,
        on: bool,
    ) -> Result<(), Refusal> {
        if on && player.blocked().len() >= MOST_BLOCKED {
            return Err(Refusal::NotNow(NotNow::Blocked { most: MOST_BLOCKED }));
        }
        let identities = &self.server.identities;
        let other = match player.find_blocked(whom).filter(|_| !on) {
            Some(other) => Some(other),
            None => identities.profile_of(whom).await.map_err(failed)?,
        };
        let other = other.ok_or(Refusal::NoPlayer)?;
        identities.block(player, other, whom, on).await.map_err(failed)?;
        self.server.broadcast_change(player);
        self.answer(&ToClient::Blocked { players: player.blocked() });
        Ok(())
    }

    /// Keeps what a player reports, for the operator.
    pub(super) async fn report(
        &self,
        player: &Player,
        about: &PlayerName,
        text: &ChatText,
    ) -> Result<(), Refusal> {
        let (by, address) = (player.name(), self.address);
        tracing::warn!(%by, %address, %about, text = text.as_str(), "a report");
        let failed = |_| Refusal::Failed;
        let number = random_bits().map_err(failed)?;
        let now = self.server.clock.unix();
        // In the order of their times.
        let key = format!("{}report:{:012}-{number:016x}", moderation::STORE_KEY, now.0);
        let value = format!("{now} {by} ({address}) about {about}: {}", text.as_str());
        let kept = self.server.storage.with(move |store| {
            let prefix = format!("{}report:", moderation::STORE_KEY);
            let reports = store.metas(&prefix)?;
            for (oldest, _) in reports.iter().take(reports.len().saturating_sub(MOST_REPORTS)) {
                store.set_meta(oldest, None)?;
            }
            store.set_meta(&key, Some(&value))
        });
        kept.await.map_err(|error| {
            tracing::error!(%error, "a report could not be kept");
            Refusal::Failed
        })
    }
}

fn failed(error: impl std::fmt::Display) -> Refusal {
    tracing::error!(%error, "a player cannot be served");
    Refusal::Failed
}
