//! `xxlchess hint`: plays the hint of the free chessboard a number of times.

use std::io::Write;

use clap::Args;
use notation::{fen, uci};

use crate::input::PositionChoice;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    position: PositionChoice,
    /// How many hints to play in a row.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u32,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess hint --rules casual
  xxlchess hint --rules casual --count 10";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut position = options.position.load()?;
    for _ in 0..options.count {
        let Some(chess_move) = engine::hint::hint(&position) else { break };
        writeln!(output, "{}", uci::format(&position, chess_move))?;
        position.play_unchecked(chess_move);
    }
    writeln!(output, "fen {}", fen::format(&position))?;
    Ok(())
}
