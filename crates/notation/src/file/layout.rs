//! Layouts as files.

use rules::message::FaultMessage;
use rules::{Colour, Position, message};

use super::convert::{MOVED_PAWNS, has_moved_pawns, left_out, warn_of_remarks};
use super::format::{Content, Format, Games, Sample, Source};
use super::{Options, config, read_layout};
use crate::archive::Archive;
use crate::config::ReadFile;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::layout;

/// A layout, a grid of letters.
pub static FORMAT: Format = Format {
    id: "layout",
    label: "Layout",
    noun: A_LAYOUT,
    syntax: None,
    endings: &["txt"],
    ending_means: Some(A_LAYOUT),
    content: Content::Positions,
    separator: None,
    matches,
    validate: Some(validate),
    read: Some(read),
    write: Some(write),
};

const A_LAYOUT: FaultMessage = message!("noun-layout", "a layout");

fn matches(sample: &Sample<'_>) -> bool {
    sample.text.chars().all(|c| c.is_ascii_alphabetic() || c == '.' || c.is_whitespace())
}

fn validate(
    source: Source<'_>,
    _: ReadFile<'_>,
    options: &Options,
) -> Result<Diagnostics, Diagnostics> {
    let text = source.small_text(config::LARGEST)?;
    read_layout(text, options).map(|(_, warnings)| warnings)
}

fn read<'a>(source: Source<'a>, options: &'a Options) -> Result<Games<'a>, Diagnostics> {
    let text = source.text()?;
    Ok(Box::new(std::iter::once_with(move || {
        read_layout(text, options).map(|(start, odd)| (Archive::new(start), odd))
    })))
}

fn write(
    game: &Archive,
    options: &Options,
    warnings: &mut Diagnostics,
) -> Result<String, Diagnostics> {
    let position = game.position();
    let drawn = layout::format(position, options.player).map_err(Diagnostic::error)?;
    warn_of_remarks(game, A_LAYOUT, warnings);
    if has_moved_pawns(position) {
        warnings.push(left_out(MOVED_PAWNS, A_LAYOUT));
    }
    warn_of_layout(position, &drawn, options, warnings);
    Ok(drawn)
}

/// A layout holds the pieces only.
fn warn_of_layout(position: &Position, drawn: &str, options: &Options, warnings: &mut Diagnostics) {
    if position.turn() == Colour::Black {
        let message = message!(
            "layout-turn",
            "a layout cannot say that it is black's move; it is read as white's"
        );
        warnings.push(Diagnostic::warning(message));
    }
    let read = layout::parse(position.rules(), drawn, options.player);
    let keeps_rights = read.is_ok_and(|(read, _)| {
        Colour::BOTH.iter().all(|c| read.castling_rooks(*c) == position.castling_rooks(*c))
    });
    if !keeps_rights {
        let message = message!(
            "layout-castling",
            "a layout cannot say which kings and rooks have moved; none counts as moved"
        );
        warnings.push(Diagnostic::warning(message));
    }
}
