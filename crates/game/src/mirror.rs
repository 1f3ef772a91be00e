//! A game whose referee is elsewhere: a client follows what the server says.
//!
//! Own moves are played here before the server has confirmed them, with the same calls as in any
//! game. What only the referee decides is taken over: entries, times and ends.

use std::time::Duration;

use record::{Entry, EntryKind, GameEnd};

use crate::{Game, ReplayError};

impl Game {
    /// Appends an entry that the referee has made, and applies it.
    ///
    /// # Errors
    /// If it cannot come next; nothing has changed then.
    pub fn follow(&mut self, now: Duration, entry: Entry) -> Result<(), ReplayError> {
        let number = self.record.entries.len() + 1;
        self.replay_entry(entry, number, now)?;
        if entry.kind.is_turn() {
            self.begin_turn(now);
            self.play_premoves(now);
        }
        Ok(())
    }

    /// Takes over the times of a turn, numbered from 0, that was played here before the referee
    /// confirmed it.
    pub fn sync_turn(&mut self, number: usize, entry: Entry) {
        if let Some(turn) = self.turns.get_mut(number) {
            (turn.spent, turn.clock_after) = (entry.spent, entry.clock);
        }
    }

    /// Sets the clocks to what the referee says they show now, and whether one of them runs.
    pub fn sync_clocks(&mut self, now: Duration, remaining: [Duration; 2], runs: bool) {
        self.clock.sync(now, remaining, runs);
        self.run_clock(now);
    }

    /// Ends the game as the referee says it has ended.
    pub fn sync_end(&mut self, now: Duration, end: GameEnd) {
        if self.end != Some(end) {
            self.commit(EntryKind::End(end), now);
        }
    }
}
