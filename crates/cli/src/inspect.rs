//! `xxlchess inspect`: everything about a position as one JSON object.

use std::io::Write;

use clap::Args;
use notation::fen;
use rules::{Colour, History, Outcome, SquareSet};
use serde_json::{Value, json};

use crate::input::PositionChoice;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    position: PositionChoice,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess inspect --rules standard --moves 'f2f3 e7e5 g2g4 d8h4'
  xxlchess inspect --fog";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let (game, warnings) = options.position.load_with_warnings()?;
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    let mut report = describe(&game);
    report["warnings"] = warnings.into();
    writeln!(output, "{report:#}")?;
    Ok(())
}

fn describe(game: &History) -> Value {
    let position = game.position();
    let in_check = Colour::BOTH.into_iter().filter(|colour| position.shows_check(*colour));
    let kings = in_check.flat_map(|colour| position.kings_in_check(colour));
    json!({
        "rules": position.rules().id(),
        "fen": fen::format(position),
        "turn": position.turn().name(),
        "in_check": names(kings.collect()),
        "outcome": game.outcome().map(outcome),
        "claimable_draw": game.claimable_draw().map(|reason| reason.name()),
        "contributing": names(position.contributing_pieces()),
        "visible": position.rules().spec().fog.then(|| json!({
            "white": names(position.visible(Colour::White)),
            "black": names(position.visible(Colour::Black)),
        })),
        "legal_moves": position.count_legal_moves(),
    })
}

/// An outcome as `{"winner": ..., "reason": ...}`.
pub fn outcome(outcome: Outcome) -> Value {
    json!({ "winner": outcome.winner.map(Colour::name), "reason": outcome.reason.name() })
}

fn names(squares: SquareSet) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}
