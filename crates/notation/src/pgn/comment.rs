//! Commands inside comments, such as `[%clk 0:01:30]`, what a clock shows, or `[%emt 0:00:05]`, how
//! long a move took.

use std::time::Duration;

/// What a command in a comment says: `command("[%eval 0.17] book", "eval")` is `0.17`.
pub fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    find(comment, name).map(|(_, value, _)| value)
}

/// Takes what a clock shows and how long a move took out of a comment; of several the last counts.
pub(super) fn take_times(
    comment: String,
    clock: &mut Option<Duration>,
    spent: &mut Option<Duration>,
) -> String {
    if !comment.contains("[%") {
        return comment;
    }
    let take_time = |comment: &str, name: &str, last: &mut Option<Duration>| {
        take(comment, name, |value| {
            let time = parse_time(value);
            *last = time.or(*last);
            time.is_some()
        })
    };
    let kept = take_time(&comment, "clk", clock);
    take_time(&kept, "emt", spent)
}

/// A comment without the commands of a name.
pub(crate) fn without_command(comment: &str, name: &str) -> String {
    take(comment, name, |_| true)
}

/// Takes those commands with this name out of a comment whose values are `taken`.
fn take(comment: &str, name: &str, mut taken: impl FnMut(&str) -> bool) -> String {
    let mut kept = String::new();
    let mut rest = comment;
    while let Some((before, value, after)) = find(rest, name) {
        let skipped = if taken(value) { before } else { &rest[..rest.len() - after.len()] };
        add(&mut kept, skipped);
        rest = after;
    }
    add(&mut kept, rest);
    kept
}

fn add(kept: &mut String, part: &str) {
    let part = part.trim();
    if !kept.is_empty() && !part.is_empty() {
        kept.push(' ');
    }
    kept.push_str(part);
}

/// The text before a command, what it says, and the text after it.
fn find<'a>(comment: &'a str, name: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let mut from = 0;
    loop {
        let start = from + comment[from..].find("[%")?;
        let body = &comment[start + 2..];
        let end = body.find(']')?;
        let (word, value) = body[..end].split_once([' ', ',']).unwrap_or((&body[..end], ""));
        if word == name {
            return Some((&comment[..start], value.trim(), &body[end + 1..]));
        }
        from = start + 2 + end + 1;
    }
}

/// Reads `1:02:03`, `2:03`, `3` or any of them with a fraction.
fn parse_time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    for (index, part) in whole.split(':').enumerate() {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let number: u64 = if is_number { part.parse().ok()? } else { return None };
        if index > 2 || (index > 0 && number > 59) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
    }
    Some(Duration::new(seconds, parse_fraction(fraction)?))
}

/// Digits behind a decimal point as billionths; those beyond the ninth are dropped.
fn parse_fraction(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
    Some(digits.fold(0, |nanos, digit| nanos * 10 + u32::from(digit - b'0')))
}

/// Writes a time as `h:mm:ss`, with a fraction if it has one.
pub(super) fn format_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_nanos() > 0 {
        let fraction = format!(".{:09}", time.subsec_nanos());
        text += fraction.trim_end_matches('0');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found() {
        let check = |comment, name, expected| assert_eq!(command(comment, name), expected);
        check("[%eval 0.17] [%clk 0:00:30]", "clk", Some("0:00:30"));
        check("[%eval 0.17] [%clk 0:00:30]", "eval", Some("0.17"));
        check("[%eval #-3,12]", "eval", Some("#-3,12"));
        check("text [%emt 0:00:01]text", "emt", Some("0:00:01"));
        check("[%clk", "clk", None);
        check("[%clock 1]", "clk", None);
        check("[%[%clk 5]", "clk", None);
        check("", "clk", None);
    }

    #[test]
    fn times_are_taken_out() {
        let check = |comment: &str, kept: &str, seconds: Option<f64>| {
            let (mut clock, mut spent) = (None, None);
            let left = take_times(comment.to_owned(), &mut clock, &mut spent);
            assert_eq!((left.as_str(), clock), (kept, seconds.map(Duration::from_secs_f64)));
            let swapped = comment.replace("clk", "emt");
            let left = take_times(swapped, &mut None, &mut spent);
            assert_eq!((left.replace("emt", "clk").as_str(), spent), (kept, clock));
        };
        check("[%clk 1:02:03]", "", Some(3723.0));
        check("a [%clk 0:00:09.5] b", "a b", Some(9.5));
        check("[%clk 2:03][%eval 0.1]", "[%eval 0.1]", Some(123.0));
        check("[%clk 0:00:01] [%clk 0:00:02]", "", Some(2.0));
        check("[%clk soon] x", "[%clk soon] x", None);
        check("[%clk 0:61:00]", "[%clk 0:61:00]", None);
        check("[%clk 1:1:1:1]", "[%clk 1:1:1:1]", None);
        check("[%clk 99999999999999999999]", "[%clk 99999999999999999999]", None);
        check("[%clk -1:00:00]", "[%clk -1:00:00]", None);
        check("[%clk 0:00:01.x]", "[%clk 0:00:01.x]", None);
        check("plain", "plain", None);
        let (mut clock, mut spent) = (None, None);
        let text = "[%emt 0:00:05] so [%clk 0:02:00]".to_owned();
        assert_eq!(take_times(text, &mut clock, &mut spent), "so");
        assert_eq!([clock, spent], [120, 5].map(|seconds| Some(Duration::from_secs(seconds))));
    }

    #[test]
    fn times_are_written_as_they_are_read() {
        for text in ["0:00:00", "1:02:03", "100:59:59", "0:00:09.5", "0:00:00.000000001"] {
            assert_eq!(parse_time(text).map(format_time).as_deref(), Some(text));
        }
    }
}
