//! The engine's opinion: a bar, a number and a line.

use egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::Sidebar;
use crate::move_text::{MovePainter, Part};
use crate::score_text::score_text;
use crate::style::{mix, of, space, text};

/// Shows the bar; returns whether it is there.
pub fn bar(ui: &mut Ui, side: &Sidebar<'_>) -> bool {
    if !side.session.shows_evaluation() {
        return false;
    }
    let evaluation = side.session.evaluation();
    let share = side.session.white_share();
    let size = vec2(ui.available_width(), 6.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let share = ui.ctx().animate_value_with_time(response.id.with("share"), share, 0.25);
    let written = evaluation.map_or(String::new(), |evaluation| score_text(evaluation.score));
    let name = side.texts.play.evaluation_of(written);
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &name));
    let colours = of(ui).colours;
    let corners = CornerRadius::same(3);
    let black = mix(Color32::from_gray(28), colours.surface, 0.15);
    ui.painter().rect_filled(rect, corners, black);
    let white = Rect::from_min_size(rect.min, vec2(rect.width() * share, rect.height()));
    ui.painter().rect_filled(white, corners, Color32::from_rgb(240, 236, 226));
    response.on_hover_text(name);
    true
}

/// Shows the number.
pub fn score(ui: &mut Ui, side: &Sidebar<'_>) {
    if let Some(evaluation) = side.session.evaluation() {
        let colours = of(ui).colours;
        ui.label(text::strong(score_text(evaluation.score)).color(colours.accent));
        let depth = side.texts.play.depth(evaluation.depth);
        ui.label(text::muted(ui, depth));
    }
}

/// Shows the best line, as far as there is room for it.
pub fn line(ui: &mut Ui, side: &Sidebar<'_>) {
    let Some(evaluation) = side.session.evaluation() else { return };
    ui.add_space(2.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let text = side.move_text();
    let words = text.plain(&evaluation.line);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let colour = text::muted_colour(ui);
    let painter = MovePainter { painter: ui.painter(), pieces: side.art, size: 12.5, colour };
    let space_between = painter.width(&[Part::Words(" ".to_owned())]);
    let mut at = rect.left_center();
    for word in evaluation.line.split(' ') {
        let parts = text.parts(word);
        let width = painter.width(&parts);
        if at.x + width > rect.right() - 12.0 {
            ui.painter().text(at, Align2::LEFT_CENTER, "…", text::small_font(), colour);
            break;
        }
        painter.paint(at, &parts);
        at.x += width + space_between;
    }
    ui.add_space(space::XS);
}
