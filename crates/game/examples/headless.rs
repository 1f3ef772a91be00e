//! Plays a game without a window or a clock on the wall: every call takes the time.
//!
//! `cargo run -p xxlchess-game --example headless`

use std::error::Error;
use std::time::Duration;

use record::GameTerms;
use rules::{Position, RuleSpec, Rules};
use xxlchess_game::Game;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::compile(RuleSpec::standard()).map_err(|faults| format!("{faults:?}"))?;
    let mut now = Duration::ZERO;
    let mut game = Game::new(Position::start(&rules), GameTerms::default(), now);
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        now += Duration::from_secs(3);
        let legal = game.position().legal_moves().into_iter();
        let chess_move = legal.into_iter().find(|m| format!("{}{}", m.from(), m.to()) == text);
        game.play(now, chess_move.ok_or("an illegal move")?)?;
    }
    for event in game.drain_events() {
        println!("{event:?}");
    }
    Ok(())
}
