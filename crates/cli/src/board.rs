//! `xxlchess board`: a position drawn in the terminal, in colour where the terminal has it.

use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use notation::{fen, file};
use rules::{Colour, Position, Square, SquareSet};

use crate::console;
use crate::files::{self, in_file};
use crate::input::{self, PositionChoice, with_fog};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// A game (PGN or an archive), whose last position is drawn, a FEN or a layout; `-` is standard
    /// input.
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "layout", "moves"])]
    file: Option<PathBuf>,
    /// Which game of the file; the first unless it is given.
    #[arg(long, value_name = "N", requires = "file")]
    game: Option<NonZeroUsize>,
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
Under fog, only what the player at the bottom sees is drawn.

Examples:
  xxlchess board                                  the start of the big board
  xxlchess board --rules standard --flip          ordinary chess, seen by Black
  xxlchess board game.pgn                         the last position of a game
  xxlchess board --rules standard --moves 'e2e4 e7e5'
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
    let position = match &options.file {
        Some(path) => options.read(path)?,
        None => options.position.load()?,
    };
    let in_colour = match options.colour {
        When::Always => true,
        When::Never => false,
        When::Auto => console::takes_colours(&std::io::stdout()),
    };
    let viewer = if options.flip { Colour::Black } else { Colour::White };
    write!(output, "{}", draw(&position, viewer, position.visible(viewer), in_colour))?;
    write!(output, "\n{} to move   ", position.turn().title())?;
    match position.rules().spec().fog {
        // A FEN would tell what is hidden.
        true => writeln!(output, "seen by {}", viewer.title())?,
        false => writeln!(output, "{}", fen::format(&position))?,
    }
    Ok(())
}

impl Options {
    /// The last position of a file.
    fn read(&self, path: &Path) -> anyhow::Result<Position> {
        let rules = self.position.rules.rules.as_deref().map(input::load_rules).transpose()?;
        let game = self.game.or(NonZeroUsize::new(1));
        let settings = file::Options { rules, player: self.position.player, game };
        let read = file::read_game(&path.to_string_lossy(), &files::read(path)?, &settings);
        let (game, warnings) = read.map_err(|faults| in_file(path, &faults))?;
        warnings.iter().for_each(|warning| report!("{}: {warning}", path.display()));
        if !self.position.rules.fog {
            return Ok(game.position().clone());
        }
        let rules = with_fog(game.rules(), game.rules().id())?;
        let fogged = Position::new(rules, game.position().to_setup());
        let wrong = |faults| anyhow!("the position cannot be played under fog: {faults:?}");
        Ok(fogged.map_err(wrong)?.0)
    }
}

/// The board with coordinates and the squares that are to be seen, a line for each rank.
pub fn draw(position: &Position, viewer: Colour, visible: SquareSet, in_colour: bool) -> String {
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
        for square in files.iter().map(|file| Square::new(*file, rank)) {
            text += &match (visible.contains(square), in_colour) {
                (true, _) => cell(position, square, in_colour),
                (false, true) => "\x1b[48;2;120;120;120m   \x1b[0m".to_owned(),
                (false, false) => " ? ".to_owned(),
            };
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
    let is_checked_king =
        piece.is_some_and(|piece| position.kings_in_check(piece.colour()).contains(square));
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
