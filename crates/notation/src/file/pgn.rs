//! Games as PGN.

use std::io::Read;
use std::sync::Arc;

use rules::message;
use rules::message::FaultMessage;

use super::convert::{MOMENT, MOVED_PAWNS, has_moved_pawns, left_out, no_game};
use super::format::{Content, Format, Games, Sample, Source};
use super::{Converted, FaultList, MOST_FAULTS, Options, fen};
use crate::archive::{self, Archive, ResumeState};
use crate::config::ReadFile;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::pgn::{self, Game, PgnError, Reader};

/// Games as PGN.
pub static FORMAT: Format = Format {
    id: "pgn",
    label: "PGN",
    noun: message!("noun-pgn", "PGN"),
    syntax: None,
    endings: &["pgn"],
    ending_means: None,
    content: Content::Games,
    separator: Some("\n"),
    matches,
    validate: Some(validate),
    read: Some(read),
    write: Some(write),
};

const A_PGN: FaultMessage = message!("a-pgn", "a PGN");

fn matches(sample: &Sample<'_>) -> bool {
    let line = sample.line.as_str();
    match line.as_bytes().first() {
        Some(b'[') => is_tag(line),
        Some(b'%' | b';') => true,
        // Games may start with a comment.
        Some(b'{') => !is_json(&sample.text),
        Some(byte) => byte.is_ascii_digit() && !fen::is_board(line),
        None => false,
    }
}

/// Does a `{` start JSON, and not a comment of a game?
fn is_json(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{');
    inside
        .is_some_and(|inside| matches!(inside.trim_start().chars().next(), None | Some('"' | '}')))
}

/// Is it a tag of a PGN file, such as `[Event "Open"]`?
pub(super) fn is_tag(line: &str) -> bool {
    let Some(name) = line.strip_prefix('[').map(str::trim_start) else { return false };
    let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    rest.len() < name.len() && rest.trim_start().starts_with('"')
}

fn validate(
    source: Source<'_>,
    _: ReadFile<'_>,
    options: &Options,
) -> Result<Diagnostics, Diagnostics> {
    validate_games(source.bytes, options)
}

/// Checks games as PGN one by one, in the memory that one of them needs, and returns what was odd.
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
        let message = message!(
            "games-not-checked",
            "too many faults; what follows game {game} is not checked",
            game = games
        );
        faults.push(Diagnostic::error(message));
    }
    if games == 0 {
        faults.push(Diagnostic::warning(no_game()));
    }
    if faults.has_errors() { Err(faults) } else { Ok(faults) }
}

fn read<'a>(source: Source<'a>, options: &'a Options) -> Result<Games<'a>, Diagnostics> {
    let mut reader = options.reader(source.bytes);
    Ok(Box::new(std::iter::from_fn(move || {
        let game = reader.next()?.map_err(|error| error.diagnostic().into());
        Some(game.map(|game| {
            let mut warnings = Diagnostics::new();
            reader.warnings().iter().for_each(|odd| warnings.push(odd.diagnostic()));
            (Archive::from_pgn(game), warnings)
        }))
    })))
}

impl Options {
    /// The games of a PGN file.
    fn reader<R: Read>(&self, input: R) -> Reader<R> {
        let reader = Reader::new(input);
        match &self.rules {
            Some(rules) => reader.with_default_rules(Arc::clone(rules)),
            None => reader,
        }
    }
}

/// All sound games of a PGN file, written anew.
pub(super) fn rewrite_all(bytes: &[u8], options: &Options) -> Result<Converted, Diagnostics> {
    let mut text = String::new();
    let mut faults = FaultList::default();
    let mut games = options.reader(bytes);
    while let Some(game) = games.next() {
        games.warnings().iter().for_each(|odd| faults.push(odd.diagnostic()));
        match game.map_err(|error: PgnError| error.diagnostic()).and_then(|game| text_of(&game)) {
            Ok(game) if text.is_empty() => text = game,
            Ok(game) => text = text + "\n" + &game,
            Err(fault) => faults.push(fault),
        }
    }
    Converted::of_all(text, faults, &FORMAT)
}

fn text_of(game: &Game) -> Result<String, Diagnostic> {
    pgn::format(game).map_err(|error| Diagnostic::error(error).numbered(105))
}

fn write(game: &Archive, _: &Options, warnings: &mut Diagnostics) -> Result<String, Diagnostics> {
    if !archive::is_shipped(game.rules()) {
        warnings.push(Diagnostic::warning(message!(
            "rules-not-in-pgn",
            "the rules of `{rules}` are not part of a PGN; whoever reads it needs their file",
            rules = game.rules().id()
        )));
    }
    if has_moved_pawns(game.start()) {
        warnings.push(left_out(MOVED_PAWNS, A_PGN));
    }
    if game.resume_state != ResumeState::default() {
        warnings.push(left_out(MOMENT, A_PGN));
    }
    Ok(text_of(&game.to_pgn())?)
}
