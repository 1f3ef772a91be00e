//! The frames of what lies over a screen: dialogs, and short messages at its lower edge.

use egui::{
    Align2, Area, Color32, Context, Frame, Id, InnerResponse, Margin, Modal, Order, Ui, Vec2,
};

use crate::style::{of_context, radius, space};

/// The frame of every dialog; what is below it is dimmed.
pub fn modal(ctx: &Context, id: Id) -> Modal {
    let tokens = of_context(ctx);
    let veil = Color32::from_black_alpha(if tokens.dark { 150 } else { 90 });
    let frame = Frame::new()
        .fill(tokens.colours.surface)
        .stroke(tokens.line())
        .corner_radius(radius::XL)
        .shadow(tokens.shadow(1.0))
        .inner_margin(Margin::same(space::XL as i8));
    Modal::new(id).frame(frame).backdrop_color(veil)
}

/// Where short messages lie: in the middle of the lower edge.
pub fn toast_area(id: &str) -> Area {
    Area::new(Id::unique(id)).anchor(Align2::CENTER_BOTTOM, Vec2::new(0.0, -space::XL))
}

/// The frame of a short message.
pub fn toast(ctx: &Context) -> Frame {
    let tokens = of_context(ctx);
    Frame::new()
        .fill(tokens.colours.raised)
        .stroke(tokens.line())
        .corner_radius(radius::M)
        .shadow(tokens.shadow(0.6))
        .inner_margin(Margin::symmetric(16, 10))
}

/// A short message with something to press in its line.
pub fn toast_line<R>(ctx: &Context, id: &str, line: impl FnOnce(&mut Ui) -> R) -> R {
    let area = toast_area(id).order(Order::Foreground);
    let shown = area.show(ctx, |ui| toast(ctx).show(ui, |ui| ui.horizontal(line)));
    let InnerResponse { inner, .. } = shown.inner.inner;
    inner
}
