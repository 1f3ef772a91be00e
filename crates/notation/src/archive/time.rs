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

/// The seconds of a day.
const DAY: i64 = 86_400;

/// The days from the first of March of the year 0 to the beginning of 1970.
const DAYS_TO_1970: i64 = 719_468;

/// More days than lie between 1970 and any year of four digits.
const MOST_DAYS: i64 = 4_000_000;

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

    /// The second that is so many after the beginning of 1970, if its year has four digits.
    pub fn from_unix_seconds(seconds: i64) -> Option<Timestamp> {
        let (days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        if !(-MOST_DAYS..MOST_DAYS).contains(&days) {
            return None;
        }
        // Years are counted from March, so that the leap day is the last of them; an era is 400
        // years.
        let days = days + DAYS_TO_1970;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
        let year_of_era = (day_of_era - leap_days) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let year = era * 400 + year_of_era + next_year;
        let small = |number: i64| u8::try_from(number).ok();
        Timestamp::new(
            (u16::try_from(year).ok()?, small(month)?, small(day)?),
            (small(rest / 3600)?, small(rest / 60 % 60)?, small(rest % 60)?),
        )
    }

    /// How many seconds after the beginning of 1970 it is.
    pub fn unix_seconds(self) -> i64 {
        let (year, month) = (i64::from(self.year), i64::from(self.month));
        // As above: March is the first month of its year.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let day_of_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        let days = 365 * year + leap_days + day_of_year - DAYS_TO_1970;
        let [hour, minute, second] = [self.hour, self.minute, self.second].map(i64::from);
        days * DAY + hour * 3600 + minute * 60 + second
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
