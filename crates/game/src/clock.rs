//! The clocks of both sides: time is an argument, and nothing here runs by itself.

use std::time::Duration;

use record::{GameTerms, TimeControl};
use rules::Colour;

/// Times as a person reads them: minutes and seconds, tenths under ten seconds.
///
/// Nothing is rounded up, so that a clock never shows more than there is.
pub fn clock_text(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    if time < Duration::from_secs(10) {
        format!("{minutes}:{seconds:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Both clocks, and a watch that times each turn where there are no clocks.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    controls: Option<[TimeControl; 2]>,
    lag_allowance: Duration,
    /// What each side had at the start of the present turn.
    left: [Duration; 2],
    /// Whose turn it is.
    side: Colour,
    /// What the present turn took before the clock was last started.
    spent: Duration,
    /// Since when the clock runs, if it does.
    since: Option<Duration>,
    /// Does the clock stand for the rest of the turn, although the side may move?
    is_held: bool,
    /// Whether each side was warned that its time is low.
    warned: [bool; 2],
}

impl Clock {
    /// Clocks that are set and stand still.
    pub(crate) fn new(terms: &GameTerms, side: Colour) -> Clock {
        Clock {
            controls: terms.clocks,
            lag_allowance: terms.lag_allowance,
            left: terms.clocks.map_or([Duration::ZERO; 2], |clocks| clocks.map(TimeControl::time)),
            side,
            spent: Duration::ZERO,
            since: None,
            is_held: false,
            warned: [false; 2],
        }
    }

    /// The time control of a side, if there are clocks.
    pub(crate) fn control(&self, colour: Colour) -> Option<TimeControl> {
        self.controls.map(|controls| controls[colour.index()])
    }

    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    pub(crate) fn start(&mut self, now: Duration) {
        if !self.is_held {
            self.since.get_or_insert(now);
        }
    }

    /// Stops the clock until the turn ends or [`Clock::release`] is called.
    pub(crate) fn hold(&mut self, now: Duration) {
        self.stop(now);
        self.is_held = true;
    }

    /// Lets the clock be started again.
    pub(crate) fn release(&mut self) {
        self.is_held = false;
    }

    pub(crate) fn stop(&mut self, now: Duration) {
        self.spent = self.spent(now);
        self.since = None;
    }

    /// How long the present turn has taken.
    pub(crate) fn spent(&self, now: Duration) -> Duration {
        let running = self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.spent.saturating_add(running)
    }

    /// What a side's clock shows, if there are clocks.
    pub(crate) fn remaining(&self, colour: Colour, now: Duration) -> Option<Duration> {
        self.controls?;
        let left = self.left[colour.index()];
        Some(if colour == self.side { left.saturating_sub(self.spent(now)) } else { left })
    }

    /// Is the time of the side to move up, if `credit` of its time was the journey of a move?
    pub(crate) fn is_up(&self, now: Duration, credit: Duration) -> bool {
        let spent = self.spent(now).saturating_sub(self.allowed(credit));
        self.controls.is_some() && spent >= self.left[self.side.index()]
    }

    /// Is the time up, and no move can still be on its way?
    pub(crate) fn is_over(&self, now: Duration) -> bool {
        self.is_up(now, Duration::MAX)
    }

    /// When the time of the side to move will be up for good, if the clock runs.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        let (since, _) = (self.since?, self.controls?);
        let left = self.left[self.side.index()].saturating_sub(self.spent);
        Some(since.saturating_add(left).saturating_add(self.lag_allowance))
    }

    /// When the time of the side to move will be low, if the clock runs and it was not warned yet.
    pub(crate) fn warning(&self) -> Option<Duration> {
        let (since, control) = (self.since?, self.control(self.side)?);
        if self.warned[self.side.index()] {
            return None;
        }
        let left = self.left[self.side.index()].saturating_sub(self.spent);
        Some(since.saturating_add(left.saturating_sub(control.low_time())))
    }

    /// Marks the side to move as warned, and returns whether that was due.
    pub(crate) fn warn(&mut self, now: Duration) -> bool {
        let is_due = self.warning().is_some_and(|at| at <= now);
        self.warned[self.side.index()] |= is_due;
        is_due
    }

    /// What a turn that ends now has taken, and what the clock shows after it.
    pub(crate) fn turn_times(
        &self,
        now: Duration,
        credit: Duration,
    ) -> (Duration, Option<Duration>) {
        let spent = self.spent(now).saturating_sub(self.allowed(credit));
        let rest = self.left[self.side.index()].saturating_sub(spent);
        (spent, self.control(self.side).map(|control| control.after_turn(rest)))
    }

    /// Ends a turn, after which the clock shows so much if that is known, and begins the other
    /// side's.
    pub(crate) fn end_turn(&mut self, shown: Option<Duration>, now: Duration) {
        let side = self.side.index();
        if let Some((control, shown)) = self.control(self.side).zip(shown) {
            self.left[side] = control.for_next_turn(shown);
            // Each turn with its own time is warned about anew.
            self.warned[side] &= !control.passes_turns();
        }
        self.side = !self.side;
        self.restart_turn(now);
    }

    /// Sets both clocks at the start of a turn.
    pub(crate) fn set(&mut self, side: Colour, left: [Duration; 2], now: Duration) {
        self.side = side;
        self.left = left;
        self.warned = [false; 2];
        self.restart_turn(now);
    }

    /// Sets what the present turn has taken before now.
    pub(crate) fn set_spent(&mut self, spent: Duration, now: Duration) {
        self.spent = spent;
        self.since = self.since.map(|_| now);
    }

    /// Sets what the clocks show while they stand still or have just been started.
    pub(crate) fn set_remaining(&mut self, remaining: [Duration; 2]) {
        self.left = remaining;
        let left = &mut self.left[self.side.index()];
        *left = left.saturating_add(self.spent);
    }

    /// Takes over what a referee elsewhere says the clocks show, and whether one of them runs.
    pub(crate) fn sync(&mut self, now: Duration, remaining: [Duration; 2], runs: bool) {
        if self.controls.is_some() {
            self.stop(now);
            self.set_remaining(remaining);
            self.is_held = !runs;
        }
    }

    /// A side that was warned by an earlier state of these clocks is not warned again.
    pub(crate) fn keep_warnings(&mut self, older: &Clock) {
        self.warned = older.warned;
    }

    fn restart_turn(&mut self, now: Duration) {
        self.spent = Duration::ZERO;
        self.since = self.since.map(|_| now);
        self.is_held = false;
    }

    fn allowed(&self, credit: Duration) -> Duration {
        credit.min(self.lag_allowance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn fischer(time: Duration, increment: Duration) -> GameTerms {
        let control = TimeControl::Fischer { time, increment };
        GameTerms { clocks: Some([control; 2]), ..GameTerms::default() }
    }

    #[test]
    fn times_are_written_as_minutes_and_seconds_with_tenths_at_the_end() {
        for (milliseconds, text) in [
            (0, "0:00.0"),
            (99, "0:00.0"),
            (9_400, "0:09.4"),
            (9_999, "0:09.9"),
            (10_000, "0:10"),
            (59_999, "0:59"),
            (60_000, "1:00"),
            (552_000, "9:12"),
            (5_400_000, "90:00"),
        ] {
            assert_eq!(clock_text(Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn a_clock_that_runs_backwards_gives_nobody_time() {
        let mut clock = Clock::new(&fischer(10 * SECOND, Duration::ZERO), Colour::White);
        clock.start(100 * SECOND);
        assert_eq!(clock.remaining(Colour::White, 99 * SECOND), Some(10 * SECOND));
        assert_eq!(clock.turn_times(50 * SECOND, Duration::ZERO).1, Some(10 * SECOND));
    }

    #[test]
    fn the_largest_times_do_not_overflow() {
        let mut clock = Clock::new(&fischer(Duration::MAX, Duration::MAX), Colour::White);
        clock.start(Duration::ZERO);
        let (_, shown) = clock.turn_times(SECOND, Duration::MAX);
        assert_eq!(shown, Some(Duration::MAX));
        clock.end_turn(shown, SECOND);
        clock.stop(Duration::MAX);
        assert_eq!(clock.remaining(Colour::Black, Duration::MAX), Some(SECOND));
    }
}
