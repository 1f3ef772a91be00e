//! Painting the board, layer by layer.

mod arrows;
mod coordinates;
mod figures;
mod fog;
mod marks;
mod tiles;

use egui::{Color32, Context, Id, LayerId, Order, Painter, Rect, Stroke, StrokeKind, Vec2, vec2};
use rules::{Piece, Square, SquareSet};

pub(crate) use figures::Figures;
pub(crate) use fog::FogCache;
pub(crate) use tiles::TileMesh;

use crate::chooser::Chooser;
use crate::drawing::BoardArrow;
use crate::geometry::BoardGeometry;
use crate::piece_renderer::PieceRenderer;
use crate::placement::Placement;
use crate::state::BoardState;
use crate::style::{BoardStyle, TargetShape};
use crate::view::{BoardView, PromotionChoice};
use marks::{TileMarks, overlaid_checks, selected_targets};

/// How much a dragged piece grows in the hand.
const HELD: f32 = 1.12;
/// The same under a finger, which would hide a smaller one.
const HELD_BY_FINGER: f32 = 1.7;
/// Tiles smaller than this are magnified under a finger, in points.
const LENS_BELOW: f32 = 34.0;
/// The side of the magnifier, and how much it magnifies.
const LENS: f32 = 120.0;
const LENS_POWER: f32 = 1.8;
/// How opaque the origin of a dragged or premoved piece is.
const LEFT_BEHIND: f32 = 0.35;
/// How opaque a piece is where a waiting move will take it.
const GHOST: f32 = 0.75;

/// Where the board is painted, and how it looks.
#[derive(Clone, Copy)]
pub(crate) struct Canvas<'a> {
    pub painter: &'a Painter,
    pub geometry: &'a BoardGeometry,
    pub style: &'a BoardStyle,
}

/// All that painting needs to know.
pub(crate) struct Scene<'a, 'v> {
    pub view: &'a BoardView<'v>,
    pub geometry: &'a BoardGeometry,
    /// The pieces as they will stand after the waiting moves.
    pub pieces: &'a Placement,
    pub art: &'a dyn PieceRenderer,
    pub painter: &'a Painter,
    pub now: f64,
    pub flash: Option<(Square, f32)>,
    /// The ring of the keyboard is on this square.
    pub ring: Option<Square>,
}

impl Scene<'_, '_> {
    pub fn paint(&self, state: &mut BoardState) {
        let marks = TileMarks::new(self.view, state, self.flash);
        self.canvas().ground(self.view.visible);
        self.paint_fog(state);
        let mut overlay = TileMesh::new(self.canvas());
        marks.paint(&mut overlay, self.view);
        self.painter.add(overlay.into_shape());
        self.paint_frames(state, &marks);
        self.paint_reach(state);
        self.paint_pieces(state);
        if self.view.coordinates {
            let colour = |square| self.ground_colour(&marks, square);
            self.canvas().coordinates(colour);
        }
        self.paint_badges();
        self.paint_drawings(state);
        if let Some(square) = self.ring {
            self.paint_ring(square);
        }
    }

    /// Paints the piece in the player's hand above everything else, also beyond the board.
    pub fn paint_held(&self, ctx: &Context, id: Id, state: &BoardState) {
        let held = state.press.filter(|press| press.dragging);
        let Some(press) = held else { return };
        let Some(piece) = self.pieces.get(press.square) else { return };
        let layer = LayerId::new(Order::Foreground, id.with("held"));
        let painter = ctx.layer_painter(layer);
        let tile = self.geometry.tile();
        let (scale, lift) = if press.touch { (HELD_BY_FINGER, 0.6) } else { (HELD, 0.0) };
        let place = press.pos - vec2(0.0, lift * tile);
        let mut figures = Figures::new(&painter, self.art, self.view.letters);
        figures.add(piece, place, tile * scale, 1.0);
        figures.flush();
    }

    /// Paints a magnifier above a finger that drags a piece over tiles that it hides.
    pub fn paint_lens(&self, ctx: &Context, id: Id, state: &mut BoardState) {
        let held = state.press.filter(|press| press.dragging && press.touch);
        let Some(press) = held.filter(|_| self.geometry.tile() < LENS_BELOW) else { return };
        let up = vec2(0.0, 0.5 * LENS + 46.0);
        let is_room = (press.pos - up).y - 0.5 * LENS > ctx.content_rect().top();
        let centre = if is_room { press.pos - up } else { press.pos + up };
        let lens = Rect::from_center_size(centre, Vec2::splat(LENS));
        let layer = LayerId::new(Order::Tooltip, id.with("lens"));
        let painter = ctx.layer_painter(layer).with_clip_rect(lens.expand(2.0));
        let geometry = self.geometry.magnified(LENS_POWER, press.pos, centre);
        painter.rect_filled(lens, 0.0, self.style().card);
        let clipped = painter.with_clip_rect(lens);
        Scene {
            view: self.view,
            geometry: &geometry,
            pieces: self.pieces,
            art: self.art,
            painter: &clipped,
            now: self.now,
            flash: None,
            ring: None,
        }
        .paint(state);
        if let Some(piece) = self.pieces.get(press.square) {
            let mut figures = Figures::new(&clipped, self.art, self.view.letters);
            figures.add(piece, centre, geometry.tile(), 0.8);
            figures.flush();
        }
        let stroke = Stroke::new(2.0, self.style().colours.focus);
        painter.rect_stroke(lens, 4.0, stroke, StrokeKind::Middle);
    }

    /// Paints the choice that has to be made, above a veil.
    pub fn paint_chooser(&self, choice: &PromotionChoice<'_>, chooser: &Chooser, chosen: usize) {
        let style = self.style();
        let radius = self.canvas().corner_radius();
        self.painter.rect_filled(self.geometry.rect(), radius, style.veil);
        let tile = self.geometry.tile();
        let mut figures = Figures::new(self.painter, self.art, self.view.letters);
        for (index, (kind, rect)) in chooser.cards.iter().enumerate() {
            let card = rect.shrink(tile * 0.025);
            let corner = tile * 0.14;
            let shadow = egui::Shadow { offset: [0, 2], blur: 8, ..style.shadow };
            self.painter.add(shadow.as_shape(card, corner));
            self.painter.rect_filled(card, corner, style.card);
            if index == chosen {
                self.painter.rect_filled(card, corner, style.colours.selected.gamma_multiply(0.55));
                let stroke = Stroke::new(tile * 0.05, style.colours.selected.to_opaque());
                self.painter.rect_stroke(card, corner, stroke, StrokeKind::Inside);
            }
            let side = if index == chosen { 0.98 } else { 0.88 };
            figures.add(Piece::new(*kind, choice.colour), rect.center(), tile * side, 1.0);
        }
        figures.flush();
    }

    fn style(&self) -> &BoardStyle {
        self.view.style
    }

    fn canvas(&self) -> Canvas<'_> {
        Canvas { painter: self.painter, geometry: self.geometry, style: self.view.style }
    }

    fn paint_fog(&self, state: &mut BoardState) {
        if let Some(visible) = self.view.visible {
            let radius = self.canvas().corner_radius();
            let shape = state.fog.shape(self.geometry, visible, self.style().colours.fog, radius);
            self.painter.add(shape);
        }
    }

    fn ground_colour(&self, marks: &TileMarks, square: Square) -> Color32 {
        match marks.get(square) {
            None if !self.view.sees(square) => self.style().colours.fog,
            _ => self.canvas().tile_colour(marks, square),
        }
    }

    fn paint_frames(&self, state: &BoardState, marks: &TileMarks) {
        let style = self.style();
        let canvas = self.canvas();
        for square in overlaid_checks(self.view, marks) {
            canvas.frame(square, 0.09, style.colours.check.to_opaque());
        }
        for hand in self.view.remote {
            let held = hand.drag.map(|(square, _)| square).or(hand.selected);
            if let Some(square) = held {
                canvas.frame(square, 0.07, hand.colour.gamma_multiply(0.8));
            }
            if let Some(square) = hand.hover {
                canvas.frame(square, 0.045, hand.colour.gamma_multiply(0.6));
            }
        }
        let Some(hover) = state.hover.map(|hover| hover.square) else { return };
        if self.view.promotion.is_some() {
            return;
        }
        let targets = selected_targets(self.view, state);
        if state.dragged().is_some() && targets.contains(hover) {
            let is_capture = targets.captures.contains(hover);
            let fill = if is_capture { style.colours.captures } else { style.colours.moves };
            if style.targets == TargetShape::Dots {
                let mut mesh = TileMesh::new(self.canvas());
                mesh.fill(hover, fill);
                self.painter.add(mesh.into_shape());
            }
            canvas.frame(hover, 0.07, style.colours.hover.gamma_multiply(1.4));
        } else {
            canvas.frame(hover, 0.045, style.colours.hover);
        }
    }

    /// Dots and rings: of the selected piece where the style wants them, of a looked-at piece always.
    fn paint_reach(&self, state: &BoardState) {
        let style = self.style();
        if style.targets == TargetShape::Dots {
            let targets = selected_targets(self.view, state);
            self.canvas().targets(&targets, style.colours.dots, style.colours.rings);
        }
        if let Some(square) = state.inspected {
            let reach = (self.view.targets)(square);
            let colour = style.colours.inspected.to_opaque().gamma_multiply(0.75);
            self.canvas().targets(&reach, colour, colour);
        }
    }

    fn paint_pieces(&self, state: &BoardState) {
        let tile = self.geometry.tile();
        let mut figures = Figures::new(self.painter, self.art, self.view.letters);
        for shown in state.animator.fading_pieces(self.now) {
            figures.add(shown.piece, self.geometry.position(shown.place), tile, shown.opacity);
        }
        let underway = state.animator.underway();
        let faded = self.faded(state);
        for (square, piece) in self.view.pieces.iter() {
            if underway.contains(square) || !self.view.size.contains(square) {
                continue;
            }
            let faded = if faded.contains(square) { LEFT_BEHIND } else { 1.0 };
            let opacity = faded * state.animator.opacity(square, self.now);
            figures.add(piece, self.geometry.centre(square), tile, opacity);
        }
        for shown in state.animator.travellers(self.now) {
            figures.add(shown.piece, self.geometry.position(shown.place), tile, shown.opacity);
        }
        for square in self.pieces.differences(self.view.pieces) {
            if let Some(piece) = self.pieces.get(square) {
                let held = state.dragged() == Some(square);
                let opacity = if held { LEFT_BEHIND } else { GHOST };
                figures.add(piece, self.geometry.centre(square), tile, opacity);
            }
        }
        for hand in self.view.remote {
            if let Some((square, place)) = hand.drag
                && let Some(piece) = self.view.pieces.get(square)
            {
                figures.add(piece, self.geometry.position(place), tile * HELD, 0.6);
            }
        }
        figures.flush();
    }

    /// The squares whose piece is shown elsewhere, in a hand or where a waiting move takes it, or
    /// will be taken by a waiting move.
    fn faded(&self, state: &BoardState) -> SquareSet {
        let premoved = self.view.premoves.iter().flat_map(|(from, to)| [*from, *to]);
        let remote = self.view.remote.iter().filter_map(|hand| hand.drag).map(|(from, _)| from);
        let pawn = self.view.promotion.map(|choice| choice.from);
        premoved.chain(remote).chain(pawn).chain(state.dragged()).collect()
    }

    fn paint_badges(&self) {
        for (index, (_, to)) in self.view.premoves.iter().enumerate() {
            let centre = self.geometry.centre(*to);
            self.canvas().badge(centre, index + 1, self.style().colours.premove);
        }
    }

    fn paint_drawings(&self, state: &BoardState) {
        let canvas = self.canvas();
        for circle in &state.drawings.circles {
            canvas.circle(circle);
        }
        for arrow in self.view.arrows.iter().chain(&state.drawings.arrows) {
            canvas.arrow(arrow);
        }
        let pen = state.pen.and_then(|pen| Some((pen.from, pen.to?, pen.ink)));
        if let Some((from, to, ink)) = pen {
            canvas.arrow(&BoardArrow { from, to, ink });
        }
    }

    fn paint_ring(&self, square: Square) {
        let rect = self.geometry.square_rect(square);
        let (width, pixel) = (self.geometry.tile() * 0.06, self.geometry.pixel());
        let width = width.max(2.0);
        let outer = Stroke::new(width, self.style().colours.focus);
        self.painter.rect_stroke(rect, 2.0, outer, StrokeKind::Inside);
        let inner = Stroke::new(pixel.max(1.0), Color32::from_white_alpha(220));
        self.painter.rect_stroke(rect.shrink(width), 1.0, inner, StrokeKind::Inside);
    }
}

impl Canvas<'_> {
    /// The board's shadow and its bare tiles; those that cannot be seen are grey.
    pub fn ground(&self, visible: Option<SquareSet>) {
        let shadow = self.style.shadow.as_shape(self.geometry.rect(), self.corner_radius());
        self.painter.add(shadow);
        let mut mesh = TileMesh::new(*self);
        for square in self.geometry.size().squares() {
            let is_hidden = visible.is_some_and(|visible| !visible.contains(square));
            let colour = if is_hidden { self.style.colours.fog } else { self.style.tile(square) };
            mesh.fill(square, colour);
        }
        self.painter.add(mesh.into_shape());
    }
}
