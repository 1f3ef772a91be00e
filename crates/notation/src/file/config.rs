//! Configs as files.

use std::io;
use std::path::Path;

use rules::message;

use super::format::{Content, Format, Sample, Source};
use super::{Options, archive};
use crate::config::{Config, ReadFile};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::document::{Node, Value};
use crate::{parse_json, ruleset};

/// A `config.json`.
pub static FORMAT: Format = Format {
    id: "config",
    label: "Config",
    noun: message!("noun-config", "a config"),
    syntax: Some("JSON"),
    endings: &["json"],
    ending_means: None,
    content: Content::Config,
    separator: None,
    matches,
    validate: Some(validate),
    read: None,
    write: None,
};

/// The largest config or layout, in KiB.
pub(super) const LARGEST: usize = 1024;

/// The most keys in all the tables of a config.
const MOST_KEYS: usize = 10_000;

fn matches(sample: &Sample<'_>) -> bool {
    let is_list = || {
        let is_table = |c: char| c == '[' || c.is_alphabetic();
        sample.line.strip_prefix('[').is_some_and(|inside| !inside.starts_with(is_table))
    };
    is_list() && !super::pgn::is_tag(&sample.line)
        || sample.line.starts_with('{') && !archive::matches(sample)
}

fn validate(
    source: Source<'_>,
    read_file: ReadFile<'_>,
    _: &Options,
) -> Result<Diagnostics, Diagnostics> {
    let text = source.small_text(LARGEST)?;
    if parse_json(text).is_ok_and(|node| count_keys(&node) > MOST_KEYS) {
        let message =
            message!("config-keys", "the config has more than {most} keys", most = MOST_KEYS);
        return Err(Diagnostic::error(message).into());
    }
    let path = Path::new(source.name);
    let read = |other: &Path| match other == path {
        true => Ok(source.bytes.to_vec()),
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
pub(super) fn small_file(path: &Path, read_file: ReadFile<'_>) -> io::Result<Vec<u8>> {
    let most = match path.extension().is_some_and(|ending| ending == "toml") {
        true => ruleset::LARGEST,
        false => LARGEST,
    };
    let bytes = read_file(path)?;
    match bytes.len() > most << 10 {
        true => {
            let message = message!("named-file-size", "it is larger than {most} KiB", most);
            Err(io::Error::other(message))
        }
        false => Ok(bytes),
    }
}
