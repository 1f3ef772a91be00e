//! A few words at the lower edge that go away by themselves.

use egui::{Align2, Area, Context, Id, Order, Rect, vec2};

use crate::style::widgets::{toast, toast_area};
use crate::style::{space, text};

/// How long a notice stays, in seconds: long enough to be read.
fn stays(text: &str) -> f64 {
    3.5 + text.chars().count() as f64 / 18.0
}

/// The notices that are shown, each with the time when it goes.
#[derive(Default)]
pub(super) struct Notices {
    waiting: Vec<String>,
    shown: Vec<(String, f64)>,
}

impl Notices {
    pub fn add(&mut self, text: String) {
        self.waiting.push(text);
    }

    /// Shows the notices at the lower edge of the window, or of the place that is left to them.
    pub fn show(&mut self, ctx: &Context, place: Option<Rect>) {
        let now = ctx.input(|input| input.time);
        let begins = |text: String| {
            let until = now + stays(&text);
            (text, until)
        };
        self.shown.extend(self.waiting.drain(..).map(begins));
        self.shown.retain(|(_, until)| *until > now);
        let Some(next) = self.shown.iter().map(|(_, until)| *until).reduce(f64::min) else {
            return;
        };
        ctx.request_repaint_after_secs((next - now) as f32);
        let (area, width) = match place {
            None => (toast_area("notices"), (ctx.content_rect().width() - 48.0).min(560.0)),
            Some(place) => {
                let at = place.center_bottom() - vec2(0.0, space::S);
                let area = Area::new(Id::unique("notices beside")).pivot(Align2::CENTER_BOTTOM);
                (area.fixed_pos(at), place.width() - 2.0 * space::S)
            }
        };
        area.order(Order::Tooltip).interactable(false).show(ctx, |ui| {
            ui.set_max_width(width);
            for (words, _) in &self.shown {
                toast(ctx).show(ui, |ui| ui.label(text::strong(words)));
            }
        });
    }
}
