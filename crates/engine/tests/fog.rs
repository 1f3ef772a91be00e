//! The player under fog makes legal moves from its view alone, and plays better than chance.

use std::sync::Arc;

use fastrand::Rng;
use notation::ruleset;
use rules::{Colour, History, Position, Rules};
use xxlchess_engine::level::{self, LevelPlayer};
use xxlchess_engine::{Engine, Limits};

/// Plays a game of the fog player against a level; true if the fog player won.
fn wins(rules: &Arc<Rules>, colour: Colour, level: &str, nodes: u64, seed: u64) -> Option<bool> {
    let level = level::find(level).expect("a level");
    let mut player = LevelPlayer::new(rules, None, seed);
    let mut engine = Engine::new(rules, 1, 1);
    let mut rng = Rng::with_seed(seed);
    let mut game = History::new(Position::start(rules));
    for _ in 0..300 {
        let position = game.position();
        let turn = position.turn();
        let chosen = if turn == colour {
            player.signals().arm(false);
            player.think(&game, &Limits::nodes(nodes), &mut |_| {}).best
        } else {
            level.choose(&mut engine, position, &[], &Limits::nodes(50), rng.u64(..), &mut |_| {})
        };
        let chosen = chosen?;
        assert!(position.is_legal(chosen), "{chosen:?} {}", notation::fen::format(position));
        game.play(chosen).expect("it is legal");
        if let Some(outcome) = game.position().outcome() {
            return outcome.winner.map(|winner| winner == colour);
        }
    }
    None
}

fn foggy(id: &str) -> Arc<Rules> {
    let rules = ruleset::shipped(id).expect("it ships");
    rules.with_fog(true).expect("every game can be played under fog")
}

#[test]
fn it_beats_players_that_do_not_think() {
    for (id, level) in [("standard", "random"), ("standard", "greedy"), ("xiangqi", "random")] {
        let rules = foggy(id);
        let game = |n: u64| wins(&rules, Colour::BOTH[n as usize % 2], level, 6000, n);
        let results: Vec<_> = (0..10).map(game).collect();
        let won = results.iter().filter(|won| **won == Some(true)).count();
        assert!(won >= 8, "{id}, {level}: {results:?}");
    }
}

#[test]
fn its_moves_are_legal_on_every_board() {
    // The last ones hop, are lame, promote a horse, go three squares, may not give check else, have several
    // kings, or none on one side or on both.
    let wider = ["xiangqi", "shako", "makruk", "grasshopper", "racing-kings", "torpedo"];
    let royals = ["spartan", "coregal", "horde", "antichess", "extinction"];
    let wider = wider.into_iter().chain(royals);
    for id in ruleset::shipped_ids().chain(wider) {
        let rules = foggy(id);
        for colour in Colour::BOTH {
            wins(&rules, colour, "random", 200, 5);
        }
    }
}
