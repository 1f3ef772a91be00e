//! The networks that ship: some for the pieces and the board they were trained with, one for all others.

use std::sync::{Arc, Mutex, PoisonError};

use rules::{Ends, PieceType, Rules};

use self::file::{File, network_file};
use super::network::Network;
use super::{Description, feature_order, fingerprint, fingerprint_of_pieces};

/// A network that was trained for the pieces of one rule set.
struct OwnNetwork {
    file: File,
    /// The [`fingerprint`](super::fingerprint) of the rules.
    fingerprint: u64,
    /// How the pieces move, in the order of its features; nothing where the rules are special, so that
    /// [`feature_order`] tells.
    pieces: Option<&'static [&'static str]>,
}

/// How each was made, docs/tuning.md tells.
static OWN: [OwnNetwork; 5] = [
    OwnNetwork {
        file: network_file!("standard.nnue"),
        fingerprint: 0x3e43_096a_262a_5a72,
        pieces: Some(&["fmWfcF", "N", "B", "R", "Q", "K"]),
    },
    OwnNetwork {
        file: network_file!("capablanca.nnue"),
        fingerprint: 0x20d7_4054_9809_a9a3,
        pieces: Some(&["fmWfcF", "N", "B", "R", "Q", "K", "BN", "RN"]),
    },
    OwnNetwork {
        file: network_file!("xxl.nnue"),
        fingerprint: 0xb427_5031_eabf_c436,
        pieces: Some(&["fmWfcF", "R", "N", "B", "BN", "C", "KN", "QN", "K", "RN", "Q"]),
    },
    OwnNetwork {
        file: network_file!("antichess.nnue"),
        fingerprint: 0x137f_06c0_00de_d52a,
        pieces: None,
    },
    OwnNetwork {
        file: network_file!("xiangqi.nnue"),
        fingerprint: 0xc9c7_2740_5a3f_b34b,
        pieces: None,
    },
];

static UNIVERSAL: File = network_file!("universal.nnue");

/// How many networks are kept for the next game by the same rules.
const MOST_KEPT: usize = 4;

/// A program carries its networks.
#[cfg(not(target_arch = "wasm32"))]
mod file {
    pub(super) struct File {
        pub(super) name: &'static str,
        bytes: &'static [u8],
    }

    impl File {
        pub(super) const fn new(name: &'static str, bytes: &'static [u8]) -> File {
            File { name, bytes }
        }

        pub(super) fn bytes(&self) -> Option<&'static [u8]> {
            Some(self.bytes)
        }
    }

    macro_rules! network_file {
        ($name:literal) => {
            File::new($name, include_bytes!(concat!("../../networks/", $name)))
        };
    }
    pub(super) use network_file;
}

/// A page fetches a network when a game needs it.
#[cfg(target_arch = "wasm32")]
mod file {
    use std::sync::OnceLock;

    pub(super) struct File {
        pub(super) name: &'static str,
        fetched: OnceLock<Vec<u8>>,
    }

    impl File {
        pub(super) const fn new(name: &'static str) -> File {
            File { name, fetched: OnceLock::new() }
        }

        pub(super) fn bytes(&'static self) -> Option<&'static [u8]> {
            self.fetched.get().map(Vec::as_slice)
        }

        pub(super) fn provide(&self, bytes: Vec<u8>) {
            self.fetched.get_or_init(|| bytes);
        }
    }

    macro_rules! network_file {
        ($name:literal) => {
            File::new($name)
        };
    }
    pub(super) use network_file;
}

/// Takes a network that was fetched; one that is there already stays.
#[cfg(target_arch = "wasm32")]
pub fn provide(name: &str, bytes: Vec<u8>) {
    let mut files = OWN.iter().map(|own| &own.file).chain([&UNIVERSAL]);
    if let Some(file) = files.find(|file| file.name == name) {
        file.provide(bytes);
    }
}

/// What a network is made of for a rule set.
#[derive(PartialEq)]
enum Source {
    /// The one of this number, with the piece types in this order.
    Own(usize, Vec<PieceType>),
    Universal(Description),
}

impl Source {
    /// What serves a rule set best.
    fn of(rules: &Rules) -> Option<Source> {
        let own =
            (0..OWN.len()).find_map(|index| Some(Source::Own(index, OWN[index].order(rules)?)));
        own.or_else(|| {
            Description::covers(rules).then(|| Source::Universal(Description::new(rules)))
        })
    }

    fn file(&self) -> &'static File {
        match self {
            Source::Own(index, _) => &OWN[*index].file,
            Source::Universal(_) => &UNIVERSAL,
        }
    }

    /// The network, kept for the next game.
    fn network(self, rules: &Rules) -> Option<Arc<Network>> {
        static KEPT: Mutex<Vec<(Source, Arc<Network>)>> = Mutex::new(Vec::new());
        let bytes = self.file().bytes()?;
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, network)) = kept().iter().find(|(other, _)| *other == self) {
            return Some(Arc::clone(network));
        }
        // Nobody waits for it but who asks for it.
        let read = match &self {
            Source::Own(index, order) => {
                Network::read_in_order(rules, order, OWN[*index].fingerprint, bytes)
            }
            Source::Universal(_) => Network::read(rules, bytes),
        };
        let network = Arc::new(read.ok()?);
        let mut kept = kept();
        kept.truncate(MOST_KEPT - 1);
        kept.insert(0, (self, Arc::clone(&network)));
        Some(network)
    }
}

impl OwnNetwork {
    /// The piece types of a rule set in the order of the features, if they are those that it was
    /// trained for. Squares to come to and checks to give are judged apart from it.
    fn order(&self, rules: &Rules) -> Option<Vec<PieceType>> {
        let Some(pieces) = self.pieces else {
            return (fingerprint(rules) == self.fingerprint).then(|| feature_order(rules));
        };
        let ends = Ends { goal: None, checks: None, ..rules.spec().ends.clone() };
        if rules.is_extended() || ends != Ends::default() {
            return None;
        }
        let kind = |betza: &&str| {
            let movement = rules::betza::parse(betza).ok()?;
            rules.piece_types().find(|kind| rules.piece_spec(*kind).movement == movement)
        };
        let order = pieces.iter().map(kind).collect::<Option<Vec<_>>>()?;
        let is_whole = order.len() == rules.piece_types().len();
        (is_whole && fingerprint_of_pieces(rules, &order) == self.fingerprint).then_some(order)
    }
}

/// The file of the network that serves a rule set best, if it has to be fetched first.
pub fn missing(rules: &Rules) -> Option<&'static str> {
    let file = Source::of(rules)?.file();
    file.bytes().is_none().then_some(file.name)
}

/// The network for a rule set: one that was trained for its pieces on its board, or else the universal
/// one, if it covers the rules.
pub(crate) fn shipped(rules: &Rules) -> Option<Arc<Network>> {
    Source::of(rules)?.network(rules)
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
        for id in ["standard", "capablanca", "xxl", "antichess", "xiangqi"] {
            let network = shipped(&rules(id)).expect(id);
            assert_eq!(network.origin(), NetworkOrigin::OwnRules, "{id}");
            assert_eq!(missing(&rules(id)), None, "{id}");
        }
        for id in ["standard", "capablanca", "xxl"] {
            let fog = rules(id).with_fog(true).expect("each side has a king");
            assert!(shipped(&fog).is_none(), "{id} under fog");
        }
        let network = shipped(&rules("king-capture")).expect("it is covered");
        assert_eq!(network.origin(), NetworkOrigin::Universal);
        // In a casual game kings are taken and play goes on.
        assert!(shipped(&rules("casual")).is_none());
    }

    /// Their files name the king first, and some are also won otherwise.
    #[test]
    fn a_network_serves_games_with_its_pieces_in_any_order() {
        for id in ["chess960", "king-of-the-hill", "three-check", "gothic", "embassy"] {
            let network = shipped(&rules(id)).expect(id);
            assert_eq!(network.origin(), NetworkOrigin::OwnRules, "{id}");
        }
        let score = |id: &str, text: &str| {
            let (position, _) = rules::fen::parse(&rules(id), text).expect("a valid FEN");
            crate::Evaluator::new(&rules(id)).evaluate(&position)
        };
        for (id, other, text) in [
            ("standard", "chess960", "r1b1k2r/pp3ppp/2n5/8/3P4/2N2N2/PP3PPP/R2QK2R w - - 0 1"),
            (
                "capablanca",
                "gothic",
                "1n2qk1cn1/1p1p1ppp1p/10/10/2P6P/2N6A/PP1P1PPPP1/R2BQK1CN1 w - - 0 1",
            ),
        ] {
            assert_eq!(score(id, text), score(other, text), "{id} {other}");
        }
    }

    #[test]
    fn the_universal_network_is_made_once_for_a_rule_set() {
        let network = || shipped(&rules("king-capture")).expect("it is covered");
        assert!(Arc::ptr_eq(&network(), &network()));
        let first = network();
        for id in ["makruk", "janus", "shako"] {
            let other = shipped(&rules(id)).expect(id);
            assert_eq!(other.origin(), NetworkOrigin::Universal, "{id}");
            assert!(!Arc::ptr_eq(&first, &other), "{id}");
        }
    }

    /// Who is on move gains by the hand-written evaluation alone.
    #[test]
    fn the_universal_network_finds_a_start_that_is_the_same_for_both_sides_level() {
        for id in ["king-capture", "janus", "shako", "grand"] {
            let rules = rules(id);
            let start = rules::Position::start(&rules);
            let written = crate::Evaluator::written(&rules).evaluate(&start);
            assert_eq!(crate::Evaluator::new(&rules).evaluate(&start), written, "{id}");
        }
    }

    #[test]
    fn a_damaged_universal_network_is_refused() {
        let rules = rules("standard");
        let universal = UNIVERSAL.bytes().expect("it is carried");
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

    /// The least weight has no opposite.
    #[test]
    fn a_universal_network_may_have_any_weights() {
        let mut bytes = UNIVERSAL.bytes().expect("it is carried").to_vec();
        let outputs = bytes.len() - 2 * 384 * crate::nnue::OUTPUT_BUCKETS;
        for weight in bytes[outputs..].chunks_exact_mut(2) {
            weight.copy_from_slice(&i16::MIN.to_le_bytes());
        }
        for id in ["standard", "xxl"] {
            assert_eq!(Network::read(&rules(id), &bytes).err(), Some(NetworkError::LargeWeights));
        }
    }

    #[test]
    fn a_damaged_network_is_refused() {
        let rules = rules("standard");
        let bytes = OWN[0].file.bytes().expect("it is carried");
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
