//! The engine plays every example variant: its moves are legal, and its exchanges know hoppers.

use std::fs;
use std::sync::Arc;

use fastrand::Rng;
use notation::{fen, ruleset, uci};
use rules::{History, Position, Rules};
use xxlchess_engine::{Engine, Limits};

/// All rule sets of a folder of examples.
fn variants() -> Vec<Arc<Rules>> {
    let folder = test_kit::rulesets().join("examples/variants");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of the variants")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("a readable file");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let none = |file: &str| Err(format!("no file {file}"));
        ruleset::parse(&text, &name, &none).unwrap_or_else(|faults| panic!("{name}: {faults}")).0
    };
    files.iter().map(read).collect()
}

#[test]
fn every_variant_is_played() {
    for rules in variants() {
        let mut engine = Engine::new(&rules, 1, 1);
        let mut rng = Rng::with_seed(3);
        let mut position = Position::start(&rules);
        let mut history = History::new(position.clone());
        for ply in 0..40 {
            let legal = position.legal_moves();
            if history.outcome().is_some() || legal.is_empty() {
                break;
            }
            let best = if ply < 4 {
                *rng.choice(&legal).expect("a move")
            } else {
                let limits = Limits::nodes(300);
                engine.search(&position, &[], &limits, &mut |_| {}).best.expect("a move")
            };
            let text = || format!("{}: {}", rules.id(), fen::format(&position));
            assert!(legal.contains(&best), "{}", text());
            let written = uci::format(&position, best);
            assert_eq!(uci::parse(&position, &written).ok(), Some(best), "{written} {}", text());
            history.play(best).unwrap_or_else(|_| panic!("{written} {}", text()));
            position = history.position().clone();
        }
    }
}
