//! Tables of positions and moves, and random games over all rule sets.

use std::sync::Arc;

use rules::Rules;
use test_kit::random::Random;

use super::*;
use crate::{fen, ruleset};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTES: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
const KNIGHTS: &str = "7k/8/8/8/1N3N2/8/8/KN3N2 w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const LARGE: &str = "k13/b13/2N11/1N12/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1";

fn position(rules: &str, text: &str) -> Position {
    let (name, fog) = rules.strip_suffix("+fog").map_or((rules, false), |name| (name, true));
    let rules = ruleset::shipped(name).expect("it ships");
    let rules = if fog { rules.with_fog(true).expect("each side has a king") } else { rules };
    fen::parse(&rules, text).expect("a position").0
}

/// Reads a move and writes it again, or tells why not.
fn check(rules: &str, text: &str, input: &str, expected: Result<&str, &str>) {
    let position = position(rules, text);
    let found = parse(&position, input);
    let found = found.map(|m| format(&position, m)).map_err(|error| error.to_string());
    assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{text} {input}");
}

#[test]
fn moves_are_read_and_written() {
    let check = |rules, text, input, expected| check(rules, text, input, Ok(expected));
    check("standard", START, "e4", "e4");
    check("standard", START, "Nf3", "Nf3");
    check("standard", CASTLES, "O-O", "O-O");
    check("standard", CASTLES, "O-O-O", "O-O-O");
    check("standard", CASTLES, "Rxa8+", "Rxa8+");
    check("standard", EN_PASSANT, "exd6", "exd6");
    check("standard", PROMOTES, "axb8=Q+", "axb8=Q+");
    check("standard", PROMOTES, "a8=N", "a8=N");
    check("standard", KNIGHTS, "Nbd3", "Nbd3");
    check("standard", KNIGHTS, "Nfd2", "Nfd2");
    check("standard", "7k/8/8/1N3N2/8/8/8/KN3N2 w - - 0 1", "N1e3", "N1e3");
    check("standard", "k7/8/8/8/3Q1Q2/8/5Q2/K7 w - - 0 1", "Qf4d2", "Qf4d2");
    check("standard", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "Rh8", "Rh8#");
    check("xxl", LARGE, "Nba13", "Nbxa13");
    check("berolina", START, "ce4", "ce4");
    check("berolina", START, "e2c4", "ec4");
    check("berolina", START, "a2b3", "ab3");
    check("berolina", "7k/8/8/8/8/8/P7/7K w - - 0 1", "b3", "b3");
}

#[test]
fn reading_is_lenient() {
    let check = |rules, text, input, expected| check(rules, text, input, Ok(expected));
    for input in ["e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "ee4", "e4!?", "e4+", "e4 !", "e4#??"] {
        check("standard", START, input, "e4");
    }
    for input in ["Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1f3", "Ng1xf3", "Nxf3", "N:f3"] {
        check("standard", START, input, "Nf3");
    }
    for input in ["exd6 e.p.", "exd6e.p.", "exd6ep", "ed6", "ed6+", "e5xd6", "e5d6", "e:d6"] {
        check("standard", EN_PASSANT, input, "exd6");
    }
    for input in ["axb8=Q", "axb8Q", "axb8(Q)", "axb8/Q", "axb8=q", "a7b8q", "ab8=Q+", "a7xb8=Q"] {
        check("standard", PROMOTES, input, "axb8=Q+");
    }
    for input in ["0-0", "o-o", "O-O+", "0-0!", "Kg1", "Ke1g1", "Ke1-g1", "e1g1"] {
        check("standard", CASTLES, input, "O-O");
    }
    check("standard", CASTLES, "0-0-0", "O-O-O");
    for input in ["e1b1", "Kb1", "Ke1-b1", "e1a1"] {
        check("janus", "k9/10/10/10/10/10/10/R3K4R w KQ - 0 1", input, "O-O-O");
    }
    for input in ["Nbd3", "Nb4d3", "Nb4-d3", "Nb4xd3", "b4d3"] {
        check("standard", KNIGHTS, input, "Nbd3");
    }
}

#[test]
fn ranks_may_have_two_digits() {
    let check = |text, input, expected| check("xxl", text, input, Ok(expected));
    let leaps = "13k/14/N13/14/14/14/14/14/14/14/14/14/14/7K6 w - - 0 1";
    check(leaps, "Nb14", "Nb14");
    check(leaps, "Na12b14", "Nb14");
    check(leaps, "N12c11", "Nc11");
    let rivals = "13k/14/2N11/14/2N11/14/14/14/14/14/14/14/14/7K6 w - - 0 1";
    check(rivals, "N12a11", "N12a11");
    check(rivals, "Nc10a11", "N10a11");
    let takes = "13k/n13/1PP11/14/14/14/14/14/14/14/14/14/14/7K6 w - - 0 1";
    check(takes, "bxa13", "bxa13=Q");
    check(takes, "b12a13Q", "bxa13=Q");
    check(takes, "c13", "c13=Q");
    let castles = "7k6/14/14/14/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1";
    check(castles, "h1j1", "O-O");
    check(castles, "0-0-0", "O-O-O");
}

#[test]
fn check_and_mate_are_marked_where_they_are_worth_telling() {
    let check = |rules, text, input, expected| check(rules, text, input, Ok(expected));
    let mates = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    check("standard", mates, "Re8", "Re8#");
    check("king-capture", mates, "Re8", "Re8+");
    check("king-capture+fog", mates, "Re8", "Re8");
    check("standard+fog", mates, "Re8", "Re8");
    check("casual", mates, "Re8", "Re8");
    let takes = "4k3/4R3/8/8/8/8/8/K7 w - - 0 1";
    check("king-capture", takes, "Re8", "Rxe8#");
    check("king-capture", takes, "Rd7", "Rd7");
    check("standard+fog", takes, "Re8", "Rxe8#");
    check("casual", takes, "Re8", "Rxe8");
    check("casual+fog", takes, "Re8", "Rxe8#");
    check("casual", "8/8/8/8/8/8/8/K1K5 w - - 0 1", "Kab1", "Kab1");
}

#[test]
fn errors_tell_text_from_legality() {
    let fails = |text, input: &str, expected: &str| {
        check("standard", text, input, Err(&format!("`{input}` {expected}")));
    };
    let no_move = "is no move; expected one such as `e4`, `Nf3`, `Rad1`, `exd5`, `e8=Q` or `O-O`";
    for input in ["", "x", "e", "4", "N", "Nf", "exx5", "e2--e4", "e8=QQ", "é4", "e44", "e4x"] {
        fails(START, input, no_move);
    }
    fails(START, "e99999999999", no_move);
    fails(START, "O-O-O-O", no_move);
    for input in ["--", "Z0", "0000"] {
        fails(START, input, "is a null move; expected a move of a piece");
    }
    fails(START, "e5", "is not legal: no pawn can go to e5");
    fails(START, "Ngh4", "is not legal: no knight can go to h4 from file g");
    fails(START, "N2f3", "is not legal: no knight can go to f3 from rank 2");
    fails(START, "Ni3", "is not legal: i3 is not on this 8x8 board");
    fails(START, "e3e4", "is not legal: there is no piece on e3");
    fails(START, "e7e5", "is not legal: the pawn on e7 is black's, and it is white's move");
    fails(START, "e4=Q", "is not legal: nothing becomes `Q` in this move; no pawn promotes");
    fails(START, "O-O", "is not legal: a piece stands between the king and the rook");
    fails(PROMOTES, "a8", "is not legal: what the pawn becomes is missing; expected q, r, b or n");
    fails(PROMOTES, "a8=K", "is not legal: a pawn cannot become `K`; expected q, r, b or n");
    fails(
        PROMOTES,
        "O-O",
        "is not legal: there is no rook on that side with which the king may castle",
    );
}

#[test]
fn ambiguity_names_the_candidates() {
    check("standard", KNIGHTS, "Nd2", Err("`Nd2` is ambiguous; expected Nbd2 or Nfd2"));
    check(
        "standard",
        START,
        "Dd4",
        Err("`D` in `Dd4` is no piece of `standard`; expected one of P N B R Q K"),
    );
    let pinned = "4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1";
    check("standard", pinned, "Nc3", Err("`Nc3` is not legal: it would leave the king in check"));
    check("standard", pinned, "Nb3", Ok("Nb3"));
    let rivals = "4r2k/8/8/8/8/N7/4N3/4K3 w - - 0 1";
    check("standard", rivals, "Nc4", Ok("Nc4"));
    let attacked = "4r2k/8/8/8/8/8/8/4K2R w K - 0 1";
    let refusal = "`O-O` is not legal: a king may not castle out of, through or into check";
    check("standard", attacked, "O-O", Err(refusal));
    let none = "`O-O` is not legal: there is no castling in this rule set";
    check("king-capture", CASTLES, "O-O", Err(none));
}

/// The rule sets and variants that ship and those of the examples, with and without fog.
fn all_rules() -> Vec<Arc<Rules>> {
    let examples = [
        include_str!("../../rulesets/examples/twelve-by-ten.toml"),
        include_str!("../../rulesets/examples/sixteen.toml"),
    ];
    let example = |text| ruleset::parse(text, "example", &ruleset::no_files).expect("an example").0;
    let mut all: Vec<_> = ruleset::all_ids().filter_map(ruleset::shipped).collect();
    all.extend(examples.into_iter().map(example));
    let fogged: Vec<_> = all.iter().filter_map(|rules| rules.with_fog(true).ok()).collect();
    all.extend(fogged);
    all
}

#[test]
fn every_legal_move_is_read_as_it_was_written() {
    let mut random = Random::new(7);
    for rules in all_rules() {
        for _game in 0..4 {
            let mut position = Position::start(&rules);
            for _ply in 0..120 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                for chess_move in &legal {
                    let text = format(&position, *chess_move);
                    assert_eq!(
                        parse(&position, &text),
                        Ok(*chess_move),
                        "{}",
                        fen::format(&position)
                    );
                    let long = uci::format(&position, *chess_move);
                    assert_eq!(uci::parse(&position, &long), Ok(*chess_move));
                    assert_eq!(parse(&position, &long), Ok(*chess_move));
                }
                position.play_unchecked(legal[random.below(legal.len())]);
            }
        }
    }
}
