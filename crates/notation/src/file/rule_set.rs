//! Rule sets as files.

use std::path::Path;

use rules::message;

use super::Options;
use super::config::small_file;
use super::format::{Content, Format, Sample, Source};
use crate::config::ReadFile;
use crate::diagnostics::Diagnostics;
use crate::ruleset;

/// A rule set.
pub static FORMAT: Format = Format {
    id: "rule-set",
    label: "Rule set",
    noun: message!("noun-rule-set", "a rule set"),
    syntax: Some("TOML"),
    endings: &["toml"],
    ending_means: None,
    content: Content::Rules,
    separator: None,
    matches,
    validate: Some(validate),
    read: None,
    write: None,
};

fn matches(sample: &Sample<'_>) -> bool {
    let is_table = |inside: &str| inside.starts_with(|c: char| c == '[' || c.is_alphabetic());
    match sample.line.strip_prefix('[') {
        Some(inside) => is_table(inside) && !super::pgn::is_tag(&sample.line),
        None => is_assignment(&sample.line),
    }
}

/// Is it a key of a TOML file with its value?
fn is_assignment(line: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '"' | '\'');
    line.split_once('=').is_some_and(|(key, _)| {
        let key = key.trim_end();
        // `e8=Q` is a move.
        key.len() > 2 && key.chars().all(is_part) && !key.contains(|c: char| c.is_ascii_digit())
    })
}

fn validate(
    source: Source<'_>,
    read_file: ReadFile<'_>,
    _: &Options,
) -> Result<Diagnostics, Diagnostics> {
    let text = source.small_text(ruleset::LARGEST)?;
    let read = |other: &Path| small_file(other, read_file);
    ruleset::parse_file(text, Path::new(source.name), &read).map(|(_, warnings)| warnings)
}
