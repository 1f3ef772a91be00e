//! A row of choices, one of which is chosen.

use std::sync::Arc;

use egui::{
    Color32, CornerRadius, CursorIcon, EventFilter, Galley, Id, Key, Rect, Response, Role, Sense,
    StrokeKind, Ui, Vec2, WidgetInfo,
};

use super::{focus_ring, hover_of};
use crate::style::{faded, mix, of, radius, text};

/// The height of the row.
const HEIGHT: f32 = 34.0;

/// Between the edge of the row and the choices.
const MARGIN: f32 = 3.0;

/// Beside the words of a choice.
const PADDING: f32 = 13.0;

/// A row of choices, one of which is chosen. It is one stop of the keyboard; the arrow keys
/// choose.
#[must_use = "it is shown with `show`"]
pub struct Segmented<'a, T> {
    name: &'a str,
    choices: Vec<(T, &'a str)>,
}

impl<'a, T: PartialEq + Copy> Segmented<'a, T> {
    /// A row of choices; the name says what is chosen, and is not shown.
    pub fn new(name: &'a str, choices: impl IntoIterator<Item = (T, &'a str)>) -> Self {
        Segmented { name, choices: choices.into_iter().collect() }
    }

    /// Shows the row; returns whether another choice was made.
    pub fn show(self, ui: &mut Ui, chosen: &mut T) -> bool {
        let tokens = of(ui);
        let (galleys, widths) = self.lay_out(ui);
        let size = Vec2::new(widths.iter().sum::<f32>() + 2.0 * MARGIN, HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let (corners, ground) = (CornerRadius::same(radius::M), tokens.colours.sunken);
        ui.painter().rect(rect, corners, ground, tokens.line(), StrokeKind::Inside);
        let before = *chosen;
        let current = self.choices.iter().position(|(choice, _)| choice == chosen).unwrap_or(0);
        let mut cell = rect.shrink(MARGIN).with_max_x(rect.left() + MARGIN);
        let mut focus_to = None;
        for (index, (galley, width)) in galleys.into_iter().zip(widths).enumerate() {
            cell = cell.with_min_x(cell.right()).with_max_x(cell.right() + width);
            let part = self.part(ui, cell, response.id, index, index == current);
            if part.clicked() {
                *chosen = self.choices[index].0;
            }
            if index == current && part.has_focus() {
                focus_to = self.steer(ui, &part, index);
            }
            paint_part(ui, &part, cell, index == current, galley);
        }
        if let Some(index) = focus_to {
            *chosen = self.choices[index].0;
            ui.memory_mut(|memory| memory.request_focus(response.id.with(index)));
        }
        *chosen != before
    }

    /// The choices and their widths. Where there is too little room, the words stand closer together, and are then
    /// written smaller.
    fn lay_out(&self, ui: &Ui) -> (Vec<Arc<Galley>>, Vec<f32>) {
        let font = text::strong_font();
        let galley = |text: &str, width: f32| {
            text::fit(ui.painter(), text, font.clone(), Color32::PLACEHOLDER, width)
        };
        let natural: Vec<_> =
            self.choices.iter().map(|(_, text)| galley(text, f32::INFINITY)).collect();
        let widths = widths(&natural, ui.available_width());
        let texts = self.choices.iter().zip(&widths);
        (texts.map(|((_, text), width)| galley(text, width - 4.0)).collect(), widths)
    }

    /// One choice, with its name for screen readers.
    fn part(&self, ui: &Ui, cell: Rect, row: Id, index: usize, is_chosen: bool) -> Response {
        // Only the chosen one can be reached with the tab key.
        let sense = if is_chosen { Sense::click() } else { Sense::CLICK };
        let part = ui.interact(cell, row.with(index), sense);
        part.widget_info(|| {
            let label = format!("{}: {}", self.name, self.choices[index].1);
            WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, label)
        });
        part
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

/// How wide each choice is. Where there is too little room, the words stand closer together.
fn widths(galleys: &[Arc<Galley>], room: f32) -> Vec<f32> {
    let natural = galleys.iter().map(|galley| galley.size().x + 2.0 * PADDING);
    let needed = natural.clone().sum::<f32>() + 2.0 * MARGIN;
    let count = galleys.len().max(1) as f32;
    let spare = ((room - needed).min(0.0) / count).max(4.0 - 2.0 * PADDING);
    let widths: Vec<f32> = natural.map(|width| width + spare).collect();
    let total = widths.iter().sum::<f32>() + 2.0 * MARGIN;
    let part = (room / total).min(1.0);
    widths.into_iter().map(|width| width * part).collect()
}

fn paint_part(ui: &Ui, part: &Response, cell: Rect, is_chosen: bool, galley: Arc<Galley>) {
    let colours = &of(ui).colours;
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
