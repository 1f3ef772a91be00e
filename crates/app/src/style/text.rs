//! Texts of every size and weight that the window uses.

use std::sync::Arc;

use egui::{Align2, Color32, FontFamily, FontId, Galley, Painter, Pos2, Rect, RichText, Ui};

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

pub fn display_font() -> FontId {
    FontId::new(28.0, fonts::semibold())
}

pub fn heading_font() -> FontId {
    FontId::new(15.0, fonts::semibold())
}

pub fn strong_font() -> FontId {
    FontId::new(14.0, fonts::medium())
}

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

/// A text that does not fit into its width is written smaller, but not below this part of its size.
const SMALLEST: f32 = 0.75;

/// Lays a text out within a width: smaller if it must be, and in several lines if that is not enough.
pub fn fit(
    painter: &Painter,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
) -> Arc<Galley> {
    let galley = painter.layout_no_wrap(text.to_owned(), font.clone(), colour);
    let needed = galley.size().x;
    if needed <= width || width <= 0.0 {
        return galley;
    }
    let part = (width / needed).max(SMALLEST);
    let font = FontId { size: (font.size * part * 2.0).floor() / 2.0, ..font };
    painter.layout(text.to_owned(), font, colour, width)
}

/// Paints a text at a place, within a width.
pub fn paint(
    painter: &Painter,
    at: Pos2,
    align: Align2,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
) -> Rect {
    let galley = fit(painter, text, font, colour, width);
    let rect = align.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, colour);
    rect
}
