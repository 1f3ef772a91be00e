//! Writes archives, always in the same order of keys.

use std::time::Duration;

use record::{GameEnd, TimeControl};
use rules::{Colour, Rules, Square, Turn};

use super::time::format_seconds;
use super::{Archive, FORMAT, Variation};
use crate::pgn::PlayedMove;
use crate::quote::quoted;
use crate::tree::Annotation;
use crate::{fen, ruleset, san, uci};

/// Writes a game as an archive, which [`parse`](super::parse) reads as it was.
pub fn format(archive: &Archive) -> String {
    let rules = archive.rules();
    let mut file = Lines::default();
    file.key("format", &quoted(FORMAT));
    file.key("version", &version(archive).to_string());
    file.key("rules", &quoted(rules.id()));
    if !is_shipped(rules) {
        let text = ruleset::format(rules.spec());
        file.key("rules_file", &list(text.lines().map(quoted)));
    }
    file.key("fog", &rules.spec().fog.to_string());
    file.key("board", &quoted(&rules.size().to_string()));
    write_about(&mut file, archive);
    file.key("start", &quoted(&fen::format(archive.start())));
    let moved: Vec<Square> = archive.start().to_setup().moved_pawns.iter().collect();
    if !moved.is_empty() {
        let squares = moved.iter().map(|square| quoted(&square.to_string()));
        file.key("moved_pawns", &format!("[{}]", squares.collect::<Vec<_>>().join(", ")));
    }
    if !archive.comments.is_empty() {
        file.key("comments", &list(archive.comments.iter().map(|comment| quoted(comment))));
    }
    file.key("moves", &list(moves(archive, archive.moves())));
    if !archive.variations().is_empty() {
        file.key("variations", &list(archive.variations().iter().map(|v| variation(archive, v))));
    }
    file.key("turn", &quoted(archive.position().turn().name()));
    file.key("position", &quoted(&fen::format(archive.position())));
    file.key("outcome", &archive.ending.map_or("null".to_owned(), outcome));
    let resume_state = archive.resume_state.entries();
    if !resume_state.is_empty() {
        file.key("moment", &format!("{{ {} }}", resume_state.join(", ")));
    }
    file.finish()
}

/// The oldest version that can hold a game: the second one knows turns that passed, the time spent
/// on a move, and the moment at which a game was saved.
fn version(archive: &Archive) -> u32 {
    let is_new =
        |played: &PlayedMove| played.turn == Turn::Pass || played.annotation.spent.is_some();
    let is_second =
        archive.moves().iter().any(is_new) || !archive.resume_state.entries().is_empty();
    if is_second { 2 } else { 1 }
}

/// Is it, but for fog, just the rule set that ships under this id?
pub fn is_shipped(rules: &Rules) -> bool {
    let spec = rules.spec();
    ruleset::shipped(rules.id()).is_some_and(|shipped| match shipped.spec().fog == spec.fog {
        true => *shipped == *rules,
        false => shipped.with_fog(spec.fog).is_ok_and(|shipped| shipped.spec() == spec),
    })
}

fn write_about(file: &mut Lines, archive: &Archive) {
    let names = Colour::BOTH.into_iter().zip(&archive.players);
    let names = names.filter_map(|(colour, name)| Some((colour.name(), name.as_deref()?)));
    let names: Vec<_> = names.map(|(key, name)| entry(key, name)).collect();
    if !names.is_empty() {
        file.key("players", &format!("{{ {} }}", names.join(", ")));
    }
    if let Some(started) = archive.started {
        file.key("started", &quoted(&started.to_string()));
    }
    if let Some(controls) = archive.clocks {
        file.key("clocks", &clocks(controls, archive.remaining));
    }
    if !archive.tags.is_empty() {
        let is_first = |index: usize, name: &str| {
            archive.tags[..index].iter().all(|(earlier, _)| earlier != name)
        };
        let tags = archive.tags.iter().enumerate();
        let tags = tags.filter(|(index, (name, _))| is_first(*index, name));
        let tags = tags.map(|(_, (name, value))| entry(name, value));
        file.key("tags", &lines('{', tags, '}'));
    }
}

fn entry(key: &str, value: &str) -> String {
    format!("{}: {}", quoted(key), quoted(value))
}

fn clocks(controls: [TimeControl; 2], remaining: [Option<Duration>; 2]) -> String {
    let kind = format!("\"kind\": {}", quoted(controls[0].kind()));
    let sides = Colour::BOTH.map(|colour| {
        let (control, remaining) = (controls[colour.index()], remaining[colour.index()]);
        let shown = remaining.map(|time| format!(", \"remaining\": {}", format_seconds(time)));
        format!(
            "\"{colour}\": {{ \"seconds\": {}, \"increment\": {}{} }}",
            format_seconds(control.time()),
            format_seconds(control.increment()),
            shown.unwrap_or_default(),
        )
    });
    lines('{', std::iter::once(kind).chain(sides), '}')
}

fn outcome(ending: GameEnd) -> String {
    let winner = ending.winner().map_or("null".to_owned(), |winner| quoted(winner.name()));
    let reason = ending.reason().map(|reason| format!(", \"reason\": {}", quoted(reason.name())));
    format!("{{ \"winner\": {winner}{} }}", reason.unwrap_or_default())
}

fn moves<'a>(archive: &'a Archive, moves: &'a [PlayedMove]) -> impl Iterator<Item = String> + 'a {
    moves.iter().map(|played| {
        let text = match played.turn {
            Turn::Move(chess_move) => quoted(&uci::format(archive.start(), chess_move)),
            Turn::Pass => quoted(san::PASS),
        };
        let remarks = remarks(&played.annotation);
        remarks.map_or(text.clone(), |remarks| format!("{{ \"move\": {text}{remarks} }}"))
    })
}

/// A variation on one line; those of others are counted from 1.
fn variation(archive: &Archive, variation: &Variation) -> String {
    let of = variation.of.map(|of| format!("\"of\": {}, ", of + 1)).unwrap_or_default();
    let moves = moves(archive, &variation.moves).collect::<Vec<_>>().join(", ");
    format!("{{ {of}\"at\": {}, \"moves\": [{moves}] }}", variation.at)
}

/// What is said about a move, if anything.
fn remarks(said: &Annotation) -> Option<String> {
    let mut text = String::new();
    if let Some(clock) = said.clock {
        text += &format!(", \"clock\": {}", format_seconds(clock));
    }
    if let Some(spent) = said.spent {
        text += &format!(", \"spent\": {}", format_seconds(spent));
    }
    if !said.nags.is_empty() {
        let nags = said.nags.iter().map(u16::to_string).collect::<Vec<_>>();
        text += &format!(", \"nags\": [{}]", nags.join(", "));
    }
    for (key, comments) in [("before", &said.before), ("comments", &said.comments)] {
        if !comments.is_empty() {
            let comments = comments.iter().map(|comment| quoted(comment)).collect::<Vec<_>>();
            text += &format!(", \"{key}\": [{}]", comments.join(", "));
        }
    }
    Some(text).filter(|text| !text.is_empty())
}

/// A list with an item on each line.
fn list(items: impl Iterator<Item = String>) -> String {
    lines('[', items, ']')
}

fn lines(open: char, items: impl Iterator<Item = String>, close: char) -> String {
    let items: Vec<String> = items.map(|item| format!("\n    {item}")).collect();
    match items.is_empty() {
        true => format!("{open}{close}"),
        false => format!("{open}{}\n  {close}", items.join(",")),
    }
}

/// The keys of the file, one after the other.
#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    fn key(&mut self, key: &str, value: &str) {
        self.text += if self.text.is_empty() { "{\n" } else { ",\n" };
        self.text += &format!("  {}: {value}", quoted(key));
    }

    fn finish(self) -> String {
        self.text + "\n}\n"
    }
}
