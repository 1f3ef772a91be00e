//! What a player shares between moves: pointer, held piece and arrows.

use rules::Square;
use serde::{Deserialize, Serialize};

/// The most arrows and marks that are shown of one player.
pub const MOST_ARROWS: usize = 32;

/// A player's pointer, held piece and arrows at one moment. Each message is complete, so a later one
/// replaces an earlier one: slow clients get only the last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LiveState {
    /// The square under the pointer.
    #[serde(with = "record::names::name_or_not", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<record::schema::SquareName>"))]
    pub hover: Option<Square>,
    /// The square that is selected.
    #[serde(with = "record::names::name_or_not", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<record::schema::SquareName>"))]
    pub selected: Option<Square>,
    /// The piece that is being dragged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drag: Option<Drag>,
    /// Arrows that were drawn, [`MOST_ARROWS`] at most; from a square to itself it is a mark.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
}

/// A piece in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Drag {
    /// Where it stood.
    #[serde(with = "record::names::name")]
    #[cfg_attr(feature = "schema", schemars(with = "record::schema::SquareName"))]
    pub from: Square,
    /// Where it is, in squares from the left edge of file a to the right.
    pub x: f32,
    /// Where it is, in squares from the lower edge of rank 1 upwards.
    pub y: f32,
}

/// An arrow, or a mark on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// Where it begins.
    #[serde(with = "record::names::name")]
    #[cfg_attr(feature = "schema", schemars(with = "record::schema::SquareName"))]
    pub from: Square,
    /// Where it points.
    #[serde(with = "record::names::name")]
    #[cfg_attr(feature = "schema", schemars(with = "record::schema::SquareName"))]
    pub to: Square,
}

impl LiveState {
    /// Is there nothing to be seen?
    pub fn is_empty(&self) -> bool {
        *self == LiveState::default()
    }

    /// Does everything in it make sense on some board?
    pub fn is_sound(&self) -> bool {
        let on_a_board = |place: f32| (-1.0..=17.0).contains(&place);
        self.arrows.len() <= MOST_ARROWS
            && self.drag.is_none_or(|drag| on_a_board(drag.x) && on_a_board(drag.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_states_are_short_and_checked() {
        assert_eq!(crate::write(&LiveState::default()), "{}");
        let state: LiveState =
            crate::read(r#"{"hover":"n14","drag":{"from":"a2","x":0.5,"y":1.5}}"#).expect("sound");
        assert!(state.is_sound() && !state.is_empty());
        let wild: LiveState =
            crate::read(r#"{"drag":{"from":"a2","x":1e30,"y":0}}"#).expect("readable");
        assert!(!wild.is_sound());
        assert!(crate::read::<LiveState>(r#"{"hover":"z99"}"#).is_err());
    }
}
