//! A game whose referee is elsewhere: a client follows what the server says.
//!
//! Own moves are played here before the server has confirmed them, with the same calls as in any
//! game. Everything else comes from the referee, entry by entry.

use std::time::Duration;

use record::{Entry, EntryKind};

use crate::replay::begins_turn;
use crate::{Game, ReplayError};

impl Game {
    /// Follows an entry that the referee has made after `ply` turns: appends and applies it, or
    /// confirms the own move that is on the board already.
    ///
    /// # Errors
    /// If it cannot come next; nothing has changed then.
    pub fn follow(&mut self, now: Duration, ply: usize, entry: Entry) -> Result<(), ReplayError> {
        let number = self.record.entries.len() + 1;
        match self.turns.get(ply) {
            Some(own) if own.entry(self.rules()).kind == entry.kind => {
                self.confirm_turn(ply, entry);
                return Ok(());
            }
            Some(_) if begins_turn(entry.kind) => return Err(ReplayError::OtherTurn { number }),
            _ => {}
        }
        // The board has shown the end already.
        if self.end.is_some_and(|end| entry.kind == EntryKind::End(end)) {
            return Ok(());
        }
        self.append(entry, number, now)?;
        if begins_turn(entry.kind) {
            self.begin_turn(now);
        }
        if entry.kind.is_turn() {
            self.play_premoves(now);
        }
        Ok(())
    }

    /// Sets the clocks to what the referee says they show now, and whether one of them runs.
    pub fn sync_clocks(&mut self, now: Duration, remaining: [Duration; 2], runs: bool) {
        self.clock.sync(now, remaining, runs);
        self.run_clock(now);
    }

    /// Takes over the times of a turn that was played here before the referee confirmed it. It
    /// answers offers that have come meanwhile.
    fn confirm_turn(&mut self, ply: usize, entry: Entry) {
        debug_assert!(ply < self.turns.len(), "turn {ply} was played here");
        if let Some(turn) = self.turns.get_mut(ply) {
            (turn.spent, turn.clock_after) = (entry.spent, entry.clock);
            let mover = turn.mover;
            self.answer_offers(mover);
        }
    }
}
