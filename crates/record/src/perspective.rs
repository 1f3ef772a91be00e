//! What somebody may know of an entry: the one place that decides what fog hides.

use rules::{Colour, Square};
use serde::{Deserialize, Serialize};

use crate::{Entry, EntryKind, names};

/// From where somebody looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Perspective {
    /// As the player of a colour: messages say "you".
    Player(Colour),
    /// As somebody who plays neither side, or both: messages say "White".
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

    /// The side that is played from here, if any.
    pub const fn player(self) -> Option<Colour> {
        match self {
            Perspective::Player(side) => Some(side),
            Perspective::Spectator { .. } => None,
        }
    }
}

/// An entry as somebody may know it. It is made by [`Entry::visible`] or read from a message.
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
    /// What somebody may know of this entry of a side: under fog, which ends with the game, a
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

/// What somebody knows of a turn under fog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenTurn {
    /// Whose turn it was.
    #[serde(with = "names::colour")]
    pub mover: Colour,
    /// Where the piece came from, if that was seen.
    #[serde(with = "names::square_or_not", default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Square>,
    /// Where it went, if that is seen.
    #[serde(with = "names::square_or_not", default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// What was taken: nobody loses a piece, or takes one, without knowing it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<SeenCapture>,
}

/// A piece that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCapture {
    /// Where it stood.
    #[serde(with = "names::square")]
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
}
