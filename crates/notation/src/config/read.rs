//! Reads the keys of a config file.

use std::ops::Bound;

use rules::{Colour, message};

use super::levels::PuzzleLevel;
use super::{Config, ConfigOpponent, ConfigRules, Difficulty, Located, time};
use crate::diagnostics::{Diagnostic, Diagnostics, TextPosition, nearest, with_hint};
use crate::document::Value;
use crate::ruleset::{RuleDraft, all_ids, id_of, quoted_ids, shipped};
use crate::{EXPECTED_TABLE, Field, TableReader, parse_json};

const OPPONENTS: [(&str, ConfigOpponent); 3] =
    [("cpu", ConfigOpponent::Cpu), ("human", ConfigOpponent::Human), ("lan", ConfigOpponent::Lan)];

/// The sides as files name them.
pub(crate) const COLOURS: [(&str, Colour); 2] =
    [("white", Colour::White), ("black", Colour::Black)];

/// The keys of a [`RuleDraft`].
const CHANGES: [&str; 4] = ["board", "pieces", "promotion", "fog"];

/// Reads a config as far as it can be read; what is faulty is as if it were left out.
pub(super) fn config(text: &str, faults: &mut Diagnostics) -> Option<Config> {
    let node = parse_json(text).map_err(|fault| faults.push(wrong_format(fault))).ok()?;
    if !matches!(node.value, Value::Table(_)) {
        faults.push(Field::root(&node).unexpected(EXPECTED_TABLE).numbered(104));
        return None;
    }
    let mut file = Field::root(&node).table(faults);
    let config = read(&mut file, faults);
    file.finish(faults);
    faults.sort();
    Some(config)
}

/// A text that is not JSON is the wrong file; a key that stands twice is just a slip.
fn wrong_format(fault: Diagnostic) -> Diagnostic {
    if fault.key.is_none() { fault.numbered(104) } else { fault }
}

fn read(file: &mut TableReader<'_>, faults: &mut Diagnostics) -> Config {
    let usual = Config::default();
    let speed = file.get("piece_movement_speed");
    let longest = file.get("max_movement_time");
    let more_than_0 = (Bound::Excluded(0.0), Bound::Unbounded);
    Config {
        layout: read_file_name(&file.get("layout"), faults),
        number: {
            let field = file.get("number");
            let expected = message!("start-number", "the number of a start position");
            let number = field.integer(expected, 0..=u32::MAX, faults);
            number.map(|number| Located::by(&field, number.into()))
        },
        clock: time::read_clock(file, faults),
        player: read_colour(&file.get("player_colour"), faults).unwrap_or(usual.player),
        piece_movement_speed: speed
            .number(message!("pixels", "a number of pixels per frame"), more_than_0, faults)
            .unwrap_or(usual.piece_movement_speed),
        max_movement_time: time::read_seconds(&longest, time::none_or_some(), faults)
            .unwrap_or(usual.max_movement_time),
        rules: read_rules(&file.get("rules"), faults).unwrap_or(usual.rules),
        change_places: change_places(file),
        changes: RuleDraft::read_changes(file, faults),
        opponent: file.get("opponent").choice(&OPPONENTS, faults).unwrap_or(usual.opponent),
        difficulty: {
            let field = file.get("difficulty");
            read_difficulty(&field, faults).map(|level| Located::by(&field, level))
        },
        levels: {
            let levels = file.get("levels").list(faults);
            levels.iter().filter_map(|level| PuzzleLevel::read(level, faults)).collect()
        },
        theme: {
            let field = file.get("theme");
            field.text(faults).map(|name| Located::by(&field, name.to_owned()))
        },
        sound: file.get("sound").bool(faults),
        music: file.get("music").bool(faults),
    }
}

fn change_places(file: &mut TableReader<'_>) -> Vec<(&'static str, TextPosition)> {
    let place = |key| Some((key, file.get(key).node()?.place));
    CHANGES.into_iter().filter_map(place).collect()
}

/// Reads `white` or `black`, and with a warning what else people write for them.
pub(super) fn read_colour(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Colour> {
    if let Some(Value::Text(text)) = field.node().map(|node| &node.value)
        && let Some(colour) = Colour::from_name(text.trim())
        && text != colour.name()
    {
        let words = message!(
            "taken-for",
            "is {found}; taken for \"{colour}\", expected that word",
            found = format!("{text:?}"),
            colour
        );
        field.warning(words, faults);
        return Some(colour);
    }
    field.choice(&COLOURS, faults)
}

/// Reads the path of a file; whether there is one is not asked here.
pub(super) fn read_file_name(
    field: &Field<'_>,
    faults: &mut Diagnostics,
) -> Option<Located<String>> {
    let name = field.text(faults)?;
    if name.trim().is_empty() {
        field.report(message!("expected-file", "the path of a file"), faults);
        return None;
    }
    Some(Located::by(field, name.to_owned()))
}

/// Reads the id of a rule set that ships, or the path of a file.
fn read_rules(field: &Field<'_>, faults: &mut Diagnostics) -> Option<ConfigRules> {
    let name = field.text(faults)?;
    if shipped(id_of(name)).is_some() {
        return Some(ConfigRules::Shipped(id_of(name).to_owned()));
    }
    if name.contains(['/', '\\', '.']) {
        return Some(ConfigRules::File(Located::by(field, name.to_owned())));
    }
    let expected =
        message!("expected-rules", "{ids} or the path of a `.toml` file", ids = quoted_ids());
    let near = nearest(name, all_ids()).map(|near| format!("{near:?}"));
    field.report(with_hint(expected, near), faults);
    None
}

fn read_difficulty(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Difficulty> {
    match &field.node()?.value {
        Value::Text(name) => match name.trim() {
            "" => {}
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                if let Some(number) = digits.parse().ok().filter(|number| *number > 0) {
                    return Some(Difficulty::Number(number));
                }
            }
            name => return Some(Difficulty::Name(name.to_owned())),
        },
        Value::Number(_) => {
            let expected = message!("level-number", "the number of a level");
            let number = field.integer(expected, 1..=u8::MAX, faults);
            return number.map(Difficulty::Number);
        }
        _ => {}
    }
    let expected =
        message!("expected-level", "the name or the number of a level, such as \"careful\" or 3");
    field.report(expected, faults);
    None
}
