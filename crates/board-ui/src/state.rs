//! The state of the board between frames.

use egui::Pos2;
use rules::Square;

use crate::animation::Animator;
use crate::chooser::OpenChoice;
use crate::drawing::{Drawings, Ink};
use crate::highlight::Highlight;
use crate::paint::FogCache;

/// The state of the board between frames: selection, focus, drawings, motions.
#[derive(Default)]
pub struct BoardState {
    /// The arrows and circles that the player drew.
    pub drawings: Drawings,
    pub(crate) selected: Option<Square>,
    pub(crate) inspected: Option<Square>,
    pub(crate) focus: Focus,
    pub(crate) press: Option<Press>,
    pub(crate) pen: Option<Pen>,
    pub(crate) hover: Option<Hover>,
    pub(crate) highlight: Option<Highlight>,
    pub(crate) animator: Animator,
    pub(crate) choice: Option<OpenChoice>,
    pub(crate) fog: FogCache,
}

impl BoardState {
    /// The selected square.
    pub fn selected(&self) -> Option<Square> {
        self.selected
    }

    /// Selects a square, or nothing, as if the player had done it.
    pub fn select(&mut self, square: Option<Square>) {
        self.selected = square;
        self.inspected = None;
        self.press = None;
    }

    /// Is the board used by keyboard? Not while it was touched with the mouse last.
    pub fn shows_focus(&self) -> bool {
        self.focus.shown
    }

    /// The square of the piece whose reach is looked at.
    pub fn inspected(&self) -> Option<Square> {
        self.inspected
    }

    /// The square whose piece is being dragged.
    pub fn dragged(&self) -> Option<Square> {
        self.press.as_ref().filter(|press| press.dragging).map(|press| press.square)
    }

    /// Lets a square flash three times, half a second each.
    pub fn highlight(&mut self, square: Square) {
        self.highlight = Some(Highlight::new(square));
    }
}

/// The square that the keyboard is on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Focus {
    pub square: Option<Square>,
    /// A ring is shown only to those who use the keyboard.
    pub shown: bool,
}

/// A piece under the pressed button.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Press {
    pub square: Square,
    pub start: Pos2,
    pub pos: Pos2,
    /// The square was selected before: letting it go without a move gives it up.
    pub was_selected: bool,
    pub dragging: bool,
    pub touch: bool,
}

/// An arrow or a circle that is being drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub from: Square,
    pub to: Option<Square>,
    pub ink: Ink,
}

/// The square under the pointer and since when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hover {
    pub square: Square,
    pub since: f64,
    pub told: bool,
}
