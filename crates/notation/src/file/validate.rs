//! Checks files of any kind, within a second however bad they are.

use std::io::{self, Read};
use std::path::Path;

use super::{
    FaultList, Kind, MOST_FAULTS, Options, ending_of, inspect, read_fen, read_layout, shortened,
};
use crate::config::{Config, ReadFile};
use crate::diagnostics::{Diagnostic, Diagnostics, Place, excerpt, text_of};
use crate::document::{Node, Value};
use crate::pgn::Reader;
use crate::{archive, fen, parse_json, ruleset};

/// The largest config or layout, in KiB.
const LARGEST: usize = 1024;

/// The most keys in all the tables of a config.
const MOST_KEYS: usize = 10_000;

/// Checks a file of any kind and the files that it names, and tells what was odd about it.
///
/// `read_file` gives the bytes of the files that this one names, by paths that start where its
/// own does.
///
/// # Errors
/// What is wrong with the file, at most a hundred faults.
pub fn validate(
    name: &str,
    bytes: &[u8],
    read_file: ReadFile<'_>,
    options: &Options,
) -> Result<Diagnostics, Diagnostics> {
    let checked = match inspect(name, bytes)? {
        Kind::Config => config(name, bytes, read_file),
        Kind::Archive => {
            let text = text_of(bytes).map_err(|fault| fault.numbered(104))?;
            archive::parse(text).map(|(_, warnings)| warnings)
        }
        Kind::RuleSet => rule_set(name, bytes, read_file),
        Kind::Layout => layout(bytes, options),
        Kind::Pgn => validate_games(bytes, options),
        Kind::Fen => positions(name, bytes, options),
    };
    checked.map(shortened).map_err(shortened)
}

/// The text of a file that is not too large.
fn small_text(bytes: &[u8], kibibytes: usize) -> Result<&str, Diagnostic> {
    if bytes.len() > kibibytes << 10 {
        let message = format!("the file is larger than {kibibytes} KiB");
        return Err(Diagnostic::error(message));
    }
    text_of(bytes).map_err(|fault| fault.numbered(104))
}

fn config(name: &str, bytes: &[u8], read_file: ReadFile<'_>) -> Result<Diagnostics, Diagnostics> {
    let text = small_text(bytes, LARGEST)?;
    if parse_json(text).is_ok_and(|node| count_keys(&node) > MOST_KEYS) {
        let message = format!("the config has more than {MOST_KEYS} keys");
        return Err(Diagnostic::error(message).into());
    }
    let path = Path::new(name);
    let read = |other: &Path| match other == path {
        true => Ok(bytes.to_vec()),
        false => small_file(other, read_file),
    };
    Config::load(path, &read).map(|(_, warnings)| warnings)
}

fn count_keys(node: &Node) -> usize {
    match &node.value {
        Value::Table(entries) => {
            entries.len() + entries.iter().map(|(_, node)| count_keys(node)).sum::<usize>()
        }
        Value::List(items) => items.iter().map(count_keys).sum(),
        _ => 0,
    }
}

/// The bytes of a file that another names, if it is not too large.
fn small_file(path: &Path, read_file: ReadFile<'_>) -> io::Result<Vec<u8>> {
    let most = match path.extension().is_some_and(|ending| ending == "toml") {
        true => ruleset::LARGEST,
        false => LARGEST,
    };
    let bytes = read_file(path)?;
    match bytes.len() > most << 10 {
        true => Err(io::Error::other(format!("it is larger than {most} KiB"))),
        false => Ok(bytes),
    }
}

fn rule_set(name: &str, bytes: &[u8], read_file: ReadFile<'_>) -> Result<Diagnostics, Diagnostics> {
    let text = small_text(bytes, ruleset::LARGEST)?;
    let path = Path::new(name);
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    let find = |other: &str| {
        let path = folder.join(other);
        let tell = |error: io::Error| format!("{}: {error}", path.display());
        let bytes = small_file(&path, read_file).map_err(tell)?;
        text_of(&bytes).map(str::to_owned).map_err(|fault| fault.to_string())
    };
    ruleset::parse(text, &id, &find).map(|(_, warnings)| warnings)
}

fn layout(bytes: &[u8], options: &Options) -> Result<Diagnostics, Diagnostics> {
    let text = small_text(bytes, LARGEST)?;
    read_layout(text, options).map(|(_, warnings)| warnings)
}

/// Checks games as PGN one by one, in the memory that one of them needs, and tells what was odd.
///
/// # Errors
/// What is wrong with the games, at most a hundred faults.
pub fn validate_games(input: impl Read, options: &Options) -> Result<Diagnostics, Diagnostics> {
    let mut faults = FaultList::default();
    let mut games = 0_usize;
    let mut reader = options.reader(input);
    while let Some(game) = reader.next() {
        games += 1;
        reader.warnings().iter().for_each(|odd| faults.push(odd.diagnostic()));
        game.err().into_iter().for_each(|error| faults.push(error.diagnostic()));
        if faults.errors.len() == MOST_FAULTS {
            break;
        }
    }
    let is_cut = faults.errors.len() == MOST_FAULTS;
    let mut faults = faults.finish();
    if is_cut {
        let message = format!("too many faults; what follows game {games} is not checked");
        faults.push(Diagnostic::error(message));
    }
    if games == 0 {
        faults.push(Diagnostic::warning("there is no game in the file"));
    }
    if faults.has_errors() { Err(faults) } else { Ok(faults) }
}

fn positions(name: &str, bytes: &[u8], options: &Options) -> Result<Diagnostics, Diagnostics> {
    let mut faults = Diagnostics::new();
    let mut positions = 0_usize;
    for (place, line) in fen_lines(bytes)? {
        positions += 1;
        match position(name, line, options) {
            Ok((_, warnings)) => {
                warnings.iter().for_each(|odd| faults.push(odd.clone().at(place)));
            }
            Err(fault) => faults.push(fault.at(place)),
        }
        if faults.iter().len() >= MOST_FAULTS {
            let message =
                format!("too many faults; what follows line {} is not checked", place.line);
            faults.push(Diagnostic::error(message));
            break;
        }
    }
    if positions == 0 {
        let message = "there is no FEN in the file; expected one on each line";
        faults.push(Diagnostic::error(message).numbered(104));
    }
    if faults.has_errors() { Err(faults) } else { Ok(faults) }
}

/// The lines with a FEN; others are empty or start with `#`.
pub(super) fn fen_lines(bytes: &[u8]) -> Result<impl Iterator<Item = (Place, &str)>, Diagnostic> {
    let text = text_of(bytes).map_err(|fault| fault.numbered(104))?;
    let lines =
        (1..).zip(text.lines()).map(|(line, text)| (Place { line, column: 1 }, text.trim()));
    Ok(lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#')))
}

/// Reads a line with a FEN; a file of EPD may say more behind it.
pub(super) fn position(
    name: &str,
    line: &str,
    options: &Options,
) -> Result<(rules::Position, Diagnostics), Diagnostic> {
    if line.len() > fen::LONGEST && !line.contains(';') {
        let message = format!("`{}` is no FEN: it is too long", excerpt(line));
        return Err(Diagnostic::error(message).numbered(104));
    }
    let is_epd = ending_of(name).is_some_and(|ending| ending == "epd");
    let fields = line.split_ascii_whitespace().take(4).collect::<Vec<_>>().join(" ");
    let fen = if is_epd { excerpt_of(&fields) } else { line };
    read_fen(fen, options)
}

/// As much of a text as a FEN can have.
fn excerpt_of(text: &str) -> &str {
    text.char_indices().nth(fen::LONGEST).map_or(text, |(end, _)| &text[..end])
}

impl Options {
    /// The games of a PGN file.
    pub(super) fn reader<R: Read>(&self, input: R) -> Reader<R> {
        let reader = Reader::new(input);
        match &self.rules {
            Some(rules) => reader.with_default_rules(std::sync::Arc::clone(rules)),
            None => reader,
        }
    }
}
