//! The networks that ship: some for the pieces and the board they were trained with, one for all others.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rules::Rules;

use super::network::Network;
use super::{Description, fingerprint};

/// The networks by the names of their files, with the fingerprints of the rules that three were trained
/// for; the universal one is the last. How each was made, docs/tuning.md tells.
const NETWORKS: [(&str, Option<u64>); 4] = [
    ("standard.nnue", Some(0x3e43_096a_262a_5a72)),
    ("capablanca.nnue", Some(0x20d7_4054_9809_a9a3)),
    ("xxl.nnue", Some(0xb427_5031_eabf_c436)),
    ("universal.nnue", None),
];
const UNIVERSAL: usize = NETWORKS.len() - 1;

/// How many rule sets' rows of the universal network are kept for the next game by them.
const MOST_KEPT: usize = 4;

/// A program carries its networks.
#[cfg(not(target_arch = "wasm32"))]
mod files {
    use super::NETWORKS;

    const FILES: [&[u8]; NETWORKS.len()] = [
        include_bytes!("../../networks/standard.nnue"),
        include_bytes!("../../networks/capablanca.nnue"),
        include_bytes!("../../networks/xxl.nnue"),
        include_bytes!("../../networks/universal.nnue"),
    ];

    pub(super) fn bytes(index: usize) -> Option<&'static [u8]> {
        FILES.get(index).copied()
    }
}

/// A page fetches a network when a game needs it.
#[cfg(target_arch = "wasm32")]
mod files {
    use std::sync::OnceLock;

    use super::NETWORKS;

    static FETCHED: [OnceLock<Vec<u8>>; NETWORKS.len()] =
        [const { OnceLock::new() }; NETWORKS.len()];

    pub(super) fn bytes(index: usize) -> Option<&'static [u8]> {
        FETCHED.get(index)?.get().map(Vec::as_slice)
    }

    /// Takes a network that was fetched; one that is there already stays.
    pub fn provide(name: &str, bytes: Vec<u8>) {
        if let Some(index) = NETWORKS.iter().position(|(file, _)| *file == name) {
            FETCHED[index].get_or_init(|| bytes);
        }
    }
}

#[cfg(target_arch = "wasm32")]
pub use files::provide;

/// The number of the network that serves a rule set best.
fn index_for(rules: &Rules) -> Option<usize> {
    let wanted = Some(fingerprint(rules));
    let own = NETWORKS.iter().position(|(_, fingerprint)| *fingerprint == wanted);
    own.or_else(|| Description::covers(rules).then_some(UNIVERSAL))
}

/// The file of the network that serves a rule set best, if it has to be fetched first.
pub fn missing(rules: &Rules) -> Option<&'static str> {
    let index = index_for(rules).filter(|index| files::bytes(*index).is_none())?;
    Some(NETWORKS[index].0)
}

/// The network for a rule set: one that was trained for its pieces on its board, or else the universal
/// one, if it covers the rules.
pub(crate) fn shipped(rules: &Rules) -> Option<Arc<Network>> {
    match index_for(rules)? {
        UNIVERSAL => universal(rules),
        index => own(rules, index),
    }
}

/// A network that was trained for a rule set. It is read once.
fn own(rules: &Rules, index: usize) -> Option<Arc<Network>> {
    static READ: [OnceLock<Option<Arc<Network>>>; UNIVERSAL] =
        [const { OnceLock::new() }; UNIVERSAL];
    let bytes = files::bytes(index)?;
    READ.get(index)?.get_or_init(|| Network::read(rules, bytes).ok().map(Arc::new)).clone()
}

/// The universal network with its rows for a rule set.
fn universal(rules: &Rules) -> Option<Arc<Network>> {
    static KEPT: Mutex<Vec<(Description, Arc<Network>)>> = Mutex::new(Vec::new());
    let bytes = files::bytes(UNIVERSAL)?;
    let description = Description::new(rules);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = kept().iter().find(|(other, _)| *other == description) {
        return Some(Arc::clone(network));
    }
    // Nobody waits for these rows but who asks for them.
    let network = Arc::new(Network::read(rules, bytes).ok()?);
    let mut kept = kept();
    kept.truncate(MOST_KEPT - 1);
    kept.insert(0, (description, Arc::clone(&network)));
    Some(network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::{NetworkError, NetworkOrigin};

    fn rules(id: &str) -> Arc<Rules> {
        notation::ruleset::shipped(id).expect("it ships")
    }

    #[test]
    fn each_network_serves_its_own_rules() {
        for id in ["standard", "capablanca", "xxl"] {
            let network = shipped(&rules(id)).expect(id);
            assert_eq!(network.origin(), NetworkOrigin::OwnRules, "{id}");
            assert_eq!(missing(&rules(id)), None, "{id}");
            let fog = rules(id).with_fog(true).expect("each side has a king");
            assert!(shipped(&fog).is_none(), "{id} under fog");
        }
        let network = shipped(&rules("king-capture")).expect("it is covered");
        assert_eq!(network.origin(), NetworkOrigin::Universal);
        // In a casual game kings are taken and play goes on.
        assert!(shipped(&rules("casual")).is_none());
    }

    #[test]
    fn the_universal_network_is_made_once_for_a_rule_set() {
        let network = || universal(&rules("king-capture")).expect("it is covered");
        assert!(Arc::ptr_eq(&network(), &network()));
        let first = network();
        for (id, rules) in ["standard", "capablanca", "xxl"].map(|id| (id, rules(id))) {
            let other = universal(&rules).expect("it is covered");
            assert!(!Arc::ptr_eq(&first, &other), "{id}");
        }
    }

    #[test]
    fn a_damaged_universal_network_is_refused() {
        let rules = rules("standard");
        let universal = files::bytes(UNIVERSAL).expect("it is carried");
        let read = |bytes: &[u8]| Network::read(&rules, bytes).err();
        assert_eq!(read(universal), None);
        let short = &universal[..universal.len() - 2];
        assert!(matches!(read(short), Some(NetworkError::WrongLength { .. })));
        let changed = |at: usize, value: u8| {
            let mut bytes = universal.to_vec();
            bytes[at] = value;
            read(&bytes)
        };
        assert_eq!(changed(4, 9), Some(NetworkError::WrongVersion(9)));
        for header in [8, 10, 12, 14, 18, 20] {
            assert!(changed(header, universal[header] ^ 1).is_some(), "{header}");
        }
        assert_eq!(changed(15, 0xff), Some(NetworkError::WrongShape));
        assert_eq!(changed(universal.len() - 1, 0x7f), Some(NetworkError::LargeWeights));
    }

    #[test]
    fn a_damaged_network_is_refused() {
        let rules = rules("standard");
        let bytes = files::bytes(0).expect("it is carried");
        let read = |bytes: &[u8]| Network::read(&rules, bytes).err();
        assert_eq!(read(bytes), None);
        assert_eq!(read(&[]), Some(NetworkError::WrongMagic));
        assert_eq!(read(&[7; 100]), Some(NetworkError::WrongMagic));
        let short = &bytes[..bytes.len() - 2];
        assert!(matches!(read(short), Some(NetworkError::WrongLength { .. })));
        let changed = |at: usize, value: u8| {
            let mut bytes = bytes.to_vec();
            bytes[at] = value;
            read(&bytes)
        };
        assert_eq!(changed(4, 9), Some(NetworkError::WrongVersion(9)));
        assert_eq!(changed(8, bytes[8] ^ 1), Some(NetworkError::WrongRules));
        assert_eq!(changed(20, 3), Some(NetworkError::WrongShape));
        assert_eq!(changed(24, 5), Some(NetworkError::WrongShape));
        assert_eq!(changed(bytes.len() - 1, 0x7f), Some(NetworkError::LargeWeights));
    }
}
