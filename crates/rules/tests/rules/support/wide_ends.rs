//! How games of the slow reference of the wider rules end, by the position alone.

use std::collections::BTreeSet;

use xxlchess_rules::{
    Colour, Extinction, Goal, GoalTime, Outcome, PieceType, Reason, Square, Verdict, Win,
};

use super::reference::{Cell, cell, square};
use super::wide_reference::WideReference;

impl WideReference {
    /// The end of the game, but for repetitions, idle moves and what cannot mate.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.early_outcome() {
            return Some(outcome);
        }
        let rules = self.rules.spec();
        if (rules.win == Win::KingCapture || rules.fog)
            && let Some(loser) = self.side_without_royals()
        {
            return Some(Outcome::won_by(!loser, Reason::KingCapture));
        }
        if !self.legal_moves().is_empty() {
            return None;
        }
        if rules.win == Win::Checkmate && !rules.fog && !self.exposed(self.turn).is_empty() {
            return Some(self.judge(rules.ends.checkmate, self.turn, Reason::Checkmate));
        }
        let ends = rules.draws.stalemate || rules.ends.stalemate != Verdict::Draw;
        ends.then(|| self.judge(rules.ends.stalemate, self.turn, Reason::Stalemate))
    }

    /// The end of the game while there may be moves.
    pub(super) fn early_outcome(&self) -> Option<Outcome> {
        let ends = &self.rules.spec().ends;
        let (to_move, moved) = (self.turn, !self.turn);
        // A side that has moved is looked at first.
        let extinct = |side: &Colour| {
            ends.extinction.as_ref().is_some_and(|rule| self.has_died_out(rule, *side))
        };
        if let Some(side) = [moved, to_move].into_iter().find(extinct) {
            let verdict = ends.extinction.as_ref().map_or(Verdict::Draw, |rule| rule.verdict);
            return Some(self.judge(verdict, side, Reason::Extinction));
        }
        if let Some(outcome) = ends.goal.as_ref().and_then(|goal| self.goal_outcome(goal)) {
            return Some(outcome);
        }
        if ends.checks.is_some() && self.checks_left[moved.index()] == 0 {
            return Some(Outcome::won_by(moved, Reason::CheckCount));
        }
        let row = ends.row.filter(|length| self.longest_row(moved) >= i32::from(*length));
        row.map(|_| Outcome::won_by(moved, Reason::Goal))
    }

    fn judge(&self, verdict: Verdict, side: Colour, reason: Reason) -> Outcome {
        let (own, other) = (self.of(side).count(), self.of(!side).count());
        let winner = match verdict {
            Verdict::Draw => None,
            Verdict::Win => Some(side),
            Verdict::Loss => Some(!side),
            Verdict::FewerWins if own < other => Some(side),
            Verdict::FewerWins if own > other => Some(!side),
            Verdict::FewerWins => None,
        };
        Outcome { winner, reason }
    }

    fn count(&self, side: Colour, kind: Option<PieceType>) -> usize {
        self.of(side).filter(|(_, piece)| kind.is_none_or(|kind| piece.kind() == kind)).count()
    }

    fn has_died_out(&self, rule: &Extinction, side: Colour) -> bool {
        // A side at its turn may still take one of the other side's.
        let spare = usize::from(rule.may_reply && side == self.turn);
        let is_over = |kind| {
            self.count(side, kind) <= usize::from(rule.left)
                && self.count(!side, kind) >= usize::from(rule.opponent) + spare
        };
        if rule.kinds.is_empty() {
            return is_over(None);
        }
        rule.kinds.iter().any(|kind| is_over(Some(*kind)))
    }

    fn goal_outcome(&self, goal: &Goal) -> Option<Outcome> {
        let (to_move, moved) = (self.turn, !self.turn);
        let reaches = |side| self.at_goal(goal, side).len() >= usize::from(goal.count);
        let is_safe = |side: Colour| {
            let there = self.at_goal(goal, side);
            let is_hit =
                |at: &Square| self.of(!side).any(|(from, _)| self.attacks(from, cell(*at)));
            // One more than is needed may be lost.
            there.len() > usize::from(goal.count) || !there.iter().any(is_hit)
        };
        let wins_now = |side| reaches(side) && (!goal.safe || is_safe(side));
        let follows = || to_move == Colour::Black && self.can_follow(goal);
        let winners: Vec<Colour> = match (goal.safe, goal.time) {
            (true, GoalTime::AtOnce) => {
                Colour::BOTH.into_iter().filter(|side| wins_now(*side)).collect()
            }
            (false, GoalTime::AtOnce) => {
                Vec::from_iter([moved].into_iter().filter(|side| reaches(*side)))
            }
            // What was there before the last move has been held.
            (_, GoalTime::Held) | (true, GoalTime::Even) if reaches(to_move) => vec![to_move],
            (false, GoalTime::Held) => Vec::new(),
            (true, _) => Vec::from_iter([moved].into_iter().filter(|side| wins_now(*side))),
            (false, GoalTime::Even) => match Colour::BOTH.map(reaches) {
                [true, true] if to_move == Colour::White => Colour::BOTH.to_vec(),
                _ if reaches(to_move) => vec![to_move],
                _ if reaches(moved) && !follows() => vec![moved],
                _ => Vec::new(),
            },
        };
        match winners.as_slice() {
            [] => None,
            [winner] => Some(Outcome::won_by(*winner, Reason::Goal)),
            _ => Some(Outcome::draw(Reason::Goal)),
        }
    }

    fn at_goal(&self, goal: &Goal, side: Colour) -> BTreeSet<Square> {
        let kind = goal.kinds[side.index()];
        self.of(side)
            .filter(|(_, piece)| kind.is_none_or(|kind| piece.kind() == kind))
            .map(|(at, _)| square(at))
            .filter(|at| goal.zones[side.index()].contains(*at))
            .collect()
    }

    /// Can the side to move reach the goal with its next move?
    fn can_follow(&self, goal: &Goal) -> bool {
        self.positions_after()
            .any(|next| next.at_goal(goal, self.turn).len() >= usize::from(goal.count))
    }

    fn longest_row(&self, side: Colour) -> i32 {
        let own: BTreeSet<Cell> = self.of(side).map(|(at, _)| at).collect();
        let row = |from: &Cell, (files, ranks): Cell| {
            (0..).take_while(|n| own.contains(&(from.0 + n * files, from.1 + n * ranks))).count()
        };
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let rows = own.iter().flat_map(|from| directions.map(|direction| row(from, direction)));
        rows.max().unwrap_or_default() as i32
    }
}
