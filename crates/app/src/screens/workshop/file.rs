//! The file of the game, which can be typed into.

use egui::{FontId, ScrollArea, TextEdit, Ui};

use super::WorkshopScreen;
use crate::context::Context;
use crate::style::widgets::card;
use crate::style::{of, text};

impl WorkshopScreen {
    /// Shows the file as far as there is room.
    pub(super) fn file(&mut self, ui: &mut Ui, cx: &Context<'_>) {
        let words = &cx.texts.workshop;
        let mut typed = self.draft.text().to_owned();
        card(ui, |ui| {
            ui.label(text::muted(ui, words.file_about));
            let height = ui.available_height().clamp(240.0, 2000.0);
            ScrollArea::both().id_salt("file").max_height(height).show(ui, |ui| {
                let colours = of(ui).colours;
                let edit = TextEdit::multiline(&mut typed)
                    .font(FontId::monospace(12.0))
                    .text_color(colours.text)
                    .desired_width(f32::INFINITY)
                    .lock_focus(true);
                let response = ui.add(edit).accessible_name(words.file);
                if response.changed() {
                    self.draft.set_text(Some("typing"), typed);
                }
                if response.lost_focus() {
                    self.draft.end_step();
                }
            });
        });
    }
}
