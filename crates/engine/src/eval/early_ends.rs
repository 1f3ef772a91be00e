//! How near a side is to an end that the board decides: squares to come to, checks to give.

use rules::{Colour, Goal, PieceType, Position, Rules, SquareSet};

/// What each step towards the goal is worth, and the last one in place of it.
const STEP: i32 = 50;
const LAST_STEP: i32 = 300;
/// By how much more each step counts where nobody may give check, so that kings race freely.
const RACE: i32 = 4;
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
        let counts = |square: &rules::Square| {
            let kind = position.piece_at(*square).map(|piece| piece.kind());
            goal.kind.is_none() || goal.kind == kind
        };
        let away = |square: rules::Square| i32::from(goal.steps[square.index()]);
        let nearest = position.of(side).iter().filter(counts).map(away).min();
        nearest.map_or(0, |steps| self.race * (LAST_STEP / (steps + 1) - STEP * steps))
    }

    fn check_worth(&self, position: &Position, side: Colour) -> i32 {
        if !self.counts_checks {
            return 0;
        }
        let left = i32::from(position.checks_left(side)).max(1);
        LAST_CHECK / (left * left)
    }
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
