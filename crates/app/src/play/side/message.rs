//! What is to be told: checks, ends, offers, and that the board shows an earlier moment.

use egui::{Align, Color32, CornerRadius, Frame, Label, Layout, Margin, Ui, Vec2};
use game::{Message, Phase};

use super::{Side, online, raised};
use crate::play::command::Command;
use crate::play::session::Words;
use crate::style::widgets::Button;
use crate::style::{faded, of, radius, space, text};
use crate::texts::fill;

/// Shows what is to be told, and tells what was answered.
pub fn show(ui: &mut Ui, side: &Side<'_>, narrow: bool) -> Option<Command> {
    let session = side.session;
    let texts = &side.texts.play;
    let mut command = None;
    if let Some(online) = &side.online {
        command = online::show(ui, side, online, narrow);
    }
    let is_alone = side.online.is_none();
    if let Some(words) = session.words(side.now) {
        let said = match words {
            Words::Said(message) => message.to_string(),
            Words::PremovesDropped => texts.premoves_dropped.to_owned(),
            Words::EngineFailed => texts.engine_failed.to_owned(),
        };
        // A hidden board says it itself.
        if !matches!(words, Words::Said(Message::HandOver { .. })) {
            banner(ui, &said, colour_of(ui, words), narrow);
        }
    } else if session.is_hint_asked() {
        banner(ui, texts.hint_thinking, of(ui).colours.muted, narrow);
    } else if is_alone && session.game().phase() == Phase::Paused {
        banner(ui, texts.paused, of(ui).colours.muted, narrow);
    }
    if is_alone && session.draw_to_answer().is_some() {
        command = command.or(pair(
            ui,
            narrow,
            (texts.accept, Command::AnswerDraw(true)),
            (texts.decline, Command::AnswerDraw(false)),
        ));
    }
    if is_alone && session.game().is_over() && session.puzzles().is_none() {
        command = command.or(pair(
            ui,
            narrow,
            (texts.play_again, Command::Restart),
            (texts.new_game, Command::Menu),
        ));
    }
    if !session.is_live() && !session.game().is_over() {
        let number = session.scene().ply.div_ceil(2) + side.first_number().saturating_sub(1);
        let said = fill(texts.looking_back, &[&number]);
        raised(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(Label::new(text::muted(ui, said)).wrap());
            let button = Button::secondary(texts.back_to_game).small();
            if ui.add(button.width(ui.available_width())).clicked() {
                command = Some(Command::Live);
            }
        });
        ui.add_space(space::XS);
    }
    command
}

fn colour_of(ui: &Ui, words: Words) -> Color32 {
    let colours = of(ui).colours;
    match words {
        Words::Said(Message::Check) => colours.warning,
        Words::Said(Message::DefendYourKing) | Words::EngineFailed => colours.danger,
        Words::Said(Message::Over { .. }) => colours.accent,
        Words::Said(_) | Words::PremovesDropped => colours.muted,
    }
}

/// Words on a ground of their own colour.
pub(super) fn banner(ui: &mut Ui, said: &str, colour: Color32, narrow: bool) {
    Frame::new()
        .fill(faded(colour, 0.16))
        .corner_radius(CornerRadius::same(radius::M))
        .inner_margin(Margin::symmetric(if narrow { 4 } else { 12 }, 10))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            let size = if narrow { 13.5 } else { 16.0 };
            let words = text::heading(said).size(size).color(of(ui).colours.text);
            ui.with_layout(Layout::top_down(Align::Center), |ui| {
                ui.add(Label::new(words).wrap());
            });
        });
    ui.add_space(space::XS);
}

/// Two buttons, beside each other where there is room.
pub(super) fn pair(
    ui: &mut Ui,
    narrow: bool,
    yes: (&str, Command),
    no: (&str, Command),
) -> Option<Command> {
    let gap = space::S;
    let width = ui.available_width();
    let each = if narrow { width } else { (width - gap) / 2.0 };
    let mut command = None;
    let mut buttons = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(if narrow { space::XS } else { gap });
        if ui.add(Button::primary(yes.0).small().width(each)).clicked() {
            command = Some(yes.1);
        }
        if ui.add(Button::secondary(no.0).small().width(each)).clicked() {
            command = Some(no.1);
        }
    };
    match narrow {
        true => buttons(ui),
        false => drop(ui.horizontal(buttons)),
    }
    ui.add_space(space::XS);
    command
}
