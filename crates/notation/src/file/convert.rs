//! One kind of file as another: archives, PGN, FEN and layouts.

use rules::{Colour, Position};

use super::validate::{fen_lines, position};
use super::{Kind, Options, ending_of, inspect, shortened};
use crate::archive::{self, Archive};
use crate::diagnostics::{Diagnostic, Diagnostics, text_of};
use crate::pgn::{self, Game, PgnError};
use crate::{fen, layout};

/// The text of a converted file, and what was lost or odd on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The new file.
    pub text: String,
    /// What was odd about the old one, and what the new one cannot hold.
    pub warnings: Diagnostics,
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
/// FEN and layout show where a game stands after its moves. A file of several games or positions
/// gives its first one, with a warning; only from PGN to PGN are all written.
///
/// # Errors
/// Everything that is wrong with the input, or why the output cannot hold it.
pub fn convert(
    input: &str,
    bytes: &[u8],
    output: &str,
    options: &Options,
) -> Result<Converted, Diagnostics> {
    let target = target_of(output)?;
    let kind = inspect(input, bytes)?;
    let converted = if kind == Kind::Pgn && target == Target::Pgn {
        every_game(bytes, options)
    } else {
        let mut warnings = Diagnostics::new();
        let game = read(kind, input, bytes, options, &mut warnings).map_err(shortened)?;
        write(&game, target, options, &mut warnings).map(|text| Converted { text, warnings })
    };
    converted.map(|Converted { text, warnings }| Converted { text, warnings: shortened(warnings) })
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
    warnings: &mut Diagnostics,
) -> Result<Archive, Diagnostics> {
    let text = || text_of(bytes).map_err(|fault| fault.numbered(104));
    let tell = |odd: &[rules::SetupWarning], warnings: &mut Diagnostics| {
        odd.iter().for_each(|odd| warnings.push(Diagnostic::warning(odd.to_string())));
    };
    match kind {
        Kind::Archive => {
            let (game, odd) = archive::parse(text()?)?;
            warnings.append(odd);
            Ok(game)
        }
        Kind::Pgn => first_game(bytes, options, warnings),
        Kind::Fen => {
            let mut lines = fen_lines(bytes)?;
            let (place, line) = lines
                .next()
                .ok_or_else(|| Diagnostic::error("there is no FEN in the file").numbered(104))?;
            let (start, odd) = position(name, line, options).map_err(|fault| fault.at(place))?;
            tell(&odd, warnings);
            if lines.next().is_some() {
                warnings.push(only_the_first("positions"));
            }
            Ok(Archive::new(start))
        }
        Kind::Layout => {
            let rules = options.rules_of_layouts()?;
            let (start, odd) = layout::parse(&rules, text()?, options.player)?;
            tell(&odd, warnings);
            Ok(Archive::new(start))
        }
        Kind::Config | Kind::RuleSet => Err(Diagnostic::error(format!(
            "the file is {kind}; expected a game archive, PGN, FEN or a layout"
        ))
        .into()),
    }
}

fn only_the_first(what: &str) -> Diagnostic {
    Diagnostic::warning(format!("the file has several {what}; only the first is converted"))
}

fn first_game(
    bytes: &[u8],
    options: &Options,
    warnings: &mut Diagnostics,
) -> Result<Archive, Diagnostics> {
    let mut games = options.reader(bytes);
    let first = games.next().ok_or_else(|| Diagnostic::error("there is no game in the file"))?;
    let game = first.map_err(|error| error.diagnostic())?;
    if games.next().is_some() {
        warnings.push(only_the_first("games"));
    }
    Ok(Archive::from_pgn(game))
}

/// All games of a PGN file, written anew.
fn every_game(bytes: &[u8], options: &Options) -> Result<Converted, Diagnostics> {
    let mut text = String::new();
    let mut faults = Diagnostics::new();
    for game in options.reader(bytes) {
        match game.map_err(|error: PgnError| error.diagnostic()).and_then(|game| pgn_text(&game)) {
            Ok(game) if text.is_empty() => text = game,
            Ok(game) => text = text + "\n" + &game,
            Err(fault) => faults.push(fault),
        }
        if faults.iter().len() > super::MOST_FAULTS {
            break;
        }
    }
    match faults.has_errors() {
        true => Err(shortened(faults)),
        false => Ok(Converted { text, warnings: faults }),
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
            Ok(pgn_text(&game.to_pgn())?)
        }
        Target::Fen => Ok(fen::format(game.position()) + "\n"),
        Target::Layout => {
            let position = game.position();
            let drawn = layout::format(position, options.player)
                .map_err(|error| Diagnostic::error(error.to_string()))?;
            warn_of_layout(position, &drawn, options, warnings);
            Ok(drawn)
        }
    }
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
