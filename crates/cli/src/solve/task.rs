//! A line of EPD: a position and what is to be found in it.

use std::fmt;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use engine::{Score, SearchResult};
use notation::{fen, san, uci};
use rules::{Move, Position, Rules};

use crate::files;

/// A position to be solved.
pub(super) struct Task {
    /// What it is called, or where it stands in the file.
    pub(super) name: String,
    pub(super) position: Position,
    best: Vec<Move>,
    avoid: Vec<Move>,
    /// Mate in a number of moves is asked for.
    pub(super) mate: Option<u32>,
}

impl Task {
    /// Reads all lines of a file.
    pub(super) fn read_all(
        text: &str,
        rules: &Arc<Rules>,
        file: &str,
    ) -> anyhow::Result<Vec<Task>> {
        files::meant_lines(text)
            .map(|(number, line)| {
                Task::read(line, rules, number).with_context(|| format!("{file}:{number}"))
            })
            .collect()
    }

    fn read(line: &str, rules: &Arc<Rules>, number: usize) -> anyhow::Result<Task> {
        let (fen, operations) = files::split_epd(line);
        // The error names the rules, because a missing `--rules` is the likely cause.
        let place = || format!("in the FEN `{fen}`, by the rules `{}`", rules.id());
        let (position, _) = fen::parse(rules, &fen).with_context(place)?;
        let mut task = Task {
            name: format!("line {number}"),
            position,
            best: Vec::new(),
            avoid: Vec::new(),
            mate: None,
        };
        for operation in operations.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            let (code, operands) = operation.split_once(' ').unwrap_or((operation, ""));
            match code {
                "bm" => task.best = moves(&task.position, operands)?,
                "am" => task.avoid = moves(&task.position, operands)?,
                "dm" => {
                    let mate = operands.trim().parse().ok().filter(|mate| *mate > 0);
                    task.mate = Some(mate.ok_or_else(|| {
                        anyhow!("`dm {operands}`: expected a number of moves, 1 or more")
                    })?);
                }
                "id" => task.name = operands.trim().trim_matches('"').to_owned(),
                _ => {}
            }
        }
        if task.best.is_empty() && task.avoid.is_empty() && task.mate.is_none() {
            bail!("nothing is asked for: expected `bm MOVE;`, `am MOVE;` or `dm N;`");
        }
        Ok(task)
    }

    pub(super) fn is_solved_by(&self, outcome: &SearchResult) -> bool {
        let Some(found) = outcome.best else { return false };
        (self.best.is_empty() || self.best.contains(&found))
            && !self.avoid.contains(&found)
            && self.mate.is_none_or(|mate| {
                matches!(outcome.score, Score::MateIn(moves) if moves > 0 && moves as u32 <= mate)
            })
    }
}

/// Says what is asked for.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &[Move], between: &str| {
            let names: Vec<_> = moves.iter().map(|m| san::format(&self.position, *m)).collect();
            names.join(between)
        };
        let mut wishes = Vec::new();
        if !self.best.is_empty() {
            wishes.push(list(&self.best, " or "));
        }
        if !self.avoid.is_empty() {
            wishes.push(format!("anything but {}", list(&self.avoid, " and ")));
        }
        if let Some(mate) = self.mate {
            wishes.push(format!("mate in {mate}"));
        }
        f.write_str(&wishes.join(", "))
    }
}

/// Moves as people write them, or as UCI does.
fn moves(position: &Position, text: &str) -> anyhow::Result<Vec<Move>> {
    let read = |word: &str| match uci::parse(position, word) {
        Ok(chess_move) => Ok(chess_move),
        Err(_) => Ok(san::parse(position, word)?),
    };
    let moves = text.split_whitespace().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    if moves.is_empty() {
        bail!("no move is named");
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ruleset;

    fn read(line: &str) -> anyhow::Result<Task> {
        let rules = ruleset::shipped("standard").expect("it ships");
        Task::read_all(line, &rules, "file").map(|mut tasks| tasks.remove(0))
    }

    #[test]
    fn operations_are_understood() {
        let task =
            read("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8# a1a7; dm 1; id \"back rank\"; c0 \"?\";");
        let task = task.expect("a sound line");
        assert_eq!(task.to_string(), "Ra8# or Ra7, mate in 1");
        assert_eq!(task.name, "back rank");
        let task = read("6k1/5ppp/8/8/8/8/8/R3K3 w - - 3 20 am Kd1;").expect("a sound line");
        assert_eq!((task.to_string().as_str(), task.name.as_str()), ("anything but Kd1", "line 1"));
    }

    #[test]
    fn faults_are_named() {
        for (line, why) in [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "nothing is asked for"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra9;", "Ra9"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm;", "no move is named"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 0;", "expected a number of moves"),
            ("6k1/5ppp/8/8/8/8/8 w - - dm 1;", "in the FEN"),
        ] {
            let error = read(line).err().expect(line);
            let text = format!("{error:#}");
            assert!(text.starts_with("file:1: ") && text.contains(why), "{text}");
        }
    }
}
