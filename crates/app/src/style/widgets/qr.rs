//! A QR code, so that a phone can follow a link.

use egui::{Color32, CornerRadius, Rect, Role, Sense, Ui, Vec2, WidgetInfo};
use qrcodegen::{QrCode, QrCodeEcc};

use crate::style::radius;

/// The code of a text, made once and painted at any size.
#[derive(Debug)]
pub struct QrPicture {
    text: String,
    side: i32,
    /// Runs of dark modules: row, first column and length.
    runs: Vec<(i32, i32, i32)>,
}

/// Light modules around the code, which readers need.
const MARGIN: i32 = 3;

impl QrPicture {
    /// The code of a text; nothing is painted if the text is too long for one.
    pub fn new(text: &str) -> QrPicture {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok();
        let side = code.as_ref().map_or(0, QrCode::size);
        let mut runs: Vec<(i32, i32, i32)> = Vec::new();
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            if !code.as_ref().is_some_and(|code| code.get_module(column, row)) {
                continue;
            }
            match runs.last_mut() {
                Some((last, first, length)) if *last == row && *first + *length == column => {
                    *length += 1;
                }
                _ => runs.push((row, column, 1)),
            }
        }
        QrPicture { text: text.to_owned(), side, runs }
    }

    /// The text that the code stands for.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Paints the code dark on light, whatever the theme: many readers want it so.
    pub fn show(&self, ui: &mut Ui, side: f32) {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &self.text));
        let pixels = ui.ctx().pixels_per_point();
        let modules = (self.side + 2 * MARGIN) as f32;
        // Whole pixels, so that every module is equally large and sharp.
        let module = (side * pixels / modules).floor().max(1.0) / pixels;
        let whole = Rect::from_center_size(rect.center(), Vec2::splat(module * modules));
        let whole = Rect::from_min_size((whole.min * pixels).round() / pixels, whole.size());
        let painter = ui.painter();
        painter.rect_filled(whole, CornerRadius::same(radius::S), Color32::WHITE);
        for (row, column, length) in &self.runs {
            let at = Vec2::new((column + MARGIN) as f32, (row + MARGIN) as f32) * module;
            let size = Vec2::new(*length as f32 * module, module);
            let run = Rect::from_min_size(whole.min + at, size);
            painter.rect_filled(run, CornerRadius::ZERO, Color32::BLACK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runs_are_the_modules_of_the_code() {
        let text = "http://192.168.1.7:8064/#/game/k3f7q2m9xa";
        let picture = QrPicture::new(text);
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).expect("short enough");
        let dark = (0..code.size())
            .flat_map(|y| (0..code.size()).map(move |x| (x, y)))
            .filter(|(x, y)| code.get_module(*x, *y))
            .count();
        let painted: i32 = picture.runs.iter().map(|(_, _, length)| length).sum();
        assert_eq!((picture.side, painted as usize), (code.size(), dark));
        // The upper edge of the corner mark.
        assert_eq!(picture.runs.first(), Some(&(0, 0, 7)));
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert!(QrPicture::new(&"x".repeat(5000)).runs.is_empty());
    }
}
