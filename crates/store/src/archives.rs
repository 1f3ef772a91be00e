//! A game that is played as an archive, and back; and what the library knows of an archive.
//!
//! Everything that a game needs to go on exactly as it was is in its archive: rules in full if
//! they are a user's own, start, turns with their times, clocks, players, offers, the end.

use std::time::Duration;

use game::{Game, OfferState, ReplayError};
use notation::archive::{self, Archive, ResumeState, Timestamp};
use notation::fen;
use notation::pgn::PlayedMove;
use record::{
    Authority, ClockTimes, Entry, EntryKind, GameEnd, GameRecord, GameTerms, Player, Players, Seat,
    TimeControl, UciMove,
};
use rules::{Colour, Turn};

use crate::time::whole_milliseconds;
use crate::{ArchivedGame, GameSummary, Origin, Owner, RulesKey, RunningGame, UnixTime};

/// The tags that say how the computer plays White and Black.
const LEVEL_TAGS: [&str; 2] = ["WhiteLevel", "BlackLevel"];

/// The tags that mark White or Black as a remote player.
const SEAT_TAGS: [&str; 2] = ["WhiteSeat", "BlackSeat"];
const REMOTE: &str = "remote";

/// The tags that the library's search covers.
const REMARK_TAGS: [&str; 5] = ["Event", "Site", "Round", "Opening", "ECO"];

/// Placeholder for an unknown name.
const UNKNOWN: &str = "?";

/// A game as it stands, as an archive.
pub fn to_archive(game: &Game, started: Option<Timestamp>, now: Duration) -> Archive {
    let mut archive = Archive::new(game.start().clone());
    for turn in game.turns() {
        let mut played = PlayedMove::of(turn.turn);
        played.annotation.spent = Some(turn.spent).filter(|time| !time.is_zero());
        played.annotation.clock = turn.clock_after;
        let legal = archive.push(played);
        debug_assert!(legal.is_ok(), "{:?} was legal in the game", turn.turn);
    }
    let terms = game.terms();
    archive.players = Colour::BOTH.map(|colour| Some(terms.players.of(colour).name.clone()));
    archive.started = started;
    archive.clocks = terms.clocks;
    archive.remaining = Colour::BOTH.map(|colour| game.remaining(colour, now));
    archive.ending = game.end().and_then(GameEnd::outcome).map(GameEnd::from);
    archive.resume_state = resume_state(game, now);
    for colour in Colour::BOTH {
        let index = colour.index();
        let (name, value) = match &terms.players.of(colour).seat {
            Seat::Human => continue,
            Seat::Computer(description) => (LEVEL_TAGS[index], description.as_str()),
            Seat::Remote => (SEAT_TAGS[index], REMOTE),
        };
        archive.tags.push((name.to_owned(), value.to_owned()));
    }
    archive
}

/// The game that an archive leaves off at: it goes on now, and time that passed while it was kept
/// is charged to neither side. An end that the board does not show, as some records from elsewhere have
/// it, is left out.
///
/// # Errors
/// If the archive is inconsistent, which archives that were read or come from a game never are.
pub fn to_game(archive: &Archive, now: Duration) -> Result<Game, ReplayError> {
    replay(archive, from_archive(archive), now)
}

/// The game that a record of an archive restores, without an end that the board does not show.
///
/// # Errors
/// If the record is inconsistent.
pub fn replay(archive: &Archive, record: GameRecord, now: Duration) -> Result<Game, ReplayError> {
    let mut unfinished = record.clone();
    unfinished.entries.retain(|entry| !matches!(entry.kind, EntryKind::End(_)));
    let start = archive.start();
    Game::replay(start.clone(), record, now)
        .or_else(|error| Game::replay(start.clone(), unfinished, now).map_err(|_| error))
}

/// A running game as it stands: its archive, with the entries since; nothing if it cannot be read.
pub fn resume(running: &RunningGame) -> Option<Archive> {
    let (head, _) = archive::parse(&running.archive).ok()?;
    let entries = running.entries().ok()?;
    if entries.is_empty() {
        return Some(head);
    }
    let mut record = from_archive(&head);
    record.entries.extend(entries);
    let game = Game::replay(head.start().clone(), record, Duration::ZERO).ok()?;
    let mut whole = to_archive(&game, head.started, Duration::ZERO);
    (whole.players, whole.tags, whole.comments) = (head.players, head.tags, head.comments);
    Some(whole)
}

/// The record of an archive, which can be replayed.
pub fn from_archive(archive: &Archive) -> GameRecord {
    let resume_state = &archive.resume_state;
    let referee = match resume_state.has_referee_elsewhere {
        true => Authority::Elsewhere,
        false => Authority::Here,
    };
    let terms = GameTerms {
        players: Players {
            white: player(archive, Colour::White),
            black: player(archive, Colour::Black),
        },
        clocks: archive.clocks,
        lag_allowance: resume_state.lag_allowance,
        take_backs: !resume_state.bars_take_backs,
        referee,
    };
    let rules = archive.rules();
    let mut entries = Vec::with_capacity(archive.moves().len());
    let first = archive.start().turn();
    for (ply, played) in archive.moves().iter().enumerate() {
        add_offers(&mut entries, archive, first, ply);
        entries.push(Entry {
            kind: match played.turn {
                Turn::Move(chess_move) => EntryKind::Move(UciMove::of(rules, chess_move)),
                Turn::Pass => EntryKind::Pass,
            },
            spent: played.annotation.spent.unwrap_or_default(),
            clock: played.annotation.clock,
        });
    }
    add_offers(&mut entries, archive, first, archive.moves().len());
    let mut add = |kind| entries.push(Entry { kind, spent: resume_state.thinking, clock: None });
    match archive.remaining {
        [Some(white), Some(black)] if archive.clocks.is_some() => {
            add(EntryKind::SetClocks(ClockTimes { white, black }));
        }
        _ if !resume_state.thinking.is_zero() => add(EntryKind::Resume),
        _ => {}
    }
    if resume_state.is_paused {
        add(EntryKind::Pause);
    }
    let end = archive.ending.and_then(GameEnd::outcome).map(GameEnd::from);
    end.or(resume_state.is_aborted.then_some(GameEnd::Aborted))
        .into_iter()
        .for_each(|end| add(EntryKind::End(end)));
    GameRecord { terms, entries }
}

/// Adds the last offers made at this ply. An offer that no longer stands, and that no
/// move has answered, was declined.
fn add_offers(entries: &mut Vec<Entry>, archive: &Archive, first: Colour, ply: usize) {
    let resume_state = &archive.resume_state;
    let is_now = |turn: Option<u32>| turn.and_then(|turn| turn.try_into().ok()) == Some(ply);
    let answered = |by: Colour| {
        let turns = archive.moves().iter().enumerate().skip(ply);
        let mover = |number: usize| if number.is_multiple_of(2) { first } else { !first };
        turns.into_iter().any(|(number, played)| mover(number) == by && played.turn != Turn::Pass)
    };
    let mut add = |kind| entries.push(Entry::new(kind));
    // The one that stands comes last: the other one was answered before.
    let mut sides = Colour::BOTH;
    sides.sort_by_key(|side| resume_state.draw_offer == Some(*side));
    for side in sides.into_iter().filter(|side| is_now(resume_state.last_draw_offers[side.index()]))
    {
        add(EntryKind::OfferDraw(side));
        if resume_state.draw_offer != Some(side) && !answered(!side) {
            add(EntryKind::DeclineDraw(!side));
        }
    }
    let asked = resume_state.last_take_back_requests;
    sides.sort_by_key(|side| resume_state.take_back_request == Some(*side));
    for side in sides.into_iter().filter(|side| is_now(asked[side.index()])) {
        add(EntryKind::AskTakeBack(side));
        if resume_state.take_back_request != Some(side) && archive.moves().len() == ply {
            add(EntryKind::DeclineTakeBack(!side));
        }
    }
}

/// The player of a side, from the tags.
pub fn seat(archive: &Archive, colour: Colour) -> Seat {
    match (tag(archive, LEVEL_TAGS[colour.index()]), tag(archive, SEAT_TAGS[colour.index()])) {
        (Some(level), _) => Seat::Computer(level.to_owned()),
        (None, Some(REMOTE)) => Seat::Remote,
        (None, _) => Seat::Human,
    }
}

/// A game's entry for the library: the summary and the written archive.
pub fn to_record(
    archive: &Archive,
    owner: Owner,
    side: Option<Colour>,
    origin: Origin,
    saved: UnixTime,
) -> ArchivedGame {
    ArchivedGame {
        summary: summary(archive, owner, side, origin, saved),
        title: String::new(),
        archive: archive::format(archive),
    }
}

/// The library's summary of a game of an owner, who played `side`.
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
        clock: archive.clocks.map(TimeControl::summary),
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

fn resume_state(game: &Game, now: Duration) -> ResumeState {
    let OfferState { draw, take_back, last_draw, last_take_back } = game.offers();
    let turns = |turns: [Option<usize>; 2]| turns.map(|turn| turn.and_then(|n| n.try_into().ok()));
    let terms = game.terms();
    ResumeState {
        thinking: game.thinking_time(now),
        is_paused: game.is_paused(),
        is_aborted: game.end() == Some(GameEnd::Aborted),
        draw_offer: draw,
        take_back_request: take_back,
        last_draw_offers: turns(last_draw),
        last_take_back_requests: turns(last_take_back),
        bars_take_backs: !terms.take_backs,
        lag_allowance: terms.lag_allowance,
        has_referee_elsewhere: terms.referee == Authority::Elsewhere,
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
