//! Every rule set against the perft numbers that stand beside it.

use crate::support::{perft_cases, rules_by_name};
use xxlchess_rules::fen;
use xxlchess_rules::perft;

/// Deeper counts are left to the benchmark.
const MOST_NODES: u64 = 6_000_000;

fn check(name: &str) {
    let rules = rules_by_name(name);
    for case in perft_cases(name) {
        let (mut position, _) = fen::parse(&rules, &case.fen).expect("a valid FEN");
        for (expected, depth) in case.counts.iter().zip(1..) {
            if *expected <= MOST_NODES {
                assert_eq!(
                    perft(&mut position, depth),
                    *expected,
                    "{name} {} depth {depth}",
                    case.fen
                );
            }
        }
    }
}

#[test]
fn xxl() {
    check("xxl");
}

#[test]
fn standard() {
    check("standard");
}

#[test]
fn king_capture() {
    check("king-capture");
}

#[test]
fn casual() {
    check("casual");
}

#[test]
fn capablanca() {
    check("capablanca");
}

#[test]
fn twelve_by_ten() {
    check("examples/twelve-by-ten");
}
