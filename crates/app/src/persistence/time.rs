//! The current time, also in a browser, and the offset of local time.

use store::UnixTime;
use web_time::{SystemTime, UNIX_EPOCH};

/// Now, by the computer's clock.
pub fn now() -> UnixTime {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixTime(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// Offset of local time from UTC at a moment, in seconds.
#[cfg(target_arch = "wasm32")]
pub fn utc_offset(at: UnixTime) -> i32 {
    let date = js_sys::Date::new(&(at.0 as f64 * 1000.0).into());
    // A browser counts minutes, and how far they are behind.
    -60 * date.get_timezone_offset() as i32
}

/// Offset of local time from UTC at a moment, in seconds.
#[cfg(unix)]
pub fn utc_offset(at: UnixTime) -> i32 {
    let seconds = at.0 as libc::time_t;
    let mut local = std::mem::MaybeUninit::<libc::tm>::zeroed();
    // SAFETY: both places are ours; the second is a plain structure that is valid when it is zero,
    // and stays so if the call fails.
    #[allow(unsafe_code)]
    let local = unsafe {
        libc::localtime_r(&raw const seconds, local.as_mut_ptr());
        local.assume_init()
    };
    i32::try_from(local.tm_gmtoff).unwrap_or(0)
}

/// Other platforms show UTC.
#[cfg(not(any(target_arch = "wasm32", unix)))]
pub fn utc_offset(_at: UnixTime) -> i32 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_is_a_day_ahead() {
        for at in [UnixTime(0), now(), UnixTime(i64::MAX)] {
            assert!(utc_offset(at).abs() <= 15 * 3600);
        }
    }
}
