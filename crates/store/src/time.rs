//! Points in time, as the store keeps them.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use notation::archive::Timestamp;
use serde::{Deserialize, Serialize};

/// The seconds of a day.
pub(crate) const DAY: i64 = 86_400;

/// A length of time without the parts of a millisecond, as it is kept.
pub(crate) fn whole_milliseconds(time: Duration) -> Duration {
    Duration::from_millis(record::names::milliseconds::whole(time))
}

/// A number of seconds since the beginning of 1970, in universal time.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct UnixTime(pub i64);

impl UnixTime {
    /// The present, by the computer's clock. Not available in a browser, where the caller passes
    /// the time.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn now() -> UnixTime {
        UnixTime::from(SystemTime::now())
    }

    /// The time this number of seconds later.
    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> UnixTime {
        UnixTime(self.0.saturating_add(seconds))
    }

    /// The time of the calendar; nothing for years that have more than four digits.
    pub fn timestamp(self) -> Option<Timestamp> {
        Timestamp::from_unix_seconds(self.0)
    }

    /// The number of the day since the beginning of 1970, at an offset from UTC in seconds.
    pub const fn day(self, utc_offset: i32) -> i64 {
        self.0.saturating_add(utc_offset as i64).div_euclid(DAY)
    }
}

impl From<SystemTime> for UnixTime {
    fn from(time: SystemTime) -> UnixTime {
        let seconds = |duration: Duration| i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
        UnixTime(match time.duration_since(UNIX_EPOCH) {
            Ok(after) => seconds(after),
            Err(before) => -seconds(before.duration()),
        })
    }
}

impl From<Timestamp> for UnixTime {
    fn from(time: Timestamp) -> UnixTime {
        UnixTime(time.unix_seconds())
    }
}

impl fmt::Display for UnixTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.timestamp() {
            Some(time) => time.fmt(f),
            None => write!(f, "{} s", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_at_midnight_where_one_is() {
        assert_eq!(UnixTime(0).day(0), 0);
        assert_eq!(UnixTime(DAY - 1).day(0), 0);
        assert_eq!(UnixTime(DAY - 1).day(3600), 1);
        assert_eq!(UnixTime(0).day(-3600), -1);
        assert_eq!(UnixTime(i64::MAX).day(i32::MAX), i64::MAX / DAY);
    }
}
