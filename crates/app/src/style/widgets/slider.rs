//! A value between two ends.

use std::ops::RangeInclusive;

use egui::{
    CornerRadius, CursorIcon, Key, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo, accesskit,
    pos2,
};

use super::{focus_ring, hover_of, steps};
use crate::style::{mix, of};

/// A value between two ends, set with the mouse or the arrow keys.
#[must_use = "it is shown with `show`"]
pub struct Slider<'a> {
    name: &'a str,
    range: RangeInclusive<f32>,
    step: f32,
    width: f32,
}

impl<'a> Slider<'a> {
    /// A slider from one end to the other in steps.
    pub fn new(name: &'a str, range: RangeInclusive<f32>, step: f32) -> Slider<'a> {
        Slider { name, range, step, width: 180.0 }
    }

    /// As wide as this.
    pub fn width(self, width: f32) -> Self {
        Slider { width, ..self }
    }

    /// Shows the slider; the response returns whether the value has changed.
    pub fn show(self, ui: &mut Ui, value: &mut f32) -> Response {
        let size = Vec2::new(self.width, 26.0);
        let (rect, mut response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let knob = 8.0;
        let rail = Rect::from_center_size(rect.center(), Vec2::new(self.width - 2.0 * knob, 5.0));
        let (start, end) = (*self.range.start(), *self.range.end());
        let before = *value;
        if let Some(pointer) = response.interact_pointer_pos() {
            let part = egui::remap_clamp(pointer.x, rail.x_range(), 0.0..=1.0);
            *value = egui::lerp(self.range.clone(), part);
        }
        *value += self.step * keys(ui, &response);
        *value = (((*value - start) / self.step).round() * self.step + start).clamp(start, end);
        if *value != before {
            response.mark_changed();
        }
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::slider(enabled, f64::from(*value), self.name));
        describe(ui, &response, *value, &self.range, self.step);
        if ui.is_rect_visible(rect) {
            let colours = &of(ui).colours;
            let hover = hover_of(ui, &response);
            let part = if end > start { (*value - start) / (end - start) } else { 0.0 };
            let at = pos2(egui::lerp(rail.x_range(), part), rail.center().y);
            let painter = ui.painter();
            let corners = CornerRadius::same(3);
            painter.rect_filled(rail, corners, mix(colours.sunken, colours.outline, 0.8));
            painter.rect_filled(
                Rect::from_min_max(rail.min, pos2(at.x, rail.bottom())),
                corners,
                colours.accent,
            );
            let fill = mix(colours.accent, colours.text, 0.15 * hover);
            painter.circle(at, knob - 1.0 + hover, fill, Stroke::new(2.0, colours.surface));
            focus_ring(ui, &response, Rect::from_center_size(at, Vec2::splat(2.0 * knob)), 8);
        }
        response.on_hover_cursor(CursorIcon::PointingHand)
    }
}

/// How many steps the keys ask for.
fn keys(ui: &Ui, response: &Response) -> f32 {
    let page = |key| 5.0 * ui.input(|input| input.num_presses(key)) as f32;
    let pages = if response.has_focus() { page(Key::PageUp) - page(Key::PageDown) } else { 0.0 };
    steps(ui, response) as f32 + pages
}

/// Tells assistive technology what can be done.
fn describe(ui: &Ui, response: &Response, value: f32, range: &RangeInclusive<f32>, step: f32) {
    ui.ctx().accesskit_node_builder(response.id, |builder| {
        builder.set_min_numeric_value(f64::from(*range.start()));
        builder.set_max_numeric_value(f64::from(*range.end()));
        builder.set_numeric_value_step(f64::from(step));
        if value < *range.end() {
            builder.add_action(accesskit::Action::Increment);
        }
        if value > *range.start() {
            builder.add_action(accesskit::Action::Decrement);
        }
    });
}
