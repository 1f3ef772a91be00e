//! How long to think about a move.

use std::time::Duration;

use crate::clock::Instant;
use crate::limits::{Clock, Limits};

/// Kept back for each move, as programs and networks take time to pass it on.
const OVERHEAD: Duration = Duration::from_millis(10);
/// In how many moves a game without a known number of moves is expected to end.
const EXPECTED_MOVES: u32 = 28;

/// The time budget of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    /// After this no new iteration begins, unless the best move is in doubt.
    soft: Option<Duration>,
    /// After this the search ends wherever it is.
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

    /// The same time, of which no part is saved for later moves.
    pub(crate) fn without_saving(self) -> TimeManager {
        TimeManager { soft: None, ..self }
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Must the search end now?
    pub(crate) fn is_up(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Is another iteration worth beginning? `doubt` is 1 when all is as usual, more when the
    /// best move has changed or its score has fallen, less when all others look worse.
    pub(crate) fn has_time_for_more(&self, doubt: f64) -> bool {
        self.soft.is_none_or(|soft| self.elapsed() < soft.mul_f64(doubt))
    }

    /// Is the time counted by a clock that runs from move to move?
    pub(crate) fn is_clocked(&self) -> bool {
        self.soft.is_some()
    }
}

/// The usual and the longest time for a move.
fn budget(clock: Clock) -> (Duration, Duration) {
    let moves = clock.moves_to_go.map_or(EXPECTED_MOVES, |moves| moves.clamp(1, 40) + 1);
    // Never so much that the flag could fall, even when the machine is busy.
    let reserve = OVERHEAD.max(clock.remaining / 50);
    let usable = clock.remaining.saturating_sub(reserve);
    let soft = usable / moves + clock.increment.mul_f64(0.7);
    let part = if clock.moves_to_go == Some(1) { 0.9 } else { 0.35 };
    let most = usable.mul_f64(part).max(Duration::from_millis(1));
    ((soft.mul_f64(0.75)).min(most), (soft * 4).min(most))
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
