//! Texts of every size and weight that the window uses.

use egui::{Color32, FontFamily, FontId, RichText, Ui};

use super::{fonts, of};

/// The name of the program or of a page.
pub fn display(text: impl Into<String>) -> RichText {
    RichText::new(text).font(display_font())
}

/// The heading of a page.
pub fn title(text: impl Into<String>) -> RichText {
    RichText::new(text).font(FontId::new(22.0, fonts::semibold()))
}

/// The heading of a card or a group.
pub fn heading(text: impl Into<String>) -> RichText {
    RichText::new(text).font(heading_font())
}

/// A label that leads the eye.
pub fn strong(text: impl Into<String>) -> RichText {
    RichText::new(text).font(strong_font())
}

/// What is to be read.
pub fn body(text: impl Into<String>) -> RichText {
    RichText::new(text).font(body_font())
}

/// What is to be read only if it is of interest.
pub fn muted(ui: &Ui, text: impl Into<String>) -> RichText {
    RichText::new(text).font(small_font()).color(muted_colour(ui))
}

/// The colour of what is read only if it is of interest.
pub fn muted_colour(ui: &Ui) -> Color32 {
    of(ui).colours.muted
}

/// The font of [`display`].
pub fn display_font() -> FontId {
    FontId::new(28.0, fonts::semibold())
}

/// The font of [`heading`].
pub fn heading_font() -> FontId {
    FontId::new(15.0, fonts::semibold())
}

/// The font of [`strong`].
pub fn strong_font() -> FontId {
    FontId::new(14.0, fonts::medium())
}

/// The font of [`body`].
pub fn body_font() -> FontId {
    FontId::new(14.0, FontFamily::Proportional)
}

/// The font of small print.
pub fn small_font() -> FontId {
    FontId::new(12.5, FontFamily::Proportional)
}

/// Semibold text of any size, for clocks and other numbers that matter.
pub fn number_font(size: f32) -> FontId {
    FontId::new(size, fonts::semibold())
}
