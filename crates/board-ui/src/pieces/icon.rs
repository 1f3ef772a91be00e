//! The program's own icon.

use egui::IconData;

use super::drawing::Drawing;

/// The icon as an SVG document.
const SVG: &str = include_str!("../../assets/icon/icon.svg");

/// The icon for a window, as a square with sides of `pixels`.
pub fn icon(pixels: u32) -> IconData {
    let Ok(drawing) = Drawing::from_svg(SVG) else { return IconData::default() };
    let image = drawing.image(pixels);
    let rgba = image.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect();
    IconData { rgba, width: image.width() as u32, height: image.height() as u32 }
}
