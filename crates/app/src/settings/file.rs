//! The settings' file: written at once when something changes, never a reason not to start.

use std::io;

use notation::diagnostics::{Diagnostic, Diagnostics, system_error, text_of};
use notation::{EXPECTED_TABLE, Field, TableReader, Value, parse_json};
use rules::message;
use rules::message::FaultMessage;
use serde_json::json;
use sound::SoundKind;

use super::{AnimationSpeed, HighlightStyle, HintKind, Notation, SCALES, Settings};
use crate::services::Storage;
use crate::texts::Language;

/// The name of the file.
pub const FILE: &str = "settings.json";

/// What is expected where a file has a number.
pub(crate) const A_NUMBER: FaultMessage = message!("a-number", "a number");

/// Under this name the store keeps the settings of each profile.
pub const PREFERENCE: &str = "settings";

/// The settings as far as they could be read.
#[derive(Debug)]
pub struct Loaded {
    /// The settings; what could not be read is as usual.
    pub settings: Settings,
    /// What was wrong with the file.
    pub faults: Diagnostics,
    /// Where a damaged file was put.
    pub moved_to: Option<String>,
}

/// Reads the settings; a file that is no use at all is moved aside.
pub fn load(storage: &dyn Storage) -> Loaded {
    let mut faults = Diagnostics::new();
    let bytes = match storage.read(FILE) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Loaded { settings: Settings::default(), faults, moved_to: None },
        Err(error) => {
            let why = system_error(&error);
            faults.push(Diagnostic::error(message!("settings-not-read", "{why}", why)));
            return Loaded { settings: Settings::default(), faults, moved_to: None };
        }
    };
    match read(&bytes, &mut faults) {
        Some(settings) => Loaded { settings, faults, moved_to: None },
        None => {
            let moved_to = storage.move_aside(FILE).ok();
            Loaded { settings: Settings::default(), faults, moved_to }
        }
    }
}

/// Keeps the settings.
///
/// # Errors
/// If they cannot be kept; the old ones are then still there.
pub fn save(settings: &Settings, storage: &dyn Storage) -> io::Result<()> {
    storage.write(FILE, format(settings).as_bytes())
}

/// The text of the file.
pub(crate) fn format(settings: &Settings) -> String {
    let mut file = json!({
        "theme": settings.theme,
        "piece_set": settings.piece_set,
        "background": settings.background,
        "highlights": settings.highlights.map(HighlightStyle::name),
        "coordinates": settings.coordinates,
        "show_moves": settings.show_moves,
        "notation": settings.notation.name(),
        "piece_cards": settings.piece_cards,
        "animation": settings.animation.name(),
        "scale": rounded(settings.scale),
        "language": settings.language.map(Language::code),
        "sound": settings.sound,
        "sound_volume": rounded(settings.sound_volume),
        "music": settings.music,
        "music_volume": rounded(settings.music_volume),
        "auto_queen": settings.auto_queen,
        "confirm_resign": settings.confirm_resign,
        "premoves": settings.premoves,
        "evaluation": settings.evaluation,
        "hint": settings.hint.name(),
        "live": settings.live,
    });
    for (kind, is_heard) in SoundKind::ALL.into_iter().zip(settings.sound_kinds) {
        file[key_of(kind)] = is_heard.into();
    }
    format!("{file:#}\n")
}

/// The name of a kind of sounds in the file.
fn key_of(kind: SoundKind) -> &'static str {
    match kind {
        SoundKind::Moves => "sound_moves",
        SoundKind::Warnings => "sound_warnings",
        SoundKind::Results => "sound_results",
        SoundKind::Messages => "sound_messages",
        SoundKind::Buttons => "sound_buttons",
    }
}

/// Sliders give more digits than anybody wants to see in a file.
pub(crate) fn rounded(number: f32) -> f64 {
    (f64::from(number) * 100.0).round() / 100.0
}

/// Reads settings as [`format`] writes them; what is wrong is as usual.
pub(crate) fn parse(bytes: &[u8]) -> Option<Settings> {
    read(bytes, &mut Diagnostics::new())
}

/// Reads the file's text; nothing if it is not even a table.
fn read(bytes: &[u8], faults: &mut Diagnostics) -> Option<Settings> {
    let text = text_of(bytes).map_err(|fault| faults.push(fault)).ok()?;
    let node = parse_json(text).map_err(|fault| faults.push(fault)).ok()?;
    if !matches!(node.value, Value::Table(_)) {
        Field::root(&node).report(EXPECTED_TABLE, faults);
        return None;
    }
    let usual = Settings::default();
    let mut file = Field::root(&node).table(faults);
    let mut switch = |name, usual| file.get(name).bool(faults).unwrap_or(usual);
    let switches = Settings {
        coordinates: switch("coordinates", usual.coordinates),
        show_moves: switch("show_moves", usual.show_moves),
        piece_cards: switch("piece_cards", usual.piece_cards),
        sound_kinds: SoundKind::ALL
            .map(|kind| switch(key_of(kind), usual.sound_kinds[kind as usize])),
        sound: switch("sound", usual.sound),
        music: switch("music", usual.music),
        auto_queen: switch("auto_queen", usual.auto_queen),
        confirm_resign: switch("confirm_resign", usual.confirm_resign),
        premoves: switch("premoves", usual.premoves),
        evaluation: switch("evaluation", usual.evaluation),
        live: switch("live", usual.live),
        ..usual
    };
    let settings = read_choices(&mut file, switches, faults);
    file.finish(faults);
    Some(settings)
}

/// Reads what is more than a switch, in place of what is usual.
fn read_choices(file: &mut TableReader<'_>, usual: Settings, faults: &mut Diagnostics) -> Settings {
    let mut number = |name, range, usual: f32| {
        let number = file.get(name).number(A_NUMBER, range, faults);
        number.map_or(usual, |number| number as f32)
    };
    let sound_volume = number("sound_volume", 0.0..=1.0, usual.sound_volume);
    let music_volume = number("music_volume", 0.0..=1.0, usual.music_volume);
    let scales = f64::from(*SCALES.start())..=f64::from(*SCALES.end());
    let scale = number("scale", scales, usual.scale);
    // What is `null` is not set, as the program itself writes it.
    let mut optional = |name| {
        let field = file.get(name);
        field.node().is_some_and(|node| node.value != Value::Null).then_some(field)
    };
    let highlights =
        optional("highlights").and_then(|field| field.choice(&HighlightStyle::NAMES, faults));
    let mut text = |name| optional(name)?.text(faults).map(str::to_owned);
    let (theme, piece_set, background) = (text("theme"), text("piece_set"), text("background"));
    let languages: Vec<_> = Language::all().map(|language| (language.code(), language)).collect();
    let language = optional("language").and_then(|field| field.choice(&languages, faults));
    let notation = file.get("notation").choice(&Notation::NAMES, faults);
    let animation = file.get("animation").choice(&AnimationSpeed::NAMES, faults);
    Settings {
        sound_volume,
        music_volume,
        scale,
        theme: theme.unwrap_or(usual.theme),
        piece_set,
        background,
        highlights,
        notation: notation.unwrap_or(usual.notation),
        animation: animation.unwrap_or(usual.animation),
        language,
        hint: file.get("hint").choice(&HintKind::NAMES, faults).unwrap_or(usual.hint),
        ..usual
    }
}
