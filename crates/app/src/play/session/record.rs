//! The game as a record that can be saved.

use std::time::Duration;

use game::{ClockKind, End, Game};
use notation::archive::{Archive, Clocks, Ending, SideClock, Timestamp};
use notation::config::{self, TimeControl};
use notation::pgn::PlayedMove;
use rules::Colour;

use super::Session;
use crate::new_game::NewGame;

impl Session {
    /// The game as it stands, with who plays and from where.
    pub fn archive(&self, now: Duration) -> Archive {
        let mut archive = archive_of(&self.game, now);
        NewGame::note_seats(&mut archive, &self.seats, self.bottom);
        archive
    }
}

/// A game as it stands.
fn archive_of(game: &Game, now: Duration) -> Archive {
    let mut archive = Archive::new(game.start().clone());
    for turn in game.turns() {
        let (clock, spent) = (turn.clock_after, Some(turn.spent));
        let legal = archive.push(PlayedMove { clock, spent, ..PlayedMove::of(turn.turn) });
        debug_assert!(legal.is_ok(), "{:?} was legal in the game", turn.turn);
    }
    archive.players = Colour::BOTH.map(|colour| {
        let player = game.players().of(colour);
        // Who "you" are is known only to the one who reads it now.
        let is_you = game.players().only_human() == Some(colour);
        (!is_you).then(|| player.name.clone())
    });
    archive.started = now_by_the_calendar();
    archive.clocks = game.clock_setting().map(|setting| Clocks {
        kind: match setting.kind {
            ClockKind::Fischer => config::ClockKind::Fischer,
            ClockKind::Turn => config::ClockKind::Turn,
        },
        sides: Colour::BOTH.map(|colour| {
            let control = setting.of(colour);
            SideClock {
                control: TimeControl { time: control.time, increment: control.increment },
                remaining: game.remaining(colour, now),
            }
        }),
    });
    archive.ending = game.end().and_then(End::outcome).map(Ending::from);
    archive
}

/// The standard library knows no calendar in a browser.
#[cfg(target_arch = "wasm32")]
fn now_by_the_calendar() -> Option<Timestamp> {
    None
}

#[cfg(not(target_arch = "wasm32"))]
fn now_by_the_calendar() -> Option<Timestamp> {
    use std::time::{SystemTime, UNIX_EPOCH};
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    timestamp(seconds)
}

/// A number of seconds since the beginning of 1970 as a date and a time of day.
#[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "there is no calendar to ask"))]
fn timestamp(seconds: u64) -> Option<Timestamp> {
    let (days, rest) = (i64::try_from(seconds / 86_400).ok()?, seconds % 86_400);
    // Years are counted from March, so that the leap day is the last of them; an era is 400 years.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year_of_era + next_year;
    let small = |number: u64| u8::try_from(number).ok();
    Timestamp::new(
        (u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?),
        (small(rest / 3600)?, small(rest / 60 % 60)?, small(rest % 60)?),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_days_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_741_545_000, "2025-03-09T18:30:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(seconds).expect("a date").to_string(), text);
        }
    }
}
