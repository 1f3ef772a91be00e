//! How much a player may think: by the clock, or about each move.

use std::fmt;
use std::time::Duration;

/// What a player is given to think with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Time for the whole game, and more after each move.
    Clock {
        /// The time at the start.
        base: Duration,
        /// The time added after each move.
        increment: Duration,
    },
    /// Time for each move.
    MoveTime(Duration),
    /// Nodes for each move.
    Nodes(u64),
    /// Depth of the search for each move.
    Depth(u32),
}

impl Budget {
    /// The time on the clock at the start; none where no clock runs.
    pub fn base(self) -> Option<Duration> {
        match self {
            Budget::Clock { base, .. } => Some(base),
            _ => None,
        }
    }

    /// The time added to the clock after each move.
    pub fn increment(self) -> Duration {
        match self {
            Budget::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    /// The longest that a move may take, with so much on the clock.
    pub fn longest(self, remaining: Duration) -> Option<Duration> {
        match self {
            Budget::Clock { .. } => Some(remaining),
            Budget::MoveTime(time) => Some(time),
            Budget::Nodes(_) | Budget::Depth(_) => None,
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Clock { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Budget::MoveTime(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Budget::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Budget::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// Reads the time for a game as `BASE+INCREMENT`, both in seconds.
pub fn game_time(text: &str) -> Result<Budget, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (base, increment) = (seconds(base)?, seconds(increment)?);
    if base.is_zero() && increment.is_zero() {
        return Err("there must be some time".to_owned());
    }
    Ok(Budget::Clock { base, increment })
}

/// Reads the time for a move in seconds; engines are told it in milliseconds.
pub fn move_time(text: &str) -> Result<Duration, String> {
    let time = seconds(text)?;
    match time.as_millis() {
        0 => Err(format!("`{text}` is too little for a move; expected 0.001 seconds or more")),
        _ => Ok(time),
    }
}

/// Reads a number of seconds, perhaps with a fraction.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.trim().parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.filter(|time| time.as_secs() < 1_000_000)
        .ok_or_else(|| format!("`{text}` is no time; expected seconds such as 10 or 0.1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        let check = |text: &str, expected: Result<&str, &str>| {
            let found = game_time(text).map(|time| time.to_string());
            assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{text}");
        };
        check("10+0.1", Ok("10+0.1"));
        check("60", Ok("60+0"));
        check("0.5+0.01", Ok("0.5+0.01"));
        check("0", Err("there must be some time"));
        check("fast", Err("`fast` is no time; expected seconds such as 10 or 0.1"));
        check("1+-1", Err("`-1` is no time; expected seconds such as 10 or 0.1"));
        check("1e300", Err("`1e300` is no time; expected seconds such as 10 or 0.1"));
    }

    #[test]
    fn no_move_is_made_in_no_time() {
        assert_eq!(move_time("0.001"), Ok(Duration::from_millis(1)));
        let too_little = "is too little for a move; expected 0.001 seconds or more";
        for text in ["0", "0.0009"] {
            assert_eq!(move_time(text), Err(format!("`{text}` {too_little}")));
        }
        assert!(move_time("fast").is_err());
    }
}
