//! What operators do about people, and what players report. Everything is kept and logged.

use std::collections::HashSet;
use std::net::IpAddr;

use parking_lot::Mutex;
use store::ProfileId;

use crate::identity::Player;
use crate::proxy::IpNetwork;

/// Under which keys it is kept.
pub(crate) const STORE_KEY: &str = "moderation:";

/// Who is banned or muted.
#[derive(Debug, Default)]
pub(crate) struct Moderation {
    measures: Mutex<Measures>,
}

#[derive(Debug, Default)]
struct Measures {
    muted: HashSet<ProfileId>,
    banned: HashSet<ProfileId>,
    networks: Vec<IpNetwork>,
}

/// Something that is done about somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// What was kept.
    pub(crate) fn load(kept: &[(String, String)]) -> Moderation {
        let moderation = Moderation::default();
        for measure in kept.iter().filter_map(|(key, _)| Measure::from_key(key)) {
            moderation.set(measure, true);
        }
        moderation
    }

    /// What is kept now, in place of what was known.
    pub(crate) fn reload(&self, kept: &[(String, String)]) {
        let fresh = Moderation::load(kept);
        *self.measures.lock() = fresh.measures.into_inner();
    }

    /// Takes a measure, or takes it back. Does that change anything?
    pub(crate) fn set(&self, measure: Measure, on: bool) -> bool {
        let mut measures = self.measures.lock();
        let set = |profiles: &mut HashSet<ProfileId>, profile| match on {
            true => profiles.insert(profile),
            false => profiles.remove(&profile),
        };
        match measure {
            Measure::Mute(profile) => set(&mut measures.muted, profile),
            Measure::Ban(profile) => set(&mut measures.banned, profile),
            Measure::BanNetwork(network) => {
                let was_there = measures.networks.contains(&network);
                measures.networks.retain(|known| *known != network);
                measures.networks.extend(on.then_some(network));
                was_there != on
            }
        }
    }

    pub(crate) fn is_muted(&self, player: &Player) -> bool {
        player.profile().is_some_and(|profile| self.measures.lock().muted.contains(&profile))
    }

    pub(crate) fn is_banned(&self, player: &Player) -> bool {
        player.profile().is_some_and(|profile| self.measures.lock().banned.contains(&profile))
    }

    pub(crate) fn is_banned_address(&self, address: IpAddr) -> bool {
        self.measures.lock().networks.iter().any(|network| network.contains(address))
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
