//! What lies over the board: the hand-over, the keys, the offer to play on, and a piece's card.

use std::time::Duration;

use egui::{
    Align, Align2, Area, Context as Egui, CornerRadius, Frame, Id, Label, Layout, Margin, Order,
    Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2, pos2, vec2,
};
use game::RESIGNATION_GRACE;
use rules::Colour;

use super::command::Command;
use super::session::Session;
use crate::style::widgets::Button;
use crate::style::{Icon, faded, mix, of, of_context, radius, space, text};
use crate::texts::{Texts, fill};

/// Hides the board until the next player sits at the screen.
pub fn hand_over(ui: &mut Ui, board: Rect, to: Colour, texts: &Texts) -> Option<Command> {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let fill_colour = mix(colours.background, colours.surface, 0.5);
    let corners = CornerRadius::same(radius::S);
    ui.painter().rect(board, corners, fill_colour, tokens.line(), egui::StrokeKind::Inside);
    ui.interact(board, ui.scope_id().with("cover"), Sense::click());
    let name = match to {
        Colour::White => texts.common.white,
        Colour::Black => texts.common.black,
    };
    let size = vec2(320.0_f32.min(board.width() - 2.0 * space::L), 260.0);
    let place = Rect::from_center_size(board.center(), size);
    let layout = Layout::top_down(Align::Center);
    let mut confirmed = false;
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
        let (badge, _) = ui.allocate_exact_size(Vec2::splat(72.0), Sense::hover());
        ui.painter().circle_filled(badge.center(), 36.0, faded(colours.accent, 0.16));
        Icon::People.paint_at(ui.painter(), badge.center(), 36.0, colours.accent);
        ui.add_space(space::M);
        ui.label(text::display(fill(texts.play.pass_to, &[&name])));
        let about = fill(texts.play.pass_about, &[&name]);
        ui.add(Label::new(text::body(about).color(colours.muted)).wrap());
        ui.add_space(space::M);
        confirmed = ui.add(Button::primary(texts.play.pass_button).large()).clicked();
        ui.label(text::muted(ui, texts.play.pass_keys));
    });
    confirmed.then_some(Command::ConfirmHandOver)
}

/// Offers to play on, shortly after the user has given up.
pub fn resignation(ctx: &Egui, session: &Session, texts: &Texts, now: Duration) -> Option<Command> {
    if !session.can_take_back_resignation(now) {
        return None;
    }
    let tokens = of_context(ctx);
    let mut command = None;
    Area::new(Id::unique("resignation"))
        .order(Order::Foreground)
        .anchor(Align2::CENTER_BOTTOM, Vec2::new(0.0, -space::XL))
        .show(ctx, |ui| {
            Frame::new()
                .fill(tokens.colours.raised)
                .stroke(tokens.line())
                .corner_radius(radius::M)
                .shadow(tokens.shadow(0.6))
                .inner_margin(Margin::symmetric(16, 10))
                .show(ui, |ui| {
                    ui.horizontal(|ui| {
                        let said = session.game().message(session.standpoint());
                        let said = said.map(|message| message.to_string()).unwrap_or_default();
                        ui.label(text::strong(said));
                        ui.add_space(space::S);
                        let button = Button::primary(texts.play.resigned_undo).small();
                        if ui.add(button).clicked() {
                            command = Some(Command::TakeBackResignation);
                        }
                    });
                });
        });
    // It goes away by itself.
    ctx.request_repaint_after(RESIGNATION_GRACE.min(Duration::from_millis(500)));
    command
}

/// Shows the keys; tells when they are to go away.
pub fn help(ctx: &Egui, texts: &Texts) -> bool {
    let tokens = of_context(ctx);
    let veil = egui::Color32::from_black_alpha(if tokens.dark { 150 } else { 90 });
    let frame = Frame::new()
        .fill(tokens.colours.surface)
        .stroke(tokens.line())
        .corner_radius(radius::XL)
        .shadow(tokens.shadow(1.0))
        .inner_margin(Margin::same(space::XL as i8));
    let room = ctx.content_rect().size() - Vec2::splat(2.0 * (space::XL + space::L));
    let mut done = false;
    let modal = egui::Modal::new(Id::unique("keys")).frame(frame).backdrop_color(veil);
    let response = modal.show(ctx, |ui| {
        let width = room.x.min(640.0);
        ui.set_width(width);
        ui.horizontal(|ui| {
            ui.label(text::title(texts.play.help_title));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                done = ui.add(Button::secondary(texts.common.close).small()).clicked();
            });
        });
        ui.add_space(space::S);
        ScrollArea::vertical()
            .max_height(room.y - 60.0)
            .min_scrolled_height(room.y - 60.0)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                let is_wide = width > 480.0;
                let groups = key_groups(texts);
                let (left, right) = groups.split_at(2);
                if is_wide {
                    ui.columns(2, |columns| {
                        left.iter().for_each(|group| key_group(&mut columns[0], group));
                        right.iter().for_each(|group| key_group(&mut columns[1], group));
                    });
                } else {
                    groups.iter().for_each(|group| key_group(ui, group));
                }
            });
    });
    done || response.should_close()
}

type KeyGroup<'a> = (&'a str, Vec<(&'a str, &'a str)>);

fn key_group(ui: &mut Ui, (name, keys): &KeyGroup<'_>) {
    let tokens = of(ui);
    let colours = &tokens.colours;
    ui.label(text::heading(*name).color(colours.accent));
    for (key, does) in keys {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let font = text::small_font();
            let galley = ui.painter().layout((*key).to_owned(), font, colours.text, 96.0);
            let size = vec2(104.0, galley.size().y + 8.0);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let corners = CornerRadius::same(radius::S);
            ui.painter().rect_filled(rect, corners, colours.raised);
            ui.painter().galley(rect.min + vec2(6.0, 4.0), galley, colours.text);
            ui.vertical(|ui| {
                ui.add_space(3.0);
                ui.add(Label::new(text::body(*does).size(13.0)).wrap());
            });
        });
    }
    ui.add_space(space::M);
}

fn key_groups(texts: &Texts) -> [KeyGroup<'_>; 4] {
    let t = &texts.play;
    [
        (
            t.help_board,
            vec![
                (t.key_arrows, t.key_arrows_does),
                (t.key_jump, t.key_jump_does),
                (t.key_enter, t.key_enter_does),
                (t.key_right, t.key_right_does),
                (t.key_flip, t.key_flip_does),
            ],
        ),
        (
            t.help_looking,
            vec![
                (t.key_step, t.key_step_does),
                (t.key_ends, t.key_ends_does),
                (t.key_replay, t.key_replay_does),
                (t.key_evaluation, t.key_evaluation_does),
            ],
        ),
        (
            t.help_game,
            vec![
                (t.key_undo, t.key_undo_does),
                (t.key_redo, t.key_redo_does),
                (t.key_hint, t.key_hint_does),
                (t.key_draw, t.key_draw_does),
                (t.key_resign, t.key_resign_does),
                (t.key_restart, t.key_restart_does),
            ],
        ),
        (
            t.help_window,
            vec![
                (t.key_save, t.key_save_does),
                (t.key_load, t.key_load_does),
                (t.key_menu, t.key_menu_does),
                (t.key_help, t.key_help_does),
            ],
        ),
    ]
}

/// Where a card beside a square fits into the window.
pub fn beside(square: Rect, size: Vec2, window: Rect) -> Rect {
    let gap = space::S;
    let right = square.right() + gap;
    let left = if right + size.x <= window.right() { right } else { square.left() - gap - size.x };
    let top = (square.center().y - size.y / 2.0)
        .clamp(window.top() + gap, (window.bottom() - gap - size.y).max(window.top() + gap));
    Rect::from_min_size(pos2(left.max(window.left() + gap), top), size)
}
