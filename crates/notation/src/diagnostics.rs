//! Faults found in a file: where they stand, and in plain words what was found and expected.

use std::path::Path;
use std::{borrow::Cow, fmt, io, iter};

use rules::fen::FenError;
use rules::message;
use rules::message::{Argument, Fault, FaultMessage};

/// A position in a text as an editor shows it: both numbers start at 1, columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
}

impl Fault for TextPosition {
    fn message(&self) -> FaultMessage {
        let TextPosition { line, column } = self;
        message!("place", "line {line}, column {column}", line, column)
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// Whether a file can be used in spite of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but perhaps not as its author meant.
    Warning,
}

/// One fault: a whole sentence, and what a program may want to know about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the file can still be used.
    pub severity: Severity,
    /// The number of the fault, for those that have one.
    pub code: Option<u16>,
    /// Where it stands in the file.
    pub place: Option<TextPosition>,
    /// The dotted path of the key, such as `time_controls.player.seconds`.
    pub key: Option<String>,
    /// What was found and what was expected; names the key, but not the place.
    pub message: FaultMessage,
}

impl Diagnostic {
    /// A fault that makes the file unusable.
    pub fn error(message: impl Into<FaultMessage>) -> Self {
        Self::new(Severity::Error, message.into())
    }

    /// A fault that leaves the file usable.
    pub fn warning(message: impl Into<FaultMessage>) -> Self {
        Self::new(Severity::Warning, message.into())
    }

    fn new(severity: Severity, message: FaultMessage) -> Self {
        Self { severity, code: None, place: None, key: None, message }
    }

    /// The same fault, at this place.
    pub fn at(self, place: impl Into<Option<TextPosition>>) -> Self {
        let place = place.into();
        Self { place, ..self }
    }

    /// The same fault, about this key.
    pub fn about(self, key: impl Into<String>) -> Self {
        let key = Some(key.into());
        Self { key, ..self }
    }

    /// The same fault, with this number.
    pub fn numbered(self, code: u16) -> Self {
        let code = Some(code);
        Self { code, ..self }
    }

    /// The same fault of a file, for readers of another one that names it.
    pub fn in_file(self, name: &str) -> Self {
        let message = message!("in-file", "in `{name}`: {fault}", name, fault = self.placed());
        Self { message, place: None, ..self }
    }

    /// The message behind its place.
    fn placed(&self) -> FaultMessage {
        let message = self.message.clone();
        match self.place {
            Some(place) => message!("at-place", "{place}: {fault}", place, fault = message),
            None => message,
        }
    }
}

/// All of it: number, severity, place and message.
impl Fault for Diagnostic {
    fn message(&self) -> FaultMessage {
        let message = match self.severity {
            Severity::Error => self.placed(),
            Severity::Warning => message!("warning", "warning: {fault}", fault = self.placed()),
        };
        match self.code {
            Some(code) => message!("numbered", "{code} {fault}", code, fault = message),
            None => message,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fault::message(self).fmt(f)
    }
}

impl std::error::Error for Diagnostic {}

/// All faults of a file, in the order they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// No faults yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fault.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds the faults of a part of the file, or of a file that this one names.
    pub fn append(&mut self, mut more: Diagnostics) {
        self.0.append(&mut more.0);
    }

    /// Whether anything makes the file unusable.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// Whether there is no fault at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every fault.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// The faults that make the file unusable.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter().filter(|d| d.severity == Severity::Error)
    }

    /// The faults that leave the file usable.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter().filter(|d| d.severity == Severity::Warning)
    }

    /// Brings the faults into the order of the file, those without a place first.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|d| d.place);
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|d| writeln!(f, "{d}"))
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The candidate that `name` was probably meant to be: a few slips of the keyboard away from
/// the whole of it, or from one of its words (`color` means `player_colour`).
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let length = name.chars().count();
    if length > 64 {
        return None;
    }
    let name = plain(name);
    let slips = |candidate: &'a str| {
        let whole = iter::once((candidate, false));
        let words = candidate.split('_').map(|word| (word, true));
        let slips = |(text, is_word)| (strsim::damerau_levenshtein(&name, &plain(text)), is_word);
        whole.chain(words).map(slips).min()
    };
    candidates
        .into_iter()
        .filter_map(|candidate| Some((slips(candidate)?, candidate)))
        .filter(|((slips, _), _)| *slips <= (length + 1) / 3)
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

/// A message, and behind it what was probably meant, which comes in quotes.
pub fn with_hint(message: FaultMessage, meant: Option<String>) -> FaultMessage {
    match meant {
        Some(meant) => {
            message!("did-you-mean", "{message}; did you mean {meant}?", message, meant)
        }
        None => message,
    }
}

/// Turns byte offsets into places, quickly even in a file that is one long line.
#[derive(Debug)]
pub struct LineIndex<'a> {
    bytes: &'a [u8],
    line_starts: Vec<usize>,
    chars_before_block: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    const BLOCK: usize = 64;

    /// Looks through the text once.
    pub fn new(text: &'a str) -> Self {
        let after_breaks = text.match_indices('\n').map(|(offset, _)| offset + 1);
        let mut chars = 0;
        let blocks = text.as_bytes().chunks(Self::BLOCK).map(|block| {
            chars += count_chars(block);
            chars
        });
        Self {
            bytes: text.as_bytes(),
            line_starts: iter::once(0).chain(after_breaks).collect(),
            chars_before_block: iter::once(0).chain(blocks).collect(),
        }
    }

    /// The place of a byte; beyond the end, the place just after the text.
    pub fn place(&self, offset: usize) -> TextPosition {
        let offset = offset.min(self.bytes.len());
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let in_line = self.chars_before(offset) - self.chars_before(self.line_starts[line - 1]);
        TextPosition { line: line as u32, column: in_line as u32 + 1 }
    }

    fn chars_before(&self, offset: usize) -> usize {
        let block = offset / Self::BLOCK;
        self.chars_before_block[block] + count_chars(&self.bytes[block * Self::BLOCK..offset])
    }
}

/// Counts the bytes that start a character.
fn count_chars(utf8: &[u8]) -> usize {
    utf8.iter().filter(|byte| (**byte as i8) >= -0x40).count()
}

/// The text of a file, without a byte-order mark.
///
/// # Errors
/// If the file is not UTF-8, with the place of the first byte that is not.
pub fn text_of(bytes: &[u8]) -> Result<&str, Diagnostic> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(Diagnostic::error(UTF_16));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let valid = std::str::from_utf8(valid).unwrap_or_default();
        let byte = rest.first().copied().unwrap_or_default();
        Diagnostic::error(message!(
            "not-utf-8",
            "the byte {byte} is not UTF-8; expected a text file saved as UTF-8",
            byte = format!("{byte:#04X}")
        ))
        .at(LineIndex::new(valid).place(valid.len()))
    })
}

/// Why a file cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> FaultMessage {
    let why = system_error(error);
    message!("unreadable", "{path}: {why}", path = path.display().to_string(), why)
}

/// An error of the system as a part of a message.
pub fn system_error(error: &io::Error) -> Argument {
    let ours = error.get_ref().and_then(|error| error.downcast_ref::<FaultMessage>());
    let system = error.to_string();
    match (ours, error.kind()) {
        (Some(message), _) => message.clone().into(),
        // The words of the system are the same in every language of ours.
        (None, io::ErrorKind::NotFound) => message!("file-not-found", "{system}", system).into(),
        (None, io::ErrorKind::PermissionDenied) => {
            message!("file-forbidden", "{system}", system).into()
        }
        (None, _) => Argument::from(system),
    }
}

/// The end of a list of faults that is too long to be read.
pub(crate) fn not_listed(count: usize) -> FaultMessage {
    message!("not-listed", "{count} more faults are not listed", count)
}

/// An error about a key, in words that follow its name.
pub(crate) fn about_key(key: &str, words: FaultMessage) -> Diagnostic {
    Diagnostic::error(message!("key-words", "`{key}` {words}", key, words)).about(key)
}

/// A key that should have a FEN.
pub(crate) fn no_position(key: &str, error: &FenError) -> Diagnostic {
    let words = message!("no-position", "is no position: {error}", error);
    Diagnostic { code: error.code(), ..about_key(key, words) }
}

/// The message about a file that Windows saves as "Unicode".
pub(crate) const UTF_16: FaultMessage =
    message!("utf-16", "the file is UTF-16; expected UTF-8, please save it as such");

/// As much of a long text as is good in a message.
pub(crate) fn excerpt(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_reads_as_one_sentence() {
        let place = TextPosition { line: 4, column: 17 };
        let check = |diagnostic: Diagnostic, expected| assert_eq!(diagnostic.to_string(), expected);
        let no = message!("no", "no");
        check(Diagnostic::error(no.clone()), "no");
        check(Diagnostic::error(no.clone()).at(place), "line 4, column 17: no");
        check(Diagnostic::error(no.clone()).numbered(105), "105 no");
        check(Diagnostic::warning(no.clone()).at(place), "warning: line 4, column 17: no");
        let other = Diagnostic::warning(no).at(place).numbered(101).in_file("a.txt");
        check(other, "101 warning: in `a.txt`: line 4, column 17: no");
    }

    #[test]
    fn faults_are_kept_apart_and_sorted() {
        let place = |line| TextPosition { line, column: 1 };
        let mut faults = Diagnostics::from(Diagnostic::warning(message!("b", "b")).at(place(2)));
        assert!(!faults.has_errors() && !faults.is_empty());
        faults.append(Diagnostic::error(message!("a", "a")).at(place(1)).into());
        faults.push(Diagnostic::error(message!("file", "file")));
        faults.sort();
        assert_eq!(faults.to_string(), "file\nline 1, column 1: a\nwarning: line 2, column 1: b\n");
        assert_eq!((faults.errors().count(), faults.warnings().count()), (2, 1));
    }

    #[test]
    fn the_nearest_name_is_found() {
        let known = ["layout", "time_controls", "player_colour", "max_movement_time", "fog"];
        let check = |name, expected| assert_eq!(nearest(name, known), expected, "{name}");
        check("layuot", Some("layout"));
        check("Time-Controls", Some("time_controls"));
        check("playerColor", Some("player_colour"));
        check("color", Some("player_colour"));
        check("fg", Some("fog"));
        check("f", None);
        check("", None);
        check("zzzzzz", None);
        check(&"layout".repeat(100_000), None);
    }

    #[test]
    fn offsets_become_places() {
        let long = "é".repeat(1000) + "x";
        let check = |text: &str, offset, line, column| {
            assert_eq!(LineIndex::new(text).place(offset), TextPosition { line, column });
        };
        check("", 0, 1, 1);
        check("", 9, 1, 1);
        check("ab\r\ncd", 5, 2, 2);
        check("ab\n", 2, 1, 3);
        check("ab\n", 3, 2, 1);
        check("\u{1F600}é\"", 6, 1, 3);
        check(&long, 2000, 1, 1001);
        check(&"x".repeat(128), 128, 1, 129);
        check(&format!("\n\n{long}\n"), 2002, 3, 1001);
    }

    #[test]
    fn bytes_become_text() {
        let check = |bytes: &[u8], expected: Result<&str, &str>| {
            let found = text_of(bytes).map_err(|d| d.to_string());
            assert_eq!(found, expected.map_err(str::to_owned));
        };
        check(b"", Ok(""));
        check("\u{FEFF}é".as_bytes(), Ok("é"));
        check(
            b"\xEF\xBB\xBFa\n\xC3\xA9\xE9!",
            Err(
                "line 2, column 2: the byte 0xE9 is not UTF-8; expected a text file saved as UTF-8",
            ),
        );
        check(b"\xFF\xFE{\0", Err("the file is UTF-16; expected UTF-8, please save it as such"));
    }
}
