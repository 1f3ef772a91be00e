//! A message to be read, and a question to be answered.

use egui::{Align, Context, Frame, Id, Layout, Margin, ScrollArea, TextEdit, Ui, Vec2};

use super::Answer;
use crate::style::widgets::{Button, modal};
use crate::style::{Icon, of, radius, space, text};
use crate::texts::Texts;

/// A message that something went wrong.
pub(super) struct Message {
    title: String,
    message: String,
    copied: bool,
    was_shown: bool,
}

/// A question with two answers.
#[derive(Clone, Debug)]
pub struct Confirmation {
    /// What it is about.
    pub title: String,
    /// The question.
    pub text: String,
    /// The button that says yes.
    pub yes: String,
    /// The button that says no.
    pub no: String,
    /// Would something be lost?
    pub danger: bool,
}

/// The width of a dialog that the window has room for.
pub(super) fn width(ctx: &Context, wanted: f32) -> f32 {
    wanted.min(ctx.content_rect().width() - 2.0 * space::XL)
}

impl Message {
    pub fn new(title: String, message: String) -> Message {
        Message { title, message, copied: false, was_shown: false }
    }

    pub fn show(&mut self, ctx: &Context, id: Id, texts: &Texts) -> Option<Answer> {
        let wide = width(ctx, 560.0);
        let high = (ctx.content_rect().height() - 260.0).max(80.0);
        let mut done = false;
        let response = modal(ctx, id).show(ctx, |ui| {
            ui.set_width(wide - 2.0 * space::XL);
            head(ui, Some(Icon::Warning), &self.title);
            ui.add_space(space::S);
            self.words(ui, high);
            ui.add_space(space::M);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let close = ui.add(Button::primary(texts.common.close));
                if !self.was_shown {
                    close.request_focus();
                    self.was_shown = true;
                }
                done = close.clicked();
                let label = if self.copied { texts.common.copied } else { texts.common.copy };
                let icon = if self.copied { Icon::Check } else { Icon::Copy };
                if ui.add(Button::secondary(label).icon(icon)).clicked() {
                    ui.ctx().copy_text(format!("{}\n{}", self.title, self.message));
                    self.copied = true;
                }
            });
        });
        (done || response.should_close()).then_some(Answer::No)
    }

    /// The message in a field, so that parts can be marked and copied.
    fn words(&self, ui: &mut Ui, most_height: f32) {
        let ground = Frame::new()
            .fill(of(ui).colours.sunken)
            .corner_radius(radius::M)
            .inner_margin(Margin::same(space::M as i8));
        let scroll = ScrollArea::vertical().max_height(most_height).auto_shrink([false, true]);
        ground.show(ui, |ui| {
            scroll.show(ui, |ui| {
                let mut shown = self.message.as_str();
                let field = TextEdit::multiline(&mut shown)
                    .font(text::body_font())
                    .desired_width(f32::INFINITY)
                    .desired_rows(1)
                    .frame(Frame::NONE);
                ui.add(field).accessible_name(self.message.as_str());
            });
        });
    }
}

impl Confirmation {
    pub(super) fn show(&self, ctx: &Context, id: Id) -> Option<Answer> {
        let mut answer = None;
        let wide = width(ctx, 420.0);
        let response = modal(ctx, id).show(ctx, |ui| {
            ui.set_width(wide - 2.0 * space::XL);
            head(ui, None, &self.title);
            ui.add_space(space::XS);
            ui.label(text::body(&self.text));
            ui.add_space(space::M);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let yes = match self.danger {
                    true => Button::danger(&self.yes),
                    false => Button::primary(&self.yes),
                };
                let yes = ui.add(yes);
                let no = ui.add(Button::secondary(&self.no));
                if ui.memory(|memory| memory.focused().is_none()) {
                    // Enter must not lose anything by accident.
                    if self.danger { no.request_focus() } else { yes.request_focus() }
                }
                if yes.clicked() {
                    answer = Some(Answer::Yes);
                }
                if no.clicked() {
                    answer = Some(Answer::No);
                }
            });
        });
        answer.or(response.should_close().then_some(Answer::No))
    }
}

/// The title of a dialog.
pub(super) fn head(ui: &mut Ui, icon: Option<Icon>, title: &str) {
    ui.horizontal(|ui| {
        if let Some(icon) = icon {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(24.0), egui::Sense::hover());
            icon.paint(ui.painter(), rect, of(ui).colours.warning);
            ui.add_space(space::XS);
        }
        ui.label(text::heading(title).size(18.0));
    });
}
