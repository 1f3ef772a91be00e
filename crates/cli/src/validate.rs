//! `xxlchess validate`: checks files of any kind and tells everything that is wrong with them.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::services::Services;
use clap::Args;
use notation::diagnostics::Diagnostics;
use notation::file::{self, Kind};

use crate::files;
use crate::input::FileChoice;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Configs, layouts, rule sets, archives, PGN and FEN files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    open: FileChoice,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess validate config.json
  xxlchess validate --rules standard games.pgn level1.txt";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let settings = options.open.load()?;
    let mut faulty = 0;
    for path in &options.files {
        let name = path.to_string_lossy();
        match check(path, &settings)? {
            Ok(warnings) => {
                warnings.iter().for_each(|warning| report!("{name}: {warning}"));
                match options.files.len() {
                    1 => writeln!(output, "ok")?,
                    _ => writeln!(output, "{name}: ok")?,
                }
            }
            Err(faults) => {
                faulty += 1;
                faults.iter().for_each(|fault| report!("{name}: {fault}"));
            }
        }
    }
    match (faulty, options.files.len()) {
        (0, _) => Ok(()),
        (_, 1) => bail!("the file is not sound"),
        (faulty, all) => bail!("{faulty} of {all} files are not sound"),
    }
}

/// As much of a file as tells what it is.
const HEAD: u64 = 1 << 16;

/// Checks a file; games are read one by one, however many there are.
fn check(
    path: &Path,
    settings: &file::Options,
) -> anyhow::Result<Result<Diagnostics, Diagnostics>> {
    let name = path.to_string_lossy();
    let mut head = Vec::new();
    let mut rest = File::open(path).with_context(|| format!("cannot read {name}"))?;
    (&mut rest).take(HEAD).read_to_end(&mut head).with_context(|| format!("cannot read {name}"))?;
    if file::inspect(&name, &head) == Ok(Kind::Pgn) {
        return Ok(file::validate_games(head.as_slice().chain(rest), settings));
    }
    let bytes = files::read(path)?;
    let checked = file::validate(&name, &bytes, &files::read_bytes, settings);
    if checked.is_ok() && file::inspect(&name, &bytes) == Ok(Kind::Config) {
        // Levels and themes are the window's.
        let Services { files, storage, .. } = Services::desktop();
        return Ok(app::check_config(path, &*files, &*storage));
    }
    Ok(checked)
}
