//! The networks that ship: some for the pieces and the board they were trained with, one for all others.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rules::Rules;

use super::network::{Network, header_fingerprint};
use super::{Description, fingerprint};

/// How each was made, docs/tuning.md tells.
const FILES: [&[u8]; 3] = [
    include_bytes!("../../networks/standard.nnue"),
    include_bytes!("../../networks/capablanca.nnue"),
    include_bytes!("../../networks/xxl.nnue"),
];
const UNIVERSAL: &[u8] = include_bytes!("../../networks/universal.nnue");

/// How many rule sets' rows of the universal network are kept for the next game by them.
const MOST_KEPT: usize = 4;

/// The network for a rule set: one that was trained for its pieces on its board, or else the universal
/// one, if it covers the rules.
pub(crate) fn shipped(rules: &Rules) -> Option<Arc<Network>> {
    own(rules).or_else(|| universal(rules))
}

/// The network that was trained for a rule set. It is read once.
fn own(rules: &Rules) -> Option<Arc<Network>> {
    static READ: [OnceLock<Option<Arc<Network>>>; FILES.len()] =
        [const { OnceLock::new() }; FILES.len()];
    let wanted = Some(fingerprint(rules));
    let index = FILES.iter().position(|bytes| header_fingerprint(bytes) == wanted)?;
    READ[index].get_or_init(|| Network::read(rules, FILES[index]).ok().map(Arc::new)).clone()
}

/// The universal network with its rows for a rule set.
fn universal(rules: &Rules) -> Option<Arc<Network>> {
    static KEPT: Mutex<Vec<(Description, Arc<Network>)>> = Mutex::new(Vec::new());
    if !Description::covers(rules) {
        return None;
    }
    let description = Description::new(rules);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = kept().iter().find(|(other, _)| *other == description) {
        return Some(Arc::clone(network));
    }
    // Nobody waits for these rows but who asks for them.
    let network = Arc::new(Network::read(rules, UNIVERSAL).ok()?);
    let mut kept = kept();
    kept.truncate(MOST_KEPT - 1);
    kept.insert(0, (description, Arc::clone(&network)));
    Some(network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::NetworkError;

    fn rules(id: &str) -> Arc<Rules> {
        notation::ruleset::shipped(id).expect("it ships")
    }

    #[test]
    fn each_network_serves_its_own_rules() {
        for id in ["standard", "capablanca", "xxl"] {
            assert!(shipped(&rules(id)).is_some(), "{id}");
            assert!(own(&rules(id)).is_some(), "{id}");
            let fog = rules(id).with_fog(true).expect("each side has a king");
            assert!(shipped(&fog).is_none(), "{id} under fog");
        }
        assert!(own(&rules("king-capture")).is_none());
        assert!(shipped(&rules("king-capture")).is_some());
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
        let read = |bytes: &[u8]| Network::read(&rules, bytes).err();
        assert_eq!(read(UNIVERSAL), None);
        let short = &UNIVERSAL[..UNIVERSAL.len() - 2];
        assert!(matches!(read(short), Some(NetworkError::WrongLength { .. })));
        let changed = |at: usize, value: u8| {
            let mut bytes = UNIVERSAL.to_vec();
            bytes[at] = value;
            read(&bytes)
        };
        assert_eq!(changed(4, 9), Some(NetworkError::WrongVersion(9)));
        for header in [8, 10, 12, 14, 18, 20] {
            assert!(changed(header, UNIVERSAL[header] ^ 1).is_some(), "{header}");
        }
        assert_eq!(changed(15, 0xff), Some(NetworkError::WrongShape));
        assert_eq!(changed(UNIVERSAL.len() - 1, 0x7f), Some(NetworkError::LargeWeights));
    }

    #[test]
    fn a_damaged_network_is_refused() {
        let rules = rules("standard");
        let bytes = FILES[0];
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
