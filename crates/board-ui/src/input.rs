//! Input of the board: clicks, drags, drawings, and the same by keyboard.

use egui::{Modifiers, PointerButton, Pos2};
use rules::{Square, SquareSet};

use crate::action::BoardAction;
use crate::drawing::{BoardArrow, Circle, Ink};
use crate::geometry::BoardGeometry;
use crate::placement::Placement;
use crate::state::{BoardState, Hover, Pen, Press};
use crate::view::{BoardView, Targets};

/// How far the pointer must go before a press becomes a drag, in points.
const DRAG_DISTANCE: f32 = 4.0;
/// The same for a finger, which trembles more.
const TOUCH_DISTANCE: f32 = 10.0;
/// How long the pointer must rest before more about a piece is shown, in seconds.
pub(crate) const HOVER_SECONDS: f64 = 0.7;

/// One event of the pointer, as far as the board cares.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PointerEvent {
    Pressed { pos: Pos2, button: PointerButton, modifiers: Modifiers, touch: bool },
    Moved { pos: Pos2 },
    Released { pos: Pos2, button: PointerButton },
    Gone,
}

/// Turns input events into board actions and updates the state.
pub(crate) struct InputController<'a, 'v> {
    pub view: &'a BoardView<'v>,
    pub geometry: &'a BoardGeometry,
    /// The pieces as they will stand after the waiting moves.
    pub pieces: &'a Placement,
    pub state: &'a mut BoardState,
    pub actions: &'a mut Vec<BoardAction>,
    pub now: f64,
}

impl InputController<'_, '_> {
    /// Drops a selection that the position no longer allows.
    pub fn drop_stale_selection(&mut self) {
        let movable = self.movable();
        if self.state.selected.is_some_and(|square| !movable.contains(square)) {
            self.cancel_drag();
            self.deselect();
        }
        let pieces = self.pieces;
        if self.state.inspected.is_some_and(|square| pieces.get(square).is_none()) {
            self.stop_inspecting();
        }
    }

    pub fn pointer(&mut self, event: PointerEvent) {
        match event {
            PointerEvent::Pressed { pos, button, modifiers, touch } => {
                let Some(square) = self.geometry.square_at(pos) else { return };
                match button {
                    PointerButton::Primary => self.press(square, pos, touch),
                    PointerButton::Secondary => self.start_drawing(square, modifiers),
                    _ => {}
                }
            }
            PointerEvent::Moved { pos } => self.moved(pos),
            PointerEvent::Released { pos, button } => match button {
                PointerButton::Primary => self.release(pos),
                PointerButton::Secondary => self.finish_drawing(),
                _ => {}
            },
            // A finger that is gone without having let go was called off; a mouse comes back.
            PointerEvent::Gone => {
                if self.state.press.is_some_and(|press| press.touch) {
                    self.cancel_drag();
                    self.deselect();
                }
            }
        }
    }

    /// A complete click on a square, as the keyboard or an assistive program does it.
    pub fn activate(&mut self, square: Square) {
        let pos = self.geometry.centre(square);
        self.press(square, pos, false);
        self.release(pos);
    }

    /// The pointer is on this square, or not on the board.
    pub fn hover(&mut self, square: Option<Square>) {
        if square != self.state.hover.map(|hover| hover.square) {
            self.state.hover = square.map(|square| Hover { square, since: self.now, told: false });
            self.actions.push(BoardAction::Hovered(square));
        }
        let busy = self.state.press.is_some();
        let Some(hover) = &mut self.state.hover else { return };
        let due = self.now - hover.since >= HOVER_SECONDS - 1e-6;
        if due && !hover.told && !busy && self.pieces.get(hover.square).is_some() {
            hover.told = true;
            self.actions.push(BoardAction::HoverLong(hover.square));
        }
    }

    /// Puts a dragged piece back, for example when the window loses the pointer.
    pub fn cancel_drag(&mut self) {
        let Some(press) = self.state.press.take() else { return };
        if press.dragging {
            self.return_home(&press);
            self.actions.push(BoardAction::DragEnded);
        }
    }

    fn movable(&self) -> SquareSet {
        let stands = |square: &Square| self.pieces.get(*square).is_some();
        self.view.movable.iter().filter(stands).collect()
    }

    fn targets(&self, from: Square) -> Targets {
        (self.view.targets)(from)
    }

    fn press(&mut self, square: Square, pos: Pos2, touch: bool) {
        self.state.pen = None;
        if !self.state.drawings.is_empty() {
            self.state.drawings.clear();
            self.actions.push(BoardAction::DrawingsChanged);
        }
        let selected = self.state.selected;
        if let Some(from) = selected.filter(|from| self.targets(*from).contains(square)) {
            self.state.selected = None;
            self.actions.push(BoardAction::Move { from, to: square });
        } else if self.view.movable.contains(square) && self.pieces.get(square).is_some() {
            let was_selected = selected == Some(square);
            if !was_selected {
                self.stop_inspecting();
                self.state.selected = Some(square);
                self.actions.push(BoardAction::Select(square));
            }
            self.state.press =
                Some(Press { square, start: pos, pos, was_selected, dragging: false, touch });
        } else {
            if let Some(from) = selected {
                self.actions.push(BoardAction::AttemptElsewhere { from, to: square });
                self.deselect();
            }
            self.inspect(square);
        }
    }

    fn moved(&mut self, pos: Pos2) {
        if let Some(pen) = &mut self.state.pen {
            pen.to = self.geometry.square_at(pos);
        }
        let Some(press) = &mut self.state.press else { return };
        press.pos = pos;
        let enough = if press.touch { TOUCH_DISTANCE } else { DRAG_DISTANCE };
        if !press.dragging && press.start.distance(pos) > enough {
            press.dragging = true;
            self.actions.push(BoardAction::DragStarted(press.square));
        }
        if press.dragging {
            self.actions.push(BoardAction::DragMoved(self.geometry.point_at(pos)));
        }
    }

    fn release(&mut self, pos: Pos2) {
        let Some(press) = self.state.press.take() else { return };
        let press = Press { pos, ..press };
        let from = press.square;
        let on = self.geometry.square_at(pos);
        if on == Some(from) {
            if press.dragging {
                self.return_home(&press);
            }
            if press.was_selected {
                self.deselect();
            }
        } else if press.dragging {
            match on {
                Some(to) if self.targets(from).contains(to) => {
                    self.state.animator.carried(from, to);
                    self.state.selected = None;
                    self.actions.push(BoardAction::Move { from, to });
                }
                _ => {
                    self.return_home(&press);
                    let attempt = on.map(|to| BoardAction::AttemptElsewhere { from, to });
                    self.actions.extend(attempt);
                    self.deselect();
                }
            }
        }
        if press.dragging {
            self.actions.push(BoardAction::DragEnded);
        }
    }

    fn return_home(&mut self, press: &Press) {
        if let Some(piece) = self.pieces.get(press.square) {
            let place = self.geometry.point_at(press.pos);
            self.state.animator.return_home(piece, place, press.square, self.now);
        }
    }

    fn deselect(&mut self) {
        if self.state.selected.take().is_some() {
            self.actions.push(BoardAction::Deselect);
        }
    }

    fn inspect(&mut self, square: Square) {
        let again = self.state.inspected == Some(square);
        self.stop_inspecting();
        if !again && self.pieces.get(square).is_some() {
            self.state.inspected = Some(square);
            self.actions.push(BoardAction::Inspect(square));
        }
    }

    fn stop_inspecting(&mut self) {
        if self.state.inspected.take().is_some() {
            self.actions.push(BoardAction::StopInspecting);
        }
    }

    fn start_drawing(&mut self, square: Square, modifiers: Modifiers) {
        if self.state.press.is_some() {
            self.cancel_drag();
            self.deselect();
        } else {
            let ink = Ink::from_modifiers(modifiers);
            self.state.pen = Some(Pen { from: square, to: Some(square), ink });
        }
    }

    fn finish_drawing(&mut self) {
        let Some(Pen { from, to: Some(to), ink }) = self.state.pen.take() else { return };
        if from != to {
            self.state.drawings.toggle_arrow(BoardArrow { from, to, ink });
            self.actions.push(BoardAction::DrawingsChanged);
        } else if !self.view.premoves.is_empty() {
            self.actions.push(BoardAction::CancelPremoves);
        } else {
            self.state.drawings.toggle_circle(Circle { square: from, ink });
            self.actions.push(BoardAction::DrawingsChanged);
        }
    }
}
