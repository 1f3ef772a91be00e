//! The widgets of the window: each with hover, press and keyboard focus, and a name that
//! screen readers say.

mod button;
mod card;
mod chips;
mod dropdown;
mod entry;
mod field;
mod frames;
mod layout;
pub mod plot;
mod qr;
mod segmented;
mod slider;
mod stepper;
mod toggle;

use egui::accesskit::Action;
use egui::{CornerRadius, EventFilter, Key, Rect, Response, Stroke, StrokeKind, Ui};

pub use button::{Button, IconButton};
pub use card::MenuCard;
pub use chips::Chips;
pub use dropdown::Dropdown;
pub use entry::MenuEntry;
pub use field::TextField;
pub use frames::{modal, toast, toast_area, toast_line};
pub use layout::{
    card, empty_card, group, headed_page, note, page, page_head, paragraph, row, scrolled_column,
    still_page, switch, value, within, within_named,
};
pub use qr::QrPicture;
pub use segmented::Segmented;
pub use slider::Slider;
pub use stepper::Stepper;
pub use toggle::Toggle;

use super::of;

/// Paints the ring around what the keyboard is on.
pub fn focus_ring(ui: &Ui, response: &Response, rect: Rect, radius: u8) {
    if response.has_focus() {
        let stroke = Stroke::new(2.0, of(ui).colours.focus);
        let radius = CornerRadius::same(radius.saturating_add(3));
        ui.painter().rect_stroke(rect.expand(3.0), radius, stroke, StrokeKind::Middle);
    }
}

/// How far the mouse has come onto a widget, from 0 to 1.
fn hover_of(ui: &Ui, response: &Response) -> f32 {
    let on = response.enabled() && (response.hovered() || response.has_focus());
    ui.ctx().animate_bool_responsive(response.id.with("hover"), on)
}

/// How many steps the arrow keys and assistive technology ask a widget to go.
fn steps(ui: &Ui, response: &Response) -> i64 {
    let id = response.id;
    let mut steps = 0;
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        ui.input(|input| {
            steps += input.num_presses(Key::ArrowRight) as i64;
            steps -= input.num_presses(Key::ArrowLeft) as i64;
        });
    }
    ui.input(|input| {
        steps += input.num_accesskit_action_requests(id, Action::Increment) as i64;
        steps -= input.num_accesskit_action_requests(id, Action::Decrement) as i64;
    });
    steps
}
