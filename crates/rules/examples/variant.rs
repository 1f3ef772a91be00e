//! Makes a variant in code: ordinary chess in which the queen also leaps like a knight.
//!
//! `cargo run -p xxlchess-rules --example variant`

use std::error::Error;

use xxlchess_rules::{Position, RuleSpec, Rules, betza};

fn main() -> Result<(), Box<dyn Error>> {
    let mut spec = RuleSpec::standard();
    for piece in spec.pieces.iter_mut().filter(|piece| piece.name == "queen") {
        piece.name = "amazon".to_owned();
        piece.movement = betza::parse("QN")?;
    }
    let rules = Rules::compile(spec).map_err(|faults| format!("{faults:?}"))?;

    let mut position = Position::start(&rules);
    while let Some(chess_move) = position.legal_moves().first().copied() {
        println!("{}{}", chess_move.from(), chess_move.to());
        position.play_unchecked(chess_move);
        if position.outcome().is_some() || position.fullmove_number() > 20 {
            break;
        }
    }
    Ok(())
}
