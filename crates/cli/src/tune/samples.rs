//! Positions with the results of their games in a text file.
//!
//! A line has the rule set's name, the number of the game, the position as FEN and the result,
//! separated by semicolons: `xxl; 17; FEN; 1-0`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use notation::fen;
use training::tuning::ResultSample;

use super::Games;
use crate::files::Unfinished;
use crate::{files, input};

/// The results and how they are written.
const RESULTS: [(&str, f64); 3] = [("1-0", 1.0), ("0-1", 0.0), ("1/2-1/2", 0.5)];

/// Writes all positions, a line each.
pub(super) fn write(mut file: Unfinished, games: &[Games]) -> anyhow::Result<()> {
    for Games { name, games, .. } in games {
        for (number, samples) in games.iter().enumerate() {
            for sample in samples {
                let result = RESULTS.iter().find(|(_, value)| *value == sample.result);
                let result = result.map_or("1/2-1/2", |(text, _)| text);
                writeln!(file, "{name}; {number}; {}; {result}", fen::format(&sample.position))?;
            }
        }
    }
    file.finish()
}

/// Reads such a file.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Games>> {
    let text = files::read_text(path)?;
    let mut sets: Vec<(Games, BTreeMap<usize, Vec<ResultSample>>)> = Vec::new();
    for (line, content) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let place = || format!("{}:{line}", path.display());
        let fields: Vec<&str> = content.split(';').map(str::trim).collect();
        let &[name, number, position, result] = fields.as_slice() else {
            bail!("{}: expected `RULES; GAME; FEN; RESULT`, not `{content}`", place());
        };
        let number = number
            .parse()
            .map_err(|_| anyhow!("{}: `{number}` is no number of a game", place()))?;
        let index = match sets.iter().position(|(set, _)| set.name == name) {
            Some(index) => index,
            None => {
                let rules = input::load_rules(name).with_context(place)?;
                let set = Games { name: name.to_owned(), rules, games: Vec::new() };
                sets.push((set, BTreeMap::new()));
                sets.len() - 1
            }
        };
        let (set, games) = &mut sets[index];
        let (position, _) = fen::parse(&set.rules, position).with_context(place)?;
        let result = RESULTS.iter().find(|(text, _)| *text == result).ok_or_else(|| {
            anyhow!("{}: `{result}` is no result; expected 1-0, 0-1 or 1/2-1/2", place())
        })?;
        games.entry(number).or_default().push(ResultSample { position, result: result.1 });
    }
    let in_order = |(set, games): (Games, BTreeMap<usize, Vec<ResultSample>>)| Games {
        games: games.into_values().collect(),
        ..set
    };
    Ok(sets.into_iter().map(in_order).collect())
}
