//! Pieces to be put on a board: their buttons, and the square that is painted.

use board_ui::{BoardOutput, PieceRenderer};
use egui::{CornerRadius, PointerButton, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use rules::{Piece, Square};

use crate::style::widgets::focus_ring;
use crate::style::{mix, of, radius};
use crate::theme::Theme;

/// The side of a piece's button.
const SIDE: f32 = 40.0;

/// A button with the picture of a piece.
pub fn piece_button(
    ui: &mut Ui,
    piece: Piece,
    name: &str,
    is_on: bool,
    art: &dyn PieceRenderer,
    theme: &Theme,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, name));
    let colours = &of(ui).colours;
    let fill = match (is_on, response.hovered()) {
        (true, _) => mix(colours.surface, colours.accent, 0.45),
        // On the colour of a tile both sides can be seen.
        (false, true) => mix(theme.board.dark, colours.text, 0.15),
        (false, false) => theme.board.dark,
    };
    ui.painter().rect_filled(rect, CornerRadius::same(radius::S), fill);
    let picture = Rect::from_center_size(rect.center(), Vec2::splat(SIDE - 6.0));
    if let Some(found) = art.picture(piece) {
        ui.painter().image(found.texture, picture, found.uv, egui::Color32::WHITE);
    }
    focus_ring(ui, &response, rect, radius::S);
    response.on_hover_text(name)
}

/// What the pointer does to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Paints with the tool.
    Paint(Square),
    /// Takes away what stands there, with the second button.
    Erase(Square),
}

/// The square under a pointer that is held down or has clicked.
pub fn stroke(ui: &Ui, output: &BoardOutput) -> Option<Stroke> {
    let pointer = ui.input(|input| input.pointer.interact_pos());
    let square = pointer.and_then(|at| output.geometry.square_at(at))?;
    let response = &output.response;
    let is_second = ui.input(|input| input.pointer.button_down(PointerButton::Secondary))
        || response.clicked_by(PointerButton::Secondary);
    if is_second && response.contains_pointer() {
        return Some(Stroke::Erase(square));
    }
    let is_down = response.is_pointer_button_down_on() || response.clicked();
    is_down.then_some(Stroke::Paint(square))
}
