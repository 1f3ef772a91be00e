//! Time in a game: flags that fall, turns that pass, pauses and the handing over of the board.

use std::time::Duration;

use record::{Authority, EntryKind, TimeControl};
use rules::{Colour, Turn};

use crate::{Event, Game};

impl Game {
    /// The time of a side, if there are clocks.
    pub fn time_control(&self, colour: Colour) -> Option<TimeControl> {
        self.clock.control(colour)
    }

    /// What a side's clock shows, if there are clocks.
    pub fn remaining(&self, colour: Colour, now: Duration) -> Option<Duration> {
        self.clock.remaining(colour, now)
    }

    /// What a side's clock showed at a ply, if there are clocks and it is known.
    pub fn clock_at(&self, colour: Colour, ply: usize) -> Option<Duration> {
        let control = self.time_control(colour)?;
        let played = &self.turns[..ply.min(self.turns.len())];
        match played.iter().rfind(|turn| turn.mover == colour) {
            Some(turn) => turn.clock_after,
            None => Some(control.time()),
        }
    }

    /// How long the side to move has been thinking.
    pub fn thinking_time(&self, now: Duration) -> Duration {
        self.clock.spent(now)
    }

    /// Does the clock of the side to move run?
    pub fn clock_runs(&self) -> bool {
        self.clock.is_running()
    }

    /// Are the clocks stopped by a pause, whatever else the game is doing?
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// When [`Game::tick`] has something to do, if nothing else happens before.
    pub fn next_tick(&self) -> Option<Duration> {
        let deadline =
            self.clock.deadline().filter(|_| self.record.terms.referee == Authority::Here);
        deadline.into_iter().chain(self.clock.warning()).min()
    }

    /// Lets time pass: time gets low, a flag falls, or a turn passes to the other side.
    ///
    /// However much time has passed, one turn passes at a time: the other side's begins when it
    /// is told.
    pub fn tick(&mut self, now: Duration) {
        if !self.clock.is_running() {
            return;
        }
        if self.clock.warn(now) {
            self.tell(Event::LowTime { side: self.turn() });
        }
        if self.clock.is_over(now) && self.record.terms.referee == Authority::Here {
            self.time_is_up(now);
        }
    }

    /// Stops the clocks, and nobody may move until [`Game::resume`]: two people change seats, a
    /// game is being loaded, a player has not come yet.
    pub fn pause(&mut self, now: Duration) {
        self.tick(now);
        if !self.is_over() && !self.is_paused {
            self.commit(EntryKind::Pause, now);
        }
    }

    /// Lets the game go on after a pause.
    pub fn resume(&mut self, now: Duration) {
        if self.is_paused {
            self.commit(EntryKind::Resume, now);
        }
    }

    /// Stops the clock of the side to move until its turn ends, or lets it run again. A computer
    /// that waits for its turn to think is not charged for that.
    pub fn hold_clock(&mut self, now: Duration, is_held: bool) {
        self.tick(now);
        if is_held {
            self.clock.hold(now);
        } else {
            self.clock.release();
        }
        self.run_clock(now);
    }

    /// The next player sits at the screen and may see the board.
    pub fn confirm_hand_over(&mut self, now: Duration) {
        self.awaits_hand_over = false;
        self.run_clock(now);
    }

    /// The side to move has used up its time.
    pub(crate) fn time_is_up(&mut self, now: Duration) {
        let side = self.turn();
        let passes = self.clock.control(side).is_some_and(TimeControl::passes_turns);
        if passes && !self.position().shows_check(side) {
            self.pass_turn(now);
        } else {
            let end = self.end_on_time(side);
            self.commit(EntryKind::End(end), now);
        }
    }

    pub(crate) fn pass_turn(&mut self, now: Duration) {
        self.commit_turn(Turn::Pass, now, Duration::ZERO, false);
        self.play_premoves(now);
    }
}
