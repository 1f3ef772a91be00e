//! A set of puzzles as the config file that the window reads.

use std::fmt::Write;

use fastrand::Rng;
use notation::{fen, uci};
use rules::{Move, Position};
use serde_json::Value;

use super::find::Find;
use super::words::Writer;

/// The text of the file, laid out for people who want to change it.
pub(super) fn write(rules: &str, set: &[Find], seed: u64) -> String {
    let mut writer = Writer::new(Rng::with_seed(seed).u64(..));
    let levels: Vec<_> = set.iter().map(|find| level(find, &mut writer)).collect();
    let rules = Value::from(rules);
    let levels = levels.join(",\n");
    format!(
        "{{\n  \"rules\": {rules},\n  \"clock\": \"none\",\n  \"levels\": [\n{levels}\n  ]\n}}\n"
    )
}

fn level(find: &Find, writer: &mut Writer) -> String {
    let entries = [
        ("name", writer.name(find)),
        ("fen", fen::format(&find.position)),
        ("goal", find.goal.to_string()),
        ("text", writer.sentence(find)),
        ("solution", moves(&find.position, &find.line)),
    ];
    let mut text = "    {".to_owned();
    for (number, (key, value)) in entries.into_iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}\n      \"{key}\": {}", Value::from(value));
    }
    text + "\n    }"
}

fn moves(start: &Position, line: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(line.len());
    for chess_move in line {
        words.push(uci::format(&position, *chess_move));
        position.play_unchecked(*chess_move);
    }
    words.join(" ")
}
