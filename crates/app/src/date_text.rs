//! Dates and lengths of time as people read them.

use std::time::Duration;

use record::TimeControl;
use store::UnixTime;

use crate::persistence::time;
use crate::texts::Texts;

/// The day on which something was here, such as `9 Mar 2025`.
pub fn date(time: UnixTime, texts: &Texts) -> String {
    day(time.plus_seconds(time::utc_offset(time).into()), texts)
}

/// A day of the calendar, such as `9 Mar 2025`, by universal time.
pub fn day(time: UnixTime, texts: &Texts) -> String {
    let written = time.to_string();
    let mut parts = written.get(..10).unwrap_or_default().split('-');
    let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok());
    match (number(), number(), number()) {
        (Some(year), Some(month), Some(day)) => texts.dates.day(day, month, year),
        _ => written,
    }
}

/// A length of time, such as `3 h 20 min`.
pub fn length(time: Duration, texts: &Texts) -> String {
    let words = &texts.profiles;
    let minutes = time.as_secs() / 60;
    match (minutes / 60, minutes % 60) {
        (0, 0) => words.seconds(time.as_secs()),
        (0, minutes) => words.minutes(minutes),
        (hours, minutes) => words.hours(hours, minutes),
    }
}

/// A time of a clock, such as `1 min 30 s`.
pub fn clock_time(seconds: u64, texts: &Texts) -> String {
    let words = &texts.new_game;
    match (seconds / 60, seconds % 60) {
        (0, seconds) => words.seconds(seconds),
        (minutes, 0) => words.minutes_text(minutes),
        (minutes, seconds) => words.minutes_and_seconds(minutes, seconds),
    }
}

/// A clock as players know it, such as `5+3` or `30 s a turn`.
pub fn clock(control: TimeControl, texts: &Texts) -> String {
    let exact = |time: Duration| {
        let written = time.as_secs_f64().to_string();
        written.replace('.', texts.common.decimal_separator)
    };
    let (time, increment) = (control.time(), exact(control.increment()));
    let is_whole = time.subsec_nanos() == 0;
    let told = match is_whole {
        true => clock_time(time.as_secs(), texts),
        false => texts.new_game.seconds(exact(time)),
    };
    match control.passes_turns() {
        true => texts.network.each_turn(told),
        false if is_whole && time.as_secs().is_multiple_of(60) => {
            format!("{}+{increment}", time.as_secs() / 60)
        }
        false => format!("{told}+{increment}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn dates_and_lengths_are_written_for_people() {
        let texts = Language::english().texts();
        assert_eq!(day(UnixTime(0), texts), "1 Jan 1970");
        assert_eq!(day(UnixTime(1_741_545_000), texts), "9 Mar 2025");
        assert_eq!(day(UnixTime(i64::MAX), texts), format!("{} s", i64::MAX), "nothing sensible");
        let length = |seconds| length(Duration::from_secs(seconds), texts);
        assert_eq!([length(42), length(150), length(12_000)], ["42 s", "2 min", "3 h 20 min"]);
    }

    #[test]
    fn clocks_are_written_as_people_do() {
        let told = |code, kind, seconds: f64, increment: f64| {
            let texts = Language::find(code).expect("it ships").texts();
            let [time, increment] = [seconds, increment].map(Duration::from_secs_f64);
            clock(TimeControl::of_kind(kind, time, increment).expect("a kind"), texts)
        };
        assert_eq!(told("en", "fischer", 300.0, 3.0), "5+3");
        assert_eq!(told("en", "fischer", 90.0, 0.0), "1 min 30 s+0");
        assert_eq!(told("en", "turn", 30.0, 0.0), "30 s a turn");
        assert_eq!(told("de", "turn", 30.0, 0.0), "30 s je Zug");
        assert_eq!(told("de", "turn", 0.5, 0.0), "0,5 s je Zug");
        assert_eq!(told("de", "fischer", 60.0, 1.5), "1+1,5");
    }
}
