//! `xxlchess convert`: turns a game or position into another kind of file.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use notation::file;

use crate::files::{self, in_file};
use crate::input::FileChoice;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// An archive, PGN, FEN or layout.
    #[arg(value_name = "IN")]
    from: PathBuf,
    /// The new file; its ending tells what it is: .json for an archive, .pgn, .fen, .txt for a layout.
    #[arg(value_name = "OUT")]
    to: PathBuf,
    #[command(flatten)]
    open: FileChoice,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess convert game.json game.pgn               an archive becomes PGN
  xxlchess convert game.pgn last-position.fen
  xxlchess convert --rules xxl level1.txt start.fen";

pub fn run(options: &Options, _: &mut dyn Write) -> anyhow::Result<()> {
    let settings = options.open.load()?;
    let (from, to) = (options.from.to_string_lossy(), options.to.to_string_lossy());
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
