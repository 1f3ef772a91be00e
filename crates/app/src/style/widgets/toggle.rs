//! A switch that is on or off.

use egui::{
    CursorIcon, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, Widget, WidgetInfo, pos2,
};

use super::{focus_ring, hover_of};
use crate::style::{mix, of};

/// A switch that is on or off.
#[must_use = "it is shown with `ui.add`"]
pub struct Toggle<'a> {
    on: &'a mut bool,
    name: &'a str,
}

impl<'a> Toggle<'a> {
    /// A switch with a name, which is not shown.
    pub fn new(on: &'a mut bool, name: &'a str) -> Toggle<'a> {
        Toggle { on, name }
    }
}

impl Widget for Toggle<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let (rect, mut response) = ui.allocate_exact_size(Vec2::new(42.0, 24.0), Sense::click());
        if response.clicked() {
            *self.on = !*self.on;
            response.mark_changed();
        }
        let on = *self.on;
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, on, self.name));
        if ui.is_rect_visible(rect) {
            let colours = &of(ui).colours;
            let hover = hover_of(ui, &response);
            let part = ui.ctx().animate_bool_responsive(response.id, on);
            let fill = mix(colours.sunken, colours.accent, part);
            let line = mix(colours.outline, colours.accent, part.max(0.4 * hover));
            let radius = rect.height() / 2.0;
            let painter = ui.painter();
            painter.rect(rect, radius, fill, Stroke::new(1.0, line), StrokeKind::Inside);
            let x = egui::lerp(rect.left() + radius..=rect.right() - radius, part);
            let knob = mix(colours.muted, colours.on_accent, part);
            painter.circle_filled(pos2(x, rect.center().y), radius - 5.0 + hover, knob);
            focus_ring(ui, &response, rect, radius as u8);
        }
        response.on_hover_cursor(CursorIcon::PointingHand)
    }
}
