//! Messages: checks, ends, offers, and that the board shows an earlier moment.

use egui::{Align, Color32, CornerRadius, Frame, Layout, Margin, Sense, Ui, Vec2};
use game::{Phase, Status};
use record::{GameEnd, Perspective};

use super::online::OnlinePanel;
use super::{Sidebar, controls, raised};
use crate::play::command::Command;
use crate::play::session::StatusMessage;
use crate::style::widgets::{Button, note, paragraph};
use crate::style::{Icon, faded, of, radius, space, text};

/// The height that the end of a game leaves to the moves.
const LEAST_MOVES: f32 = 130.0;

/// Shows the message, and returns what was answered.
pub fn show(ui: &mut Ui, side: &Sidebar<'_>, narrow: bool) -> Option<Command> {
    let session = side.session;
    let texts = &side.texts.play;
    let online = side.online.as_ref().map(|online| OnlinePanel { side, online, narrow });
    let mut command = online.as_ref().and_then(|online| online.show(ui));
    show_status(ui, side, narrow);
    // With little height left, all that can be done next stands in one row.
    let can_review = session.can_be_analysed() && side.board_rests;
    let in_row = !narrow && can_review && ui.available_height() < 2.0 * LEAST_MOVES;
    command = command.or(online.as_ref().and_then(|online| online.over(ui, in_row)));
    let is_alone = online.is_none();
    if is_alone && session.draw_to_answer().is_some() {
        let yes = (texts.accept, Command::AnswerDraw(true));
        let no = (texts.decline, Command::AnswerDraw(false));
        command = command.or(choices(ui, narrow, &[yes, no]));
    }
    let is_over = session.game().is_over() && side.board_rests;
    if is_over && session.puzzles().is_none() {
        if is_alone {
            let again = (texts.play_again, Command::Restart);
            let leave = (texts.new_game, Command::Menu);
            command = command.or(choices(ui, narrow, &[again, leave]));
        }
        let is_low = ui.available_height() <= LEAST_MOVES;
        if is_alone || !in_row {
            command = command.or(afterwards(ui, side, narrow || is_low));
        }
    }
    if !session.is_live() && !session.game().is_over() {
        command = looking_back(ui, side).or(command);
    }
    command
}

/// What the referee says, or what is waited for.
fn show_status(ui: &mut Ui, side: &Sidebar<'_>, narrow: bool) {
    let (session, texts) = (side.session, &side.texts.play);
    let muted = of(ui).colours.muted;
    if let Some(status) = session.status(side.now) {
        let said = match status {
            // A hidden board says it itself.
            StatusMessage::Game(Status::HandOver { .. }) => return,
            // The piece that ends the game is still on its way.
            StatusMessage::Game(Status::Over { .. }) if !side.board_rests => return,
            StatusMessage::Game(message) => side.texts.game_status(message),
            StatusMessage::PremovesDropped => texts.premoves_dropped.to_owned(),
            StatusMessage::EngineFailed => texts.engine_failed.to_owned(),
            StatusMessage::ProgramFailed => texts.program_failed.to_owned(),
        };
        if let StatusMessage::Game(Status::Over { .. }) = status {
            result(ui, side, &said, narrow);
            return;
        }
        banner(ui, &said, colour_of(ui, status), narrow);
    } else if session.is_hint_asked() {
        banner(ui, texts.hint_thinking, muted, narrow);
    } else if side.online.is_none() && session.game().phase() == Phase::Paused {
        banner(ui, texts.paused, muted, narrow);
    }
}

/// That the board shows an earlier moment, and the way back.
fn looking_back(ui: &mut Ui, side: &Sidebar<'_>) -> Option<Command> {
    let texts = &side.texts.play;
    let number = side.session.scene().ply.div_ceil(2) + side.first_number().saturating_sub(1);
    let said = texts.looking_back(number);
    let shown = raised(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        note(ui, said);
        let button = Button::secondary(texts.back_to_game).small();
        ui.add(button.width(ui.available_width())).clicked()
    });
    ui.add_space(space::XS);
    shown.inner.then_some(Command::Live)
}

fn colour_of(ui: &Ui, status: StatusMessage) -> Color32 {
    let colours = of(ui).colours;
    match status {
        StatusMessage::Game(Status::Check) => colours.warning,
        StatusMessage::Game(Status::DefendYourKing)
        | StatusMessage::EngineFailed
        | StatusMessage::ProgramFailed => colours.danger,
        StatusMessage::Game(_) | StatusMessage::PremovesDropped => colours.muted,
    }
}

/// How the game has ended: a win, a loss and a draw look different.
fn result(ui: &mut Ui, side: &Sidebar<'_>, said: &str, narrow: bool) {
    let colours = of(ui).colours;
    let winner = side.session.game().end().and_then(GameEnd::outcome).and_then(|o| o.winner);
    let (icon, colour) = match (winner, side.session.perspective()) {
        (None, _) => (Icon::Scales, colours.hues[1]),
        (Some(winner), Perspective::Player(you)) if winner != you => (Icon::Flag, colours.danger),
        (Some(_), _) => (Icon::Trophy, colours.hues[0]),
    };
    if narrow || ui.available_height() < 2.0 * LEAST_MOVES {
        banner(ui, said, colour, narrow);
        return;
    }
    let (badge, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 52.0), Sense::hover());
    ui.painter().circle_filled(badge.center(), 24.0, faded(colour, 0.2));
    icon.paint_at(ui.painter(), badge.center(), 26.0, colour);
    banner(ui, said, colour, false);
}

/// What else can be done with a game that is over.
fn afterwards(ui: &mut Ui, side: &Sidebar<'_>, narrow: bool) -> Option<Command> {
    let texts = &side.texts.play;
    let mut command = None;
    let can_review = side.session.can_be_analysed();
    if narrow {
        let review = Button::secondary(texts.review).small().width(ui.available_width());
        return (can_review && ui.add(review).clicked()).then_some(Command::Review);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let width = (ui.available_width() - space::S) / 2.0;
        let review = Button::secondary(texts.review).icon(Icon::Bulb).small();
        if can_review && ui.add(review.width(width)).clicked() {
            command = Some(Command::Review);
        }
        let share = Button::ghost(texts.share).icon(Icon::Share).small().width(width);
        command = command.take().or(controls::share_button(ui, side, share));
    });
    ui.add_space(space::XS);
    command
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
                paragraph(ui, words);
            });
        });
    ui.add_space(space::XS);
}

/// Some buttons, beside each other where there is room; the first one leads on.
pub(super) fn choices(ui: &mut Ui, narrow: bool, offered: &[(&str, Command)]) -> Option<Command> {
    let gap = space::S;
    let (width, count) = (ui.available_width(), offered.len() as f32);
    let each = if narrow { width } else { (width - (count - 1.0) * gap) / count };
    let mut command = None;
    let mut buttons = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(if narrow { space::XS } else { gap });
        for (index, (words, leads_to)) in offered.iter().enumerate() {
            let button = match index {
                0 => Button::primary(words),
                _ => Button::secondary(words),
            };
            if ui.add(button.small().width(each)).clicked() {
                command = Some(*leads_to);
            }
        }
    };
    match narrow {
        true => buttons(ui),
        false => drop(ui.horizontal(buttons)),
    }
    ui.add_space(space::XS);
    command
}
