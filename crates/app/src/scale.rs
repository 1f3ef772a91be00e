//! How large everything is: larger in large windows, smaller on narrow screens, and else as the user likes it.

use egui::Context;

/// From this width and height on, in physical points, everything grows with the window.
const USUAL: (f32, f32) = (1500.0, 900.0);

/// The largest that a window makes everything.
const MOST: f32 = 1.6;

/// The narrowest that everything fits into; what is narrower shows everything smaller.
const NARROWEST: f32 = 372.0;

/// The scale that the window has led to so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    fitting: f32,
}

impl Default for Scale {
    fn default() -> Scale {
        Scale { fitting: 1.0 }
    }
}

impl Scale {
    /// Asks for the scale that fits the window.
    pub fn apply(&mut self, ctx: &Context, liked: f32) {
        let zoom = ctx.zoom_factor();
        let size = ctx.content_rect().size() * zoom;
        self.fitting = fitting(size.x, size.y, self.fitting);
        let wanted = narrowed(liked * self.fitting, size.x);
        if (wanted - zoom).abs() > 0.01 {
            ctx.set_zoom_factor(wanted);
        }
    }
}

/// The scale, or the largest at which everything fits into the width.
fn narrowed(scale: f32, width: f32) -> f32 {
    scale.min(width / NARROWEST)
}

/// Steps keep texts from being laid out anew with every pixel that a window grows by, and a step
/// is only taken when it is clear, so that it is not taken back at once.
fn fitting(width: f32, height: f32, current: f32) -> f32 {
    let fits = (width / USUAL.0).min(height / USUAL.1).clamp(1.0, MOST);
    if (fits - current).abs() < 0.07 { current } else { (fits * 10.0).round() / 10.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_large_windows_make_things_larger() {
        assert_eq!(fitting(792.0, 672.0, 1.0), 1.0);
        assert_eq!(fitting(1280.0, 800.0, 1.6), 1.0);
        assert_eq!(fitting(2560.0, 1440.0, 1.0), 1.6);
        assert_eq!(fitting(2560.0, 900.0, 1.0), 1.0);
        assert_eq!(fitting(9000.0, 9000.0, 1.0), MOST);
    }

    #[test]
    fn narrow_screens_make_things_smaller() {
        assert_eq!(narrowed(1.0, 320.0), 320.0 / NARROWEST);
        assert_eq!(narrowed(1.6, 400.0), 400.0 / NARROWEST);
        assert_eq!(narrowed(1.0, 390.0), 1.0);
    }

    #[test]
    fn a_step_is_not_taken_back_at_once() {
        assert_eq!(fitting(1500.0 * 1.45, 9000.0, 1.4), 1.4);
        assert_eq!(fitting(1500.0 * 1.45, 9000.0, 1.5), 1.5);
        assert_eq!(fitting(1500.0 * 1.48, 9000.0, 1.4), 1.5);
    }
}
