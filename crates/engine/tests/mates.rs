//! Forced wins in one to four moves, by every kind of rules: the engine finds each of them.
//!
//! The positions are from quick games of the engine (`examples/mates.rs`). That each is won in as
//! many moves as its line says, and not sooner, is proven here by trying everything.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use notation::fen;
use rules::{Position, Rules};
use test_kit::mates::Solver;
use xxlchess_engine::{Engine, Limits, Score};

/// The rule sets and how many moves can be proven in the time that a test has.
const RULE_SETS: [(&str, usize); 5] = [
    ("standard", 3),
    ("king-capture", 4),
    ("capablanca", 2),
    ("examples/twelve-by-ten", 2),
    ("xxl", 2),
];
/// The engine finds every win within so many positions.
const NODES: u64 = 1_500_000;

/// A position and in how many moves it is won.
struct Case {
    name: String,
    position: Position,
    moves: usize,
}

/// The cases of a rule set.
fn cases(name: &str) -> (Arc<Rules>, Vec<Case>) {
    let rules = test_kit::rules_by_name(name);
    let id = name.rsplit('/').next().unwrap_or(name);
    let path = format!("{}/tests/data/mates/{id}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(Path::new(&path)).expect(&path);
    let case = |line: &str| {
        let (fen, rest) = line.split_once(" dm ").expect("a FEN and `dm`");
        let (moves, rest) = rest.split_once("; id \"").expect("a number and `id`");
        Case {
            name: rest.trim_end_matches("\";").to_owned(),
            position: fen::parse(&rules, fen).expect("a sound FEN").0,
            moves: moves.parse().expect("a number"),
        }
    };
    let cases: Vec<Case> = text.lines().map(case).collect();
    for moves in 1..=4 {
        let count = cases.iter().filter(|case| case.moves == moves).count();
        assert!(count >= 6, "{name}: {count} wins in {moves}");
    }
    (rules, cases)
}

fn every_win_is_found(name: &str) {
    let (rules, cases) = cases(name);
    let mut engine = Engine::new(&rules, 8, 1);
    let mut missed = Vec::new();
    for Case { name, position, moves } in cases {
        engine.clear();
        let limits = Limits { mate: Some(moves as u32), ..Limits::nodes(NODES) };
        let outcome = engine.search(&position, &[], &limits, &mut |_| {});
        if outcome.score != Score::MateIn(moves as i32) {
            missed.push(format!("{name}: {}", outcome.score));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

fn every_win_is_proven(name: &str, most: usize) {
    for Case { name, position, moves } in cases(name).1 {
        if moves <= most {
            let shortest = Solver::new(u64::MAX).shortest_win(&position, moves);
            assert_eq!(shortest, Some(Some(moves)), "{name}");
        }
    }
}

#[test]
fn wins_are_found() {
    for (name, _) in RULE_SETS {
        every_win_is_found(name);
    }
}

/// With `XXLCHESS_FULL=1` all of them, which takes minutes.
#[test]
fn wins_are_proven() {
    let all = std::env::var_os("XXLCHESS_FULL").is_some();
    for (name, most) in RULE_SETS {
        every_win_is_proven(name, if all { 4 } else { most });
    }
}
