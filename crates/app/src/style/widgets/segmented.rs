//! A row of choices, one of which is chosen.

use egui::{
    Color32, CornerRadius, CursorIcon, EventFilter, Key, Rect, Response, Role, Sense, StrokeKind,
    Ui, Vec2, WidgetInfo,
};

use super::{focus_ring, hover_of};
use crate::style::{faded, mix, of, radius, text};

/// A row of choices, one of which is chosen. It is one stop of the keyboard; the arrow keys
/// choose.
#[must_use = "it is shown with `show`"]
pub struct Segmented<'a, T> {
    name: &'a str,
    choices: Vec<(T, &'a str)>,
    width: Option<f32>,
}

impl<'a, T: PartialEq + Copy> Segmented<'a, T> {
    /// A row of choices; the name says what is chosen, and is not shown.
    pub fn new(name: &'a str, choices: impl IntoIterator<Item = (T, &'a str)>) -> Self {
        Segmented { name, choices: choices.into_iter().collect(), width: None }
    }

    /// As wide as this, each choice with the same share.
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// Shows the row; tells whether another choice was made.
    pub fn show(self, ui: &mut Ui, chosen: &mut T) -> bool {
        let tokens = of(ui);
        let colours = &tokens.colours;
        let (padding, height) = (13.0, 34.0);
        let galleys: Vec<_> = self
            .choices
            .iter()
            .map(|(_, text)| {
                let font = text::strong_font();
                ui.painter().layout_no_wrap((*text).to_owned(), font, Color32::PLACEHOLDER)
            })
            .collect();
        let count = galleys.len().max(1) as f32;
        let natural: Vec<f32> =
            galleys.iter().map(|galley| galley.size().x + 2.0 * padding).collect();
        let needed = natural.iter().sum::<f32>() + 6.0;
        // Where there is too little room, the words stand closer together.
        let width = self.width.unwrap_or_else(|| needed.min(ui.available_width()));
        let spare = ((width - needed) / count).max(4.0 - 2.0 * padding);
        let widths: Vec<f32> = natural.iter().map(|width| width + spare).collect();
        let size = Vec2::new(widths.iter().sum::<f32>() + 6.0, height);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect(
            rect,
            CornerRadius::same(radius::M),
            colours.sunken,
            tokens.line(),
            StrokeKind::Inside,
        );
        let before = *chosen;
        let mut left = rect.left() + 3.0;
        let current = self.choices.iter().position(|(choice, _)| choice == chosen).unwrap_or(0);
        let mut focus_to = None;
        for (index, (galley, width)) in galleys.into_iter().zip(widths).enumerate() {
            let cell = Rect::from_min_size(
                egui::pos2(left, rect.top() + 3.0),
                Vec2::new(width, height - 6.0),
            );
            left += width;
            let id = response.id.with(index);
            let is_chosen = index == current;
            // Only the chosen one can be reached with the tab key.
            let sense = match is_chosen {
                true => Sense::click(),
                false => Sense::CLICK,
            };
            let part = ui.interact(cell, id, sense);
            let (value, label) = self.choices[index];
            part.widget_info(|| {
                let label = format!("{}: {label}", self.name);
                WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, label)
            });
            if part.clicked() {
                *chosen = value;
            }
            if is_chosen && part.has_focus() {
                focus_to = self.steer(ui, &part, index);
            }
            paint_part(ui, &part, cell, is_chosen, galley);
        }
        if let Some(index) = focus_to {
            *chosen = self.choices[index].0;
            ui.memory_mut(|memory| memory.request_focus(response.id.with(index)));
        }
        *chosen != before
    }

    /// Lets the arrow keys choose; gives the new choice.
    fn steer(&self, ui: &Ui, part: &Response, index: usize) -> Option<usize> {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(part.id, filter));
        let (left, right) = ui
            .input(|input| (input.key_pressed(Key::ArrowLeft), input.key_pressed(Key::ArrowRight)));
        match (left, right) {
            (true, false) => index.checked_sub(1),
            (false, true) => Some(index + 1).filter(|next| *next < self.choices.len()),
            _ => None,
        }
    }
}

fn paint_part(
    ui: &Ui,
    part: &Response,
    cell: Rect,
    is_chosen: bool,
    galley: std::sync::Arc<egui::Galley>,
) {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let hover = hover_of(ui, part);
    let chosen = ui.ctx().animate_bool_responsive(part.id.with("chosen"), is_chosen);
    let fill = mix(faded(colours.raised, hover), colours.accent, chosen);
    let corners = CornerRadius::same(radius::S);
    ui.painter().rect_filled(cell, corners, fill);
    let ink = mix(mix(colours.muted, colours.text, hover), colours.on_accent, chosen);
    let at = cell.center() - galley.size() / 2.0;
    ui.painter().galley_with_override_text_color(at, galley, ink);
    focus_ring(ui, part, cell, radius::S);
    part.clone().on_hover_cursor(CursorIcon::PointingHand);
}
