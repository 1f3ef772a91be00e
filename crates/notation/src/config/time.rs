//! How much time the players have.

use std::ops::Bound;
use std::time::Duration;

use crate::diagnostics::Diagnostics;
use crate::{Field, TableReader};

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What the clocks do.
    pub kind: ClockKind,
    /// The player's time.
    pub player: TimeControl,
    /// The time of the other side, computer or not.
    pub cpu: TimeControl,
}

/// What the clocks do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClockKind {
    /// A time for the whole game, and the increment after each move.
    #[default]
    Fischer,
    /// A time for each turn, which passes to the other side when it is up.
    Turn,
}

/// The time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What is on the clock at the start: of the game, or of each turn.
    pub time: Duration,
    /// What is added after each move of the side.
    pub increment: Duration,
}

impl Default for TimeControl {
    /// The three minutes and two seconds of the sample config.
    fn default() -> TimeControl {
        TimeControl { time: Duration::from_secs(180), increment: Duration::from_secs(2) }
    }
}

const KINDS: [(&str, Option<ClockKind>); 3] =
    [("fischer", Some(ClockKind::Fischer)), ("turn", Some(ClockKind::Turn)), ("none", None)];

/// More than eleven days: nobody waits longer, and no sum of times overflows.
const MOST_SECONDS: f64 = 1_000_000.0;

/// Reads `clock` and `time_controls`.
pub(super) fn read_clock(file: &mut TableReader<'_>, faults: &mut Diagnostics) -> Option<Clock> {
    let kind = file.get("clock").choice(&KINDS, faults);
    let mut controls = file.get("time_controls").table(faults);
    let player = read_control(&controls.get("player"), faults);
    let cpu = read_control(&controls.get("cpu"), faults);
    controls.finish(faults);
    let kind = kind.unwrap_or(Some(ClockKind::Fischer))?;
    Some(Clock { kind, player, cpu })
}

fn read_control(field: &Field<'_>, faults: &mut Diagnostics) -> TimeControl {
    let usual = TimeControl::default();
    let mut table = field.table(faults);
    let (time, increment) = (table.get("seconds"), table.get("increment"));
    let some = (Bound::Excluded(0.0), Bound::Included(MOST_SECONDS));
    let control = TimeControl {
        time: read_seconds(&time, some, faults).unwrap_or(usual.time),
        increment: read_seconds(&increment, none_or_some(), faults).unwrap_or(usual.increment),
    };
    table.finish(faults);
    control
}

/// From 0 seconds to the most.
pub(super) fn none_or_some() -> (Bound<f64>, Bound<f64>) {
    (Bound::Included(0.0), Bound::Included(MOST_SECONDS))
}

/// Reads a number of seconds within bounds.
pub(super) fn read_seconds(
    field: &Field<'_>,
    bounds: (Bound<f64>, Bound<f64>),
    faults: &mut Diagnostics,
) -> Option<Duration> {
    let seconds = field.number("a number of seconds", bounds, faults)?;
    Duration::try_from_secs_f64(seconds).ok()
}
