//! Points in time and lengths of time, as archives write them.

use std::fmt;
use std::time::Duration;

use time::{Date, Month, OffsetDateTime};

use crate::document::Number;

/// A second of the calendar, in universal time: `2025-03-09T18:30:00Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(OffsetDateTime);

impl Timestamp {
    /// A second of the calendar, if there is such a one; years go from 1 to 9999.
    pub fn new(date: (u16, u8, u8), time: (u8, u8, u8)) -> Option<Timestamp> {
        let ((year, month, day), (hour, minute, second)) = (date, time);
        let date = Date::from_calendar_date(year.into(), Month::try_from(month).ok()?, day).ok()?;
        let time = date.with_hms(hour, minute, second).ok()?;
        Some(Timestamp(time.assume_utc())).filter(Timestamp::has_four_digits)
    }

    /// Reads `2025-03-09T18:30:00Z`.
    pub fn parse(text: &str) -> Option<Timestamp> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        Timestamp::from_parts(date, '-', time)
    }

    /// The time that is a number of seconds after the beginning of 1970, if its year has four digits.
    pub fn from_unix_seconds(seconds: i64) -> Option<Timestamp> {
        let time = OffsetDateTime::from_unix_timestamp(seconds).ok();
        time.map(Timestamp).filter(Timestamp::has_four_digits)
    }

    /// How many seconds after the beginning of 1970 it is.
    pub fn unix_seconds(self) -> i64 {
        self.0.unix_timestamp()
    }

    /// Reads a date and a time of day that a file keeps apart, as PGN does.
    pub(super) fn from_parts(date: &str, separator: char, time: &str) -> Option<Timestamp> {
        let [year, month, day] = numbers(date, separator, 4)?;
        let [hour, minute, second] = numbers(time, ':', 2)?.map(u8::try_from);
        let [month, day] = [month, day].map(u8::try_from);
        Timestamp::new((year, month.ok()?, day.ok()?), (hour.ok()?, minute.ok()?, second.ok()?))
    }

    /// The date as PGN writes it: `2025.03.09`.
    pub fn pgn_date(self) -> String {
        let (year, month, day) = self.0.to_calendar_date();
        format!("{year:04}.{:02}.{day:02}", u8::from(month))
    }

    /// The time of day: `18:30:00`.
    pub(super) fn time_of_day(self) -> String {
        let (hour, minute, second) = self.0.to_hms();
        format!("{hour:02}:{minute:02}:{second:02}")
    }

    fn has_four_digits(&self) -> bool {
        (1..=9999).contains(&self.0.year())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}T{}Z", self.pgn_date().replace('.', "-"), self.time_of_day())
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
    fn the_calendar_counts_from_1970() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_741_545_000, "2025-03-09T18:30:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"),
        ] {
            let time = Timestamp::from_unix_seconds(seconds).expect("a date");
            assert_eq!((time.to_string().as_str(), time.unix_seconds()), (text, seconds));
        }
        for seconds in [253_402_300_800, -62_135_596_801, i64::MAX, i64::MIN] {
            assert_eq!(Timestamp::from_unix_seconds(seconds), None);
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
