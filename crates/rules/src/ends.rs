//! Ends of a game that come while there still are moves: checks counted, goals, dying types.

use crate::spec::{Extinction, Goal, GoalTime, Verdict};
use crate::{Colour, MoveKind, Outcome, Piece, Position, Reason, SquareSet};

impl Verdict {
    /// The outcome if this becomes of a side.
    pub(crate) fn outcome(self, side: Colour, position: &Position, reason: Reason) -> Outcome {
        let pieces = |colour| position.of(colour).len();
        match self {
            Verdict::Draw => Outcome::draw(reason),
            Verdict::Loss => Outcome::won_by(!side, reason),
            Verdict::Win => Outcome::won_by(side, reason),
            Verdict::FewerWins if pieces(side) == pieces(!side) => Outcome::draw(reason),
            Verdict::FewerWins if pieces(side) < pieces(!side) => Outcome::won_by(side, reason),
            Verdict::FewerWins => Outcome::won_by(!side, reason),
        }
    }
}

impl Position {
    /// Has the game ended by counted checks, a goal or a type that died out?
    #[inline]
    pub fn is_cut_short(&self) -> bool {
        self.rules.cut_short && self.early_end().is_some()
    }

    /// The end of a game by counted checks, a goal or a type that died out, while there may be moves.
    #[inline]
    pub fn early_outcome(&self) -> Option<Outcome> {
        if self.rules.cut_short { self.early_end() } else { None }
    }

    /// The squares of a side's pieces of one type.
    pub(crate) fn squares_of(&self, piece: Piece) -> SquareSet {
        let is_meant = |square: &crate::Square| self.piece_at(*square) == Some(piece);
        self.of(piece.colour()).iter().filter(is_meant).collect()
    }

    /// The end of a game by counted checks, a goal or a type that died out.
    pub(crate) fn early_end(&self) -> Option<Outcome> {
        let ends = &self.rules.spec().ends;
        let by_extinction = || ends.extinction.as_ref().and_then(|rule| self.extinct(rule));
        let by_goal = || ends.goal.as_ref().and_then(|goal| self.goal_end(goal));
        let by_checks = || {
            let has_given_all = ends.checks.is_some() && self.checks_left(!self.turn()) == 0;
            has_given_all.then(|| Outcome::won_by(!self.turn(), Reason::CheckCount))
        };
        let by_row = || {
            let mover = !self.turn();
            let has_row = ends.row.is_some_and(|length| self.has_row(mover, length));
            has_row.then(|| Outcome::won_by(mover, Reason::Goal))
        };
        let by_royals = || {
            let is_without = |side: &Colour| {
                self.rules.needs_royals(*side) && self.royal_squares(*side).is_empty()
            };
            let loser = Colour::BOTH.into_iter().find(is_without)?;
            Some(Outcome::won_by(!loser, Reason::KingCapture))
        };
        (by_extinction().or_else(by_goal).or_else(by_checks).or_else(by_row)).or_else(by_royals)
    }

    /// Has a side so many pieces side by side?
    fn has_row(&self, side: Colour, length: u8) -> bool {
        let size = self.rules.size();
        let is_own = |square: &crate::Square| self.of(side).contains(*square);
        self.of(side).iter().any(|first| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(files, ranks)| {
                let next = |square: &crate::Square| size.offset(*square, files, ranks);
                let row = std::iter::successors(Some(first), next).take_while(is_own);
                row.count() >= length.into()
            })
        })
    }

    fn extinct(&self, rule: &Extinction) -> Option<Outcome> {
        let mover = !self.turn();
        for side in [mover, self.turn()] {
            let waits = u32::from(rule.may_reply && side == self.turn());
            let died_out = |count: &dyn Fn(Colour) -> u32| {
                count(side) <= rule.left.into() && count(!side) >= u32::from(rule.opponent) + waits
            };
            let has_ended = match rule.kinds.as_slice() {
                [] => died_out(&|colour| self.of(colour).len()),
                kinds => kinds.iter().any(|kind| {
                    died_out(&|colour| self.squares_of(Piece::new(*kind, colour)).len())
                }),
            };
            if has_ended {
                return Some(rule.verdict.outcome(side, self, Reason::Extinction));
            }
        }
        None
    }

    fn goal_end(&self, goal: &Goal) -> Option<Outcome> {
        let (turn, mover) = (self.turn(), !self.turn());
        let won = |side| Some(Outcome::won_by(side, Reason::Goal));
        if goal.safe {
            let holds = match goal.time {
                GoalTime::AtOnce => self.reaches_safely(goal, turn),
                GoalTime::Held | GoalTime::Even => self.reaches(goal, turn),
            };
            return match (holds, self.reaches_safely(goal, mover)) {
                (true, true) if goal.time == GoalTime::AtOnce => Some(Outcome::draw(Reason::Goal)),
                (true, _) => won(turn),
                (false, true) => won(mover),
                (false, false) => None,
            };
        }
        match goal.time {
            GoalTime::AtOnce if self.reaches(goal, mover) => won(mover),
            GoalTime::Held if self.reaches(goal, turn) => won(turn),
            GoalTime::AtOnce | GoalTime::Held => None,
            GoalTime::Even => match (self.reaches(goal, turn), self.reaches(goal, mover)) {
                (true, true) if turn == Colour::White => Some(Outcome::draw(Reason::Goal)),
                (true, _) => won(turn),
                (false, true) if turn == Colour::Black && self.can_follow(goal) => None,
                (false, true) => won(mover),
                (false, false) => None,
            },
        }
    }

    fn reaches(&self, goal: &Goal, side: Colour) -> bool {
        self.at_goal(goal, side).len() >= goal.count.max(1).into()
    }

    /// As [`Position::reaches`], but if no piece can be spared, none of them is attacked.
    fn reaches_safely(&self, goal: &Goal, side: Colour) -> bool {
        let there = self.at_goal(goal, side);
        let can_spare = there.len() > goal.count.max(1).into();
        self.reaches(goal, side)
            && (can_spare || !there.iter().any(|square| self.is_attacked(square, !side)))
    }

    fn at_goal(&self, goal: &Goal, side: Colour) -> SquareSet {
        let zone = goal.zones[side.index()];
        match goal.kinds[side.index()] {
            Some(kind) => self.squares_of(Piece::new(kind, side)) & zone,
            None => self.of(side) & zone,
        }
    }

    /// Can the side to move reach the goal too, with its next move?
    fn can_follow(&self, goal: &Goal) -> bool {
        let zone = goal.zones[self.turn().index()];
        let mut moves = Vec::new();
        self.generate_on(&mut moves);
        moves.into_iter().any(|chess_move| {
            zone.contains(chess_move.to()) && chess_move.kind() != MoveKind::Castling && {
                let mut next = self.clone();
                next.play_unchecked(chess_move);
                next.reaches(goal, self.turn())
            }
        })
    }
}
