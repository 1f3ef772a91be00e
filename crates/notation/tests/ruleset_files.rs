//! Rule sets that are written as files are read as they were.

use std::path::Path;
use std::sync::Arc;

use rules::{Colour, Rules, Setup, Square, SquareSet};
use test_kit::random::{self, Random};
use test_kit::{every_rule_set, first_seed, positions_wanted};
use xxlchess_notation::config::Config;
use xxlchess_notation::diagnostics::Diagnostic;
use xxlchess_notation::{fen, ruleset};

/// Writes a rule set and reads it again, without anything to inherit from.
fn check(rules: &Arc<Rules>) {
    let text = ruleset::format(rules.spec());
    match ruleset::parse(&text, rules.id(), &ruleset::no_files) {
        Ok((read, warnings)) => {
            // A game that can get stuck, or is over at once, is allowed, and told.
            let is_told = |warning: &Diagnostic| {
                let text = warning.to_string();
                text.contains("draws.stalemate") || text.contains("over before the first move")
            };
            assert!(warnings.iter().all(is_told), "{warnings}\n{text}");
            assert_eq!(in_order(&read), in_order(rules), "{text}");
        }
        Err(faults) => panic!("{faults}\n{text}"),
    }
}

/// The rule set with its start position in one order of squares.
fn in_order(rules: &Rules) -> rules::RuleSpec {
    let mut spec = rules.spec().clone();
    let mut start = Setup::default();
    spec.start.pieces().for_each(|(square, piece)| start.put(square, piece));
    start.turn = spec.start.turn;
    start.castling = spec.start.castling;
    start.en_passant = spec.start.en_passant;
    start.halfmove_clock = spec.start.halfmove_clock;
    start.fullmove_number = spec.start.fullmove_number;
    spec.start = start;
    spec
}

#[test]
fn all_rule_sets_of_the_project_are_read_again() {
    for rules in every_rule_set() {
        check(&rules);
        assert_eq!(ruleset::format(rules.spec()), ruleset::format(&in_order(&rules)));
        let no_castling = rules::RuleSpec { castling: None, ..rules.spec().clone() };
        assert!(ruleset::format(&no_castling).contains("castling = false\n"));
    }
}

/// The tests of `rules` read rule sets with a reader of their own.
#[test]
fn the_reader_of_the_tests_reads_the_same() {
    for rules in every_rule_set() {
        let id = rules.id();
        let read = ruleset::shipped(id).unwrap_or_else(|| {
            let file = test_kit::rulesets().join("examples").join(format!("{id}.toml"));
            let text = std::fs::read_to_string(file).expect("an example");
            ruleset::parse(&text, id, &ruleset::no_files).expect("sound rules").0
        });
        assert_eq!(read.spec(), rules.spec(), "{id}");
    }
    let standard = ruleset::shipped("standard").expect("it ships");
    assert_eq!(standard.spec(), &rules::RuleSpec::standard());
}

#[test]
fn a_written_rule_set_looks_like_one() {
    let standard = ruleset::shipped("standard").expect("it ships");
    let text = ruleset::format(standard.spec());
    let start = r#"title = "Chess"
description = "Ordinary chess, as the whole world plays it."
board = "8x8"
start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
win = "checkmate"
fog = false
double_step = 2
en_passant = true
promotion = { rank = 8, choices = ["queen", "rook", "bishop", "knight"] }
castling = { king_step = 2 }

[draws]
stalemate = true
repetition = "automatic"
perpetual_check = true
fifty_moves = "automatic"
insufficient_material = true
agreement = true

[[pieces]]
name = "pawn"
symbol = "p"
value = 1
role = "pawn"
betza = "fmWfcF"

[[pieces]]
name = "knight"
"#;
    assert!(text.starts_with(start), "{text}");
    assert!(text.ends_with("name = \"king\"\nsymbol = \"k\"\nrole = \"royal\"\nbetza = \"K\"\n"));
}

#[test]
fn changed_rule_sets_are_read_again() {
    let layouts: [&[u8]; 2] = [b"K......r\nPP\n..U\n\n\n..u\npp\nk.......", b"....K\nR\n\n\n\nrk"];
    for config in [
        r#"{"rules": "standard", "fog": true, "promotion": ["knight", "queen"]}"#,
        r#"{"pieces": [{"name": "bird \"x\"\\", "symbol": "u", "betza": "frNvmR3", "value": 4.25}]}"#,
        r#"{"pieces": [{"name": "q", "symbol": "u", "combines": ["camel"]}], "promotion": ["u", "queen"]}"#,
        r#"{"rules": "standard", "layout": "0.txt", "player_colour": "black",
            "pieces": [{"name": "unicorn", "symbol": "u", "combines": ["knight", "camel"]}]}"#,
        r#"{"rules": "king-capture", "board": "9x6", "layout": "1.txt"}"#,
        r#"{"rules": "capablanca", "board": "10x6", "layout": "1.txt", "fog": true}"#,
    ] {
        let read = |path: &Path| match path.to_str() {
            Some("0.txt") => Ok(layouts[0].to_vec()),
            Some("1.txt") => Ok(layouts[1].to_vec()),
            _ => Ok(config.as_bytes().to_vec()),
        };
        let (game, _) = Config::load(Path::new("config.json"), &read)
            .unwrap_or_else(|faults| panic!("{config}\n{faults}"));
        check(&game.rules);
    }
}

#[test]
fn random_rule_sets_are_read_again() {
    for seed in first_seed()..first_seed() + positions_wanted(300) {
        let mut spec = random::rules(&mut Random::new(seed)).spec().clone();
        // What a file cannot say.
        spec.start.moved_pawns = SquareSet::EMPTY;
        spec.start.fullmove_number = spec.start.fullmove_number.max(1);
        if spec.castling.is_none() {
            spec.start.castling = SquareSet::EMPTY;
        }
        if !spec.en_passant {
            spec.start.en_passant = None;
        }
        let kings = spec.pieces.iter_mut().filter(|piece| piece.role == rules::Role::Royal);
        kings.for_each(|king| king.value = f64::INFINITY);
        match Rules::compile(spec) {
            Ok(rules) => check(&rules),
            Err(faults) => panic!("seed {seed}: {faults:?}"),
        }
    }
}

/// It sees what it can take, but not what it hops over.
#[test]
fn a_cannon_under_fog_takes_over_a_hidden_piece() {
    let text = include_str!("../rulesets/variants/large/shako.toml");
    let read = ruleset::parse(text, "shako", &ruleset::no_files);
    let (shako, _) = read.unwrap_or_else(|faults| panic!("{faults}"));
    let foggy = shako.with_fog(true).expect("each side has a king");
    let text = "4k5/2r7/2p7/10/10/10/2C7/10/10/5K4 w - - 0 1";
    let (position, _) = fen::parse(&foggy, text).expect("a position");
    let view = position.view(Colour::White);
    let sees = |file, rank| view.piece_at(Square::new(file, rank)).is_some();
    assert!(sees(2, 8), "the rook can be taken");
    assert!(!sees(2, 7), "the pawn is hidden");
    assert_eq!(view.legal_moves(), position.legal_moves());
}
