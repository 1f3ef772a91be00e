//! The engine plays every variant that ships: its moves are legal, and its exchanges know hoppers.

use std::sync::Arc;

use fastrand::Rng;
use notation::{fen, ruleset, uci};
use rules::{History, Position, Rules};
use xxlchess_engine::{Engine, Limits};

fn variants() -> Vec<Arc<Rules>> {
    ruleset::variant_ids().map(|(_, id)| ruleset::shipped(id).expect("it ships")).collect()
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
