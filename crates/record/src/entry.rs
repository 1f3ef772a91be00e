//! One thing that happened in a game, with its clock.

use std::time::Duration;

use rules::Colour;
use serde::{Deserialize, Serialize};

use crate::{GameEnd, UciMove, names};

/// Something that happened in a game. Entries are only ever appended; replaying them restores the
/// game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// The kind of entry, with its data.
    #[serde(flatten)]
    pub kind: EntryKind,
    /// How much time the present turn had taken by then; milliseconds in JSON.
    #[serde(
        rename = "spent_ms",
        with = "names::milliseconds",
        default,
        skip_serializing_if = "Duration::is_zero"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub spent: Duration,
    /// The clock of the side to move after the entry, if there are clocks; after a move,
    /// with its increment; milliseconds in JSON.
    #[serde(
        rename = "clock_ms",
        with = "names::milliseconds_or_not",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub clock: Option<Duration>,
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EntryKind {
    /// A move of the side to move.
    Move(UciMove),
    /// A move that fog hides; only in visible entries.
    #[cfg_attr(feature = "schema", schemars(with = "()"))]
    HiddenMove,
    /// The turn passed, as its time was up.
    #[cfg_attr(feature = "schema", schemars(with = "()"))]
    Pass,
    /// A side offers a draw.
    OfferDraw(
        #[serde(with = "names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ColourName"))]
        Colour,
    ),
    /// A side declines a draw. A move declines it as well, without an entry.
    DeclineDraw(
        #[serde(with = "names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ColourName"))]
        Colour,
    ),
    /// A side asks to take its last move back.
    AskTakeBack(
        #[serde(with = "names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ColourName"))]
        Colour,
    ),
    /// A side declines that a move is taken back. A move declines it as well.
    DeclineTakeBack(
        #[serde(with = "names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ColourName"))]
        Colour,
    ),
    /// This number of turns is taken back.
    TakeBack(u32),
    /// This number of turns that were taken back is played again.
    #[cfg_attr(feature = "schema", schemars(skip))]
    PutBack(u32),
    /// The clocks are stopped.
    #[cfg_attr(feature = "schema", schemars(with = "()"))]
    Pause,
    /// The clocks run again.
    #[cfg_attr(feature = "schema", schemars(with = "()"))]
    Resume,
    /// The clocks of White and Black are set.
    SetClocks(ClockTimes),
    /// The game ends: by the last move, by resignation, on time, by agreement and so on.
    End(GameEnd),
    /// A resignation is taken back, and the game goes on.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Reopen,
    /// The game starts again from its first position.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Restart,
}

/// The times of both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockTimes {
    /// White's clock; milliseconds in JSON.
    #[serde(rename = "white_ms", with = "names::milliseconds")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub white: Duration,
    /// Black's clock; milliseconds in JSON.
    #[serde(rename = "black_ms", with = "names::milliseconds")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub black: Duration,
}

impl Entry {
    /// An entry at the start of a turn, in a game without clocks.
    pub const fn new(kind: EntryKind) -> Entry {
        Entry { kind, spent: Duration::ZERO, clock: None }
    }
}

impl EntryKind {
    /// Is it a turn of its own: a move, hidden or not, or a pass?
    pub const fn is_turn(self) -> bool {
        matches!(self, EntryKind::Move(_) | EntryKind::HiddenMove | EntryKind::Pass)
    }

    /// How many turns stand after the entry, if `ply` stood before it.
    pub const fn ply_after(self, ply: usize) -> usize {
        match self {
            EntryKind::Move(_) | EntryKind::HiddenMove | EntryKind::Pass => ply + 1,
            EntryKind::TakeBack(plies) => ply.saturating_sub(plies as usize),
            EntryKind::PutBack(plies) => ply + plies as usize,
            EntryKind::Restart => 0,
            _ => ply,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::{Outcome, Reason};

    use super::*;

    #[test]
    fn entries_are_short_rows() {
        let step = "n13n14q".parse().expect("a move");
        let second = Duration::from_secs(1);
        let times = ClockTimes { white: second, black: 2 * second };
        let end = GameEnd::from(Outcome::won_by(Colour::White, Reason::Time));
        for (kind, text) in [
            (EntryKind::Move(step), r#"{"move":"n13n14q"}"#),
            (EntryKind::HiddenMove, r#"{"hidden-move":null}"#),
            (EntryKind::Pass, r#"{"pass":null}"#),
            (EntryKind::OfferDraw(Colour::Black), r#"{"offer-draw":"black"}"#),
            (EntryKind::TakeBack(2), r#"{"take-back":2}"#),
            (EntryKind::Pause, r#"{"pause":null}"#),
            (EntryKind::SetClocks(times), r#"{"set-clocks":{"white_ms":1000,"black_ms":2000}}"#),
            (EntryKind::End(end), r#"{"end":{"winner":"white","reason":"time"}}"#),
        ] {
            let entry = Entry::new(kind);
            assert_eq!(serde_json::to_string(&entry).expect("written"), text);
            assert_eq!(serde_json::from_str::<Entry>(text).expect("read"), entry);
        }
        let entry = Entry { spent: second, clock: Some(9 * second), ..Entry::new(EntryKind::Pass) };
        let text = r#"{"pass":null,"spent_ms":1000,"clock_ms":9000}"#;
        assert_eq!(serde_json::to_string(&entry).expect("written"), text);
        assert_eq!(serde_json::from_str::<Entry>(text).expect("read"), entry);
        assert!(serde_json::from_str::<Entry>(r#"{"jump":null}"#).is_err());
    }
}
