//! Counts the sequences of legal moves in ordinary chess, or from a position given as FEN.
//!
//! `cargo run --release -p xxlchess-rules --example perft -- DEPTH [FEN]`

use std::error::Error;

use xxlchess_rules::{Position, RuleSpec, Rules, fen, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().ok_or("expected a depth")?.parse()?;
    let rules = Rules::compile(RuleSpec::standard()).map_err(|faults| format!("{faults:?}"))?;
    let mut position = match arguments.next() {
        Some(text) => fen::parse(&rules, &text)?.0,
        None => Position::start(&rules),
    };
    println!("{}", perft(&mut position, depth));
    Ok(())
}
