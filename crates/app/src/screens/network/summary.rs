//! What a game is, in a few words: rules, clock, and whether it counts.

use protocol::{LobbyEntry, Opponent, PlayerInfo, RoomPhase};
use record::TimeControl;

use crate::date_text::clock_time;
use crate::texts::Texts;

/// A clock as people write it, such as `5+3`.
pub fn clock(clock: Option<TimeControl>, texts: &Texts) -> String {
    let words = &texts.network;
    let Some(clock) = clock else { return words.no_clock.to_owned() };
    let (seconds, increment) = (clock.time().as_secs(), clock.increment().as_secs());
    match clock.passes_turns() {
        true => words.each_turn(clock_time(seconds, texts)),
        false if seconds % 60 == 0 => format!("{}+{increment}", seconds / 60),
        false => format!("{}+{increment}", clock_time(seconds, texts)),
    }
}

/// A player with their rating.
pub fn player(player: &PlayerInfo, texts: &Texts) -> String {
    let words = &texts.network;
    match (&player.level, player.rating) {
        (Some(level), _) => words.level(level),
        (None, Some(rating)) => {
            let value = match rating.provisional {
                true => words.provisional(rating.value),
                false => rating.value.to_string(),
            };
            format!("{} ({value})", player.name)
        }
        (None, None) => player.name.to_string(),
    }
}

/// The players, White first, with a placeholder for a free seat.
pub fn players(entry: &LobbyEntry, texts: &Texts) -> String {
    let [white, black] = &entry.players;
    let words = &texts.network;
    match (white, black, &entry.opponent) {
        (Some(one), None, Opponent::Anyone) | (None, Some(one), Opponent::Anyone)
            if entry.phase == RoomPhase::Waiting =>
        {
            player(one, texts)
        }
        _ => {
            let name = |seat: &Option<PlayerInfo>| {
                seat.as_ref().map_or_else(|| words.anyone.to_owned(), |seat| player(seat, texts))
            };
            format!("{} – {}", name(white), name(black))
        }
    }
}

/// What else is to be known before one joins.
pub fn terms(entry: &LobbyEntry, texts: &Texts) -> Vec<String> {
    let words = &texts.network;
    let mut terms =
        vec![texts.rule_set_title(&entry.rules.id, &entry.rules.title), clock(entry.clock, texts)];
    if entry.rated {
        terms.push(words.rated.to_owned());
    }
    if entry.fog {
        terms.push(words.fog.to_owned());
    }
    if !entry.take_backs {
        terms.push(words.no_take_backs.to_owned());
    }
    if entry.phase != RoomPhase::Waiting {
        terms.push(words.moves(entry.ply.div_ceil(2)));
    }
    if entry.spectators > 0 {
        terms.push(words.watching(entry.spectators));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn clocks_are_written_as_people_do() {
        let texts = Language::english().texts();
        let told = |kind, time, increment| {
            let [time, increment] = [time, increment].map(std::time::Duration::from_secs);
            clock(TimeControl::of_kind(kind, time, increment), texts)
        };
        assert_eq!(told("fischer", 300, 3), "5+3");
        assert_eq!(told("fischer", 90, 0), "1 min 30 s+0");
        assert_eq!(told("turn", 30, 0), "30 s a turn");
        assert_eq!(clock(None, texts), "No clock");
    }
}
