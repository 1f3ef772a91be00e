//! A number between a minus and a plus.

use std::ops::RangeInclusive;

use egui::{Align2, CornerRadius, Rect, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo};

use super::{IconButton, focus_ring, steps};
use crate::style::{Icon, of, radius, text};

/// A number between a minus and a plus, chosen out of a list of sensible ones.
#[must_use = "it is shown with `show`"]
pub struct Stepper<'a> {
    name: &'a str,
    less: &'a str,
    more: &'a str,
    width: f32,
}

impl<'a> Stepper<'a> {
    /// A number under a name, which is not shown; `less` and `more` name the two buttons.
    pub fn new(name: &'a str, less: &'a str, more: &'a str) -> Stepper<'a> {
        Stepper { name, less, more, width: 132.0 }
    }

    /// As wide as this.
    pub fn width(self, width: f32) -> Self {
        Stepper { width, ..self }
    }

    /// Shows a whole number; returns whether it has changed.
    pub fn show(
        self,
        ui: &mut Ui,
        value: &mut usize,
        range: RangeInclusive<usize>,
        written: &str,
    ) -> bool {
        let before = *value;
        let tokens = of(ui);
        let colours = &tokens.colours;
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(self.width, 36.0), Sense::focusable_noninteractive());
        let corners = CornerRadius::same(radius::M);
        ui.painter().rect(rect, corners, colours.sunken, tokens.line(), StrokeKind::Inside);
        let mut steps = steps(ui, &response);
        let button = 28.0;
        let left = Rect::from_min_size(rect.min + Vec2::splat(4.0), Vec2::splat(button));
        let right = left.translate(Vec2::new(self.width - button - 8.0, 0.0));
        let minus = IconButton::new(Icon::Minus, self.less).ghost().size(button);
        if ui.put(left, minus.enabled(*value > *range.start())).clicked() {
            steps -= 1;
        }
        let plus = IconButton::new(Icon::Plus, self.more).ghost().size(button);
        if ui.put(right, plus.enabled(*value < *range.end())).clicked() {
            steps += 1;
        }
        let moved = (*value as i64 + steps).max(0) as usize;
        *value = moved.clamp(*range.start(), *range.end());
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::SpinButton, true, self.name);
            info.value = Some(*value as f64);
            info
        });
        let at = rect.center();
        ui.painter().text(at, Align2::CENTER_CENTER, written, text::strong_font(), colours.text);
        focus_ring(ui, &response, rect, radius::M);
        *value != before
    }
}
