//! `xxlchess convert`: turns a game or position into another kind of file.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use notation::file;

use crate::files::{self, in_file};
use crate::input::FileChoice;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// An archive, PGN, FEN or layout; `-` is standard input.
    #[arg(value_name = "IN")]
    from: PathBuf,
    /// The new file; its ending tells what it is: .json for an archive, .pgn, .fen, .txt for a
    /// layout. `-` is standard output.
    #[arg(value_name = "OUT")]
    to: PathBuf,
    #[command(flatten)]
    open: FileChoice,
    /// What to write, if the name of the new file does not say it.
    #[arg(long = "to", value_enum, value_name = "KIND")]
    kind: Option<TargetKind>,
    /// The game or position to convert, of a file with several; they are counted from 1.
    #[arg(long, value_name = "N")]
    game: Option<NonZeroUsize>,
}

/// A kind of file, by its usual ending.
#[derive(Clone, Copy, ValueEnum)]
enum TargetKind {
    /// An archive.
    Json,
    Pgn,
    Fen,
    /// A layout.
    Txt,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess convert game.json game.pgn               an archive becomes PGN
  xxlchess convert game.pgn last-position.fen
  xxlchess convert games.pgn third.json --game 3
  xxlchess convert game.json - --to pgn | less
  xxlchess convert --rules xxl level1.txt start.fen";

pub fn run(options: &Options, _: &mut dyn Write) -> anyhow::Result<()> {
    let settings = options.open.load(options.game)?;
    let from = options.from.to_string_lossy();
    let to = match options.kind {
        Some(TargetKind::Json) => "any.json".into(),
        Some(TargetKind::Pgn) => "any.pgn".into(),
        Some(TargetKind::Fen) => "any.fen".into(),
        Some(TargetKind::Txt) => "any.txt".into(),
        None if files::is_standard(&options.to) => {
            bail!("what is written to `-` has no name; expected `--to json`, `pgn`, `fen` or `txt`")
        }
        None => options.to.to_string_lossy(),
    };
    let bytes = files::read(&options.from)?;
    let converted = file::convert(&from, &bytes, &to, &settings)
        .map_err(|faults| in_file(&options.from, &faults))?;
    converted.faults.iter().for_each(|fault| report!("{from}: {fault}"));
    files::write(&options.to, converted.text)?;
    match converted.faults.has_errors() {
        true => bail!("faulty games are left out; the others are converted"),
        false => Ok(()),
    }
}
