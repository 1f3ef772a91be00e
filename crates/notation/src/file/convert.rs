//! A game or position of a file, and one format as another.

use rules::Position;

use super::format::{Content, Format, Games, ReadGame, Source};
use super::{FORMATS, Options, ending_of, fen, inspect, pgn, shortened};
use crate::archive::Archive;
use crate::diagnostics::{Diagnostic, Diagnostics, either};

/// The text of a converted file, and what was lost, odd or faulty on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The new file.
    pub text: String,
    /// What was odd about the old file, and what the new one cannot hold. An error is a faulty game
    /// that was left out.
    pub faults: Diagnostics,
}

/// Turns a file into another format, by the ending of the output's name.
///
/// FEN and layout show where a game stands after its moves. Of a file of several games or positions
/// the one that the options name is taken, or the first with a warning; only from PGN to PGN are all
/// written, without those that are faulty.
///
/// # Errors
/// Everything that is wrong with the input if nothing of it can be used, or why the output cannot
/// hold it.
pub fn convert(
    input: &str,
    bytes: &[u8],
    output: &str,
    options: &Options,
) -> Result<Converted, Diagnostics> {
    let target = target_of(output)?;
    let format = inspect(input, bytes)?;
    if *format == pgn::FORMAT && *target == pgn::FORMAT && options.game.is_none() {
        return pgn::rewrite_all(bytes, options);
    }
    let (game, mut warnings) = read(format, Source { name: input, bytes }, options)?;
    let text = target.write(&game, options, &mut warnings)?;
    Ok(Converted { text, faults: shortened(warnings) })
}

/// Reads the game or position of a file that the options name, with what was odd about it.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read_game(input: &str, bytes: &[u8], options: &Options) -> ReadGame {
    read(inspect(input, bytes)?, Source { name: input, bytes }, options)
}

/// Reads all games or positions of a file of this format, one by one.
///
/// # Errors
/// If the file is no text, or the format holds no games.
pub fn read_games<'a>(
    format: &Format,
    name: &'a str,
    bytes: &'a [u8],
    options: &'a Options,
) -> Result<Games<'a>, Diagnostics> {
    let read = format.read.ok_or_else(|| {
        let readable = FORMATS.iter().filter(|format| format.read.is_some());
        let expected = either(readable.map(|format| format.noun.to_owned()).collect());
        Diagnostic::error(format!("the file is {format}; expected {expected}"))
    })?;
    read(Source { name, bytes }, options)
}

/// The format that a file of this name is written in.
fn target_of(output: &str) -> Result<&'static Format, Diagnostic> {
    let ending = ending_of(output).unwrap_or_default();
    let mut writable = FORMATS.iter().filter(|format| format.is_written());
    writable.clone().find(|format| format.ending() == ending).copied().ok_or_else(|| {
        let told = |format: &&'static Format| match format.ending_means {
            Some(meaning) => format!("`.{}` for {meaning}", format.ending()),
            None => format!("`.{}`", format.ending()),
        };
        let last = writable.next_back().map(&told).unwrap_or_default();
        let others: Vec<_> = writable.map(told).collect();
        Diagnostic::error(format!(
            "the name of the output is `{output}`; expected it to end in {}, or {last}",
            others.join(", ")
        ))
    })
}

fn read(format: &Format, source: Source<'_>, options: &Options) -> ReadGame {
    let games = read_games(format, source.name, source.bytes, options).map_err(shortened)?;
    let mut warnings = Diagnostics::new();
    let (game, odd) = chosen(options, games, format, &mut warnings)?.map_err(shortened)?;
    warnings.append(odd);
    Ok((game, warnings))
}

/// The game or position that the options name; the first one, with a warning if there are more,
/// where they name none.
fn chosen(
    options: &Options,
    mut games: Games<'_>,
    format: &Format,
    warnings: &mut Diagnostics,
) -> Result<ReadGame, Diagnostic> {
    let (what, none) = match format.content {
        Content::Positions => ("position", "FEN"),
        _ => ("game", "game"),
    };
    let missing = |message: String| match *format == fen::FORMAT {
        true => Diagnostic::error(message).numbered(104),
        false => Diagnostic::error(message),
    };
    let Some(number) = options.game else {
        let none = || missing(format!("there is no {none} in the file"));
        let first = games.next().ok_or_else(none)?;
        if games.next().is_some() {
            let message = format!("the file has several {what}s; only the first is converted");
            warnings.push(Diagnostic::warning(message));
        }
        return Ok(first);
    };
    let mut count = 0;
    let found = games.by_ref().inspect(|_| count += 1).nth(number.get() - 1);
    found.ok_or_else(|| {
        let there = if count == 1 { "there is 1".to_owned() } else { format!("there are {count}") };
        missing(format!("there is no {what} {number} in the file; {there}"))
    })
}

/// What an archive says and other files cannot.
pub(super) const MOVED_PAWNS: &str =
    "`moved_pawns`, the pawns on their second rank that have moved";
pub(super) const MOMENT: &str = "`moment`, with which the game could go on exactly as it was";

pub(super) fn has_moved_pawns(position: &Position) -> bool {
    !position.to_setup().moved_pawns.is_empty()
}

/// What is left out of a file that holds a single position, besides the moves that led to it.
pub(super) fn warn_of_remarks(game: &Archive, target: &str, warnings: &mut Diagnostics) {
    let said = || game.moves().iter().map(|played| &played.annotation);
    let has_comments = !game.comments.is_empty() || said().any(|said| !said.comments.is_empty());
    let parts = [
        (!game.variations().is_empty(), "variations"),
        (has_comments, "comments"),
        (said().any(|said| !said.nags.is_empty()), "annotation signs"),
    ];
    let lost: Vec<_> = parts.iter().filter(|(is_there, _)| *is_there).map(|part| part.1).collect();
    if !lost.is_empty() {
        warnings.push(left_out(&lost.join(", "), target));
    }
}

pub(super) fn left_out(what: &str, target: &str) -> Diagnostic {
    Diagnostic::warning(format!("{target} cannot hold {what}; left out"))
}
