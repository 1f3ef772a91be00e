//! Game archives as files.

use rules::message;

use super::Options;
use super::format::{Content, Format, Games, Sample, Source};
use crate::archive::{self, Archive};
use crate::diagnostics::{Diagnostic, Diagnostics};

/// A game archive.
pub static FORMAT: Format = Format {
    id: "archive",
    label: "Saved game",
    noun: message!("noun-archive", "a game archive"),
    syntax: Some("JSON"),
    endings: &["json"],
    ending_means: Some(message!("ending-archive", "an archive")),
    content: Content::Games,
    separator: None,
    matches,
    validate: None,
    read: Some(read),
    write: Some(write),
};

/// Configs and archives share no key by which one could be taken for the other.
pub(super) fn matches(sample: &Sample<'_>) -> bool {
    let has_key = |key: &str| sample.text.contains(key);
    let is_archive = ["\"format\"", "\"moves\"", "\"turn\""].into_iter().any(has_key);
    // A clock of a config may be of the kind `"turn"`.
    let is_config =
        ["\"layout\"", "\"time_controls\"", "\"clock\": \"turn\""].into_iter().any(has_key);
    sample.line.starts_with('{') && is_archive && (has_key("\"format\"") || !is_config)
}

fn read<'a>(source: Source<'a>, _: &'a Options) -> Result<Games<'a>, Diagnostics> {
    let text = source.text()?;
    Ok(Box::new(std::iter::once_with(move || archive::parse(text))))
}

fn write(game: &Archive, _: &Options, _: &mut Diagnostics) -> Result<String, Diagnostics> {
    let text = archive::format(game);
    let largest = archive::LARGEST;
    match text.len() > largest << 20 {
        true => {
            let message = message!(
                "archive-too-large",
                "the archive would be larger than {largest} MiB",
                largest
            );
            Err(Diagnostic::error(message).into())
        }
        false => Ok(text),
    }
}
