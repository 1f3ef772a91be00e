//! How near a side is to an end that the board decides: squares to come to, checks to give.

use rules::{Colour, Goal, PieceType, Position, Rules, Square, SquareSet};

/// What each step towards the goal is worth, and the last one in place of it.
const STEP: i32 = 50;
const LAST_STEP: i32 = 300;
/// By how much more each step counts where nobody may give check, so that kings race freely.
const RACE: i32 = 4;
/// What it is worth to a king that his way to the goal is safe all along, by its steps; the last is for
/// all longer ways.
const SAFE_WAY: [i32; 6] = [0, 400, 225, 125, 75, 50];
/// What it is worth to be one check away from winning.
const LAST_CHECK: i32 = 1000;

/// What is asked of a position beyond its pieces.
pub(super) struct EarlyEnds {
    goals: Option<[SideGoal; 2]>,
    counts_checks: bool,
    race: i32,
}

/// The way of one side to its goal.
struct SideGoal {
    kind: Option<PieceType>,
    /// Is it the king who has to come there, without being attacked?
    is_kings: bool,
    /// A king's steps from each square to the nearest one of the goal.
    steps: Vec<u8>,
}

impl EarlyEnds {
    /// Nothing for rules without such ends.
    pub(super) fn new(rules: &Rules) -> Option<EarlyEnds> {
        let ends = &rules.spec().ends;
        let goals = ends.goal.as_ref().map(|goal| {
            Colour::BOTH.map(|side| SideGoal {
                kind: goal.kinds[side.index()],
                is_kings: rules.check_counts() && goal.kinds[side.index()] == rules.royal(),
                steps: steps(rules, goal, side),
            })
        });
        let counts_checks = ends.checks.is_some();
        let race = if rules.spec().restrictions.no_check { RACE } else { 1 };
        (goals.is_some() || counts_checks).then_some(EarlyEnds { goals, counts_checks, race })
    }

    /// How much nearer White is than Black, in hundredths of a pawn.
    pub(super) fn nearness(&self, position: &Position) -> i32 {
        let of = |side| self.goal_worth(position, side) + self.check_worth(position, side);
        of(Colour::White) - of(Colour::Black)
    }

    fn goal_worth(&self, position: &Position, side: Colour) -> i32 {
        let Some(goals) = &self.goals else { return 0 };
        let goal = &goals[side.index()];
        let counts = |square: &Square| {
            let kind = position.piece_at(*square).map(|piece| piece.kind());
            goal.kind.is_none() || goal.kind == kind
        };
        let away = |square: Square| i32::from(goal.steps[square.index()]);
        let nearest = position.of(side).iter().filter(counts).map(away).min();
        let near = nearest.map_or(0, |steps| self.race * (LAST_STEP / (steps + 1) - STEP * steps));
        let safe_way = if goal.is_kings { safe_steps(position, goal, side) } else { None };
        near + safe_way.map_or(0, |steps| SAFE_WAY[steps.min(SAFE_WAY.len() - 1)])
    }

    fn check_worth(&self, position: &Position, side: Colour) -> i32 {
        if !self.counts_checks {
            return 0;
        }
        let left = i32::from(position.checks_left(side)).max(1);
        LAST_CHECK / (left * left)
    }
}

/// The king's steps to the goal, if each brings him nearer and none to an attacked square.
fn safe_steps(position: &Position, goal: &SideGoal, side: Colour) -> Option<usize> {
    let king = position.king(side)?;
    let distance = goal.steps[king.index()];
    let mut reached = SquareSet::of(king);
    for left in (0..distance).rev() {
        let row = reached | reached.left() | reached.right();
        let around = (row | row.up() | row.down()).without(position.of(side));
        let is_safe = |square: &Square| {
            goal.steps[square.index()] == left && !position.is_attacked(*square, !side)
        };
        reached = around.iter().filter(is_safe).collect();
        if reached.is_empty() {
            return None;
        }
    }
    Some(distance.into())
}

fn steps(rules: &Rules, goal: &Goal, side: Colour) -> Vec<u8> {
    let zone: SquareSet = goal.zones[side.index()];
    let mut steps = vec![16; 256];
    for square in rules.size().squares() {
        let nearest = zone.iter().map(|goal| goal.distance(square)).min();
        steps[square.index()] = nearest.unwrap_or(16);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_safe_way_ends_before_attacked_squares_and_own_pieces() {
        let rules = notation::ruleset::shipped("king-of-the-hill").expect("it ships");
        let ends = EarlyEnds::new(&rules).expect("there is a goal");
        let steps = |text: &str| {
            let (position, _) = rules::fen::parse(&rules, text).expect("a valid FEN");
            let goals = ends.goals.as_ref().expect("there is a goal");
            safe_steps(&position, &goals[0], Colour::White)
        };
        assert_eq!(steps("7k/8/8/8/8/8/8/4K3 w - - 0 1"), Some(3));
        assert_eq!(steps("7k/8/8/8/8/r7/8/4K3 w - - 0 1"), None);
        assert_eq!(steps("7k/8/8/8/8/8/3PPP2/4K3 w - - 0 1"), None);
        assert_eq!(steps("7k/8/8/8/8/8/4PP2/4K3 w - - 0 1"), Some(3));
    }
}
