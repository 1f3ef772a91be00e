//! The board as an egui widget.

use std::time::Duration;

use egui::{CursorIcon, Event, Id, Key, PointerButton, Response, Sense, Ui};
use rules::Square;

use crate::access::{Access, Request};
use crate::action::{BoardAction, BoardOutput};
use crate::chooser::{Chooser, OpenChoice};
use crate::geometry::BoardGeometry;
use crate::input::{HOVER_SECONDS, InputController, PointerEvent};
use crate::keyboard::{self, BoardKey};
use crate::paint::Scene;
use crate::piece_renderer::PieceRenderer;
use crate::placement::Placement;
use crate::state::BoardState;
use crate::view::{BoardView, PromotionChoice};

impl BoardView<'_> {
    /// Shows the largest board that fits into the space that is left, and returns what was done.
    ///
    /// Keys are taken only while the board has the keyboard's focus, and out of the input, so
    /// that no other widget sees them. Escape is left alone unless a promotion has to be chosen.
    pub fn show(
        &self,
        ui: &mut Ui,
        state: &mut BoardState,
        art: &mut dyn PieceRenderer,
    ) -> BoardOutput {
        let scale = ui.ctx().pixels_per_point();
        let space = ui.available_rect_before_wrap();
        let geometry = BoardGeometry::fit(self.size, self.bottom, space, scale);
        let id = ui.make_persistent_id("board");
        ui.allocate_rect(geometry.rect(), Sense::hover());
        let response = ui.interact(geometry.rect(), id, Sense::click_and_drag());
        art.prepare(ui.ctx(), geometry.tile());

        let now = ui.input(|input| input.time);
        let pieces = self.pieces.after(self.premoves);
        state.animator.update(self.pieces, self.marks.last_move, self.glide, now);
        let mut frame = Frame { view: self, geometry, pieces, id, now, actions: Vec::new() };
        frame.input(state).drop_stale_selection();
        state.choice = self.promotion.map(|choice| OpenChoice::keep(state.choice, &choice));
        match &self.promotion {
            Some(choice) => frame.choose(ui, state, &response, choice),
            None => frame.play(ui, state, &response),
        }
        let moving = frame.paint(ui, state, &response, art);
        frame.ask_for_repaint(ui, state, moving);
        BoardOutput { response, geometry, actions: frame.actions, moving }
    }
}

/// One frame of the board.
struct Frame<'a, 'v> {
    view: &'a BoardView<'v>,
    geometry: BoardGeometry,
    /// The pieces as they will stand after the waiting moves.
    pieces: Placement,
    id: Id,
    now: f64,
    actions: Vec<BoardAction>,
}

impl<'v> Frame<'_, 'v> {
    fn input<'h>(&'h mut self, state: &'h mut BoardState) -> InputController<'h, 'v> {
        InputController {
            view: self.view,
            geometry: &self.geometry,
            pieces: &self.pieces,
            state,
            actions: &mut self.actions,
            now: self.now,
        }
    }

    fn play(&mut self, ui: &mut Ui, state: &mut BoardState, response: &Response) {
        // Two fingers enlarge the board: the first of them has not picked anything up.
        let events = match ui.input(|input| input.multi_touch()) {
            Some(_) => vec![PointerEvent::Gone],
            None => self.pointer_events(ui, response),
        };
        for event in events {
            if let PointerEvent::Pressed { pos, .. } = event {
                response.request_focus();
                state.focus.square = self.geometry.square_at(pos);
                state.focus.shown = false;
            }
            self.input(state).pointer(event);
        }
        if !ui.input(|input| input.pointer.any_down()) {
            // A release that was never seen, for example because a touch was broken off.
            self.input(state).cancel_drag();
            state.pen = None;
        }
        let hover = self.hovered(ui, state, response);
        self.input(state).hover(hover);
        self.keys(ui, state, response);
        self.requests(ui, state, response);
        self.set_cursor(ui, state);
    }

    /// The pointer's events that concern the board, in order.
    fn pointer_events(&self, ui: &Ui, response: &Response) -> Vec<PointerEvent> {
        let is_ours = response.is_pointer_button_down_on()
            || response.clicked_by(PointerButton::Primary)
            || response.clicked_by(PointerButton::Secondary);
        ui.input(|input| {
            let touch = input.any_touches();
            let understood = input.events.iter().filter_map(|event| match *event {
                Event::PointerMoved(pos) => Some(PointerEvent::Moved { pos }),
                Event::PointerButton { pos, button, pressed: true, modifiers } => {
                    is_ours.then_some(PointerEvent::Pressed { pos, button, modifiers, touch })
                }
                Event::PointerButton { pos, button, pressed: false, .. } => {
                    Some(PointerEvent::Released { pos, button })
                }
                Event::PointerGone => Some(PointerEvent::Gone),
                _ => None,
            });
            understood.collect()
        })
    }

    /// The square under the pointer; while a piece is dragged, under the piece.
    fn hovered(&self, ui: &Ui, state: &BoardState, response: &Response) -> Option<Square> {
        if !response.contains_pointer() && state.dragged().is_none() {
            return None;
        }
        let pos = ui.input(|input| input.pointer.latest_pos())?;
        self.geometry.square_at(pos)
    }

    fn keys(&mut self, ui: &Ui, state: &mut BoardState, response: &Response) {
        if !response.has_focus() {
            return;
        }
        if response.gained_focus() && ui.input(|input| input.key_down(Key::Tab)) {
            state.focus.shown = true;
        }
        keyboard::keep_arrows(ui.ctx(), self.id);
        for key in keyboard::take_keys(ui.ctx(), false) {
            let focus = keyboard::focus_square(self.view, state);
            state.focus.square = Some(focus);
            state.focus.shown = true;
            match key {
                BoardKey::Step { columns, rows, far } => {
                    let way = (columns, rows);
                    let next = keyboard::step(self.view, state, &self.geometry, focus, way, far);
                    state.focus.square = Some(next);
                }
                BoardKey::Act => self.input(state).activate(focus),
                BoardKey::Cancel | BoardKey::Letter(_) => {}
            }
        }
    }

    fn requests(&mut self, ui: &mut Ui, state: &mut BoardState, response: &Response) {
        let mut access = Access { ui, board: self.id };
        if !access.is_wanted() {
            return;
        }
        let focus = keyboard::focus_square(self.view, state);
        let requests = access.squares(self.view, &self.geometry, state, &self.pieces, focus);
        for request in requests {
            match request {
                Request::Click(square) => self.input(state).activate(square),
                Request::Focus(square) => {
                    response.request_focus();
                    state.focus.square = Some(square);
                    state.focus.shown = true;
                }
                Request::Choose(_) => {}
            }
        }
    }

    fn set_cursor(&self, ui: &Ui, state: &BoardState) {
        let icon = match (state.dragged(), state.hover) {
            (Some(_), _) => CursorIcon::Grabbing,
            (None, Some(hover)) => {
                let targets = state.selected.map(|square| (self.view.targets)(square));
                let is_target = targets.is_some_and(|targets| targets.contains(hover.square));
                let has_piece = self.pieces.get(hover.square).is_some();
                if is_target {
                    CursorIcon::PointingHand
                } else if has_piece && self.view.movable.contains(hover.square) {
                    CursorIcon::Grab
                } else {
                    return;
                }
            }
            (None, None) => return,
        };
        ui.ctx().set_cursor_icon(icon);
    }

    /// While a promotion has to be chosen, nothing else can be done on the board.
    fn choose(
        &mut self,
        ui: &mut Ui,
        state: &mut BoardState,
        response: &Response,
        choice: &PromotionChoice<'_>,
    ) {
        self.input(state).cancel_drag();
        self.input(state).hover(None);
        let Some(mut open) = state.choice else { return };
        let chooser = Chooser::new(choice, &self.geometry);
        let mut chosen = None;
        for event in self.pointer_events(ui, response) {
            match event {
                PointerEvent::Moved { pos } => open.index = chooser.at(pos).unwrap_or(open.index),
                PointerEvent::Pressed { pos, button: PointerButton::Primary, .. } => {
                    chosen = Some(chooser.click(pos));
                }
                PointerEvent::Pressed { button: PointerButton::Secondary, .. } => {
                    chosen = Some(BoardAction::PromotionCancelled);
                }
                _ => {}
            }
        }
        if !response.has_focus() {
            response.request_focus();
        }
        keyboard::keep_arrows(ui.ctx(), self.id);
        for key in keyboard::take_keys(ui.ctx(), true) {
            chosen = chosen.or(chooser.key(key, &mut open, self.view.letters));
        }
        let mut access = Access { ui, board: self.id };
        if access.is_wanted() {
            let asked = access.choices(self.view, &self.geometry, &chooser, open.index);
            for request in asked {
                if let Request::Choose(index) = request {
                    chosen = chosen.or(Some(chooser.choose(index)));
                }
            }
        }
        if matches!(chosen, Some(BoardAction::Promote(_))) {
            // The choices stood at the pawn's square: it need not go there once more.
            state.animator.carried(choice.from, choice.to);
        }
        state.choice = Some(open);
        self.actions.extend(chosen);
    }

    /// Paints everything and says whether anything is moving.
    fn paint(
        &self,
        ui: &Ui,
        state: &mut BoardState,
        response: &Response,
        art: &dyn PieceRenderer,
    ) -> bool {
        let flash =
            state.highlight.as_mut().and_then(|flash| Some((flash.square, flash.level(self.now)?)));
        if flash.is_none() {
            state.highlight = None;
        }
        let ring = (response.has_focus() && state.focus.shown && state.choice.is_none())
            .then(|| keyboard::focus_square(self.view, state));
        let scene = Scene {
            view: self.view,
            geometry: &self.geometry,
            pieces: &self.pieces,
            art,
            painter: ui.painter(),
            now: self.now,
            flash,
            ring,
        };
        if ui.is_rect_visible(self.geometry.rect()) {
            scene.paint(state);
            scene.paint_held(ui.ctx(), self.id, state);
            scene.paint_lens(ui.ctx(), self.id, state);
            if let (Some(choice), Some(open)) = (&self.view.promotion, state.choice) {
                let chooser = Chooser::new(choice, &self.geometry);
                scene.paint_chooser(choice, &chooser, open.index);
            }
        }
        state.animator.is_moving() || flash.is_some()
    }

    /// Another frame is needed while something moves, after an action, and when a hover is due.
    fn ask_for_repaint(&self, ui: &Ui, state: &BoardState, moving: bool) {
        if moving || !self.actions.is_empty() {
            ui.ctx().request_repaint();
        } else if let Some(hover) = state.hover.filter(|hover| !hover.told) {
            let has_piece = self.pieces.get(hover.square).is_some();
            let left = hover.since + HOVER_SECONDS - self.now;
            if has_piece && left > 0.0 {
                ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
            }
        }
    }
}
