//! Reviews a short game, and prints the grade of each move and why the bad ones were bad.
//!
//! `cargo run --release -p xxlchess-study --example review`

use std::error::Error;

use engine::{Engine, Limits};
use notation::{ruleset, san};
use rules::{History, Position};
use xxlchess_study::{Insight, Reviewer};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = ruleset::shipped("standard").ok_or("the rules ship")?;
    let moves =
        ["e4", "e5", "Nf3", "d6", "Bc4", "Bg4", "Nc3", "g6", "Nxe5", "Bxd1", "Bxf7+", "Ke7"];
    let mut game = History::new(Position::start(&rules));
    for text in moves {
        let chess_move = san::parse(game.position(), text)?;
        game.play(chess_move).map_err(|_| format!("{text} is illegal"))?;
    }
    let mut engine = Engine::new(&rules, 16, 1);
    let mut reviewer = Reviewer::new(&game);
    while let Some(history) = reviewer.next_position() {
        let earlier: Vec<u64> = history.earlier_hashes().collect();
        let limits = Limits::nodes(20_000);
        let found = engine.search(history.position(), &earlier, &limits, &mut |_| {});
        reviewer.insert(Insight::from(found));
    }
    let review = reviewer.finish().ok_or("every position was looked at")?;
    for (text, reviewed) in moves.iter().zip(&review.moves) {
        println!("{text:6} {:?}", reviewed.grade);
        if let Some(explanation) = &reviewed.explanation {
            println!("       {:?}", explanation.motif);
        }
    }
    Ok(())
}
