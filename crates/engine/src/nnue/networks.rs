//! The networks that ship, each for the pieces and the board it was trained with.

use std::sync::{Arc, OnceLock};

use rules::Rules;

use super::fingerprint;
use super::network::{Network, header_fingerprint};

/// How each was made, docs/tuning.md tells.
const FILES: [&[u8]; 3] = [
    include_bytes!("../../networks/standard.nnue"),
    include_bytes!("../../networks/capablanca.nnue"),
    include_bytes!("../../networks/xxl.nnue"),
];

/// The network for a rule set, if one was trained for its pieces on its board. It is read once.
pub(crate) fn shipped(rules: &Rules) -> Option<Arc<Network>> {
    static READ: [OnceLock<Option<Arc<Network>>>; FILES.len()] =
        [const { OnceLock::new() }; FILES.len()];
    let wanted = Some(fingerprint(rules));
    let index = FILES.iter().position(|bytes| header_fingerprint(bytes) == wanted)?;
    READ[index].get_or_init(|| Network::read(rules, FILES[index]).ok().map(Arc::new)).clone()
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
            let fog = rules(id).with_fog(true).expect("each side has a king");
            assert!(shipped(&fog).is_none(), "{id} under fog");
        }
        for id in ["king-capture", "casual"] {
            assert!(shipped(&rules(id)).is_none(), "{id}");
        }
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
