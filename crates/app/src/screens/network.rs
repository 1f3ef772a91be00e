//! Playing over the network: the place where it will be.

use egui::Ui;

use crate::context::Context;
use crate::navigation::Navigation;
use crate::style::text;
use crate::style::widgets::{card, page};

/// Playing over the network.
pub struct NetworkScreen;

impl NetworkScreen {
    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context<'_>) -> Option<Navigation> {
        let texts = &cx.texts.menu;
        let page = page(ui, cx.texts.common.back, texts.network, 720.0, |ui| {
            card(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.label(text::body(texts.network_about));
            });
        });
        page.back.then_some(Navigation::Back)
    }
}
