//! The project's own rule sets and the perft numbers that stand beside them.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use xxlchess_rules::Rules;

use super::rules_by_name;

/// The folder of the rule sets.
pub fn rulesets() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../notation/rulesets")
}

/// All rule sets of the project and their examples, in the order of their names.
///
/// # Panics
/// When a folder cannot be read or a rule set is faulty.
pub fn every_rule_set() -> Vec<Arc<Rules>> {
    let mut names = Vec::new();
    for folder in ["", "examples/"] {
        let path = rulesets().join(folder);
        let entries = fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for entry in entries {
            let file = entry.expect("a readable folder").file_name();
            match file.to_string_lossy().strip_suffix(".toml") {
                Some(stem) if stem != "pieces" => names.push(format!("{folder}{stem}")),
                _ => {}
            }
        }
    }
    names.sort();
    names.iter().map(|name| rules_by_name(name)).collect()
}

/// Every rule set of the project, each with and without fog.
///
/// # Panics
/// As [`every_rule_set`].
pub fn with_and_without_fog() -> Vec<Arc<Rules>> {
    let both = |rules: &Arc<Rules>| {
        [false, true].map(|fog| rules.with_fog(fog).expect("each side has a king"))
    };
    every_rule_set().iter().flat_map(both).collect()
}

/// How many positions a test shall look at: `XXLCHESS_POSITIONS`, or what every run can afford.
///
/// # Panics
/// When the variable is not a number.
pub fn positions_wanted(default: u64) -> u64 {
    number_from_environment("XXLCHESS_POSITIONS", default)
}

/// Where chance starts: `XXLCHESS_SEED`, or 1.
///
/// # Panics
/// When the variable is not a number.
pub fn first_seed() -> u64 {
    number_from_environment("XXLCHESS_SEED", 1)
}

fn number_from_environment(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is {text}; expected a number")),
        Err(_) => default,
    }
}

/// Positions of ordinary chess from which random games soon meet moves of all kinds, as FEN.
///
/// # Panics
/// When the perft numbers cannot be read.
pub fn ordinary_positions() -> Vec<String> {
    let known = perft_cases("standard").into_iter().map(|case| case.fen);
    let special = ["8/4k3/8/2pP4/4K3/8/6pP/8 w - c6 0 1", "8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1"];
    known.chain(special.map(str::to_owned)).collect()
}

/// A line of a perft file: a position and its counts for depth 1, 2, 3 and so on.
pub struct PerftCase {
    /// The position.
    pub fen: String,
    pub counts: Vec<u64>,
}

/// The perft numbers that stand beside a rule set.
///
/// # Panics
/// When the file is missing or malformed.
pub fn perft_cases(name: &str) -> Vec<PerftCase> {
    let path = rulesets().join(format!("{name}.perft"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let case = |line: &str| {
        let (fen, counts) = line.split_once(';').expect("a FEN, a semicolon and counts");
        let number = |text: &str| text.parse().expect("a count");
        PerftCase {
            fen: fen.trim().to_owned(),
            counts: counts.split_whitespace().map(number).collect(),
        }
    };
    lines.map(case).collect()
}
