//! Thinks about a position of ordinary chess and prints the best line after each depth.
//!
//! `cargo run --release -p xxlchess-engine --example best_move -- DEPTH [FEN]`

use std::error::Error;

use rules::{Position, RuleSpec, Rules, fen};
use xxlchess_engine::{Engine, Limits};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().ok_or("expected a depth")?.parse()?;
    let rules = Rules::compile(RuleSpec::standard()).map_err(|faults| format!("{faults:?}"))?;
    let position = match arguments.next() {
        Some(text) => fen::parse(&rules, &text)?.0,
        None => Position::start(&rules),
    };
    let mut engine = Engine::new(&rules, 16, 1);
    let outcome = engine.search(&position, &[], &Limits::depth(depth), &mut |line| {
        println!("depth {}: {:?}", line.depth, line.moves);
    });
    println!("best move: {:?}", outcome.best);
    Ok(())
}
