//! One kind of file as another: archives, PGN, FEN and layouts.

use rules::{Colour, Position};

use super::validate::{fen_lines, position};
use super::{FaultList, Kind, Options, ending_of, inspect, read_layout, shortened};
use crate::archive::{self, Archive, ResumeState};
use crate::diagnostics::{Diagnostic, Diagnostics, text_of};
use crate::pgn::{self, Game, PgnError};
use crate::{fen, layout};

/// The text of a converted file, and what was lost, odd or faulty on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The new file.
    pub text: String,
    /// What was odd about the old file, and what the new one cannot hold. An error is a faulty game
    /// that was left out.
    pub faults: Diagnostics,
}

/// What a file can be turned into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Archive,
    Pgn,
    Fen,
    Layout,
}

/// Turns a file into another kind, by the ending of the output's name: `.json` for an archive,
/// `.pgn`, `.fen` or `.txt` for a layout.
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
    let kind = inspect(input, bytes)?;
    if kind == Kind::Pgn && target == Target::Pgn && options.game.is_none() {
        return every_game(bytes, options);
    }
    let (game, mut warnings) = read(kind, input, bytes, options)?;
    let text = write(&game, target, options, &mut warnings)?;
    Ok(Converted { text, faults: shortened(warnings) })
}

/// Reads the game or position of a file, with what was odd about it.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read_game(
    input: &str,
    bytes: &[u8],
    options: &Options,
) -> Result<(Archive, Diagnostics), Diagnostics> {
    read(inspect(input, bytes)?, input, bytes, options)
}

fn target_of(output: &str) -> Result<Target, Diagnostic> {
    match ending_of(output).as_deref() {
        Some("json") => Ok(Target::Archive),
        Some("pgn") => Ok(Target::Pgn),
        Some("fen") => Ok(Target::Fen),
        Some("txt") => Ok(Target::Layout),
        _ => Err(Diagnostic::error(format!(
            "the name of the output is `{output}`; expected it to end in `.json` for an archive, \
             `.pgn`, `.fen`, or `.txt` for a layout"
        ))),
    }
}

fn read(
    kind: Kind,
    name: &str,
    bytes: &[u8],
    options: &Options,
) -> Result<(Archive, Diagnostics), Diagnostics> {
    let mut warnings = Diagnostics::new();
    let game = read_kind(kind, name, bytes, options, &mut warnings).map_err(shortened)?;
    Ok((game, warnings))
}

fn read_kind(
    kind: Kind,
    name: &str,
    bytes: &[u8],
    options: &Options,
    warnings: &mut Diagnostics,
) -> Result<Archive, Diagnostics> {
    let text = || text_of(bytes).map_err(|fault| fault.numbered(104));
    match kind {
        Kind::Archive => {
            chosen(options, std::iter::once(()), "game", warnings)?;
            let (game, odd) = archive::parse(text()?)?;
            warnings.append(odd);
            Ok(game)
        }
        Kind::Pgn => {
            let mut games = options.reader(bytes);
            let with_warnings = std::iter::from_fn(|| {
                let game = games.next()?;
                let odd: Vec<_> = games.warnings().iter().map(|odd| odd.diagnostic()).collect();
                Some((game, odd))
            });
            let (game, odd) = chosen(options, with_warnings, "game", warnings)?;
            odd.into_iter().for_each(|odd| warnings.push(odd));
            Ok(Archive::from_pgn(game.map_err(|error| error.diagnostic())?))
        }
        Kind::Fen => {
            let (place, line) = chosen(options, fen_lines(bytes)?, "position", warnings)
                .map_err(|fault| fault.numbered(104))?;
            let (start, odd) = position(name, line, options).map_err(|fault| fault.at(place))?;
            warnings.append(odd);
            Ok(Archive::new(start))
        }
        Kind::Layout => {
            chosen(options, std::iter::once(()), "position", warnings)?;
            let (start, odd) = read_layout(text()?, options)?;
            warnings.append(odd);
            Ok(Archive::new(start))
        }
        Kind::Config | Kind::RuleSet => Err(Diagnostic::error(format!(
            "the file is {kind}; expected a game archive, PGN, FEN or a layout"
        ))
        .into()),
    }
}

/// The game or position that the options name; the first one, with a warning if there are more,
/// where they name none.
fn chosen<T>(
    options: &Options,
    mut items: impl Iterator<Item = T>,
    what: &str,
    warnings: &mut Diagnostics,
) -> Result<T, Diagnostic> {
    let Some(number) = options.game else {
        let first = items.next().ok_or_else(|| {
            let what = if what == "position" { "FEN" } else { what };
            Diagnostic::error(format!("there is no {what} in the file"))
        })?;
        if items.next().is_some() {
            let message = format!("the file has several {what}s; only the first is converted");
            warnings.push(Diagnostic::warning(message));
        }
        return Ok(first);
    };
    let mut count = 0;
    let found = items.by_ref().inspect(|_| count += 1).nth(number.get() - 1);
    found.ok_or_else(|| {
        let there = if count == 1 { "there is 1".to_owned() } else { format!("there are {count}") };
        Diagnostic::error(format!("there is no {what} {number} in the file; {there}"))
    })
}

/// All sound games of a PGN file, written anew.
fn every_game(bytes: &[u8], options: &Options) -> Result<Converted, Diagnostics> {
    let mut text = String::new();
    let mut faults = FaultList::default();
    let mut games = options.reader(bytes);
    while let Some(game) = games.next() {
        games.warnings().iter().for_each(|odd| faults.push(odd.diagnostic()));
        match game.map_err(|error: PgnError| error.diagnostic()).and_then(|game| pgn_text(&game)) {
            Ok(game) if text.is_empty() => text = game,
            Ok(game) => text = text + "\n" + &game,
            Err(fault) => faults.push(fault),
        }
    }
    let faults = faults.finish();
    match text.is_empty() && faults.has_errors() {
        true => Err(faults),
        false => Ok(Converted { text, faults }),
    }
}

fn pgn_text(game: &Game) -> Result<String, Diagnostic> {
    pgn::format(game).map_err(|error| Diagnostic::error(error.to_string()).numbered(105))
}

fn write(
    game: &Archive,
    target: Target,
    options: &Options,
    warnings: &mut Diagnostics,
) -> Result<String, Diagnostics> {
    match target {
        Target::Archive => {
            let text = archive::format(game);
            if text.len() > archive::LARGEST << 20 {
                let largest = archive::LARGEST;
                let message = format!("the archive would be larger than {largest} MiB");
                return Err(Diagnostic::error(message).into());
            }
            Ok(text)
        }
        Target::Pgn => {
            if !archive::is_shipped(game.rules()) {
                warnings.push(Diagnostic::warning(format!(
                    "the rules of `{}` are not part of a PGN; whoever reads it needs their file",
                    game.rules().id()
                )));
            }
            if has_moved_pawns(game.start()) {
                warnings.push(left_out(MOVED_PAWNS, "a PGN"));
            }
            if game.resume_state != ResumeState::default() {
                warnings.push(left_out(MOMENT, "a PGN"));
            }
            Ok(pgn_text(&game.to_pgn())?)
        }
        Target::Fen => {
            warn_of_remarks(game, "a FEN", warnings);
            if has_moved_pawns(game.position()) {
                warnings.push(left_out(MOVED_PAWNS, "a FEN"));
            }
            Ok(fen::format(game.position()) + "\n")
        }
        Target::Layout => {
            let position = game.position();
            let drawn = layout::format(position, options.player)
                .map_err(|error| Diagnostic::error(error.to_string()))?;
            warn_of_remarks(game, "a layout", warnings);
            if has_moved_pawns(position) {
                warnings.push(left_out(MOVED_PAWNS, "a layout"));
            }
            warn_of_layout(position, &drawn, options, warnings);
            Ok(drawn)
        }
    }
}

/// What an archive says and other files cannot.
const MOVED_PAWNS: &str = "`moved_pawns`, the pawns on their second rank that have moved";
const MOMENT: &str = "`moment`, with which the game could go on exactly as it was";

fn has_moved_pawns(position: &Position) -> bool {
    !position.to_setup().moved_pawns.is_empty()
}

/// What is left out of a file that holds a single position, besides the moves that led to it.
fn warn_of_remarks(game: &Archive, target: &str, warnings: &mut Diagnostics) {
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

fn left_out(what: &str, target: &str) -> Diagnostic {
    Diagnostic::warning(format!("{target} cannot hold {what}; left out"))
}

/// A layout holds the pieces only.
fn warn_of_layout(position: &Position, drawn: &str, options: &Options, warnings: &mut Diagnostics) {
    if position.turn() == Colour::Black {
        let message = "a layout cannot say that it is black's move; it is read as white's";
        warnings.push(Diagnostic::warning(message));
    }
    let read = layout::parse(position.rules(), drawn, options.player);
    let keeps_rights = read.is_ok_and(|(read, _)| {
        Colour::BOTH.iter().all(|c| read.castling_rooks(*c) == position.castling_rooks(*c))
    });
    if !keeps_rights {
        let message = "a layout cannot say which kings and rooks have moved; none counts as moved";
        warnings.push(Diagnostic::warning(message));
    }
}
