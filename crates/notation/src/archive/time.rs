//! Points in time and lengths of time, as archives write them.

use std::fmt;
use std::time::Duration;

use crate::document::Number;

/// A second of the calendar, in universal time: `2025-03-09T18:30:00Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp {
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
}

impl Timestamp {
    /// A second of the calendar, if there is such a one; years go from 1 to 9999.
    pub fn new(date: (u16, u8, u8), time: (u8, u8, u8)) -> Option<Timestamp> {
        let ((year, month, day), (hour, minute, second)) = (date, time);
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u8::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let is_sound = (1..=9999).contains(&year)
            && (1..=days).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        is_sound.then_some(Timestamp { year, month, day, hour, minute, second })
    }

    /// Reads `2025-03-09T18:30:00Z`.
    pub fn parse(text: &str) -> Option<Timestamp> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        Timestamp::from_parts(date, '-', time)
    }

    /// Reads a date and a time of day that a file keeps apart, as PGN does.
    pub(super) fn from_parts(date: &str, separator: char, time: &str) -> Option<Timestamp> {
        let [year, month, day] = numbers(date, separator, 4)?;
        let [hour, minute, second] = numbers(time, ':', 2)?;
        let small = |number: u16| u8::try_from(number).ok();
        Timestamp::new(
            (year, small(month)?, small(day)?),
            (small(hour)?, small(minute)?, small(second)?),
        )
    }

    /// The date as PGN writes it: `2025.03.09`.
    pub(super) fn pgn_date(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// The time of day: `18:30:00`.
    pub(super) fn time_of_day(self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Timestamp { year, month, day, .. } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{}Z", self.time_of_day())
    }
}

/// Three numbers, the first of so many digits and the others of two.
fn numbers(text: &str, separator: char, digits: usize) -> Option<[u16; 3]> {
    let mut parts = text.split(separator);
    let mut number = |digits: usize| {
        let part = parts.next()?;
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { part.parse().ok() } else { None }
    };
    let found = [number(digits)?, number(2)?, number(2)?];
    parts.next().is_none().then_some(found)
}

/// A number of seconds, exact to the last digit: `180` or `9.5`.
pub(super) fn format_seconds(time: Duration) -> String {
    let mut text = time.as_secs().to_string();
    if time.subsec_nanos() > 0 {
        let fraction = format!(".{:09}", time.subsec_nanos());
        text += fraction.trim_end_matches('0');
    }
    text
}

/// Reads a number of seconds in digits, with or without a fraction of up to nine of them.
pub(super) fn parse_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || fraction.len() > 9 {
        return None;
    }
    let nanos = format!("{fraction:0<9}").parse().ok()?;
    Some(Duration::new(whole.parse().ok()?, nanos))
}

/// A number of a file as a length of time.
pub(super) fn seconds_of(number: &Number) -> Option<Duration> {
    let rounded = || Duration::try_from_secs_f64(number.value).ok();
    parse_seconds(&number.written).or_else(rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_of_the_calendar_are_read() {
        for text in ["2025-03-09T18:30:00Z", "2024-02-29T00:00:00Z", "9999-12-31T23:59:59Z"] {
            assert_eq!(Timestamp::parse(text).map(|time| time.to_string()).as_deref(), Some(text));
        }
        for text in [
            "",
            "2025-03-09",
            "2025-03-09T18:30:00",
            "2025-02-29T00:00:00Z",
            "2025-13-01T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "2025-01-01T24:00:00Z",
            "2025-1-1T0:0:0Z",
            "2025-01-01T00:00:60Z",
            "2025-01-01-01T00:00:00Z",
            "+025-01-01T00:00:00Z",
            "1900-02-29T00:00:00Z",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn seconds_are_exact() {
        for text in ["0", "180", "9.5", "0.000000001", "18446744073709551615.999999999"] {
            assert_eq!(parse_seconds(text).map(format_seconds).as_deref(), Some(text));
        }
        for text in ["", ".5", "5.", "-1", "1e3", "1.0000000001", "18446744073709551616"] {
            assert_eq!(parse_seconds(text), None, "{text}");
        }
        let number = |value: f64, written: &str| Number {
            value,
            integer: None,
            written: written.to_owned(),
        };
        assert_eq!(seconds_of(&number(1000.0, "1e3")), Some(Duration::from_secs(1000)));
        assert_eq!(seconds_of(&number(-1.0, "-1")), None);
        assert_eq!(seconds_of(&number(f64::INFINITY, "1e999")), None);
    }
}
