//! How much time the players have.

use std::ops::Bound;
use std::time::Duration;

use record::TimeControl;
use rules::message;

use crate::diagnostics::Diagnostics;
use crate::{Field, TableReader};

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigClocks {
    /// The player's time.
    pub player: TimeControl,
    /// The time of the other side, computer or not.
    pub cpu: TimeControl,
}

impl Default for ConfigClocks {
    fn default() -> ConfigClocks {
        let control = TimeControl::Fischer { time: TIME, increment: INCREMENT };
        ConfigClocks { player: control, cpu: control }
    }
}

/// The three minutes and two seconds of the sample config.
const TIME: Duration = Duration::from_secs(180);
const INCREMENT: Duration = Duration::from_secs(2);

/// What `clock` says where there is none.
const NONE: &str = "none";

/// More than eleven days, which is enough, and no sum of times overflows.
const MOST_SECONDS: f64 = 1_000_000.0;

/// Reads `clock` and `time_controls`.
pub(super) fn read_clock(
    file: &mut TableReader<'_>,
    faults: &mut Diagnostics,
) -> Option<ConfigClocks> {
    let kinds = TimeControl::KINDS.into_iter().chain([NONE]).map(|kind| (kind, kind));
    let kinds: Vec<(&str, &str)> = kinds.collect();
    let kind = file.get("clock").choice(&kinds, faults).unwrap_or(TimeControl::KINDS[0]);
    let mut controls = file.get("time_controls").table(faults);
    let player = read_control(&controls.get("player"), kind, faults);
    let cpu = read_control(&controls.get("cpu"), kind, faults);
    controls.finish(faults);
    Some(ConfigClocks { player: player?, cpu: cpu? })
}

fn read_control(field: &Field<'_>, kind: &str, faults: &mut Diagnostics) -> Option<TimeControl> {
    let mut table = field.table(faults);
    let (time, increment) = (table.get("seconds"), table.get("increment"));
    let some = (Bound::Excluded(0.0), Bound::Included(MOST_SECONDS));
    let time = read_seconds(&time, some, faults).unwrap_or(TIME);
    let increment = read_seconds(&increment, none_or_some(), faults).unwrap_or(INCREMENT);
    table.finish(faults);
    TimeControl::of_kind(kind, time, increment)
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
    let expected = message!("seconds", "a number of seconds");
    let seconds = field.number(expected, bounds, faults)?;
    Duration::try_from_secs_f64(seconds).ok()
}
