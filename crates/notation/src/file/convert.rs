//! A game or position of a file, and one format as another.

use rules::message::{Argument, FaultMessage, list};
use rules::{Position, message};

use super::format::{Content, Format, Games, ReadGame, Source, either_of};
use super::{FORMATS, FaultList, Options, ending_of, fen, inspect, pgn, shortened};
use crate::archive::Archive;
use crate::diagnostics::{Diagnostic, Diagnostics};

/// The text of a converted file, and what was lost, odd or faulty on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The new file.
    pub text: String,
    /// What was odd about the old file, and what the new one cannot hold. An error is a faulty game
    /// that was left out.
    pub faults: Diagnostics,
}

impl Converted {
    /// What came of the games or positions of a file; it is an error if nothing did.
    pub(super) fn of_all(
        text: String,
        faults: FaultList,
        format: &Format,
    ) -> Result<Converted, Diagnostics> {
        let mut faults = faults.finish();
        if !text.is_empty() {
            return Ok(Converted { text, faults });
        }
        if !faults.has_errors() {
            faults.push(nothing_in(format));
        }
        Err(faults)
    }
}

/// Turns a file into another format, by the ending of the output's name.
///
/// FEN and layout show where a game stands after its moves. Of a file of several games or positions
/// the one that the options name is taken. If they name none, PGN and FEN are written with all of
/// them but those that are faulty, and other formats with the first and a warning.
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
    if let (Some(_), Some(separator), None) = (format.separator, target.separator, options.game) {
        return convert_all(format, target, separator, Source { name: input, bytes }, options);
    }
    let (game, mut warnings) = read(format, Source { name: input, bytes }, options)?;
    let text = target.write(&game, options, &mut warnings)?;
    Ok(Converted { text, faults: shortened(warnings) })
}

/// All sound games or positions of a file in another format that can hold several.
fn convert_all(
    format: &Format,
    target: &Format,
    separator: &str,
    source: Source<'_>,
    options: &Options,
) -> Result<Converted, Diagnostics> {
    let mut text = String::new();
    let mut faults = FaultList::default();
    for game in read_games(format, source.name, source.bytes, options)? {
        let written = game.and_then(|(game, mut odd)| {
            let written = target.write(&game, options, &mut odd)?;
            Ok((written, odd))
        });
        let told = match written {
            Ok((written, odd)) => {
                text += if text.is_empty() { "" } else { separator };
                text += &written;
                odd
            }
            Err(wrong) => wrong,
        };
        told.iter().for_each(|fault| faults.push_once(fault));
    }
    Converted::of_all(text, faults, format)
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
        let readable = FORMATS.into_iter().filter(|format| format.read.is_some());
        Diagnostic::error(message!(
            "no-games",
            "the file is {format}; expected {expected}",
            format,
            expected = either_of(readable)
        ))
    })?;
    read(Source { name, bytes }, options)
}

/// The format that a file of this name is written in.
fn target_of(output: &str) -> Result<&'static Format, Diagnostic> {
    let ending = ending_of(output).unwrap_or_default();
    let mut writable = FORMATS.iter().filter(|format| format.is_written());
    writable.clone().find(|format| format.ending() == ending).copied().ok_or_else(|| {
        let told = |format: &&'static Format| {
            let ending = format!("`.{}`", format.ending());
            match format.ending_means.clone() {
                Some(meaning) => {
                    message!("ending-for", "{ending} for {meaning}", ending, meaning).into()
                }
                None => Argument::from(ending),
            }
        };
        let last = writable.next_back().map_or_else(|| "".into(), told);
        Diagnostic::error(message!(
            "output-ending",
            "the name of the output is `{output}`; expected it to end in {others}, or {last}",
            output,
            others = list(writable.map(told)),
            last
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
    let is_position = format.content == Content::Positions;
    let Some(number) = options.game else {
        let first = games.next().ok_or_else(|| nothing_in(format))?;
        if games.next().is_some() {
            warnings.push(Diagnostic::warning(match is_position {
                true => message!(
                    "several-positions",
                    "the file has several positions; only the first is converted"
                ),
                false => message!(
                    "several-games",
                    "the file has several games; only the first is converted"
                ),
            }));
        }
        return Ok(first);
    };
    let mut count: usize = 0;
    let found = games.by_ref().inspect(|_| count += 1).nth(number.get() - 1);
    found.ok_or_else(|| {
        let there = match count {
            1 => message!("there-is-1", "there is 1"),
            _ => message!("there-are", "there are {count}", count),
        };
        let message = match is_position {
            true => message!(
                "no-such-position",
                "there is no position {number} in the file; {there}",
                number = number.get(),
                there
            ),
            false => message!(
                "no-such-game",
                "there is no game {number} in the file; {there}",
                number = number.get(),
                there
            ),
        };
        missing_in(format, message)
    })
}

/// A file that has none of what it should hold.
fn nothing_in(format: &Format) -> Diagnostic {
    let message = match format.content == Content::Positions {
        true => message!("no-fen", "there is no FEN in the file"),
        false => no_game(),
    };
    missing_in(format, message)
}

fn missing_in(format: &Format, message: FaultMessage) -> Diagnostic {
    match *format == fen::FORMAT {
        true => Diagnostic::error(message).numbered(104),
        false => Diagnostic::error(message),
    }
}

/// A file of games that has none.
pub fn no_game() -> FaultMessage {
    message!("no-game", "there is no game in the file")
}

/// What an archive says and other files cannot.
pub(super) const MOVED_PAWNS: FaultMessage =
    message!("lost-moved-pawns", "`moved_pawns`, the pawns on their second rank that have moved");
pub(super) const MOMENT: FaultMessage =
    message!("lost-moment", "`moment`, with which the game could go on exactly as it was");

pub(super) fn has_moved_pawns(position: &Position) -> bool {
    !position.to_setup().moved_pawns.is_empty()
}

/// What is left out of a file that holds a single position, besides the moves that led to it.
pub(super) fn warn_of_remarks(game: &Archive, target: FaultMessage, warnings: &mut Diagnostics) {
    let said = || game.moves().iter().map(|played| &played.annotation);
    let has_comments = !game.comments.is_empty() || said().any(|said| !said.comments.is_empty());
    let parts = [
        (!game.variations().is_empty(), message!("lost-variations", "variations")),
        (has_comments, message!("lost-comments", "comments")),
        (said().any(|said| !said.nags.is_empty()), message!("lost-signs", "annotation signs")),
    ];
    let mut lost =
        parts.into_iter().filter(|(is_there, _)| *is_there).map(|part| part.1).peekable();
    if lost.peek().is_some() {
        warnings.push(left_out(list(lost), target));
    }
}

pub(super) fn left_out(what: impl Into<Argument>, target: FaultMessage) -> Diagnostic {
    let message =
        message!("left-out", "{target} cannot hold {what}; left out", target, what = what.into());
    Diagnostic::warning(message)
}
