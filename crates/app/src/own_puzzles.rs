//! Puzzles of a user's own as text: a list of levels, each with its rules.

use std::path::Path;

use notation::config::{Config, Puzzle};
use notation::fen;
use record::UciMove;
use serde_json::{Value, json};

/// The preference under which they are kept.
pub const PREFERENCE: &str = "own-puzzles";

/// Writes puzzles whose rules ship.
pub fn format(puzzles: &[Puzzle]) -> String {
    let level = |puzzle: &Puzzle| {
        let rules = puzzle.position.rules();
        let moves = puzzle.solution.iter().map(|step| UciMove::of(rules, *step).to_string());
        let mut level = json!({
            "fen": fen::format(&puzzle.position),
            "goal": puzzle.goal.to_string(),
            "text": puzzle.text,
        });
        if !puzzle.solution.is_empty() {
            level["solution"] = moves.collect::<Vec<_>>().join(" ").into();
        }
        json!({"rules": rules.id(), "levels": [level]})
    };
    Value::Array(puzzles.iter().map(level).collect()).to_string()
}

/// Reads puzzles; what cannot be read is left out.
pub fn parse(text: &str) -> Vec<Puzzle> {
    let read = |config: &Value| {
        let none = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
        let (config, _) = Config::parse(&config.to_string()).ok()?;
        let (setup, _) = config.open(Path::new(""), &none).ok()?;
        setup.puzzles.into_iter().next()
    };
    let configs: Vec<Value> = serde_json::from_str(text).unwrap_or_default();
    configs.iter().filter_map(read).collect()
}
