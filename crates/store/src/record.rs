//! A game that is played as an archive, and back; and what the library knows of an archive.
//!
//! Everything that a game needs to go on exactly as it was is in its archive: rules in full if
//! they are a user's own, start, turns with their times, clocks, players, offers, the end.

use std::time::Duration;

use game::{Game, Offers, SavedTurn, Snapshot, SnapshotError};
use notation::archive::{self, Archive, Moment, Timestamp};
use notation::fen;
use notation::pgn::PlayedMove;
use record::{GameEnd, GameTerms, Player, Players, Referee, Seat, TimeControl};
use rules::Colour;

use crate::time::whole_milliseconds;
use crate::{GameRecord, GameSummary, Origin, Owner, RulesKey, UnixTime};

/// The tags that say how the computer plays White and Black.
const LEVEL_TAGS: [&str; 2] = ["WhiteLevel", "BlackLevel"];

/// The tags that say that White or Black is played by somebody elsewhere.
const SEAT_TAGS: [&str; 2] = ["WhiteSeat", "BlackSeat"];
const REMOTE: &str = "remote";

/// The tags that somebody may look for in the library.
const REMARK_TAGS: [&str; 5] = ["Event", "Site", "Round", "Opening", "ECO"];

/// What stands in place of a name that is not known.
const UNKNOWN: &str = "?";

/// A game as it stands, as an archive.
pub fn to_archive(game: &Game, started: Option<Timestamp>, now: Duration) -> Archive {
    let snapshot = game.snapshot(now);
    let mut archive = Archive::new(game.start().clone());
    for saved in &snapshot.turns {
        let mut played = PlayedMove::of(saved.turn);
        played.annotation.spent = Some(saved.spent).filter(|time| !time.is_zero());
        played.annotation.clock = saved.clock_after;
        let legal = archive.push(played);
        debug_assert!(legal.is_ok(), "{:?} was legal in the game", saved.turn);
    }
    let players = &snapshot.terms.players;
    archive.players = Colour::BOTH.map(|colour| Some(players.of(colour).name.clone()));
    archive.started = started;
    archive.clocks = snapshot.terms.clocks;
    archive.remaining = snapshot.remaining.map_or([None; 2], |remaining| remaining.map(Some));
    archive.ending = snapshot.end.and_then(GameEnd::outcome).map(GameEnd::from);
    archive.moment = moment(&snapshot);
    for colour in Colour::BOTH {
        let index = colour.index();
        let (name, value) = match &players.of(colour).seat {
            Seat::Human => continue,
            Seat::Computer(description) => (LEVEL_TAGS[index], description.as_str()),
            Seat::Remote => (SEAT_TAGS[index], REMOTE),
        };
        archive.tags.push((name.to_owned(), value.to_owned()));
    }
    archive
}

/// The game that an archive leaves off at: it goes on now, and time that passed while it was kept
/// counts for nobody. An end that the board does not show, as some records from elsewhere have
/// it, is left out.
///
/// # Errors
/// What does not fit together; archives that were read or come from a game always do.
pub fn to_game(archive: &Archive, now: Duration) -> Result<Game, SnapshotError> {
    let snapshot = to_snapshot(archive);
    let unfinished = Snapshot { end: None, ..snapshot.clone() };
    let rules = archive.rules();
    Game::from_snapshot(rules, snapshot, now)
        .or_else(|error| Game::from_snapshot(rules, unfinished, now).map_err(|_| error))
}

/// What an archive says, as the plain data of a game that can go on.
pub fn to_snapshot(archive: &Archive) -> Snapshot {
    let turns = archive.moves().iter().map(|played| SavedTurn {
        turn: played.turn,
        spent: played.annotation.spent.unwrap_or_default(),
        clock_after: played.annotation.clock,
    });
    let [white, black] = archive.remaining;
    let remaining = white.zip(black).filter(|_| archive.clocks.is_some());
    let moment = archive.moment;
    let referee = match moment.has_referee_elsewhere {
        true => Referee::Elsewhere,
        false => Referee::Here,
    };
    Snapshot {
        start: archive.start().to_setup(),
        turns: turns.collect(),
        terms: GameTerms {
            players: Players {
                white: player(archive, Colour::White),
                black: player(archive, Colour::Black),
            },
            clocks: archive.clocks,
            lag_allowance: moment.lag_allowance,
            take_backs: !moment.bars_take_backs,
            referee,
        },
        remaining: remaining.map(|(white, black)| [white, black]),
        thinking_time: moment.thinking,
        is_paused: moment.is_paused,
        offers: offers(&moment),
        end: match archive.ending {
            Some(end) => end.outcome().map(GameEnd::from),
            None => moment.is_aborted.then_some(GameEnd::Aborted),
        },
    }
}

/// Who plays a side.
pub fn seat(archive: &Archive, colour: Colour) -> Seat {
    match (tag(archive, LEVEL_TAGS[colour.index()]), tag(archive, SEAT_TAGS[colour.index()])) {
        (Some(level), _) => Seat::Computer(level.to_owned()),
        (None, Some(REMOTE)) => Seat::Remote,
        (None, _) => Seat::Human,
    }
}

/// What the library needs to know of a game, with the archive written out.
pub fn to_record(
    archive: &Archive,
    owner: Owner,
    side: Option<Colour>,
    origin: Origin,
    saved: UnixTime,
) -> GameRecord {
    GameRecord {
        summary: summary(archive, owner, side, origin, saved),
        title: String::new(),
        archive: archive::format(archive),
    }
}

/// What the library needs to know of a game: whose it is, and the side that he played.
pub fn summary(
    archive: &Archive,
    owner: Owner,
    side: Option<Colour>,
    origin: Origin,
    saved: UnixTime,
) -> GameSummary {
    let level = side.and_then(|side| tag(archive, LEVEL_TAGS[(!side).index()]));
    let times = archive.moves().iter().filter_map(|played| played.annotation.spent);
    let remarks: Vec<&str> = REMARK_TAGS.iter().filter_map(|name| tag(archive, name)).collect();
    GameSummary {
        owner,
        side,
        origin,
        players: archive.players.clone().map(|name| name.unwrap_or(UNKNOWN.to_owned())),
        rules: RulesKey::of(archive.rules()),
        began: archive.started.or_else(|| date_tag(archive)).map(UnixTime::from),
        saved,
        ending: archive.ending,
        level: level.map(str::to_owned),
        clock: archive.clocks.map(clock_text),
        turns: u32::try_from(archive.moves().len()).unwrap_or(u32::MAX),
        time_played: whole_milliseconds(times.fold(Duration::ZERO, Duration::saturating_add)),
        fen: fen::format(archive.position()),
        remarks: remarks.join(" "),
    }
}

fn tag<'a>(archive: &'a Archive, name: &str) -> Option<&'a str> {
    archive.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

fn player(archive: &Archive, colour: Colour) -> Player {
    let usual = Players::default();
    let name = archive.players[colour.index()].clone();
    Player {
        name: name.unwrap_or_else(|| usual.of(colour).name.clone()),
        seat: seat(archive, colour),
    }
}

fn moment(snapshot: &Snapshot) -> Moment {
    let Offers { draw, take_back, last_draw, last_take_back } = snapshot.offers;
    let turns = |turns: [Option<usize>; 2]| turns.map(|turn| turn.and_then(|n| n.try_into().ok()));
    let terms = &snapshot.terms;
    Moment {
        thinking: snapshot.thinking_time,
        is_paused: snapshot.is_paused,
        is_aborted: snapshot.end == Some(GameEnd::Aborted),
        draw_offer: draw,
        take_back_request: take_back,
        last_draw_offers: turns(last_draw),
        last_take_back_requests: turns(last_take_back),
        bars_take_backs: !terms.take_backs,
        lag_allowance: terms.lag_allowance,
        has_referee_elsewhere: terms.referee == Referee::Elsewhere,
    }
}

fn offers(moment: &Moment) -> Offers {
    let turns = |turns: [Option<u32>; 2]| turns.map(|turn| turn.and_then(|n| n.try_into().ok()));
    Offers {
        draw: moment.draw_offer,
        take_back: moment.take_back_request,
        last_draw: turns(moment.last_draw_offers),
        last_take_back: turns(moment.last_take_back_requests),
    }
}

/// The clocks in short: `180+2`, `180+2 / 60+1` or `turn 20`.
fn clock_text(clocks: [TimeControl; 2]) -> String {
    let side = |control: TimeControl| match control {
        TimeControl::Fischer { time, increment } => {
            format!("{}+{}", time.as_secs_f64(), increment.as_secs_f64())
        }
        TimeControl::Turn { time } => time.as_secs_f64().to_string(),
    };
    let [white, black] = clocks.map(side);
    let both = if white == black { white } else { format!("{white} / {black}") };
    match clocks[0] {
        TimeControl::Fischer { .. } => both,
        TimeControl::Turn { .. } => format!("turn {both}"),
    }
}

/// The day in the tag `Date` of a PGN, such as `1972.07.11` or `1972.??.??`.
fn date_tag(archive: &Archive) -> Option<Timestamp> {
    let mut parts = tag(archive, "Date")?.split('.');
    let year = parts.next()?.parse().ok()?;
    let mut part = || parts.next().and_then(|part| part.parse().ok()).unwrap_or(1);
    let (month, day) = (part(), part());
    Timestamp::new((year, month, day), (0, 0, 0))
}
