//! `xxlchess validate`: checks files of any kind and tells everything that is wrong with them.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::services::Services;
use clap::Args;
use notation::diagnostics::{Diagnostic, Diagnostics, Severity};
use notation::file;
use rules::message;
use serde_json::{Value, json};

use crate::files;
use crate::input::FileChoice;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Configs, layouts, rule sets, archives, PGN and FEN files; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    open: FileChoice,
    /// Print one JSON list with what was found in each file.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess validate config.json
  xxlchess validate --rules standard games.pgn level1.txt";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let settings = options.open.load(None)?;
    let mut faulty = 0;
    let mut reports = Vec::new();
    for path in &options.files {
        let name = path.to_string_lossy();
        let checked = match check(path, &settings) {
            // One file alone is told as everywhere.
            Err(error) if options.files.len() == 1 && !options.json => return Err(error),
            Err(error) => Err(unreadable(&error).into()),
            Ok(checked) => checked,
        };
        if options.json {
            faulty += usize::from(checked.is_err());
            reports.push(report(&name, &checked));
            continue;
        }
        match checked {
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
    if options.json {
        writeln!(output, "{:#}", Value::from(reports))?;
        output.flush()?;
    }
    match (faulty, options.files.len()) {
        (0, _) => Ok(()),
        (_, 1) => bail!("the file is not sound"),
        (faulty, all) => bail!("{faulty} of {all} files are not sound"),
    }
}

/// That a file cannot be read, as a fault of it beside those of others.
fn unreadable(error: &anyhow::Error) -> Diagnostic {
    let why = error.root_cause().to_string();
    Diagnostic::error(message!("opened-not-read", "the file cannot be read: {why}", why))
}

/// What was found in a file.
fn report(name: &str, checked: &Result<Diagnostics, Diagnostics>) -> Value {
    let faults = checked.as_ref().unwrap_or_else(|faults| faults);
    json!({
        "file": name,
        "ok": checked.is_ok(),
        "faults": faults.iter().map(fault).collect::<Vec<_>>(),
    })
}

fn fault(fault: &Diagnostic) -> Value {
    json!({
        "severity": match fault.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "code": fault.code,
        "line": fault.place.map(|place| place.line),
        "column": fault.place.map(|place| place.column),
        "key": fault.key,
        "message": fault.message.to_string(),
    })
}

/// As much of a file as tells what it is.
const HEAD: u64 = 1 << 16;

/// Checks a file; games are read one by one, however many there are.
pub fn check(
    path: &Path,
    settings: &file::Options,
) -> anyhow::Result<Result<Diagnostics, Diagnostics>> {
    let name = path.to_string_lossy();
    let mut head = Vec::new();
    let mut rest = files::open(path)?;
    (&mut rest).take(HEAD).read_to_end(&mut head).with_context(|| format!("cannot read {name}"))?;
    if file::inspect(&name, &head) == Ok(&file::PGN) {
        return Ok(file::validate_games(head.as_slice().chain(rest), settings));
    }
    // The rest of standard input cannot be read from its start again.
    let bytes = files::read_rest(head, rest).with_context(|| format!("cannot read {name}"))?;
    let checked = file::validate(&name, &bytes, &files::read_bytes, settings);
    if checked.is_ok() && file::inspect(&name, &bytes) == Ok(&file::CONFIG) {
        let read = |file: &Path| match file == path {
            true => Ok(bytes.clone()),
            false => files::read_bytes(file),
        };
        // Levels and themes are the window's.
        return Ok(app::check_config(path, &read, &*Services::desktop().storage));
    }
    Ok(checked)
}
