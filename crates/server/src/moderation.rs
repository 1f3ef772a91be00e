//! Moderation: bans and mutes by operators, and reports by players. Everything is stored and logged.

use std::collections::HashSet;
use std::net::IpAddr;

use parking_lot::Mutex;
use store::ProfileId;

use crate::identity::Player;
use crate::proxy::IpNetwork;

/// Under which keys it is kept.
pub(crate) const STORE_KEY: &str = "moderation:";

/// The bans and mutes in force.
#[derive(Debug, Default)]
pub(crate) struct Moderation {
    measures: Mutex<HashSet<Measure>>,
}

/// An action of moderation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Measure {
    Mute(ProfileId),
    Ban(ProfileId),
    BanNetwork(IpNetwork),
}

impl Measure {
    /// The key under which it is kept.
    pub(crate) fn key(&self) -> String {
        match self {
            Measure::Mute(profile) => format!("{STORE_KEY}mute:{}", profile.number()),
            Measure::Ban(profile) => format!("{STORE_KEY}ban:{}", profile.number()),
            Measure::BanNetwork(network) => format!("{STORE_KEY}network:{network}"),
        }
    }

    fn from_key(key: &str) -> Option<Measure> {
        let (kind, whom) = key.strip_prefix(STORE_KEY)?.split_once(':')?;
        let profile = || whom.parse().ok().map(ProfileId::from_number);
        match kind {
            "mute" => profile().map(Measure::Mute),
            "ban" => profile().map(Measure::Ban),
            "network" => whom.parse().ok().map(Measure::BanNetwork),
            _ => None,
        }
    }
}

impl Moderation {
    /// Reads the stored entries.
    pub(crate) fn load(kept: &[(String, String)]) -> Moderation {
        let moderation = Moderation::default();
        moderation.reload(kept);
        moderation
    }

    /// Replaces the known entries by the stored ones.
    pub(crate) fn reload(&self, kept: &[(String, String)]) {
        let measures = kept.iter().filter_map(|(key, _)| Measure::from_key(key));
        *self.measures.lock() = measures.collect();
    }

    /// Takes a measure, or takes it back. Does that change anything?
    pub(crate) fn set(&self, measure: Measure, on: bool) -> bool {
        let mut measures = self.measures.lock();
        match on {
            true => measures.insert(measure),
            false => measures.remove(&measure),
        }
    }

    pub(crate) fn is_muted(&self, player: &Player) -> bool {
        self.is_taken(player, Measure::Mute)
    }

    pub(crate) fn is_banned(&self, player: &Player) -> bool {
        self.is_taken(player, Measure::Ban)
    }

    pub(crate) fn is_banned_address(&self, address: IpAddr) -> bool {
        let is_of_network = |measure: &Measure| matches!(measure, Measure::BanNetwork(network) if network.contains(address));
        self.measures.lock().iter().any(is_of_network)
    }

    fn is_taken(&self, player: &Player, measure: impl Fn(ProfileId) -> Measure) -> bool {
        player.profile().is_some_and(|profile| self.measures.lock().contains(&measure(profile)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_found_by_their_keys() {
        let network: IpNetwork = "192.0.2.0/24".parse().expect("a network");
        let profile = ProfileId::from_number(7);
        for measure in [Measure::Mute(profile), Measure::Ban(profile), Measure::BanNetwork(network)]
        {
            assert_eq!(Measure::from_key(&measure.key()), Some(measure));
        }
        let kept = [(Measure::BanNetwork(network).key(), String::new())];
        let moderation = Moderation::load(&kept);
        assert!(moderation.is_banned_address("192.0.2.9".parse().expect("an address")));
        assert!(!moderation.is_banned_address("192.0.3.9".parse().expect("an address")));
        assert!(moderation.set(Measure::BanNetwork(network), false), "it was there");
        assert!(!moderation.set(Measure::BanNetwork(network), false), "it is gone");
    }
}
