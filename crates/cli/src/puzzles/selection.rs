//! Which finds make a good set: beautiful ones, of all kinds, no two alike, the easy ones first.

use std::collections::HashMap;

use notation::config::PuzzleGoal;

use super::found_puzzle::FoundPuzzle;

/// The least number of moves between two puzzles of one game.
const APART: usize = 16;
/// Boards that differ on fewer squares are alike.
const DIFFERENT_SQUARES: usize = 8;

/// How large a part of a set a goal may take, in percent.
fn share(goal: PuzzleGoal) -> usize {
    match goal {
        PuzzleGoal::MateIn(1) => 18,
        PuzzleGoal::MateIn(2) => 28,
        PuzzleGoal::MateIn(3) => 22,
        PuzzleGoal::MateIn(4) => 12,
        PuzzleGoal::MateIn(_) => 0,
        PuzzleGoal::Capture(_) => 14,
        PuzzleGoal::Win => 8,
        PuzzleGoal::Draw => 5,
    }
}

/// Are the goals the same, wherever something is to be taken?
fn are_of_one_kind(one: PuzzleGoal, other: PuzzleGoal) -> bool {
    let is_capture = |goal| matches!(goal, PuzzleGoal::Capture(_));
    one == other || is_capture(one) && is_capture(other)
}

/// The best `count` of the finds, from easy to hard.
pub(super) fn select(finds: &[FoundPuzzle], count: usize) -> Vec<FoundPuzzle> {
    let mut left: Vec<&FoundPuzzle> = finds.iter().collect();
    let mut chosen: Vec<&FoundPuzzle> = Vec::new();
    while chosen.len() < count {
        left.retain(|find| !chosen.iter().any(|other| are_alike(find, other)));
        // Among equals the first one found is taken, so that the result can be repeated.
        let best = (0..left.len()).rev().max_by_key(|index| value(left[*index], &chosen, count));
        let Some(best) = best else { break };
        chosen.push(left.remove(best));
    }
    let mut set: Vec<FoundPuzzle> = chosen.into_iter().cloned().collect();
    set.sort_by_key(FoundPuzzle::difficulty);
    set
}

/// How welcome a find is among those that are chosen: first, whether its goal's share is not
/// used up.
fn value(find: &FoundPuzzle, chosen: &[&FoundPuzzle], count: usize) -> (bool, i32) {
    let same_goal = chosen.iter().filter(|other| are_of_one_kind(find.goal, other.goal)).count();
    let is_wanted = same_goal * 100 < share(find.goal) * count;
    let mut themes = HashMap::new();
    for theme in chosen.iter().filter_map(|other| other.themes.first()) {
        *themes.entry(theme).or_insert(0) += 1;
    }
    let hero = |find: &FoundPuzzle| find.hero().map(|piece| piece.kind());
    let same_theme = find.themes.first().and_then(|theme| themes.get(theme)).copied().unwrap_or(0);
    let same_hero = chosen.iter().filter(|other| hero(other) == hero(find)).count() as i32;
    (is_wanted, find.beauty() - 12 * same_theme - 8 * same_hero)
}

/// Would the two seem to be the same puzzle?
fn are_alike(one: &FoundPuzzle, other: &FoundPuzzle) -> bool {
    let is_near = one.source.0 == other.source.0 && one.source.1.abs_diff(other.source.1) < APART;
    let squares = one.position.rules().size().squares();
    let differ = |square: &_| one.position.piece_at(*square) != other.position.piece_at(*square);
    is_near || squares.filter(differ).take(DIFFERENT_SQUARES).count() < DIFFERENT_SQUARES
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{fen, ruleset, uci};

    fn find(text: &str, key: &str, moves: u8, game: usize) -> FoundPuzzle {
        let rules = ruleset::shipped("standard").expect("it ships");
        let position = fen::parse(&rules, text).expect("a sound FEN").0;
        FoundPuzzle {
            line: vec![uci::parse(&position, key).expect("legal")],
            position,
            goal: PuzzleGoal::MateIn(moves),
            is_strict: true,
            found_after: 100,
            themes: Vec::new(),
            source: (game, 40),
        }
    }

    #[test]
    fn sets_have_no_twins_and_become_harder() {
        let long = find("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 3, 1);
        let short = find("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1, 2);
        let twin = find("6k1/5ppp/8/8/8/8/8/1R2K3 w - - 0 1", "b1b8", 1, 3);
        let all = [long, short, twin];
        let lengths: Vec<_> = select(&all, 9).iter().map(|find| find.goal.to_string()).collect();
        assert_eq!(lengths, ["mate in 1", "mate in 3"]);
        // Of one game and close together.
        let neighbour = find("k7/8/1K6/8/8/1pppp3/8/6Q1 w - - 0 1", "g1g8", 1, 1);
        assert_eq!(select(&[all[0].clone(), neighbour], 9).len(), 1);
    }
}
