//! How a computer opponent uses its time and answers offers, the same in every place where it plays.
//!
//! Together with [`LevelPlayer`](super::LevelPlayer), which remembers a game from move to move, this
//! is all that a window, a server or a match needs of an opponent.

use std::time::Duration;

use fastrand::Rng;
use rules::{Move, Position, Score};

use super::{Level, Style};
use crate::limits::{Clock, Limits};

/// A score up to which an opponent is glad of a draw, in hundredths of a pawn.
const WORSE: i32 = -60;

/// In a late position with a score so near to zero nothing is expected to happen any more.
const QUIET: i32 = 15;
const LATE_PLY: usize = 80;

/// The time that is left to an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLeft {
    /// There are no clocks.
    Unlimited,
    /// For the rest of the game.
    Game(Clock),
    /// For this turn alone.
    Turn(Duration),
}

impl TimeLeft {
    /// What remains on a clock. Where time control `passes_turns`, it counts for this turn alone.
    pub fn of(remaining: Duration, increment: Duration, passes_turns: bool) -> TimeLeft {
        match passes_turns {
            true => TimeLeft::Turn(remaining),
            false => TimeLeft::Game(Clock { remaining, increment, moves_to_go: None }),
        }
    }
}

/// How long an opponent may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The longest thought of a level that looks at as many positions as it can.
    longest: Duration,
    /// The longest thought of levels whose positions are limited: enough for all of them.
    longest_limited: Duration,
    /// Holds the longest thought where there is a clock as well?
    is_shared: bool,
}

impl Pace {
    /// An opponent that has a machine to itself: with a clock it uses the time as it likes.
    pub const ALONE: Pace = Pace {
        longest: Duration::from_secs(4),
        longest_limited: Duration::from_secs(10),
        is_shared: false,
    };

    /// Opponents that take turns on one machine: none thinks for longer than this, or three times
    /// as long where the level limits the positions that it looks at.
    pub fn shared(longest: Duration) -> Pace {
        Pace { longest, longest_limited: 3 * longest, is_shared: true }
    }

    /// What a level may use for its move.
    pub fn limits(&self, level: &Level, left: TimeLeft) -> Limits {
        let longest = match level.style {
            Style::Search(strength) if strength.nodes.is_none() => self.longest,
            _ => self.longest_limited,
        };
        match left {
            TimeLeft::Unlimited => Limits::move_time(longest),
            TimeLeft::Turn(left) => Limits::move_time(left.mul_f64(0.6).min(longest)),
            TimeLeft::Game(clock) if self.is_shared => {
                Limits::move_time((clock.remaining / 20 + clock.increment / 2).min(longest))
            }
            TimeLeft::Game(clock) => Limits { clock: Some(clock), ..Limits::default() },
        }
    }
}

/// Does an opponent accept a draw? It does if it thinks that it stands worse, or that nothing
/// happens any more; not if it has not searched.
pub fn accepts_draw(score: Option<Score>, ply: usize) -> bool {
    let Some(score) = score.map(Score::rank) else { return false };
    score <= WORSE || (ply >= LATE_PLY && score.abs() <= QUIET)
}

/// What an opponent does at its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It claims the draw that it may claim.
    ClaimDraw,
    /// It plays a legal move.
    Play(Move),
    /// It has no legal move, in rules that do not end the game then.
    Resign,
}

impl Decision {
    /// Decides by the result of a search. Without a legal move in it the engine has failed, and any
    /// legal move is played; `seed` makes that choice repeatable.
    pub fn new(
        best: Option<Move>,
        score: Option<Score>,
        position: &Position,
        can_claim_draw: bool,
        seed: u64,
    ) -> Decision {
        // Under fog a repetition would tell something about hidden pieces.
        if can_claim_draw && !position.rules().spec().fog && claims_draw(score) {
            return Decision::ClaimDraw;
        }
        let legal = position.legal_moves();
        let best = best.filter(|best| legal.contains(best));
        let played = best.or_else(|| Rng::with_seed(seed).choice(&legal).copied());
        played.map_or(Decision::Resign, Decision::Play)
    }
}

/// Does an opponent claim a draw that it may claim? Not while it hopes for more.
fn claims_draw(score: Option<Score>) -> bool {
    score.is_some_and(|score| score.rank() <= 0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rules::{RuleSpec, Rules};

    use super::*;
    use crate::level::find;

    #[test]
    fn shared_opponents_never_think_for_longer_than_they_may() {
        let second = Duration::from_secs(1);
        let pace = Pace::shared(second);
        let clock = |remaining| {
            TimeLeft::Game(Clock { remaining, increment: Duration::ZERO, moves_to_go: None })
        };
        for (level, left, expected) in [
            ("18", TimeLeft::Unlimited, second),
            ("17", TimeLeft::Unlimited, 3 * second),
            ("18", clock(3600 * second), second),
            ("18", clock(2 * second), second / 10),
            ("1", TimeLeft::Turn(second), second.mul_f64(0.6)),
        ] {
            let level = find(level).expect("a level");
            assert_eq!(pace.limits(level, left).move_time, Some(expected), "{}", level.name);
        }
    }

    fn position(fog: bool) -> Position {
        let spec = RuleSpec { fog, ..RuleSpec::standard() };
        Position::start(&Rules::compile(spec).expect("rules that can be played"))
    }

    #[test]
    fn a_draw_is_claimed_only_where_nothing_is_hidden() {
        let score = |centipawns| Some(Score::Centipawns(centipawns));
        let best = position(false).legal_moves()[3];
        for (fog, score, can_claim, claims) in [
            (false, score(-10), true, true),
            (false, score(-10), false, false),
            (false, score(10), true, false),
            (false, None, true, false),
            (true, score(-10), true, false),
        ] {
            let decision = Decision::new(Some(best), score, &position(fog), can_claim, 0);
            let expected = if claims { Decision::ClaimDraw } else { Decision::Play(best) };
            assert_eq!(decision, expected, "fog {fog}, {score:?}");
        }
    }

    #[test]
    fn an_engine_that_fails_plays_any_legal_move() {
        let position = position(false);
        let play = |seed| Decision::new(None, None, &position, false, seed);
        assert_eq!(play(7), play(7));
        let played: HashSet<Move> = (0..40)
            .filter_map(|seed| match play(seed) {
                Decision::Play(chess_move) => Some(chess_move),
                _ => None,
            })
            .collect();
        assert!(played.len() > 5 && played.iter().all(|it| position.legal_moves().contains(it)));
    }

    #[test]
    fn time_counts_for_a_turn_where_turns_pass() {
        let [left, increment] = [5, 2].map(Duration::from_secs);
        assert_eq!(TimeLeft::of(left, increment, true), TimeLeft::Turn(left));
        let clock = Clock { remaining: left, increment, moves_to_go: None };
        assert_eq!(TimeLeft::of(left, increment, false), TimeLeft::Game(clock));
    }

    #[test]
    fn draws_are_taken_by_those_who_stand_worse() {
        let score = |centipawns| Some(Score::Centipawns(centipawns));
        assert!(accepts_draw(score(-80), 10) && accepts_draw(score(5), 100));
        assert!(!accepts_draw(score(5), 10) && !accepts_draw(None, 100));
        assert!(claims_draw(score(-1)) && !claims_draw(score(20)) && !claims_draw(None));
    }
}
