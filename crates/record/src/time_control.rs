//! How much time a side has, and what its clock does at each turn.
//!
//! A new mode is a variant here with its arithmetic; files and messages name it by [`TimeControl::kind`].

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::names;

/// The time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Written", into = "Written")]
pub enum TimeControl {
    /// A time for the whole game, and an increment after each move.
    Fischer {
        /// The time on the clock at the start of the game.
        time: Duration,
        /// The increment after each move of the side.
        increment: Duration,
    },
    /// A time for each turn, which passes to the other side when it is up.
    Turn {
        /// The time on the clock at the start of each turn.
        time: Duration,
    },
}

/// The time of each side.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Written {
    /// `fischer` (time for the game, with an increment a move) or `turn` (time for each turn).
    kind: Cow<'static, str>,
    /// The time, in milliseconds.
    #[serde(rename = "time_ms", with = "names::milliseconds")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    time: Duration,
    /// The increment after each move, in milliseconds.
    #[serde(rename = "increment_ms", with = "names::milliseconds", default)]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    increment: Duration,
}

/// Why something written is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum TimeControlError {
    #[error("expected {expected} as the kind of a clock, found {found:?}")]
    Kind { expected: String, found: String },
    #[error("expected no increment where each turn has its own time")]
    Increment,
}

impl TryFrom<Written> for TimeControl {
    type Error = TimeControlError;

    fn try_from(written: Written) -> Result<TimeControl, TimeControlError> {
        let Written { kind, time, increment } = written;
        match TimeControl::of_kind(&kind, time, increment) {
            Some(control) if control.increment() == increment => Ok(control),
            Some(_) => Err(TimeControlError::Increment),
            None => Err(TimeControlError::Kind {
                expected: TimeControl::KINDS.join(" or "),
                found: kind.into_owned(),
            }),
        }
    }
}

impl From<TimeControl> for Written {
    fn from(control: TimeControl) -> Written {
        let (time, increment) = (control.time(), control.increment());
        Written { kind: control.kind().into(), time, increment }
    }
}

impl TimeControl {
    /// The names of all kinds.
    pub const KINDS: [&'static str; 2] = ["fischer", "turn"];

    /// A time control by the name of its kind. The increment is dropped where turns have none.
    pub fn of_kind(kind: &str, time: Duration, increment: Duration) -> Option<TimeControl> {
        match kind {
            "fischer" => Some(TimeControl::Fischer { time, increment }),
            "turn" => Some(TimeControl::Turn { time }),
            _ => None,
        }
    }

    /// The name of the kind, as files write it.
    pub const fn kind(self) -> &'static str {
        match self {
            TimeControl::Fischer { .. } => "fischer",
            TimeControl::Turn { .. } => "turn",
        }
    }

    /// The clocks of White and Black in short: `180+2`, `180+2 / 60+1` or `turn 20`.
    pub fn summary(clocks: [TimeControl; 2]) -> String {
        let side = |control: TimeControl| match control {
            TimeControl::Fischer { time, increment } => {
                format!("{}+{}", time.as_secs_f64(), increment.as_secs_f64())
            }
            TimeControl::Turn { time } => time.as_secs_f64().to_string(),
        };
        let [white, black] = clocks.map(side);
        let both = if white == black { white } else { format!("{white} / {black}") };
        match clocks[0] {
            TimeControl::Fischer { .. } => both,
            TimeControl::Turn { .. } => format!("turn {both}"),
        }
    }

    /// Reads what [`TimeControl::summary`] wrote: the clocks of White and Black.
    pub fn read_summary(summary: &str) -> Option<[TimeControl; 2]> {
        let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
        let side = |text: &str| match text.split_once('+') {
            Some((time, increment)) => {
                let (time, increment) = (seconds(time)?, seconds(increment)?);
                Some(TimeControl::Fischer { time, increment })
            }
            None => Some(TimeControl::Turn { time: seconds(text)? }),
        };
        let both = summary.strip_prefix("turn ").unwrap_or(summary);
        let (white, black) = both.split_once(" / ").unwrap_or((both, both));
        Some([side(white)?, side(black)?])
    }

    /// The time on the clock at the start: of the game, or of each turn.
    pub const fn time(self) -> Duration {
        match self {
            TimeControl::Fischer { time, .. } | TimeControl::Turn { time } => time,
        }
    }

    /// The increment after each move.
    pub const fn increment(self) -> Duration {
        match self {
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::Turn { .. } => Duration::ZERO,
        }
    }

    /// The time on the clock after a turn that left `rest` on it.
    pub const fn after_turn(self, rest: Duration) -> Duration {
        rest.saturating_add(self.increment())
    }

    /// The time for the next turn, if the clock showed `shown` after the last one.
    pub const fn for_next_turn(self, shown: Duration) -> Duration {
        match self {
            TimeControl::Fischer { .. } => shown,
            TimeControl::Turn { time } => time,
        }
    }

    /// Does the turn pass when the time is up, unless the side is in check? Otherwise the side
    /// loses.
    pub const fn passes_turns(self) -> bool {
        matches!(self, TimeControl::Turn { .. })
    }

    /// From when on the time is low: a tenth of what it was, at least ten
    /// seconds where there are that many, and at most twenty.
    pub fn low_time(self) -> Duration {
        let (time, least) = (self.time(), Duration::from_secs(10));
        (time / 10).clamp(least.min(time / 4), Duration::from_secs(20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_time_is_enough_to_do_something() {
        let low = |seconds| {
            let (time, increment) = (Duration::from_secs(seconds), Duration::ZERO);
            TimeControl::Fischer { time, increment }.low_time().as_secs()
        };
        assert_eq!([20, 60, 100, 180, 600].map(low), [5, 10, 10, 18, 20]);
    }

    #[test]
    fn each_kind_is_found_by_its_name() {
        for kind in TimeControl::KINDS {
            let control = TimeControl::of_kind(kind, Duration::from_secs(60), Duration::ZERO);
            assert_eq!(control.map(TimeControl::kind), Some(kind));
        }
        assert_eq!(TimeControl::of_kind("hourglass", Duration::ZERO, Duration::ZERO), None);
    }

    #[test]
    fn summaries_are_read_back() {
        let [minute, second] = [60, 1].map(Duration::from_secs);
        let fischer = TimeControl::Fischer { time: 3 * minute, increment: 2 * second };
        let short = TimeControl::Fischer { time: minute, increment: second / 2 };
        let turn = TimeControl::Turn { time: 20 * second };
        for (clocks, summary) in [
            ([fischer, fischer], "180+2"),
            ([fischer, short], "180+2 / 60+0.5"),
            ([turn, turn], "turn 20"),
            ([turn, TimeControl::Turn { time: second / 2 }], "turn 20 / 0.5"),
            ([turn, fischer], "turn 20 / 180+2"),
            ([fischer, turn], "180+2 / 20"),
        ] {
            assert_eq!(TimeControl::summary(clocks), summary);
            assert_eq!(TimeControl::read_summary(summary), Some(clocks));
        }
        for other in ["", "slow", "turn", "3+", "-3+2", "inf", "NaN+1", "1e300", "1+1 / 1+1 / 1+1"]
        {
            assert_eq!(TimeControl::read_summary(other), None, "{other}");
        }
    }

    #[test]
    fn time_controls_are_written_with_their_kind() {
        let second = Duration::from_secs(1);
        for (control, text) in [
            (
                TimeControl::Fischer { time: 180 * second, increment: 2 * second },
                r#"{"kind":"fischer","time_ms":180000,"increment_ms":2000}"#,
            ),
            (
                TimeControl::Turn { time: 20 * second },
                r#"{"kind":"turn","time_ms":20000,"increment_ms":0}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&control).expect("written"), text);
            assert_eq!(serde_json::from_str::<TimeControl>(text).expect("read"), control);
        }
        let short = r#"{"kind":"fischer","time_ms":1000}"#;
        let read: TimeControl = serde_json::from_str(short).expect("an increment may be missing");
        assert_eq!(read, TimeControl::Fischer { time: second, increment: Duration::ZERO });
        for text in
            [r#"{"kind":"turn","time_ms":1,"increment_ms":1}"#, r#"{"kind":"sand","time_ms":1}"#]
        {
            assert!(serde_json::from_str::<TimeControl>(text).is_err(), "{text}");
        }
    }
}
