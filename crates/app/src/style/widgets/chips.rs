//! Small buttons in a row that wraps, of which any number can be on.

use egui::{
    Color32, CornerRadius, CursorIcon, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo,
};

use super::{focus_ring, hover_of};
use crate::style::{faded, mix, of, text};

/// Small buttons in a row that wraps.
pub struct Chips<'a> {
    name: &'a str,
}

impl<'a> Chips<'a> {
    /// Chips under a name, which is not shown.
    pub fn new(name: &'a str) -> Chips<'a> {
        Chips { name }
    }

    /// Shows one chip after another; returns which one was pressed.
    pub fn show<'c>(
        &self,
        ui: &mut Ui,
        chips: impl IntoIterator<Item = (&'c str, bool)>,
    ) -> Option<usize> {
        let mut pressed = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(6.0);
            for (index, (label, on)) in chips.into_iter().enumerate() {
                if self.chip(ui, label, on).clicked() {
                    pressed = Some(index);
                }
            }
        });
        pressed
    }

    /// Shows a chip for each value, on where it is in a list; one that is pressed is added or removed.
    pub fn toggle<T: PartialEq>(
        &self,
        ui: &mut Ui,
        list: &mut Vec<T>,
        choices: impl IntoIterator<Item = (T, String)>,
    ) {
        let (mut values, names): (Vec<T>, Vec<String>) = choices.into_iter().unzip();
        let on =
            values.iter().zip(&names).map(|(value, name)| (name.as_str(), list.contains(value)));
        if let Some(index) = self.show(ui, on) {
            let value = values.swap_remove(index);
            match list.iter().position(|known| *known == value) {
                Some(at) => drop(list.remove(at)),
                None => list.push(value),
            }
        }
    }

    fn chip(&self, ui: &mut Ui, label: &str, on: bool) -> Response {
        let tokens = of(ui);
        let colours = &tokens.colours;
        let font = text::strong_font();
        let galley = ui.painter().layout_no_wrap(label.to_owned(), font, Color32::PLACEHOLDER);
        let size = Vec2::new(galley.size().x + 24.0, 30.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let enabled = ui.is_enabled();
        response.widget_info(|| {
            let label = format!("{}: {label}", self.name);
            WidgetInfo::selected(Role::CheckBox, enabled, on, label)
        });
        if ui.is_rect_visible(rect) {
            let hover = hover_of(ui, &response);
            let part = ui.ctx().animate_bool_responsive(response.id, on);
            let plain = tokens.hovered(colours.raised, hover, response.is_pointer_button_down_on());
            let fill = mix(plain, mix(colours.surface, colours.accent, 0.25), part);
            let line = mix(colours.outline, colours.accent, part);
            let corners = CornerRadius::same(15);
            ui.painter().rect(rect, corners, fill, Stroke::new(1.0, line), StrokeKind::Inside);
            let ink = mix(faded(colours.text, 0.85), colours.text, part.max(hover));
            let at = rect.center() - galley.size() / 2.0;
            ui.painter().galley_with_override_text_color(at, galley, ink);
            focus_ring(ui, &response, rect, 15);
        }
        response.on_hover_cursor(CursorIcon::PointingHand)
    }
}
