//! Reads a theme's file; faults are reported with their position.

use std::ops::RangeInclusive;

use board_ui::BoardColours;
use egui::Color32;
use notation::diagnostics::Diagnostics;
use notation::{Field, TableReader, parse_toml};

use rules::message;

use super::{Background, Interface, Pattern, Theme};
use crate::settings::HighlightStyle;

/// Reads a theme. `find` gives the theme that another inherits from, by its id.
///
/// # Errors
/// Everything that is wrong with the text. What is merely odd comes with the theme.
pub fn parse(
    text: &str,
    id: &str,
    find: &dyn Fn(&str) -> Option<Theme>,
) -> Result<(Theme, Diagnostics), Diagnostics> {
    let node = parse_toml(text)?;
    let mut faults = Diagnostics::new();
    let mut file = Field::root(&node).table(&mut faults);
    let inherits = file.get("inherits");
    let base = inherits.text(&mut faults).and_then(|name| {
        let base = find(name);
        if base.is_none() {
            inherits.report(message!("expected-theme", "the id of another theme"), &mut faults);
        }
        base
    });
    let theme = read(&mut file, id, base.as_ref(), &mut faults);
    file.finish(&mut faults);
    match faults.has_errors() {
        true => Err(faults),
        false => Ok((theme, faults)),
    }
}

/// Reads a theme; what is missing and not inherited is reported, and made up.
fn read(
    file: &mut TableReader<'_>,
    id: &str,
    base: Option<&Theme>,
    faults: &mut Diagnostics,
) -> Theme {
    let name = file.need("name").text(faults).unwrap_or_default().to_owned();
    let dark = field(file, "dark", base).bool(faults);
    let piece_set = field(file, "piece_set", base).text(faults).map(str::to_owned);
    let highlights = field(file, "highlights", base).choice(&HighlightStyle::NAMES, faults);
    let tables = ["interface", "background", "board"].map(|name| {
        let table = field(file, name, base).table(faults);
        Colours { table, inherits: base.is_some() }
    });
    let [mut interface, mut background, mut board] = tables;
    let theme = Theme {
        id: id.to_owned(),
        name,
        dark: dark.or(base.map(|theme| theme.dark)).unwrap_or_default(),
        interface: interface.interface(base.map(|theme| &theme.interface), faults),
        background: background.background(base.map(|theme| &theme.background), faults),
        board: board.board(base.map(|theme| &theme.board), faults),
        highlights: highlights.or(base.map(|it| it.highlights)).unwrap_or(HighlightStyle::Tiles),
        piece_set: piece_set.or(base.map(|theme| theme.piece_set.clone())).unwrap_or_default(),
    };
    for colours in [interface, background, board] {
        colours.table.finish(faults);
    }
    theme
}

/// A key that must be there unless it is inherited.
fn field<'a>(file: &mut TableReader<'a>, name: &'a str, base: Option<&Theme>) -> Field<'a> {
    if base.is_some() { file.get(name) } else { file.need(name) }
}

/// Reads a structure of colours, each by the name of its field, with a list of colours at the end.
macro_rules! read_colours {
    ($table:ident, $base:ident, $faults:ident, $kind:ident { $($name:ident,)+ [$list:ident] }) => {
        $kind {
            $($name: $table.colour(stringify!($name), $base.map(|base| base.$name), $faults),)+
            $list: $table.colours(stringify!($list), $base.map(|base| base.$list), $faults),
        }
    };
}

/// A table of colours.
struct Colours<'a> {
    table: TableReader<'a>,
    inherits: bool,
}

impl<'a> Colours<'a> {
    fn field(&mut self, name: &'a str) -> Field<'a> {
        if self.inherits { self.table.get(name) } else { self.table.need(name) }
    }

    fn colour(
        &mut self,
        name: &'a str,
        base: Option<Color32>,
        faults: &mut Diagnostics,
    ) -> Color32 {
        read_colour(&self.field(name), faults).or(base).unwrap_or(Color32::PLACEHOLDER)
    }

    fn colours<const COUNT: usize>(
        &mut self,
        name: &'a str,
        base: Option<[Color32; COUNT]>,
        faults: &mut Diagnostics,
    ) -> [Color32; COUNT] {
        let read = read_colours(&self.field(name), faults);
        read.or(base).unwrap_or([Color32::PLACEHOLDER; COUNT])
    }

    fn interface(&mut self, base: Option<&Interface>, faults: &mut Diagnostics) -> Interface {
        read_colours!(self, base, faults, Interface {
            background, surface, raised, sunken, outline, text, muted,
            accent, on_accent, danger, warning, focus, [hues]
        })
    }

    fn background(&mut self, base: Option<&Background>, faults: &mut Diagnostics) -> Background {
        let picture = self.table.get("picture").text(faults).map(str::to_owned);
        let pattern = self.field("pattern").choice(&Pattern::NAMES, faults);
        // A pattern of its own takes the place of the picture that would be inherited.
        let inherited = base.filter(|_| pattern.is_none()).and_then(|b| b.picture.clone());
        Background {
            picture: picture.or(inherited),
            pattern: pattern.or(base.map(|b| b.pattern)).unwrap_or(Pattern::Plain),
            top: self.colour("top", base.map(|b| b.top), faults),
            bottom: self.colour("bottom", base.map(|b| b.bottom), faults),
            ink: self.colour("ink", base.map(|b| b.ink), faults),
        }
    }

    fn board(&mut self, base: Option<&BoardColours>, faults: &mut Diagnostics) -> BoardColours {
        read_colours!(self, base, faults, BoardColours {
            light, dark, selected, moves, captures, last_move, check, mated, contributing, premove,
            hint, inspected, dots, rings, hover, focus, fog, [inks]
        })
    }
}

/// A list of exactly this many colours.
fn read_colours<const COUNT: usize>(
    field: &Field<'_>,
    faults: &mut Diagnostics,
) -> Option<[Color32; COUNT]> {
    let items = field.list(faults);
    let colours: Vec<_> = items.iter().filter_map(|item| read_colour(item, faults)).collect();
    let count = items.len();
    if field.node().is_some() && count != COUNT {
        let words = message!(
            "number-of-colours",
            "has {count} colours; expected {expected}",
            count,
            expected = COUNT
        );
        field.error(words, faults);
    }
    colours.try_into().ok()
}

fn read_colour(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Color32> {
    let expected = message!(
        "expected-colour",
        "a colour such as \"#7fa650\", or \"#7fa65080\" for a translucent one"
    );
    let meaning = || message!("colour-meaning", "red, green and blue as two digits each");
    field.parsed(expected, |text| parse_colour(text).ok_or_else(meaning), faults)
}

/// Reads `#rrggbb` or `#rrggbbaa`.
fn parse_colour(text: &str) -> Option<Color32> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let part = |range: RangeInclusive<usize>| u8::from_str_radix(digits.get(range)?, 16).ok();
    let (red, green, blue) = (part(0..=1)?, part(2..=3)?, part(4..=5)?);
    match digits.len() {
        6 => Some(Color32::from_rgb(red, green, blue)),
        8 => Some(Color32::from_rgba_unmultiplied(red, green, blue, part(6..=7)?)),
        _ => None,
    }
}
