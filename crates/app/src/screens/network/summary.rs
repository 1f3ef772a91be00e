//! What a game is, in a few words: rules, clock, and whether it counts.

use protocol::{LobbyEntry, Opponent, PlayerInfo, RoomPhase};
use record::TimeControl;

use crate::date_text;
use crate::texts::Texts;

/// A clock as people write it, such as `5+3`, or that there is none.
pub fn clock(clock: Option<TimeControl>, texts: &Texts) -> String {
    clock.map_or_else(|| texts.network.no_clock.to_owned(), |clock| date_text::clock(clock, texts))
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
