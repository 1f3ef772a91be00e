//! Lists the legal moves of a position in SAN and as UCI writes them.
//!
//! `cargo run -p xxlchess-notation --example moves -- RULES [FEN]`, such as `-- xxl`

use std::error::Error;

use rules::Position;
use xxlchess_notation::{fen, ruleset, san, uci};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().ok_or("expected the id of a rule set")?;
    let rules = ruleset::shipped(&id).ok_or("no such rule set")?;
    let position = match arguments.next() {
        Some(text) => fen::parse(&rules, &text)?.0,
        None => Position::start(&rules),
    };
    for chess_move in position.legal_moves() {
        println!("{} {}", san::format(&position, chess_move), uci::format(&position, chess_move));
    }
    Ok(())
}
