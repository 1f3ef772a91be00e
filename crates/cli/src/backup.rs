//! `xxlchess backup`: copies what a server keeps, also while it runs.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use store::SqliteStore;

use crate::serve;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The new file. A server started with --data and this file goes on from there.
    #[arg(value_name = "TO")]
    to: PathBuf,
    /// The file of the server; by default what the variable XXLCHESS_DATA says, or the usual one.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess backup monday.db
  xxlchess backup --data club.db monday.db";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let from = serve::place(options.data.as_deref())?;
    if from.to_str().is_some_and(|text| text.contains("://")) {
        bail!("a PostgreSQL database is backed up by `pg_dump --schema=xxlchess`");
    }
    if options.to.exists() {
        bail!("{} is there already", options.to.display());
    }
    if !from.is_file() {
        bail!("{}: there is no such file", from.display());
    }
    SqliteStore::back_up(&from, &options.to)?;
    writeln!(output, "{} is a copy of {}", options.to.display(), from.display())?;
    Ok(())
}
