//! `hint`: the fixed order of preference of the free chessboard.

use crate::program::{lines, refuses};

/// As an independent program computes them from the start position.
const THIRTY: &str = "h2h4 a7a5 h4h5 a5a4 h5h6 g8h6 h1h6 g7h6 g1h3 a4a3 b1a3 a8a3 b2a3 b8a6 h3g5 \
    h6g5 g2g4 a6b4 a3b4 b7b5 f1h3 c8a6 h3g2 d8a8 g2a8 a6b7 a8b7 c7c5 b4c5 b5b4";

#[track_caller]
fn check(rules: &str, fen: &str, expected: &str) {
    let printed = lines(&["hint", "--rules", rules, "--fen", fen]);
    assert_eq!(printed[0], expected, "{fen}");
}

#[test]
fn many_hints_in_a_row_are_the_same_every_time() {
    let mut expected: Vec<_> = THIRTY.split_whitespace().collect();
    expected.push("fen 4kb1r/1B1ppp1p/8/2P3p1/1p4P1/8/P1PPPP2/R1BQK3 w - - 0 16");
    for _ in 0..3 {
        assert_eq!(lines(&["hint", "--rules", "casual", "--count", "30"]), expected);
    }
    let ten = lines(&["hint", "--rules", "casual", "--count", "10"]);
    assert_eq!(ten[..10], expected[..10]);
    assert_eq!(ten[10], "fen rnbqkb1r/1ppppp1p/7p/8/8/p6N/PPPPPPP1/RNBQKB2 w - - 0 6");
}

#[test]
fn one_hint_is_played_unless_told_otherwise() {
    let fen = "fen rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b - - 0 1";
    assert_eq!(lines(&["hint", "--rules", "casual"]), ["h2h4", fen]);
    let none = lines(&["hint", "--rules", "casual", "--count", "0"]);
    assert_eq!(none, ["fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"]);
    refuses(&["hint", "--rules", "casual", "--count", "-1"]);
}

#[test]
fn each_preference_decides_when_those_before_it_do_not() {
    check("casual", "8/8/8/8/8/p7/1P5P/8 w", "b2a3");
    check("casual", "8/8/8/8/8/p6p/1P4P1/8 w", "g2h3");
    check("casual", "8/8/8/8/8/8/8/R2R4 w", "d1h1");
    check("casual", "7p/8/8/7p/6P1/8/8/R6R w", "g4h5");
    check("casual", "8/8/8/8/6R1/8/8/6R1 w", "g4h4");
    // The same target: the piece that comes from further left, then from further back.
    check("casual", "8/8/8/7p/8/6N1/8/3Q4 w", "d1h5");
    check("casual", "7p/8/8/8/8/8/8/R6R w", "h1h8");
    check("casual", "7p/8/8/6N1/8/8/8/7R w", "h1h8");
    check("casual", "8/6N1/8/7p/8/6N1/8/8 w", "g3h5");
    // Black looks from the other side.
    check("casual", "8/8/8/8/8/8/8/r2r4 b", "a1a2");
    check("casual", "k7/8/8/8/8/8/8/8 b", "a8a7");
}

#[test]
fn special_moves_count_in_other_rule_sets() {
    // Taking in passing is a capture; castling ends where the king ends.
    check("standard", "4k3/8/8/3pP3/8/8/7P/4K3 w - d6 0 1", "e5d6");
    check("standard", "4k3/8/8/8/8/7p/7P/4K2R w K - 0 1", "e1g1");
    check("standard", "8/7P/8/8/8/k7/8/K7 w", "h7h8q");
}

#[test]
fn a_position_without_moves_has_no_hint() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let printed = lines(&["hint", "--rules", "standard", "--fen", mated, "--count", "5"]);
    assert_eq!(printed, [format!("fen {mated}")]);
}
