//! The slow reference itself, against published numbers and examples worked out by hand.

use std::sync::Arc;

use crate::support::reference::RefPosition;
use crate::support::{perft_cases, rules_by_name};
use xxlchess_rules::fen;
use xxlchess_rules::{Colour, Rules, Square, SquareSet};

fn position(rules: &Arc<Rules>, text: &str) -> RefPosition {
    let setup = fen::parse_setup(rules.spec(), text).expect("a valid FEN");
    RefPosition::new(rules, &setup)
}

fn squares(names: &str) -> SquareSet {
    let square = |name| Square::parse_prefix(name).expect("a square").0;
    names.split_whitespace().map(square).collect()
}

#[test]
fn published_perft_numbers() {
    for name in ["standard", "xxl", "capablanca", "examples/twelve-by-ten"] {
        let rules = rules_by_name(name);
        for case in perft_cases(name) {
            let position = position(&rules, &case.fen);
            for (expected, depth) in case.counts.iter().zip(1..).filter(|(n, _)| **n < 10_000) {
                assert_eq!(position.perft(depth), *expected, "{name} {} {depth}", case.fen);
            }
        }
    }
}

#[test]
fn mate_and_stalemate() {
    let standard = rules_by_name("standard");
    for (text, mate, stalemate) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", true, false),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, true),
        ("7k/6Q1/8/8/8/8/8/6K1 b - - 0 1", false, false),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, false),
    ] {
        let position = position(&standard, text);
        assert_eq!((position.is_mate(), position.is_stalemate()), (mate, stalemate), "{text}");
    }
}

#[test]
fn contributing_pieces() {
    let standard = rules_by_name("standard");
    let check = |text: &str, good: &[&str], bad: &[&str]| {
        let position = position(&standard, text);
        assert!(position.is_mate(), "{text}");
        for names in good {
            assert!(position.is_contribution(squares(names)), "{text} {names}");
        }
        for names in bad {
            assert!(!position.is_contribution(squares(names)), "{text} {names}");
        }
    };
    // The rook alone: the king's own square blocks nothing.
    check("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", &["a8"], &["", "g1", "a8 g1"]);
    // Each is needed: for the king's square, for the eighth rank, for the rook that he attacks.
    check("k7/1R6/2K5/8/8/8/8/R7 b - - 0 1", &["a1 b7 c6"], &["a1", "a1 b7", "b7 c6"]);
    // Any of three rooks may stand for the squares beside the king, but none for no square.
    check("R3k3/R7/8/8/8/8/8/3R1RK1 b - - 0 1", &["a8 a7", "a8 a7 d1", "a8 a7 d1 f1"], &["a8"]);
    // A protected queen: her protector stands for her square; pinned pieces count.
    check("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", &["e7 e6"], &["e7"]);
    check("4k3/4Q3/8/8/4R3/8/8/4K2r b - - 0 1", &["e7 e4"], &["e7", "e7 e4 e1"]);
}

#[test]
fn what_is_seen_under_fog() {
    let fog = rules_by_name("standard").with_fog(true).expect("each side has a king");
    let check = |text: &str, white: &str, black: &str| {
        let position = position(&fog, text);
        assert_eq!(position.visible(Colour::White), squares(white), "{text}");
        assert_eq!(position.visible(Colour::Black), squares(black), "{text}");
    };
    // A pawn sees neither what blocks it nor empty diagonals, but what it can take.
    check("k7/8/8/8/3pp3/3P4/8/K7 w - - 0 1", "d3 e4 a1 a2 b1 b2", "d4 e4 e3 d3 a8 a7 b7 b8");
    // A square where a pawn can be taken in passing is seen, the pawn beside is not.
    check("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5 e6 d6 a1 a2 b1 b2", "d5 d4 a8 a7 b7 b8");
    // Castling from, through and into attack is a move as any other.
    let castling = position(&fog, "k7/8/8/8/8/4rrr1/8/4K2R w K - 0 1");
    let two_files = (squares("e1"), squares("g1"));
    let is_castling = |from, to| (SquareSet::of(from), SquareSet::of(to)) == two_files;
    assert!(castling.legal_moves().iter().any(|(from, to, _)| is_castling(*from, *to)));
}

#[test]
fn rules_that_a_fen_cannot_tell() {
    let xxl = rules_by_name("xxl");
    // A pawn that has come to the second rank by a move stays there with a single step.
    let text = "7k6/14/14/14/14/14/14/14/14/14/14/14/14/P6K6 w - - 0 1";
    let mut position = position(&xxl, text);
    let square = |name| squares(name).iter().next().expect("one square");
    position.play((square("a1"), square("a2"), None));
    position.play((square("h14"), square("g14"), None));
    let moves = position.legal_moves();
    let pawn_moves = moves.iter().filter(|(from, _, _)| *from == square("a2"));
    assert_eq!(pawn_moves.count(), 1);
}
