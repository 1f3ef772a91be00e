//! What a file format is, and which of them a file has: first by its content, and then its name must agree.

use std::borrow::Cow;
use std::fmt;

use rules::message;
use rules::message::{Argument, Fault, FaultMessage, either, joined, or};

use super::{FORMATS, Options, ending_of, layout};
use crate::archive::Archive;
use crate::config::ReadFile;
use crate::diagnostics::{Diagnostic, Diagnostics, TextPosition, UTF_16, text_of};

/// A format of files: how it is recognised, read and written.
pub struct Format {
    /// A short name that never changes.
    pub id: &'static str,
    /// What its files are called in a list of formats.
    pub label: &'static str,
    /// What its files are called within a sentence, such as "a layout".
    pub(super) noun: FaultMessage,
    /// The language that its files are written in, if it is a well-known one.
    pub(super) syntax: Option<&'static str>,
    /// How names of its files end, without the dot; new files get the first.
    pub endings: &'static [&'static str],
    /// What the ending stands for, where it does not say that itself.
    pub ending_means: Option<FaultMessage>,
    /// What its files hold.
    pub content: Content,
    /// What stands between the games or positions of a file, where there may be several.
    pub(super) separator: Option<&'static str>,
    /// Does a file look like this format?
    pub(super) matches: fn(&Sample<'_>) -> bool,
    /// Checks a file, where reading its games is not enough.
    pub(super) validate: Option<Validate>,
    /// Reads the games or positions of a file one by one, if the format holds any.
    pub(super) read: Option<ReadGames>,
    /// Writes a game, or the position that it has reached, if the format can be written.
    pub(super) write: Option<Write>,
}

/// What files of a format hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A description of a game to be played.
    Config,
    /// Rules to play by.
    Rules,
    /// Games with their moves.
    Games,
    /// Positions without the moves that led to them.
    Positions,
}

/// A file: its name and its content.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// The content as text.
    pub fn text(self) -> Result<&'a str, Diagnostic> {
        text_of(self.bytes).map_err(|fault| fault.numbered(104))
    }

    /// The content as text, if it is not too large.
    pub fn small_text(self, kibibytes: usize) -> Result<&'a str, Diagnostic> {
        if self.bytes.len() > kibibytes << 10 {
            let message =
                message!("file-size", "the file is larger than {most} KiB", most = kibibytes);
            return Err(Diagnostic::error(message));
        }
        self.text()
    }
}

/// A game of a file with what was odd about it, or all that is wrong with it.
pub type ReadGame = Result<(Archive, Diagnostics), Diagnostics>;

/// The games or positions of a file; a position is a game without moves.
pub type Games<'a> = Box<dyn Iterator<Item = ReadGame> + 'a>;

type ReadGames = for<'a> fn(Source<'a>, &'a Options) -> Result<Games<'a>, Diagnostics>;
type Validate = fn(Source<'_>, ReadFile<'_>, &Options) -> Result<Diagnostics, Diagnostics>;
type Write = fn(&Archive, &Options, &mut Diagnostics) -> Result<String, Diagnostics>;

impl Format {
    /// The ending of names of new files, without the dot.
    pub fn ending(&self) -> &'static str {
        self.endings[0]
    }

    /// Can games be written in this format?
    pub fn is_written(&self) -> bool {
        self.write.is_some()
    }

    /// Writes a game, or the position that it has reached, and adds what the format cannot hold to
    /// the warnings.
    ///
    /// # Errors
    /// Why the format cannot hold it.
    pub fn write(
        &self,
        game: &Archive,
        options: &Options,
        warnings: &mut Diagnostics,
    ) -> Result<String, Diagnostics> {
        let write = self.write.ok_or_else(|| {
            let format = self.noun.clone();
            Diagnostic::error(message!(
                "not-written",
                "games cannot be written as {format}",
                format
            ))
        })?;
        write(game, options, warnings)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.id == other.id
    }
}

impl Eq for Format {}

impl std::hash::Hash for Format {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl Fault for Format {
    fn message(&self) -> FaultMessage {
        let noun = self.noun.clone();
        match self.syntax {
            Some(syntax) => message!("noun-and-syntax", "{noun} ({syntax})", noun, syntax),
            None => noun,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// A choice of formats, in the order of the table.
pub(super) fn either_of(formats: impl Iterator<Item = &'static Format>) -> Argument {
    either(formats.map(|format| format.noun.clone()))
}

/// As much of a file as is looked at.
const LOOKED_AT: usize = 1 << 16;

/// The beginning of a file, to recognise its format by.
pub(super) struct Sample<'a> {
    pub text: Cow<'a, str>,
    /// The first line that is neither empty nor a remark after `#`, without blanks around it.
    pub line: String,
}

impl Sample<'_> {
    /// Nothing if the file has only empty lines and remarks.
    fn new(bytes: &[u8]) -> Option<Sample<'_>> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
        let is_said = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let line = text.lines().find(is_said)?.trim().to_owned();
        Some(Sample { text, line })
    }
}

/// Tells the format of a file by its content.
///
/// # Errors
/// With code 104, if the content is nothing that is known, or the ending of the name stands for
/// something else.
pub fn inspect(name: &str, bytes: &[u8]) -> Result<&'static Format, Diagnostic> {
    let wrong = |message: FaultMessage| {
        let start = TextPosition { line: 1, column: 1 };
        Err(Diagnostic::error(message).numbered(104).at(start))
    };
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return wrong(UTF_16);
    }
    let ending = ending_of(name).unwrap_or_default();
    let has_ending = |format: &&&Format| format.endings.contains(&ending.as_str());
    let named: Vec<&Format> = FORMATS.iter().filter(has_ending).copied().collect();
    let sample = Sample::new(bytes);
    let like = |format: &&&'static Format| sample.as_ref().is_some_and(format.matches);
    if let Some(format) = FORMATS.iter().filter(has_ending).find(like) {
        return Ok(format);
    }
    match (named.as_slice(), FORMATS.iter().find(like)) {
        ([], Some(found)) => Ok(found),
        ([], None) => {
            let formats = either_of(FORMATS.into_iter());
            wrong(message!(
                "unknown-kind",
                "this is no file of a known kind; expected {formats}",
                formats
            ))
        }
        // Its reader knows best what is wrong. Any few letters look like a layout.
        ([format], None) => Ok(format),
        ([format], Some(found)) if **found == layout::FORMAT => Ok(format),
        (named, found) => {
            let expected = joined(named, or);
            wrong(match found {
                Some(format) => message!(
                    "other-kind",
                    "the name ends in `.{ending}`, but this looks like {format}; expected \
                     {expected}",
                    ending,
                    format,
                    expected
                ),
                None => message!(
                    "not-that-kind",
                    "the name ends in `.{ending}`, but this is no {format}; expected {expected}",
                    ending,
                    format = match named[0].syntax {
                        Some(syntax) => syntax.into(),
                        None => Argument::from(named[0].noun.clone()),
                    },
                    expected
                ),
            })
        }
    }
}
