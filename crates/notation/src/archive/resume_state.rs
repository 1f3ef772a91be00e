//! What a game that was saved in its midst needs to know to go on exactly as it was.

use std::time::Duration;

use rules::{Colour, message};

use super::read::read_seconds;
use super::time::format_seconds;
use crate::config::COLOURS;
use crate::diagnostics::Diagnostics;
use crate::{Field, TableReader};

/// What a saved game needs to resume: clocks, offers and agreements at the moment of saving.
///
/// In most games there is nothing to be said here. PGN has no place for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResumeState {
    /// How long the side to move had been thinking.
    pub thinking: Duration,
    /// Were the clocks stopped?
    pub is_paused: bool,
    /// Was the game broken off before it had really begun, so that it does not count?
    pub is_aborted: bool,
    /// Who offered a draw, if anybody did.
    pub draw_offer: Option<Colour>,
    /// Who asked to take a move back, if anybody did.
    pub take_back_request: Option<Colour>,
    /// For White and Black how many turns had been played at the last offer of a draw.
    pub last_draw_offers: [Option<u32>; 2],
    /// For White and Black how many turns had been played at the last wish to take a move back.
    pub last_take_back_requests: [Option<u32>; 2],
    /// Was it agreed that no move is taken back?
    pub bars_take_backs: bool,
    /// For how long a flag is held up while a move may still be on its way.
    pub lag_allowance: Duration,
    /// Does a remote referee decide what time does to the game?
    pub has_referee_elsewhere: bool,
}

const REFEREES: [(&str, bool); 2] = [("here", false), ("elsewhere", true)];

impl ResumeState {
    pub(super) fn read(field: &Field<'_>, faults: &mut Diagnostics) -> ResumeState {
        field.whole_table(faults, |table, faults| ResumeState {
            thinking: read_seconds(&table.get("thinking"), faults).unwrap_or_default(),
            is_paused: table.get("paused").bool(faults).unwrap_or_default(),
            is_aborted: table.get("aborted").bool(faults).unwrap_or_default(),
            draw_offer: table.get("draw_offer").choice(&COLOURS, faults),
            take_back_request: table.get("take_back_request").choice(&COLOURS, faults),
            last_draw_offers: turns(table, "last_draw_offers", faults),
            last_take_back_requests: turns(table, "last_take_back_requests", faults),
            bars_take_backs: table.get("take_backs").bool(faults) == Some(false),
            lag_allowance: read_seconds(&table.get("lag_allowance"), faults).unwrap_or_default(),
            has_referee_elsewhere: table
                .get("referee")
                .choice(&REFEREES, faults)
                .unwrap_or_default(),
        })
    }

    /// What is to be said, as the keys of a table.
    pub(super) fn entries(&self) -> Vec<String> {
        let seconds = |key: &str, time: Duration| {
            (!time.is_zero()).then(|| format!("\"{key}\": {}", format_seconds(time)))
        };
        let switch =
            |key: &str, is_on: bool, value: &str| is_on.then(|| format!("\"{key}\": {value}"));
        let side = |key: &str, side: Option<Colour>| {
            side.map(|side| format!("\"{key}\": \"{}\"", side.name()))
        };
        let turns = |key: &str, turns: [Option<u32>; 2]| {
            let sides = Colour::BOTH.into_iter().zip(turns);
            let told = sides.filter_map(|(side, turn)| Some(format!("\"{side}\": {}", turn?)));
            let told: Vec<String> = told.collect();
            (!told.is_empty()).then(|| format!("\"{key}\": {{ {} }}", told.join(", ")))
        };
        let entries = [
            seconds("thinking", self.thinking),
            switch("paused", self.is_paused, "true"),
            switch("aborted", self.is_aborted, "true"),
            side("draw_offer", self.draw_offer),
            side("take_back_request", self.take_back_request),
            turns("last_draw_offers", self.last_draw_offers),
            turns("last_take_back_requests", self.last_take_back_requests),
            switch("take_backs", self.bars_take_backs, "false"),
            seconds("lag_allowance", self.lag_allowance),
            switch("referee", self.has_referee_elsewhere, "\"elsewhere\""),
        ];
        entries.into_iter().flatten().collect()
    }
}

/// Numbers of turns for White and Black.
fn turns<'a>(
    table: &mut TableReader<'a>,
    key: &'a str,
    faults: &mut Diagnostics,
) -> [Option<u32>; 2] {
    let expected = || message!("number-of-turns", "a number of turns");
    table.get(key).whole_table(faults, |sides, faults| {
        Colour::BOTH
            .map(|colour| sides.get(colour.name()).integer(expected(), 0..=u32::MAX, faults))
    })
}
