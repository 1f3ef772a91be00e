//! Archives as games of PGN files and back, with nothing important lost.

use std::time::Duration;

use record::{GameEnd, TimeControl};
use rules::{Colour, Reason};

use super::time::{format_seconds, parse_seconds};
use super::{Archive, Timestamp};
use crate::pgn::{Game, GameResult};

/// The value of a tag of the seven that every PGN file has if it is unknown.
const UNKNOWN: [(&str, &str); 4] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// The tags that hold what belongs to one side.
struct SideTags {
    name: &'static str,
    control: &'static str,
    clock: &'static str,
}

const SIDES: [SideTags; 2] = [
    SideTags { name: "White", control: "WhiteTimeControl", clock: "WhiteClock" },
    SideTags { name: "Black", control: "BlackTimeControl", clock: "BlackClock" },
];

impl Archive {
    /// A game of a PGN file as an archive.
    ///
    /// The tags for names, the time of the start, clocks and the reason of the result become
    /// what an archive has for them, as far as they can be understood; all others stay tags.
    pub fn from_pgn(game: Game) -> Archive {
        let mut archive = Archive::from_tree(&game.tree);
        let mut tags = Tags(game.tags);
        archive.players = Colour::BOTH.map(|colour| {
            let name = tags.take(SIDES[colour.index()].name);
            name.filter(|name| name != "?")
        });
        archive.clocks = tags.clocks();
        if archive.clocks.is_some() {
            archive.remaining = [&SIDES[0], &SIDES[1]].map(|side| tags.take_seconds(side.clock));
        }
        archive.ending = ending(game.result, &mut tags, &archive);
        archive.started = tags.started();
        tags.0.retain(|(name, value)| !UNKNOWN.contains(&(name.as_str(), value.as_str())));
        archive.tags = tags.0;
        archive
    }

    /// The archive as a game of a PGN file.
    pub fn to_pgn(&self) -> Game {
        let mut game =
            Game { tags: self.tags.clone(), tree: self.tree(), result: GameResult::Unfinished };
        game.result = match self.ending.map(GameEnd::winner) {
            Some(Some(Colour::White)) => GameResult::WhiteWins,
            Some(Some(Colour::Black)) => GameResult::BlackWins,
            Some(None) => GameResult::Draw,
            None => GameResult::Unfinished,
        };
        for (name, tags) in self.players.iter().zip(&SIDES) {
            name.iter().for_each(|name| game.set_tag(tags.name, name.clone()));
        }
        if let Some(started) = self.started {
            if game.tag("Date").is_none() {
                game.set_tag("Date", started.pgn_date());
            }
            game.set_tag("UTCDate", started.pgn_date());
            game.set_tag("UTCTime", started.time_of_day());
        }
        self.set_clocks(&mut game);
        if let Some(reason) = self.ending.and_then(GameEnd::reason) {
            game.set_tag("Reason", reason.name());
        }
        game
    }
}

impl Archive {
    fn set_clocks(&self, game: &mut Game) {
        let Some(controls) = self.clocks else { return };
        let kind = controls[0].kind();
        if kind != TimeControl::KINDS[0] {
            game.set_tag("Clock", kind);
        }
        let [white, black] = controls.map(control_text);
        if white == black {
            game.set_tag("TimeControl", white);
        } else {
            game.set_tag(SIDES[0].control, white);
            game.set_tag(SIDES[1].control, black);
        }
        for (remaining, tags) in self.remaining.iter().zip(&SIDES) {
            remaining.iter().for_each(|time| game.set_tag(tags.clock, format_seconds(*time)));
        }
    }
}

/// Seconds and increment, as most programs write them: `180+2`.
fn control_text(control: TimeControl) -> String {
    format!("{}+{}", format_seconds(control.time()), format_seconds(control.increment()))
}

fn parse_control(text: &str) -> Option<(Duration, Duration)> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some((parse_seconds(time)?, parse_seconds(increment)?))
}

/// How the game ended: by its result, and the reason that a tag or the board gives.
fn ending(result: GameResult, tags: &mut Tags, archive: &Archive) -> Option<GameEnd> {
    let winner = match result {
        GameResult::WhiteWins => Some(Colour::White),
        GameResult::BlackWins => Some(Colour::Black),
        GameResult::Draw => None,
        GameResult::Unfinished => return None,
    };
    let told = tags.get("Reason").and_then(Reason::from_name);
    if told.is_some() {
        tags.take("Reason");
    }
    let forfeit = || {
        let is_forfeit = |text: &str| text.eq_ignore_ascii_case("time forfeit");
        tags.get("Termination").filter(|text| is_forfeit(text)).map(|_| Reason::Time)
    };
    let shown = || {
        let outcome = archive.history().outcome();
        outcome.filter(|outcome| outcome.winner == winner).map(|outcome| outcome.reason)
    };
    Some(GameEnd::Decided { winner, reason: told.or_else(forfeit).or_else(shown) })
}

/// The tags of a game, from which some are taken.
struct Tags(Vec<(String, String)>);

impl Tags {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(index).1)
    }

    fn started(&mut self) -> Option<Timestamp> {
        let (date, time) = (self.get("UTCDate")?, self.get("UTCTime")?);
        let started = Timestamp::from_parts(date, '.', time)?;
        if self.get("Date") == Some(date) {
            self.take("Date");
        }
        self.take("UTCDate");
        self.take("UTCTime");
        Some(started)
    }

    fn clocks(&mut self) -> Option<[TimeControl; 2]> {
        let common = self.get("TimeControl").and_then(parse_control);
        let own = |tags: &SideTags| self.get(tags.control).and_then(parse_control).or(common);
        let sides = [own(&SIDES[0])?, own(&SIDES[1])?];
        let names = ["TimeControl", SIDES[0].control, SIDES[1].control];
        for name in names {
            if self.get(name).is_some_and(|text| parse_control(text).is_some()) {
                self.take(name);
            }
        }
        let kinds = TimeControl::KINDS;
        let told = kinds.into_iter().skip(1).find(|kind| self.get("Clock") == Some(*kind));
        if told.is_some() {
            self.take("Clock");
        }
        let kind = told.unwrap_or(kinds[0]);
        let [white, black] =
            sides.map(|(time, increment)| TimeControl::of_kind(kind, time, increment));
        Some([white?, black?])
    }

    fn take_seconds(&mut self, name: &str) -> Option<Duration> {
        let seconds = self.get(name).and_then(parse_seconds)?;
        self.take(name);
        Some(seconds)
    }
}
