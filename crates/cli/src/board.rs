//! `xxlchess board`: a position drawn in the terminal, in colour where the terminal has it.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};

use clap::{Args, ValueEnum};
use notation::fen;
use rules::{Colour, Position, Square};

use crate::input::PositionChoice;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    position: PositionChoice,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    colour: When,
    /// Draw the board as Black sees it.
    #[arg(long)]
    flip: bool,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess board                                  the start of the big board
  xxlchess board --rules standard --flip          ordinary chess, seen by Black
  xxlchess board --layout level1.txt --player black
  xxlchess board --rules standard --fen '8/8/8/8/8/5k2/6q1/7K w - - 0 1'";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// In a terminal that does not ask for plain text.
    Auto,
    Always,
    Never,
}

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let position = options.position.load()?;
    let in_colour = match options.colour {
        When::Always => true,
        When::Never => false,
        When::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    let viewer = if options.flip { Colour::Black } else { Colour::White };
    write!(output, "{}", draw(&position, viewer, in_colour))?;
    writeln!(output, "\n{} to move   {}", position.turn().title(), fen::format(&position))?;
    Ok(())
}

/// The board with coordinates, a line for each rank.
fn draw(position: &Position, viewer: Colour, in_colour: bool) -> String {
    let size = position.rules().size();
    let mut ranks: Vec<u8> = (0..size.ranks()).collect();
    let mut files: Vec<u8> = (0..size.files()).collect();
    match viewer {
        Colour::White => ranks.reverse(),
        Colour::Black => files.reverse(),
    }
    let mut text = String::new();
    for rank in ranks {
        let _ = write!(text, "{:>3} ", rank + 1);
        for file in &files {
            text += &cell(position, Square::new(*file, rank), in_colour);
        }
        text.push('\n');
    }
    text += "    ";
    for file in files {
        let _ = write!(text, " {} ", (b'a' + file) as char);
    }
    text.push('\n');
    text
}

/// One square, three characters wide.
fn cell(position: &Position, square: Square, in_colour: bool) -> String {
    let piece = position.piece_at(square);
    let letter = piece.map(|piece| position.rules().letter(piece));
    if !in_colour {
        let blank = if square.is_dark() { ':' } else { '.' };
        return format!(" {} ", letter.unwrap_or(blank));
    }
    let is_checked_king = piece.is_some_and(|piece| {
        position.king(piece.colour()) == Some(square) && position.is_in_check(piece.colour())
    });
    let background = match (is_checked_king, square.is_dark()) {
        (true, _) => "48;2;176;58;46",
        (false, true) => "48;2;106;142;158",
        (false, false) => "48;2;234;226;210",
    };
    let foreground = match piece.map(|piece| piece.colour()) {
        Some(Colour::White) => "1;38;2;255;255;255",
        _ => "1;38;2;24;24;28",
    };
    // White letters on the light squares need a darker ground to be read.
    let background = match (piece.map(|piece| piece.colour()), background) {
        (Some(Colour::White), "48;2;234;226;210") => "48;2;184;172;148",
        (_, other) => other,
    };
    format!("\x1b[{background};{foreground}m {} \x1b[0m", letter.unwrap_or(' '))
}
