//! What an archive says about a game besides its moves.

use std::time::Duration;

use record::{GameEnd, TimeControl};
use rules::message::FaultMessage;
use rules::{Colour, Reason, message};

use crate::archive::time::seconds_of;
use crate::archive::{Archive, ResumeState, Timestamp};
use crate::diagnostics::Diagnostics;
use crate::document::Value;
use crate::{Field, TableReader};

/// What is known of a game besides its moves.
pub(super) struct About {
    comments: Vec<String>,
    players: [Option<String>; 2],
    started: Option<Timestamp>,
    clocks: Option<[TimeControl; 2]>,
    remaining: [Option<Duration>; 2],
    ending: Option<GameEnd>,
    tags: Vec<(String, String)>,
    resume_state: ResumeState,
}

impl About {
    pub(super) fn added_to(self, archive: Archive) -> Archive {
        let About { comments, players, started, clocks, remaining, ending, tags, resume_state } =
            self;
        Archive {
            comments,
            players,
            started,
            clocks,
            remaining,
            ending,
            tags,
            resume_state,
            ..archive
        }
    }
}

pub(super) fn read(file: &mut TableReader<'_>, faults: &mut Diagnostics) -> About {
    let started = file.get("started").parsed(
        message!("expected-time", "a time such as \"2025-03-09T18:30:00Z\""),
        |text| {
            let meaning = message!("time-meaning", "universal time, to the second");
            Timestamp::parse(text).ok_or(meaning)
        },
        faults,
    );
    let (clocks, remaining) = read_clocks(&file.get("clocks"), faults).unzip();
    About {
        comments: texts(&file.get("comments"), faults),
        players: read_players(&file.get("players"), faults),
        started,
        clocks,
        remaining: remaining.unwrap_or_default(),
        ending: read_ending(&file.get("outcome"), faults),
        tags: read_tags(&file.get("tags"), faults),
        resume_state: ResumeState::read(&file.get("moment"), faults),
    }
}

/// A list of texts.
pub(super) fn texts(field: &Field<'_>, faults: &mut Diagnostics) -> Vec<String> {
    let items = field.list(faults);
    items.iter().map_while(|item| item.text(faults)).map(str::to_owned).collect()
}

/// A number of seconds, if there is one.
pub(in crate::archive) fn read_seconds(
    field: &Field<'_>,
    faults: &mut Diagnostics,
) -> Option<Duration> {
    let seconds = match &field.node()?.value {
        Value::Number(number) => seconds_of(number),
        _ => None,
    };
    if seconds.is_none() {
        field.report(EXPECTED_SECONDS, faults);
    }
    seconds
}

const EXPECTED_SECONDS: FaultMessage =
    message!("expected-seconds", "a number of seconds, 0 or more");

fn read_players(field: &Field<'_>, faults: &mut Diagnostics) -> [Option<String>; 2] {
    field.whole_table(faults, |table, faults| {
        Colour::BOTH.map(|colour| table.get(colour.name()).text(faults).map(str::to_owned))
    })
}

fn read_tags(field: &Field<'_>, faults: &mut Diagnostics) -> Vec<(String, String)> {
    let mut table = field.table(faults);
    let tag = |(key, value): &(&crate::Key, Field<'_>)| {
        Some((key.name.clone(), value.text(faults)?.to_owned()))
    };
    let entries = table.entries();
    entries.iter().map_while(tag).collect()
}

/// The times of both sides, and what their clocks show.
type Clocks = ([TimeControl; 2], [Option<Duration>; 2]);

fn read_clocks(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Clocks> {
    let mut table = field.table(faults);
    let kinds = TimeControl::KINDS.map(|kind| (kind, kind));
    let kind = table.need("kind").choice(&kinds, faults);
    let sides = Colour::BOTH.map(|colour| read_side(&table.need(colour.name()), faults));
    table.finish(faults);
    let (kind, [white, black]) = (kind?, sides);
    let (white, black) = (white?, black?);
    let control = |side: Side| TimeControl::of_kind(kind, side.time, side.increment);
    Some(([control(white)?, control(black)?], [white.remaining, black.remaining]))
}

#[derive(Clone, Copy)]
struct Side {
    time: Duration,
    increment: Duration,
    remaining: Option<Duration>,
}

fn read_side(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Side> {
    let mut table = field.table(faults);
    let mut needed = |key| {
        let field = table.need(key);
        if table.is_present() && field.node().is_none() {
            field.report(EXPECTED_SECONDS, faults);
        }
        read_seconds(&field, faults)
    };
    let (time, increment) = (needed("seconds"), needed("increment"));
    let remaining = read_seconds(&table.get("remaining"), faults);
    table.finish(faults);
    Some(Side { time: time?, increment: increment?, remaining })
}

fn read_ending(field: &Field<'_>, faults: &mut Diagnostics) -> Option<GameEnd> {
    if field.node()?.value == Value::Null {
        return None;
    }
    let mut table = field.table(faults);
    let winner = table.need("winner");
    let winner = match winner.node().map(|node| &node.value) {
        Some(Value::Null) => Some(None),
        Some(Value::Text(name)) if name == "white" => Some(Some(Colour::White)),
        Some(Value::Text(name)) if name == "black" => Some(Some(Colour::Black)),
        _ if !table.is_present() => None,
        _ => {
            let expected = message!("expected-winner", "\"white\", \"black\", or null for a draw");
            winner.report(expected, faults);
            None
        }
    };
    let reasons = Reason::ALL.map(|reason| (reason.name(), reason));
    let reason = table.get("reason").choice(&reasons, faults);
    table.finish(faults);
    Some(GameEnd::Decided { winner: winner?, reason })
}
