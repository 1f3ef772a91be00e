//! What lies over the board: the hand-over, the keys, and the offer to play on.

use std::time::Duration;

use egui::{
    Align, Context as Egui, CornerRadius, Id, Layout, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2,
    vec2,
};
use game::RESIGNATION_GRACE;
use rules::Colour;

use super::command::Command;
use super::session::Session;
use crate::style::widgets::{Button, modal, paragraph, toast_line};
use crate::style::{Icon, faded, mix, of, radius, space, text};
use crate::texts::Texts;

/// Hides the board until the next player sits at the screen.
pub fn hand_over(ui: &mut Ui, board: Rect, to: Colour, texts: &Texts) -> Option<Command> {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let fill_colour = mix(colours.background, colours.surface, 0.5);
    let corners = CornerRadius::same(radius::S);
    ui.painter().rect(board, corners, fill_colour, tokens.line(), egui::StrokeKind::Inside);
    ui.interact(board, ui.scope_id().with("cover"), Sense::click());
    let name = texts.side(to);
    let size = vec2(320.0_f32.min(board.width() - 2.0 * space::L), 260.0);
    let place = Rect::from_center_size(board.center(), size);
    let layout = Layout::top_down(Align::Center);
    let mut confirmed = false;
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
        let (badge, _) = ui.allocate_exact_size(Vec2::splat(72.0), Sense::hover());
        ui.painter().circle_filled(badge.center(), 36.0, faded(colours.accent, 0.16));
        Icon::People.paint_at(ui.painter(), badge.center(), 36.0, colours.accent);
        ui.add_space(space::M);
        ui.label(text::display(texts.play.pass_to(name)));
        let about = texts.play.pass_about(name);
        paragraph(ui, text::body(about).color(colours.muted));
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
    let pressed = toast_line(ctx, "resignation", |ui| {
        let said = session.game().status(session.perspective());
        ui.label(text::strong(said.map(|message| texts.game_status(message)).unwrap_or_default()));
        ui.add_space(space::S);
        ui.add(Button::primary(texts.play.resigned_undo).small()).clicked()
    });
    // It goes away by itself.
    ctx.request_repaint_after(RESIGNATION_GRACE.min(Duration::from_millis(500)));
    pressed.then_some(Command::TakeBackResignation)
}

/// Shows the keys; returns whether they were closed.
pub fn help(ctx: &Egui, texts: &Texts) -> bool {
    let room = ctx.content_rect().size() - Vec2::splat(2.0 * (space::XL + space::L));
    let mut done = false;
    let response = modal(ctx, Id::unique("keys")).show(ctx, |ui| {
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

/// A heading, and keys with what they do.
type KeyGroup<'a> = (&'a str, Vec<[&'a str; 2]>);

fn key_group(ui: &mut Ui, (name, keys): &KeyGroup<'_>) {
    let colours = &of(ui).colours;
    ui.label(text::heading(*name).color(colours.accent));
    for [key, does] in keys {
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
                paragraph(ui, text::body(*does).size(13.0));
            });
        });
    }
    ui.add_space(space::M);
}

fn key_groups(texts: &Texts) -> [KeyGroup<'_>; 4] {
    let words = &texts.play;
    let board = vec![
        [words.key_arrows, words.key_arrows_does],
        [words.key_jump, words.key_jump_does],
        [words.key_enter, words.key_enter_does],
        [words.key_right, words.key_right_does],
        [words.key_flip, words.key_flip_does],
        [words.key_turn, words.key_turn_does],
    ];
    let looking = vec![
        [words.key_step, words.key_step_does],
        [words.key_ends, words.key_ends_does],
        [words.key_replay, words.key_replay_does],
        [words.key_evaluation, words.key_evaluation_does],
        [words.key_analyse, words.key_analyse_does],
    ];
    let game = vec![
        [words.key_undo, words.key_undo_does],
        [words.key_redo, words.key_redo_does],
        [words.key_hint, words.key_hint_does],
        [words.key_draw, words.key_draw_does],
        [words.key_resign, words.key_resign_does],
        [words.key_restart, words.key_restart_does],
        [words.key_premoves, words.key_premoves_does],
    ];
    let window = vec![
        [words.key_save, words.key_save_does],
        [words.key_load, words.key_load_does],
        [words.key_settings, words.key_settings_does],
        [words.key_menu, words.key_menu_does],
        [words.key_help, words.key_help_does],
    ];
    [
        (words.help_board, board),
        (words.help_looking, looking),
        (words.help_game, game),
        (words.help_window, window),
    ]
}
