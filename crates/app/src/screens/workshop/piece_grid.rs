//! The squares around a piece, on which is clicked where it moves.

use std::collections::BTreeSet;

use board_ui::PieceRenderer;
use egui::{
    Color32, CornerRadius, Label, Pos2, Rect, Role as WidgetRole, Sense, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use rules::{Colour, Movement, Piece, PieceType};

use super::Bench;
use super::movement_grid::{Cell, CellMark, RADIUS, Way, clicked, lines, marks};
use super::pieces::{PieceTools, step};
use crate::context::Context;
use crate::style::widgets::{focus_ring, within};
use crate::style::{faded, mix, of, radius, space, text};
use crate::texts::Texts;

impl PieceTools {
    /// The squares around the piece, to be clicked.
    pub fn grid(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let (draft, art, cx) = (&mut *bench.draft, bench.art, &mut *bench.cx);
        let Some(movement) = self.piece(draft).map(|piece| piece.movement.clone()) else { return };
        let room = ui.available_rect_before_wrap();
        let count = f32::from(2 * RADIUS + 1);
        let side = (room.width().min(room.height() - 24.0) / count).floor();
        let left = room.center().x - side * count / 2.0;
        let corner = pos2(left.floor(), room.top());
        let marks = marks(&movement);
        let mut pressed = None;
        for rank in (-RADIUS..=RADIUS).rev() {
            for file in -RADIUS..=RADIUS {
                let (column, row) = (f32::from(file + RADIUS), f32::from(RADIUS - rank));
                let at = corner + vec2(column * side, row * side);
                let tile = Rect::from_min_size(at, Vec2::splat(side));
                let is_dark = (file + rank) % 2 == 0;
                if self.cell(ui, tile, (file, rank), is_dark, marks.get(&(file, rank)), cx) {
                    pressed = Some((file, rank));
                }
            }
        }
        let middle = corner + Vec2::splat(side * count / 2.0);
        paint_lines(ui, &movement, middle, side);
        let kind = PieceType::from_index(self.chosen);
        if let Some(found) = kind.and_then(|kind| art.picture(Piece::new(kind, Colour::White))) {
            let place = Rect::from_center_size(middle, Vec2::splat(side - 4.0));
            ui.painter().image(found.texture, place, found.uv, Color32::WHITE);
        }
        let edge = Stroke::new(1.0, of(ui).colours.outline);
        let whole = Rect::from_min_size(corner, Vec2::splat(side * count));
        ui.painter().rect_stroke(whole, CornerRadius::ZERO, edge, egui::StrokeKind::Outside);
        let below = room.with_min_y(whole.bottom() + space::S);
        let legend = Label::new(text::muted(ui, cx.texts.workshop.grid_about)).wrap();
        let ways: BTreeSet<Way> =
            marks.values().flat_map(|mark| [mark.moves, mark.captures]).flatten().collect();
        within(ui, below, |ui| {
            ui.add(legend);
            ways_line(ui, &ways, cx.texts);
        });
        if let Some(cell) = pressed.filter(|_| draft.is_readable()) {
            let is_fresh = self.fresh.take() == Some(self.chosen) && movement == step();
            let before = if is_fresh { Movement::default() } else { movement };
            let movement = clicked(&before, self.tool, cell);
            // A piece that cannot move at all cannot be written.
            if movement != Movement::default() {
                self.set_movement(draft, None, movement);
            }
        }
    }

    fn cell(
        &self,
        ui: &mut Ui,
        tile: Rect,
        (file, rank): Cell,
        is_dark: bool,
        mark: Option<&CellMark>,
        cx: &Context,
    ) -> bool {
        let board = &cx.theme.board;
        let ground = if is_dark { board.dark } else { board.light };
        if (file, rank) == (0, 0) {
            let fill = mix(ground, of(ui).colours.accent, 0.4);
            ui.painter().rect_filled(tile, CornerRadius::ZERO, fill);
            return false;
        }
        let response = ui.interact(tile, ui.scope_id().with((file, rank)), Sense::click());
        let words = &cx.texts.workshop;
        let about = match mark {
            None => words.cell_none,
            Some(CellMark { moves: Some(_), captures: Some(_) }) => words.cell_both,
            Some(CellMark { moves: Some(_), .. }) => words.cell_moves,
            Some(_) => words.cell_takes,
        };
        let name = words.cell(about, i32::from(file), i32::from(rank));
        response.widget_info(|| {
            WidgetInfo::selected(WidgetRole::Button, ui.is_enabled(), mark.is_some(), &name)
        });
        let hover = if response.hovered() { 0.16 } else { 0.0 };
        let fill = mix(ground, of(ui).colours.accent, hover);
        ui.painter().rect_filled(tile, CornerRadius::ZERO, fill);
        if let Some(mark) = mark {
            paint_mark(ui, tile, mark);
        }
        focus_ring(ui, &response, tile.shrink(4.0), radius::S);
        response.clicked()
    }
}

/// A line along each way that goes on over several squares.
fn paint_lines(ui: &Ui, movement: &Movement, middle: Pos2, side: f32) {
    for (way, cells) in lines(movement) {
        let ends = cells.map(|(file, rank)| middle + vec2(file.into(), -f32::from(rank)) * side);
        let ink = faded(way_colour(ui, way), 0.8);
        let stroke = Stroke::new(side * 0.07, ink);
        match way {
            // It needs something to hop over, and may lie on a way that does not.
            Way::Hop | Way::ShortHop => {
                let (dash, gap) = (side * 0.2, side * 0.3);
                ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, dash, gap));
            }
            _ => drop(ui.painter().line_segment(ends, stroke)),
        }
    }
}

/// What the colours of the marks mean.
fn ways_line(ui: &mut Ui, ways: &BTreeSet<Way>, texts: &Texts) {
    ui.horizontal_wrapped(|ui| {
        for way in ways {
            let (dot, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
            ui.painter().circle_filled(dot.center(), 5.0, way_colour(ui, *way));
            ui.label(text::muted(ui, way_text(*way, texts).0));
            ui.add_space(space::S);
        }
    });
}

fn way_colour(ui: &Ui, way: Way) -> Color32 {
    let colours = &of(ui).colours;
    match way {
        Way::Leap | Way::Slide => colours.accent,
        Way::Hop | Way::ShortHop => colours.hues[1],
        Way::Lame | Way::Jump => colours.hues[3],
        Way::Bend => colours.hues[4],
    }
}

/// A dot where the piece moves, a ring where it takes, in a colour for what is unusual about it.
fn paint_mark(ui: &Ui, tile: Rect, mark: &CellMark) {
    let (painter, side) = (ui.painter(), tile.width());
    let edge = Stroke::new(1.5, faded(Color32::BLACK, 0.55));
    if let Some(way) = mark.moves {
        painter.circle(tile.center(), side * 0.17, way_colour(ui, way), edge);
    }
    if let Some(way) = mark.captures {
        let ink = way_colour(ui, way);
        painter.circle_stroke(tile.center(), side * 0.33, Stroke::new(side * 0.11, edge.color));
        painter.circle_stroke(tile.center(), side * 0.33, Stroke::new(side * 0.07, ink));
    }
}

/// The name of a way to a square, and a sentence about it.
pub fn way_text(way: Way, texts: &Texts) -> (&'static str, &'static str) {
    let words = &texts.workshop;
    match way {
        Way::Leap => (words.way_leap, words.way_leap_about),
        Way::Slide => (words.way_slide, words.way_slide_about),
        Way::Hop => (words.way_hop, words.way_hop_about),
        Way::ShortHop => (words.way_short_hop, words.way_short_hop_about),
        Way::Lame => (words.way_lame, words.way_lame_about),
        Way::Jump => (words.way_jump, words.way_jump_about),
        Way::Bend => (words.way_bend, words.way_bend_about),
    }
}
