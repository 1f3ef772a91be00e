//! The puzzles that ship with the program.

use std::io;
use std::path::Path;
use std::sync::LazyLock;

use notation::config::{Config, Puzzle};

/// A list of puzzles that belong together.
#[derive(Debug)]
pub struct PuzzleSet {
    /// The name shown to people.
    pub title: &'static str,
    /// The puzzles, easy ones first.
    pub puzzles: Vec<Puzzle>,
}

/// Each list with its config.
const FILES: [(&str, &str); 3] = [
    ("First steps", include_str!("../../../configs/puzzles.json")),
    ("The big board", include_str!("../../../assets/puzzles/xxl.json")),
    ("Ordinary chess", include_str!("../../../assets/puzzles/standard.json")),
];

static SETS: LazyLock<Vec<PuzzleSet>> = LazyLock::new(|| {
    let read = |(title, text): &(&'static str, &str)| {
        let none = |_: &Path| Err(io::ErrorKind::NotFound.into());
        let (config, _) = Config::parse(text).ok()?;
        let (setup, _) = config.open(Path::new(""), &none).ok()?;
        Some(PuzzleSet { title, puzzles: setup.puzzles })
    };
    FILES.iter().filter_map(read).collect()
});

/// All lists that ship.
pub fn shipped() -> &'static [PuzzleSet] {
    &SETS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_can_be_read() {
        assert_eq!(shipped().len(), FILES.len());
        assert!(shipped().iter().all(|set| !set.puzzles.is_empty()));
    }
}
