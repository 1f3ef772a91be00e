//! How pages, cards and rows are laid out.

use egui::{
    Align, AsIdSalt, CornerRadius, Frame, Label, Layout, Margin, Rect, RichText, ScrollArea, Sense,
    Ui, UiBuilder, Vec2,
};

use super::{IconButton, Toggle};
use crate::style::{Icon, faded, of, radius, space, text};

/// What a page's head was asked for.
pub struct Page<R> {
    /// Was the arrow back pressed?
    pub back: bool,
    /// What the contents gave.
    pub inner: R,
}

/// A page with an arrow back, a title and contents that scroll, no wider than `most`.
pub fn page<R>(
    ui: &mut Ui,
    back: &str,
    title: &str,
    most: f32,
    contents: impl FnOnce(&mut Ui) -> R,
) -> Page<R> {
    still_page(ui, back, title, most, |ui, column| scrolled_column(ui, column, contents))
}

/// A page with an arrow back and a title; the contents are given the whole width of the window,
/// and the column of it that they should keep to.
pub fn still_page<R>(
    ui: &mut Ui,
    back: &str,
    title: &str,
    most: f32,
    contents: impl FnOnce(&mut Ui, Rect) -> R,
) -> Page<R> {
    headed_page(ui, back, title, most, |_| (), contents)
}

/// The same with something at the right of its head.
pub fn headed_page<R>(
    ui: &mut Ui,
    back: &str,
    title: &str,
    most: f32,
    at_the_right: impl FnOnce(&mut Ui),
    contents: impl FnOnce(&mut Ui, Rect) -> R,
) -> Page<R> {
    let area = ui.available_rect_before_wrap();
    let head = page_head(area, most);
    let mut went_back = false;
    within(ui, head, |ui| {
        ui.horizontal_centered(|ui| {
            went_back = ui.add(IconButton::new(Icon::Back, back)).clicked();
            ui.add_space(space::S);
            ui.label(text::title(title));
        });
    });
    let below = area.with_min_y(head.bottom() + space::L);
    let column = below.with_min_x(head.left()).with_max_x(head.right());
    let inner = within(ui, below, |ui| contents(ui, column));
    let right = UiBuilder::new().max_rect(head).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(right, at_the_right);
    Page { back: went_back, inner }
}

/// The place of a page's head, no wider than `most` and in the middle of the window.
pub fn page_head(area: Rect, most: f32) -> Rect {
    let margin = (area.width() * 0.04).clamp(space::L, 48.0);
    let width = (area.width() - 2.0 * margin).min(most);
    let corner = egui::pos2(area.center().x - width / 2.0, area.top() + space::L);
    Rect::from_min_size(corner, Vec2::new(width, 40.0))
}

/// Contents that may be higher than the window, within a column of it.
pub fn scrolled_column<R>(ui: &mut Ui, column: Rect, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let scrolled = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let start = egui::pos2(column.left(), ui.cursor().top());
        let column = Rect::from_min_size(start, Vec2::new(column.width(), f32::INFINITY));
        let inner = within(ui, column, contents);
        ui.add_space(space::XL);
        inner
    });
    scrolled.inner
}

/// Shows something in a place of its own.
pub fn within<R>(ui: &mut Ui, place: Rect, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(UiBuilder::new().max_rect(place), contents).inner
}

/// The same under a name, by which its widgets stay the same whatever is shown before.
pub fn within_named<R>(
    ui: &mut Ui,
    place: Rect,
    name: impl AsIdSalt,
    contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    ui.scope_builder(UiBuilder::new().max_rect(place).id_salt(name), contents).inner
}

/// A card around something, as wide as there is room.
pub fn card<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let tokens = of(ui);
    Frame::new()
        .fill(tokens.colours.surface)
        .stroke(tokens.line())
        .corner_radius(CornerRadius::same(radius::L))
        .inner_margin(Margin::same(space::L as i8))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            contents(ui)
        })
        .inner
}

/// A card that says why there is nothing to be seen.
pub fn empty_card(ui: &mut Ui, icon: Icon, title: &str, about: &str) {
    card(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(space::XL);
            let colours = of(ui).colours;
            let (badge, _) = ui.allocate_exact_size(Vec2::splat(64.0), Sense::hover());
            ui.painter().circle_filled(badge.center(), 32.0, faded(colours.accent, 0.16));
            icon.paint_at(ui.painter(), badge.center(), 32.0, colours.accent);
            ui.add_space(space::M);
            ui.label(text::title(title));
            note(ui, about);
            ui.add_space(space::XL);
        });
    });
}

/// A card with a heading.
pub fn group<R>(ui: &mut Ui, heading: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    card(ui, |ui| {
        ui.label(text::heading(heading));
        ui.add_space(space::XS);
        contents(ui)
    })
}

/// A line of a group: what it is about on the left, the choice on the right.
pub fn row<R>(ui: &mut Ui, name: &str, about: &str, choice: impl FnOnce(&mut Ui) -> R) -> R {
    let width = ui.available_width();
    let high = if about.is_empty() { 38.0 } else { 46.0 };
    let size = Vec2::new(width, high);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_height(high);
        // The choice takes what it needs, but leaves room for the words.
        let room = ui.available_width();
        let inner = ui
            .scope(|ui| {
                ui.set_max_width(room * 0.58);
                choice(ui)
            })
            .inner;
        ui.add_space(space::S);
        let words = Vec2::new(ui.available_width(), high);
        ui.allocate_ui_with_layout(words, Layout::left_to_right(Align::Center), |ui| {
            if about.is_empty() {
                paragraph(ui, text::strong(name));
                return;
            }
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.add_space(5.0);
                paragraph(ui, text::strong(name));
                note(ui, about);
            });
        });
        inner
    })
    .inner
}

/// A line of a group with a switch.
pub fn switch(ui: &mut Ui, name: &str, about: &str, on: &mut bool) {
    row(ui, name, about, |ui| ui.add(Toggle::new(on, name)));
}

/// A text in as many lines as it needs.
pub fn paragraph(ui: &mut Ui, words: RichText) {
    ui.add(Label::new(words).wrap());
}

/// A paragraph of small print.
pub fn note(ui: &mut Ui, words: impl Into<String>) {
    let words = text::muted(ui, words);
    paragraph(ui, words);
}

/// The value beside a slider; all are equally wide, so that sliders stand below each other.
pub fn value(ui: &mut Ui, written: impl Into<String>) {
    let size = Vec2::new(50.0, 20.0);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.label(text::strong(written));
    });
}
