//! Time management.

use std::time::Duration;

use crate::clock::Instant;
use crate::limits::{Clock, Limits};

/// Reserved for each move, as communication takes time.
const OVERHEAD: Duration = Duration::from_millis(10);
/// The number of moves that the clock has to last for where it is not known.
const EXPECTED_MOVES: u32 = 40;
/// The hard limit of a move, as a multiple of the soft one.
const HARD_LIMIT: u32 = 4;

/// The time budget of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    /// After this time, scaled by the time factor, no new iteration begins.
    soft: Option<Duration>,
    /// After this time the search ends at the next poll.
    hard: Option<Duration>,
}

impl TimeManager {
    pub(crate) fn new(limits: &Limits) -> TimeManager {
        let start = Instant::now();
        let (soft, hard) = match (limits.infinite, limits.move_time, limits.clock) {
            (true, _, _) | (_, None, None) => (None, None),
            (_, Some(time), _) => {
                let time = time.saturating_sub(OVERHEAD / 5).max(Duration::from_millis(1));
                (None, Some(time))
            }
            (_, None, Some(clock)) => {
                let (soft, hard) = budget(clock);
                (Some(soft), Some(hard))
            }
        };
        TimeManager { start, soft, hard }
    }

    /// The same limits without the soft one.
    pub(crate) fn without_saving(self) -> TimeManager {
        TimeManager { soft: None, ..self }
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Is the hard limit reached?
    pub(crate) fn is_up(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Is the soft limit, scaled by a factor, not reached yet? The factor is above 1 when the best
    /// move changed or its score fell, and below 1 when nearly all nodes went to it.
    pub(crate) fn has_time_for_iteration(&self, time_factor: f64) -> bool {
        self.soft.is_none_or(|soft| self.elapsed() < soft.mul_f64(time_factor))
    }

    /// Is the time limit a clock for several moves?
    pub(crate) fn is_clocked(&self) -> bool {
        self.soft.is_some()
    }
}

/// The soft and the hard limit of a move.
fn budget(clock: Clock) -> (Duration, Duration) {
    let moves = clock.moves_to_go.map_or(EXPECTED_MOVES, |moves| moves.clamp(1, 40) + 1);
    // A reserve, so that the flag does not fall even on a busy machine.
    let reserve = OVERHEAD.max(clock.remaining / 50);
    let usable = clock.remaining.saturating_sub(reserve);
    let soft = usable / moves + clock.increment;
    let part = if clock.moves_to_go == Some(1) { 0.9 } else { 0.35 };
    let most = usable.mul_f64(part).max(Duration::from_millis(1));
    (soft.min(most), (soft * HARD_LIMIT).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for remaining in [1, 20, 100, 1000, 60_000] {
            for increment in [0, 10, 1000, 30_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let remaining = Duration::from_millis(remaining);
                    let increment = Duration::from_millis(increment);
                    let (soft, hard) = budget(Clock { remaining, increment, moves_to_go });
                    assert!(soft <= hard && (hard < remaining || hard.as_millis() <= 1));
                }
            }
        }
    }
}
