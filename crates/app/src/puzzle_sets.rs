//! The puzzles that ship with the program.

use std::io;
use std::path::Path;
use std::sync::LazyLock;

use notation::config::{Config, Puzzle};

use crate::puzzle_theme::estimate;
use crate::texts::Texts;

/// A list of puzzles that belong together.
#[derive(Debug)]
pub struct PuzzleSet {
    /// Which set it is.
    pub id: PuzzleSetId,
    /// The puzzles, easy ones first.
    pub puzzles: Vec<Puzzle>,
}

/// The sets that ship, and the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleSetId {
    /// A first puzzle for each new piece.
    FirstSteps,
    /// XXL chess.
    Xxl,
    /// Ordinary chess.
    Standard,
    /// The user's own.
    Own,
}

impl PuzzleSet {
    /// The title of the set.
    pub fn title(&self, texts: &Texts) -> &'static str {
        match self.id {
            PuzzleSetId::FirstSteps => texts.menu.puzzles_first_steps,
            PuzzleSetId::Xxl => texts.menu.puzzles_xxl,
            PuzzleSetId::Standard => texts.menu.puzzles_standard,
            PuzzleSetId::Own => texts.menu.puzzles_own,
        }
    }
}

/// Each set with its configs. Those that the program made in large numbers have no names.
const FILES: [(PuzzleSetId, &[&str]); 3] = [
    (PuzzleSetId::FirstSteps, &[include_str!("../../../configs/puzzles.json")]),
    (
        PuzzleSetId::Xxl,
        &[
            include_str!("../../../assets/puzzles/xxl.json"),
            include_str!("../../../assets/puzzles/xxl-more.json"),
        ],
    ),
    (
        PuzzleSetId::Standard,
        &[
            include_str!("../../../assets/puzzles/standard.json"),
            include_str!("../../../assets/puzzles/standard-more.json"),
        ],
    ),
];

static SETS: LazyLock<Vec<PuzzleSet>> = LazyLock::new(|| {
    let read = |text: &&str| {
        let none = |_: &Path| Err(io::ErrorKind::NotFound.into());
        let (config, _) = Config::parse(text).ok()?;
        let (setup, _) = config.open(Path::new(""), &none).ok()?;
        Some(setup.puzzles)
    };
    let set = |(id, files): &(PuzzleSetId, &[&str])| {
        let mut puzzles: Vec<Puzzle> = files.iter().filter_map(read).flatten().collect();
        if *id != PuzzleSetId::FirstSteps {
            puzzles.sort_by_cached_key(estimate);
        }
        PuzzleSet { id: *id, puzzles }
    };
    FILES.iter().map(set).collect()
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
        for (set, (_, files)) in shipped().iter().zip(FILES) {
            let written = files.iter().map(|text| text.matches("\"goal\"").count()).sum::<usize>();
            assert_eq!(set.puzzles.len(), written, "{:?}", set.id);
        }
        let count: usize = shipped().iter().map(|set| set.puzzles.len()).sum();
        assert!(count >= 170, "{count} puzzles");
    }
}
