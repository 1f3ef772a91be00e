//! `xxlchess convert`: turns a game or position into another kind of file.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
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
    converted.warnings.iter().for_each(|warning| eprintln!("{from}: {warning}"));
    write_whole(&options.to, converted.text.as_bytes())
        .with_context(|| files::unwritable(&options.to))
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written
}
