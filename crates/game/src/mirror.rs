//! A game whose referee is elsewhere: a client follows what the server tells.
//!
//! Moves, offers and answers are played here as there, with the same calls. What only the
//! referee decides is adopted: the clocks, turns that pass, and ends that the board does not show.

use std::time::Duration;

use record::{EntryKind, GameEnd};
use rules::Colour;

use crate::Game;

impl Game {
    /// Sets the clocks to what the referee says they show now.
    pub fn adopt_clocks(&mut self, now: Duration, remaining: [Duration; 2]) {
        let Some(control) = self.clock.control(!self.turn()) else { return };
        self.clock.stop(now);
        self.clock.set_remaining(remaining);
        self.run_clock(now);
        // The clock of the side that has moved stands: it shows what is to be recorded.
        let waiting = !self.turn();
        if let Some(last) = self.turns.last_mut().filter(|_| !control.passes_turns())
            && last.mover == waiting
        {
            last.clock_after = Some(remaining[waiting.index()]);
        }
    }

    /// Lets the turn of a side pass, as the referee says it has. Tells whether it was its turn.
    pub fn adopt_pass(&mut self, now: Duration, side: Colour) -> bool {
        let is_its_turn = !self.is_over() && self.turn() == side;
        if is_its_turn {
            self.pass_turn(now);
        }
        is_its_turn
    }

    /// Ends the game as the referee says it has ended.
    pub fn adopt_end(&mut self, now: Duration, end: GameEnd) {
        if self.end != Some(end) {
            self.commit(EntryKind::End(end), now);
        }
    }
}
