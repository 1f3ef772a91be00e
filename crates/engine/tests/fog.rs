//! The player under fog makes legal moves from its view alone, and plays better than chance.

use std::sync::Arc;

use fastrand::Rng;
use notation::ruleset;
use rules::{Colour, Position, Rules};
use xxlchess_engine::{Engine, FogPlayer, Limits, Signals, level};

/// Plays a game of the fog player against a level; true if the fog player took the king.
fn wins(rules: &Arc<Rules>, colour: Colour, level: &str, nodes: u64, seed: u64) -> Option<bool> {
    let level = level::find(level).expect("a level");
    let start = Position::start(rules);
    let mut player = FogPlayer::new(rules, colour, &start, seed, Signals::default());
    let mut engine = Engine::new(rules, 1, 1);
    let mut rng = Rng::with_seed(seed);
    let mut position = Position::start(rules);
    for _ in 0..300 {
        let turn = position.turn();
        let chosen = if turn == colour {
            player.choose(&position.view(colour), &Limits::nodes(nodes))
        } else {
            level.choose(&mut engine, &position, &[], &Limits::nodes(50), rng.u64(..), &mut |_| {})
        };
        let chosen = chosen?;
        assert!(position.is_legal(chosen), "{chosen:?} {}", notation::fen::format(&position));
        position.play_unchecked(chosen);
        if position.king(!turn).is_none() {
            return Some(turn == colour);
        }
    }
    None
}

#[test]
fn it_beats_players_that_do_not_think() {
    let standard = ruleset::shipped("standard")
        .expect("it ships")
        .with_fog(true)
        .expect("each side has a king");
    for level in ["random", "greedy"] {
        let game = |n: u64| wins(&standard, Colour::BOTH[n as usize % 2], level, 6000, n);
        let results: Vec<_> = (0..10).map(game).collect();
        let won = results.iter().filter(|won| **won == Some(true)).count();
        assert!(won >= 8, "{level}: {results:?}");
    }
}

#[test]
fn its_moves_are_legal_on_every_board() {
    for id in ruleset::shipped_ids() {
        let rules =
            ruleset::shipped(id).expect("it ships").with_fog(true).expect("each side has a king");
        for colour in Colour::BOTH {
            wins(&rules, colour, "random", 200, 5);
        }
    }
}
