//! Waiting for an opponent: the link that invites, with a code for phones.

use egui::{Align, CornerRadius, Label, Layout, Rect, StrokeKind, Ui, UiBuilder, vec2};

use super::OnlineCommand;
use crate::play::command::Command;
use crate::style::widgets::{Button, QrPicture, note};
use crate::style::{Icon, faded, of, radius, space, text};
use crate::texts::Texts;

/// Shows the link over the board; the code is left out where the link leads to no page.
pub fn invite(
    ui: &mut Ui,
    board: Rect,
    link: &str,
    code: Option<&QrPicture>,
    texts: &Texts,
) -> Option<Command> {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let width = 360.0_f32.min(board.width() - 2.0 * space::L);
    let side = (board.height() - 250.0).clamp(96.0, 200.0);
    let size = vec2(width, (side + 222.0).min(board.height() - space::L));
    let place = Rect::from_center_size(board.center(), size);
    let corners = CornerRadius::same(radius::XL);
    ui.painter().rect_filled(board, CornerRadius::same(radius::S), faded(colours.background, 0.55));
    ui.painter().add(tokens.shadow(1.0).as_shape(place, corners));
    ui.painter().rect(place, corners, colours.surface, tokens.line(), StrokeKind::Inside);
    let layout = Layout::top_down(Align::Center);
    let mut command = None;
    let inner = place.shrink(space::L);
    ui.scope_builder(UiBuilder::new().max_rect(inner).layout(layout), |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        ui.label(text::title(texts.network.waiting));
        let about = match code {
            Some(_) => texts.network.waiting_about,
            None => texts.network.waiting_no_page,
        };
        note(ui, about);
        if let Some(code) = code {
            code.show(ui, side);
        }
        let font = text::body(link).size(12.5).color(colours.muted);
        ui.add(Label::new(font).truncate());
        let button = Button::primary(texts.network.copy_link).icon(Icon::Copy);
        if ui.add(button.width(inner.width())).clicked() {
            command = Some(Command::CopyLink);
        }
        let button = Button::ghost(texts.network.waiting_cancel).small();
        if ui.add(button).clicked() {
            command = Some(Command::Online(OnlineCommand::Leave));
        }
    });
    command
}
