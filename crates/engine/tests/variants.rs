//! The engine plays every variant that ships: its moves are legal, and its exchanges know hoppers.

use std::sync::Arc;

use fastrand::Rng;
use notation::{fen, ruleset, uci};
use rules::{History, Position, Rules};
use xxlchess_engine::{Engine, Limits};

/// All that ship, and examples of rules that none of them uses.
fn variants() -> Vec<Arc<Rules>> {
    let folder = test_kit::rulesets().join("examples/wider");
    let example = |name: &str| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).expect("a file");
        read(&text, name)
    };
    let shipped = ruleset::variant_ids().map(|(_, id)| ruleset::shipped(id).expect("it ships"));
    shipped.chain(["wildebeest", "turncoats"].map(example)).collect()
}

fn read(text: &str, id: &str) -> Arc<Rules> {
    ruleset::parse(text, id, &ruleset::no_files).unwrap_or_else(|faults| panic!("{id}: {faults}")).0
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

/// Where pieces of equal worth become each other with every move, looking at gains only comes to an end.
#[test]
fn pieces_that_change_for_ever_are_searched() {
    let text = "inherits = 'standard'\n\
                promotion = { squares = '*', choices = [], optional = true, pieces_must = true }\n\
                pieces = [{ name = 'knight', becomes = 'squire', value = 2 },\n\
                { name = 'squire', symbol = 's', betza = 'N', value = 2, becomes = 'knight' }]\n";
    let rules = read(text, "changing");
    let mut engine = Engine::new(&rules, 1, 1);
    let limits = Limits { depth: Some(3), nodes: Some(200_000), ..Limits::default() };
    let found = engine.search(&Position::start(&rules), &[], &limits, &mut |_| {});
    assert!(found.nodes < 100_000, "{} positions", found.nodes);
}
