//! The visible part of an entry: the one place that decides what fog hides.

use rules::{Colour, Square};
use serde::{Deserialize, Serialize};

use crate::{Entry, EntryKind, GameRecord, names};

/// The viewpoint from which a game is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Perspective {
    /// As the player of a colour: messages say "you".
    Player(Colour),
    /// A viewer who plays neither side, or both: messages say "White".
    Spectator {
        /// Under fog, the side whose view is shared with them.
        view_of: Option<Colour>,
    },
}

impl Perspective {
    /// A spectator who sees nothing that fog hides.
    pub const NEUTRAL: Perspective = Perspective::Spectator { view_of: None };

    /// The side whose view is seen under fog, if any.
    pub const fn viewer(self) -> Option<Colour> {
        match self {
            Perspective::Player(side) => Some(side),
            Perspective::Spectator { view_of } => view_of,
        }
    }
}

/// An entry as a perspective may see it. It is made by [`Entry::visible`] or read from a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VisibleEntry(Entry);

impl VisibleEntry {
    /// The entry, in which a move may be hidden.
    pub const fn entry(self) -> Entry {
        self.0
    }
}

impl Entry {
    /// The visible part of this entry of a side: under fog, which ends with the game, a
    /// move is known only to those who see with the eyes of the side that made it.
    pub fn visible(self, mover: Colour, to: Perspective, is_foggy: bool) -> VisibleEntry {
        let is_hidden = is_foggy && to.viewer() != Some(mover);
        let kind = match self.kind {
            EntryKind::Move(_) if is_hidden => EntryKind::HiddenMove,
            kind => kind,
        };
        VisibleEntry(Entry { kind, ..self })
    }
}

impl GameRecord {
    /// The visible part of every entry, each with how many turns stood before it. `first` is
    /// the side that moves first. No entry reaches a client in another way.
    pub fn visible(
        &self,
        first: Colour,
        to: Perspective,
        is_foggy: bool,
    ) -> impl Iterator<Item = (usize, VisibleEntry)> {
        self.entries.iter().scan(0_usize, move |ply, entry| {
            let before = std::mem::replace(ply, entry.kind.ply_after(*ply));
            let mover = if before.is_multiple_of(2) { first } else { !first };
            Some((before, entry.visible(mover, to, is_foggy)))
        })
    }
}

/// What a perspective sees of a turn under fog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "SeenMove"))]
pub struct SeenTurn {
    /// Whose turn it was.
    #[serde(with = "names::name")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ColourName"))]
    pub mover: Colour,
    /// Where the piece came from, if that was seen.
    #[serde(with = "names::name_or_not", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::SquareName>"))]
    pub from: Option<Square>,
    /// Where it went, if that is seen.
    #[serde(with = "names::name_or_not", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::SquareName>"))]
    pub to: Option<Square>,
    /// What was taken: both players always see captures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<SeenCapture>,
}

/// A piece that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenCapture {
    /// Where it stood.
    #[serde(with = "names::name")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::SquareName"))]
    pub square: Square,
    /// Its letter, capital if it was White's.
    pub piece: char,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fog_hides_moves_from_all_but_the_eyes_of_the_mover() {
        let step = EntryKind::Move("e2e4".parse().expect("a move"));
        let seen = |to, is_foggy| {
            Entry::new(step).visible(Colour::White, to, is_foggy).entry().kind == step
        };
        let shared = |side| Perspective::Spectator { view_of: Some(side) };
        for (perspective, is_seen) in [
            (Perspective::Player(Colour::White), true),
            (Perspective::Player(Colour::Black), false),
            (Perspective::NEUTRAL, false),
            (shared(Colour::White), true),
            (shared(Colour::Black), false),
        ] {
            assert_eq!(seen(perspective, true), is_seen, "{perspective:?}");
            assert!(seen(perspective, false));
        }
        let pass = Entry::new(EntryKind::Pass).visible(Colour::White, Perspective::NEUTRAL, true);
        assert_eq!(pass.entry().kind, EntryKind::Pass);
    }

    #[test]
    fn after_a_take_back_moves_are_hidden_from_the_right_side() {
        let step = EntryKind::Move("e2e4".parse().expect("a move"));
        let offer = EntryKind::OfferDraw(Colour::Black);
        let kinds = [step, step, offer, EntryKind::TakeBack(1), step, EntryKind::Pass, step];
        let entries = kinds.map(Entry::new).to_vec();
        let record = GameRecord { entries, ..GameRecord::default() };
        let white = Perspective::Player(Colour::White);
        let seen = record.visible(Colour::White, white, true);
        let seen: Vec<(usize, EntryKind)> = seen.map(|(ply, e)| (ply, e.entry().kind)).collect();
        let hidden = EntryKind::HiddenMove;
        let expected = [step, hidden, offer, EntryKind::TakeBack(1), hidden, EntryKind::Pass];
        assert_eq!(
            seen[..6],
            std::array::from_fn::<_, 6, _>(|n| ([0, 1, 2, 2, 1, 2][n], expected[n]))
        );
        assert_eq!(seen[6], (3, hidden));
    }
}
