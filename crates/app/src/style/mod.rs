//! The one visual language of the window: sizes, fonts, icons and widgets.

mod background;
mod fonts;
mod icon;
pub mod text;
mod tokens;
pub mod widgets;

pub use background::{paint_background, paint_background_around};
pub use fonts::install as install_fonts;
pub use icon::Icon;
pub use tokens::{apply, of, of_context, prepare_for_touch, radius, space};

use egui::Color32;

/// A colour on the way from one to another, from 0 to 1.
pub fn mix(from: Color32, to: Color32, part: f32) -> Color32 {
    from.lerp_to_gamma(to, part.clamp(0.0, 1.0))
}

/// A colour with another opacity, from 0 to 1.
pub fn faded(colour: Color32, opacity: f32) -> Color32 {
    colour.gamma_multiply(opacity)
}
