//! Positions as FEN, one on each line, and as EPD.

use rules::message::FaultMessage;
use rules::{Position, message};

use super::convert::{MOVED_PAWNS, has_moved_pawns, left_out, warn_of_remarks};
use super::format::{Content, Format, Games, Source};
use super::{MOST_FAULTS, Options, ending_of, read_fen};
use crate::archive::Archive;
use crate::config::ReadFile;
use crate::diagnostics::{Diagnostic, Diagnostics, TextPosition, excerpt};
use crate::fen;

/// Positions as FEN or EPD.
pub static FORMAT: Format = Format {
    id: "fen",
    label: "FEN",
    noun: message!("noun-fen", "FEN"),
    syntax: None,
    endings: &["fen", "epd"],
    ending_means: None,
    content: Content::Positions,
    separator: Some(""),
    matches: |sample| is_board(&sample.line),
    validate: Some(validate),
    read: Some(read),
    write: Some(write),
};

const A_FEN: FaultMessage = message!("a-fen", "a FEN");

/// Does it start with the ranks of a board?
pub(super) fn is_board(line: &str) -> bool {
    let first = line.split_ascii_whitespace().next().unwrap_or_default();
    first.contains('/') && first.chars().all(|c| c.is_ascii_alphanumeric() || c == '/')
}

fn validate(
    source: Source<'_>,
    _: ReadFile<'_>,
    options: &Options,
) -> Result<Diagnostics, Diagnostics> {
    let mut faults = Diagnostics::new();
    let mut positions = 0_usize;
    for (place, line) in lines(source)? {
        positions += 1;
        match position(source.name, line, options) {
            Ok((_, warnings)) => {
                warnings.iter().for_each(|odd| faults.push(odd.clone().at(place)));
            }
            Err(fault) => faults.push(fault.at(place)),
        }
        if faults.iter().len() >= MOST_FAULTS {
            let message = message!(
                "lines-not-checked",
                "too many faults; what follows line {line} is not checked",
                line = place.line
            );
            faults.push(Diagnostic::error(message));
            break;
        }
    }
    if positions == 0 {
        let message =
            message!("no-fen-on-lines", "there is no FEN in the file; expected one on each line");
        faults.push(Diagnostic::error(message).numbered(104));
    }
    if faults.has_errors() { Err(faults) } else { Ok(faults) }
}

/// The lines with a FEN; others are empty or start with `#`.
fn lines(source: Source<'_>) -> Result<impl Iterator<Item = (TextPosition, &str)>, Diagnostic> {
    let lines = (1..)
        .zip(source.text()?.lines())
        .map(|(line, text)| (TextPosition { line, column: 1 }, text.trim()));
    Ok(lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#')))
}

/// Reads a line with a FEN; a file of EPD may say more behind it.
fn position(
    name: &str,
    line: &str,
    options: &Options,
) -> Result<(Position, Diagnostics), Diagnostic> {
    if line.len() > fen::LONGEST && !line.contains(';') {
        let message = message!(
            "fen-line-too-long",
            "`{line}` is no FEN: it is too long",
            line = excerpt(line)
        );
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

fn read<'a>(source: Source<'a>, options: &'a Options) -> Result<Games<'a>, Diagnostics> {
    Ok(Box::new(lines(source)?.map(move |(place, line)| {
        let (start, odd) = position(source.name, line, options).map_err(|fault| fault.at(place))?;
        Ok((Archive::new(start), odd))
    })))
}

fn write(game: &Archive, _: &Options, warnings: &mut Diagnostics) -> Result<String, Diagnostics> {
    warn_of_remarks(game, A_FEN, warnings);
    if has_moved_pawns(game.position()) {
        warnings.push(left_out(MOVED_PAWNS, A_FEN));
    }
    Ok(fen::format(game.position()) + "\n")
}
