//! The engine's opinion: a bar, a number and a line.

use egui::{Color32, CornerRadius, Label, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::Sidebar;
use crate::style::{mix, of, space, text};

/// Shows the bar; tells whether it is there.
pub fn bar(ui: &mut Ui, side: &Sidebar<'_>) -> bool {
    if !side.session.shows_evaluation() {
        return false;
    }
    let evaluation = side.session.evaluation();
    let share = side.session.white_share();
    let size = vec2(ui.available_width(), 6.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let share = ui.ctx().animate_value_with_time(response.id.with("share"), share, 0.25);
    let written = evaluation.map_or(String::new(), |evaluation| evaluation.text());
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
        ui.label(text::strong(evaluation.text()).color(colours.accent));
        let depth = side.texts.play.depth(evaluation.depth);
        ui.label(text::muted(ui, depth));
    }
}

/// Shows the best line.
pub fn line(ui: &mut Ui, side: &Sidebar<'_>) {
    if let Some(evaluation) = side.session.evaluation() {
        ui.add_space(2.0);
        ui.add(Label::new(text::muted(ui, &evaluation.line)).truncate());
        ui.add_space(space::XS);
    }
}
