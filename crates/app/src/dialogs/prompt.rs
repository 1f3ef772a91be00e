//! A question that is answered by typing a line.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Align, Context, Id, Key, Layout};

use super::Answer;
use super::message::{head, width};
use crate::style::widgets::{Button, TextField, modal};
use crate::style::{of, space, text};
use crate::texts::Texts;

/// Something to be typed, such as a name.
#[derive(Clone, Debug)]
pub struct TextPrompt {
    /// What it is about.
    pub title: String,
    /// What is to be typed.
    pub name: String,
    /// What stands there at first.
    pub typed: String,
    /// The button that takes it.
    pub accept: String,
    /// Tells what is wrong with what is typed, if anything is.
    pub check: fn(&str, &Texts) -> Option<String>,
}

/// A line as far as it is typed.
pub(super) struct PromptDialog {
    prompt: TextPrompt,
    fault: Option<String>,
    was_shown: bool,
}

impl PromptDialog {
    pub fn new(prompt: TextPrompt) -> PromptDialog {
        PromptDialog { prompt, fault: None, was_shown: false }
    }

    pub fn show(&mut self, ctx: &Context, id: Id, texts: &Texts) -> Option<Answer> {
        let mut answer = None;
        let wide = width(ctx, 420.0) - 2.0 * space::XL;
        let response = modal(ctx, id).show(ctx, |ui| {
            ui.set_width(wide);
            head(ui, None, &self.prompt.title);
            ui.add_space(space::XS);
            let field = TextField::new(&self.prompt.name)
                .hint(&self.prompt.name)
                .width(wide - 20.0)
                .wrong(self.fault.is_some());
            let line = field.show(ui, &mut self.prompt.typed);
            if !self.was_shown {
                line.request_focus();
                select_all(ctx, line.id, &self.prompt.typed);
                self.was_shown = true;
            }
            if line.changed() {
                self.fault = None;
            }
            let entered = line.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if let Some(fault) = &self.fault {
                ui.label(text::body(fault).color(of(ui).colours.danger));
            }
            ui.add_space(space::M);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.add(Button::primary(&self.prompt.accept)).clicked() || entered {
                    self.fault = (self.prompt.check)(&self.prompt.typed, texts);
                    match self.fault {
                        None => answer = Some(Answer::Text(self.prompt.typed.clone())),
                        Some(_) => line.request_focus(),
                    }
                }
                if ui.add(Button::secondary(texts.common.cancel)).clicked() {
                    answer = Some(Answer::No);
                }
            });
        });
        answer.or(response.should_close().then_some(Answer::No))
    }
}

/// What stands there at first is mostly to be typed anew.
fn select_all(ctx: &Context, field: Id, typed: &str) {
    let mut state = TextEditState::load(ctx, field).unwrap_or_default();
    let end = CCursor::new(typed.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::default(), end)));
    state.store(ctx, field);
}
