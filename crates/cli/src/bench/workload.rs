//! The fixed positions of the workload: the start of each rule set and five from quick games.

use std::sync::Arc;

use anyhow::{Context, anyhow};
use notation::{fen, ruleset};
use rules::{Position, Rules};

/// What is measured of one rule set.
pub(super) struct Workload {
    /// The rule set's id.
    pub(super) id: &'static str,
    /// How deep moves are counted from the start.
    pub(super) count_depth: u32,
    /// The positions that are searched.
    pub(super) positions: [&'static str; 6],
}

impl Workload {
    /// The rule set.
    pub(super) fn rules(&self) -> anyhow::Result<Arc<Rules>> {
        if self.id != TWELVE_BY_TEN {
            return Ok(ruleset::shipped_or_error(self.id)?);
        }
        let text = include_str!("../../../notation/rulesets/examples/twelve-by-ten.toml");
        match ruleset::parse(text, self.id, &ruleset::no_files) {
            Ok((rules, _)) => Ok(rules),
            Err(faults) => Err(anyhow!("{}: {faults}", self.id)),
        }
    }

    /// The positions that are searched.
    pub(super) fn positions(&self, rules: &Arc<Rules>) -> anyhow::Result<Vec<Position>> {
        let read = |text: &&str| {
            let position = fen::parse(rules, text).with_context(|| format!("in `{text}`"))?;
            Ok(position.0)
        };
        self.positions.iter().map(read).collect()
    }
}

/// An example that is part of the program for this purpose only.
const TWELVE_BY_TEN: &str = "twelve-by-ten";

/// Everything that is measured. A change here makes node counts incomparable with earlier ones.
pub(super) const WORKLOADS: [Workload; 6] = [
    Workload {
        id: "xxl",
        count_depth: 5,
        positions: [
            "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR w KQkq - 0 1",
            "rnbhc1gkgcebnr/pppppppppp2pp/14/10p3/11p2/2a11/14/14/14/4P3P5/14/5H3P4/PPPP1PPPA1PPPP/RNB1CG1KGCEBNR w KQkq - 1 8",
            "rnb1c2kgc1bnr/1ppp2pppp1ppp/6g4e2/p13/4pp4p3/14/14/5B4h3/7H2P3/13P/3P2P7/14/PPP1PPCPPP1PP1/RNB1CG1KG1E1NR w KQkq - 0 13",
            "rn2cg1kg1ebn1/ppp1pppp1p1pp1/4h9/3p10/10p3/7p6/9c3r/4H9/14/13P/10P3/8P3P1/PPP1PPPP1P1P2/RNB1CG1KGCE1NR w KQq - 1 21",
            "1n2cg1kgc2nr/1p3pp1pp1p1p/2p4p4p1/3r6p3/11b2/3p10/6H4Q2/q9h2P/4P9/10P3/14/P1NP5E4/RP3PPPPP2P1/2e1CG1KGC2NR w Kk - 4 31",
            "3r3k5r/p4ppppp1pp1/1pB11/2p5cnp3/14/4R3g4p/7e6/14/b2P10/4P9/P6P6/2N3G1P1PNP1/1PP2PP2G1PP1/R3C1K7 w k - 0 46",
        ],
    },
    Workload {
        id: "standard",
        count_depth: 6,
        positions: [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3kb1r/pp3ppp/2n2n2/q1Ppp3/3P4/2P1PP1b/P5PP/RNBQKB1R w KQkq - 0 8",
            "r2qkb1r/1p2p2p/n1n1p1p1/p1p5/P3P2P/2NP1N2/1P3PP1/R1BQ1RK1 w kq - 0 13",
            "4k2r/1p2ppb1/2n1b1pp/1p2P3/r1pP1P2/2P2N2/3BB1PP/R4RK1 w k - 6 21",
            "2r5/pp6/4k3/5p2/1b1P4/3B4/PP6/1K5R w - - 0 31",
            "8/6B1/4k3/1b1p3p/4p2P/4K1P1/8/8 w - - 17 46",
        ],
    },
    Workload {
        id: "capablanca",
        count_depth: 5,
        positions: [
            "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
            "r1abqkb2r/pppp2pppp/n6n2/4pP1c2/3PP2P2/5P2P1/PPP6P/RNABQKBCNR w KQkq e6 0 8",
            "r3qkb2r/3pp1ppp1/pb1a3np1/1Pp2p4/1P3P4/P2P2CN2/3P2PPPP/RN2QKB2R w KQkq - 1 13",
            "r4kb1c1/1p3p3R/4pap3/p1pp4p1/q2P4P1/3P1B1P1N/PPP1QPP1C1/2KR6 w q - 0 21",
            "8r1/pp1p2np2/2n1k5/4Ppb1Pp/10/3P3P1B/PPP7/R4KB2R w KQ - 2 31",
            "5k4/6n3/1pn1r3b1/4ppbp2/9R/2N1P1Pa2/P1PP1PN3/1Q3KB3 w - - 38 46",
        ],
    },
    Workload {
        id: "king-capture",
        count_depth: 6,
        positions: [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "r1b1kb1r/1p2pppp/1q1p1n2/p1p5/PnP4P/1QNP1N2/1P2PPP1/R1B1KB1R w - - 1 8",
            "r3kb1r/pp1bpp2/2n3pp/3p4/3PnP2/1P1BPN2/1P1B2PP/RN2K2R w - - 1 13",
            "r2k3r/1p1n1pp1/p1nb3p/4P3/N1P5/8/PP1BBRbP/R2K4 w - - 0 21",
            "2n1kr2/1p2r1pp/p1b2p2/3p4/1R3NP1/N1P2P2/1R5P/6K1 w - - 5 31",
            "8/4k3/4p3/4N1R1/r7/4K3/8/8 w - - 3 46",
        ],
    },
    Workload {
        id: "casual",
        count_depth: 6,
        positions: [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "r1bqkb1r/1p2pppp/5n2/p2p4/PnPN3P/2N5/1P2PPP1/R1BQKB1R w - - 0 8",
            "r1bk3r/pp2ppb1/2n3pp/2q5/4pP2/NQP1PN2/PP1B2PP/R3K2R w - - 0 13",
            "r6r/p4Rpp/4p3/1bbpP1N1/5P2/6QP/P5P1/2q1KR2 w - - 1 21",
            "8/4r1p1/n3Pp1p/r1pp3n/P2P4/2N2PP1/3K3P/NR6 w - - 0 31",
            "8/3R4/pkp2p2/4b3/4K2P/6p1/8/8 w - - 0 46",
        ],
    },
    Workload {
        id: TWELVE_BY_TEN,
        count_depth: 5,
        positions: [
            "rnbhcgakebnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBHCGAKEBNR w KQkq - 0 1",
            "rnbh1g1kebnr/1ppp1pp1a1pp/12/p3pc1ppp2/12/6P5/4PP3P2/3P4P3/PPP4P2PP/RNBHCGAKEBNR w KQkq - 0 8",
            "rn1hc1ake1H1/pp2pppp4/9p2/2pp4p1pb/3g8/11P/4P2P4/6E5/PbPP1PP2PP1/RNB1CGAK1BNR w KQ - 0 13",
            "rnb2g1ke2r/5ppc1p2/5a3n2/2pp3p2pp/pp10/4q7/1P2P3PBPP/N6P1E2/P1P3P2P2/R3CGAK1BNR w KQkq - 0 21",
            "rn1h1g3b1r/2p3kpp3/1p7a2/p3p5p1/Q5p5/5Pq3P1/3P5P2/1P9B/6PQ3P/RN2C2KE1N1 w Q - 0 31",
            "rnb1c2k1bnr/p2ppppp1ppp/1p4g5/2p1C7/8pe2/12/4P2PK3/12/PPPP1PP1P1PP/RNBH1G2EBNR w kq - 69 46",
        ],
    },
];
