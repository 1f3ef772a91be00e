//! `xxlchess moves`: the legal moves, one a line, in UCI form, sorted by bytes.

use std::io::Write;

use clap::Args;
use notation::uci;
use rules::{Move, Position};

use crate::input::PositionChoice;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    position: PositionChoice,
    /// Print the moves as one JSON list.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess moves --rules standard
  xxlchess moves --rules standard --json
  xxlchess moves --rules standard --moves 'e2e4 e7e5'
  xxlchess moves --rules king-capture --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let position = options.position.load()?;
    let moves = sorted_moves(&position);
    if options.json {
        writeln!(output, "{}", serde_json::Value::from(moves))?;
    } else {
        for chess_move in moves {
            writeln!(output, "{chess_move}")?;
        }
    }
    Ok(())
}

/// The legal moves in UCI form, sorted by bytes.
pub fn sorted_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<_> =
        position.legal_moves().into_iter().map(|m| uci::format(position, m)).collect();
    moves.sort_unstable();
    moves
}

/// Moves that follow each other, in UCI form.
pub fn line(start: &Position, moves: impl Iterator<Item = Move>) -> Vec<String> {
    moves.map(|chess_move| uci::format(start, chess_move)).collect()
}
