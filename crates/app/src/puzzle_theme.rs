//! What a puzzle is about, how hard it is, and how a solver's rating follows.

use notation::config::{Puzzle, PuzzleGoal};
use serde::{Deserialize, Serialize};
use study::Tactic;

/// What a puzzle is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleTheme {
    /// Mate in one, two, or more moves.
    MateIn(u8),
    Fork,
    /// A piece is pinned, or attacked with another one behind it.
    Pin,
    Promotion,
    /// The first move neither takes nor gives check.
    Quiet,
    /// A piece is won in another way.
    Material,
    /// A draw is saved.
    Draw,
}

/// Longer mates are one theme.
const LONG_MATE: u8 = 4;

impl PuzzleTheme {
    /// The themes by which puzzles can be chosen.
    pub const ALL: [PuzzleTheme; 10] = [
        PuzzleTheme::MateIn(1),
        PuzzleTheme::MateIn(2),
        PuzzleTheme::MateIn(3),
        PuzzleTheme::MateIn(LONG_MATE),
        PuzzleTheme::Fork,
        PuzzleTheme::Pin,
        PuzzleTheme::Promotion,
        PuzzleTheme::Quiet,
        PuzzleTheme::Material,
        PuzzleTheme::Draw,
    ];

    /// All themes of a puzzle, as far as its goal and its solution show.
    pub fn of(puzzle: &Puzzle) -> Vec<PuzzleTheme> {
        let mut themes = Vec::new();
        let tactic = study::tactic_of(&puzzle.position, &puzzle.solution);
        match (puzzle.goal, tactic) {
            (PuzzleGoal::MateIn(moves), _) => {
                themes.push(PuzzleTheme::MateIn(moves.min(LONG_MATE)))
            }
            (PuzzleGoal::Draw, _) => themes.push(PuzzleTheme::Draw),
            (_, Some(Tactic::Fork { .. })) => themes.push(PuzzleTheme::Fork),
            (_, Some(Tactic::Pin { .. } | Tactic::Skewer { .. })) => themes.push(PuzzleTheme::Pin),
            _ => themes.push(PuzzleTheme::Material),
        }
        let own = puzzle.solution.iter().step_by(2);
        if own.clone().any(|step| step.promotion().is_some()) {
            themes.push(PuzzleTheme::Promotion);
        }
        let position = &puzzle.position;
        let is_quiet =
            |step: &&rules::Move| !position.is_capture(**step) && !gives_check(position, **step);
        if own.take(1).any(|step| is_quiet(&step)) {
            themes.push(PuzzleTheme::Quiet);
        }
        themes
    }
}

fn gives_check(position: &rules::Position, step: rules::Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(step);
    after.shows_check(after.turn())
}

/// An estimate of how hard a puzzle is, on the scale of players' ratings.
pub fn estimate(puzzle: &Puzzle) -> i32 {
    let moves = i32::try_from(puzzle.solution.len().div_ceil(2)).unwrap_or(1);
    let by_goal = match puzzle.goal {
        PuzzleGoal::MateIn(moves) => 300 + 400 * i32::from(moves.min(LONG_MATE)),
        PuzzleGoal::Capture(_) => 900 + 150 * (moves - 2).clamp(0, 4),
        PuzzleGoal::Win => 1100 + 150 * (moves - 1).clamp(0, 4),
        PuzzleGoal::Draw => 1400,
    };
    let pieces = i32::try_from(puzzle.position.pieces().count()).unwrap_or(0);
    let quiet = if PuzzleTheme::of(puzzle).contains(&PuzzleTheme::Quiet) { 150 } else { 0 };
    by_goal + quiet + (4 * (pieces - 12)).clamp(-60, 120)
}

/// The rating of a person who solves puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolverRating {
    pub value: f64,
    /// How many puzzles were tried.
    pub tried: u32,
}

impl Default for SolverRating {
    fn default() -> SolverRating {
        SolverRating { value: 1000.0, tried: 0 }
    }
}

/// The first puzzles count more.
const NEW: u32 = 20;

impl SolverRating {
    /// Follows the first try at a puzzle of a rating; gives the puzzle's own new rating.
    pub fn follow(&mut self, puzzle: f64, is_solved: bool) -> f64 {
        let expected = 1.0 / (1.0 + 10.0_f64.powf((puzzle - self.value) / 400.0));
        let gain = f64::from(u8::from(is_solved)) - expected;
        let weight = if self.tried < NEW { 48.0 } else { 24.0 };
        self.value = (self.value + weight * gain).max(100.0);
        self.tried = self.tried.saturating_add(1);
        puzzle - 12.0 * gain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_sets;

    #[test]
    fn puzzles_have_themes_and_become_harder() {
        let mut seen = std::collections::BTreeSet::new();
        for set in puzzle_sets::shipped() {
            for puzzle in &set.puzzles {
                let themes = PuzzleTheme::of(puzzle);
                assert!(
                    !themes.is_empty() && themes.iter().all(|it| PuzzleTheme::ALL.contains(it))
                );
                seen.extend(themes);
                assert!((500..2400).contains(&estimate(puzzle)), "{}", estimate(puzzle));
            }
        }
        for theme in [
            PuzzleTheme::MateIn(1),
            PuzzleTheme::MateIn(2),
            PuzzleTheme::Promotion,
            PuzzleTheme::Quiet,
        ] {
            assert!(seen.contains(&theme), "{theme:?}");
        }
    }

    #[test]
    fn ratings_follow_what_is_solved() {
        let mut solver = SolverRating::default();
        let harder = solver.follow(1400.0, true);
        assert!(solver.value > 1040.0 && harder < 1400.0);
        let before = solver.value;
        assert!(solver.follow(600.0, false) > 600.0);
        assert!(solver.value < before);
        for _ in 0..500 {
            solver.follow(100.0, false);
        }
        assert!(solver.value >= 100.0);
    }
}
