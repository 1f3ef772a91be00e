//! The time of day, also where the standard library knows none.

use store::UnixTime;
use web_time::{SystemTime, UNIX_EPOCH};

/// Now, by the computer's clock.
pub fn now() -> UnixTime {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixTime(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
