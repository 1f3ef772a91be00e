//! What the clocks show between two messages.

use std::time::Duration;

use protocol::Clocks;
use rules::Colour;

/// Both clocks as the server last told them, and since when the one of the side to move runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    clocks: Clocks,
    turn: Colour,
    told: Duration,
}

impl ClockFace {
    /// Clocks as they were told just now.
    pub fn new(clocks: Clocks, turn: Colour, now: Duration) -> ClockFace {
        ClockFace { clocks, turn, told: now }
    }

    /// What a side's clock shows.
    pub fn remaining(&self, side: Colour, now: Duration) -> Duration {
        let shown = Duration::from_millis(match side {
            Colour::White => self.clocks.white_ms,
            Colour::Black => self.clocks.black_ms,
        });
        if self.clocks.running && side == self.turn {
            shown.saturating_sub(now.saturating_sub(self.told))
        } else {
            shown
        }
    }

    /// Does the clock of the side to move run?
    pub fn is_running(&self) -> bool {
        self.clocks.running
    }
}
