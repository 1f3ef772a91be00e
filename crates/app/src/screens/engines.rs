//! The engines of the settings: programs that speak UCI, with their own options.

use egui::{Layout, Ui};

use crate::context::Context;
use crate::dialogs::{Answer, FileRequest, Ticket};
use crate::engines::{EngineOption, ExternalEngine, OptionKind, Probe, Probed};
use crate::services::repaint;
use crate::style::widgets::{Button, Dropdown, IconButton, TextField, Toggle, note, row};
use crate::style::{Icon, text};

/// The part of the settings that is about engines.
#[derive(Default)]
pub struct EngineSettings {
    /// A program is being chosen.
    choosing: Option<Ticket>,
    /// A program that is asked who it is, and which engine of the list it is, if it is one.
    probe: Option<(Probe, String, Option<usize>)>,
    /// The engine whose options are shown.
    opened: Option<(usize, Probed)>,
}

impl EngineSettings {
    /// Shows what it is about, and the list.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Context) {
        let words = &cx.texts.settings;
        note(ui, words.engines_about);
        let before = cx.engines.clone();
        self.poll(ui, cx);
        let mut removed = None;
        for (index, engine) in cx.engines.engines.clone().iter().enumerate() {
            row(ui, &engine.name, &engine.path, |ui| {
                let name = words.engine_remove(&engine.name);
                if ui.add(IconButton::new(Icon::Trash, &name).ghost().size(30.0)).clicked() {
                    removed = Some(index);
                }
                let is_open = self.opened.as_ref().is_some_and(|(open, _)| *open == index);
                let name = words.engine_options(&engine.name);
                let options = IconButton::new(Icon::Gear, &name).ghost().size(30.0);
                if ui.add(options.selected(is_open)).clicked() {
                    self.opened = None;
                    if !is_open {
                        self.ask(&engine.path, Some(index), ui);
                    }
                }
            });
            if self.opened.as_ref().is_some_and(|(open, _)| *open == index) {
                self.options(ui, index, cx);
            }
        }
        if let Some(index) = removed {
            cx.engines.engines.remove(index);
            self.opened = None;
        }
        ui.horizontal(|ui| {
            let add = Button::secondary(words.engine_add).icon(Icon::Plus).small();
            if ui.add(add).clicked() {
                let request = FileRequest::open(words.engine_add, &[]);
                self.choosing = Some(cx.dialogs.choose_file(request, &cx.services));
            }
            if self.probe.is_some() {
                ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.spinner();
                    ui.label(text::muted(ui, words.engine_asked));
                });
            }
        });
        if cx.engines != before
            && let Err(error) = cx.engines.save(&*cx.services.storage)
        {
            let told = cx.texts.io_error(&error);
            cx.dialogs.error(cx.texts.dialogs.settings_not_kept, told);
        }
    }

    fn ask(&mut self, path: &str, index: Option<usize>, ui: &Ui) {
        let probe = Probe::begin(path, repaint(ui.ctx()));
        self.probe = Some((probe, path.to_owned(), index));
    }

    fn poll(&mut self, ui: &Ui, cx: &mut Context) {
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing) {
            self.ask(&path.display().to_string(), None, ui);
        }
        let Some(answer) = self.probe.as_ref().and_then(|(probe, ..)| probe.take()) else { return };
        let Some((_, path, index)) = self.probe.take() else { return };
        match (answer, index) {
            (Ok(found), Some(index)) => self.opened = Some((index, found)),
            (Ok(found), None) => {
                let name = match found.name.as_str() {
                    "" => path.clone(),
                    name => name.to_owned(),
                };
                cx.engines.add(ExternalEngine { name, path, options: Vec::new() });
            }
            (Err(fault), _) => {
                cx.dialogs.error(cx.texts.settings.engine_faulty(path), cx.texts.fault(fault));
            }
        }
    }

    /// The options of an engine, as it offers them itself.
    fn options(&mut self, ui: &mut Ui, index: usize, cx: &mut Context) {
        let Some((_, probed)) = &self.opened else { return };
        let Some(engine) = cx.engines.engines.get_mut(index) else { return };
        for option in probed.options.iter().filter(|option| !option.is_ours()) {
            let set = engine.option(&option.name).unwrap_or(&option.default).to_owned();
            if let Some(value) = choice(ui, option, &set) {
                engine.set_option(&option.name, value);
            }
        }
    }
}

/// Shows an option; gives the value that was chosen.
fn choice(ui: &mut Ui, option: &EngineOption, set: &str) -> Option<String> {
    let name = option.name.as_str();
    row(ui, name, "", |ui| match &option.kind {
        OptionKind::Check => {
            let mut on = set == "true";
            ui.add(Toggle::new(&mut on, name)).clicked().then(|| on.to_string())
        }
        OptionKind::Combo(values) => {
            let mut chosen = set.to_owned();
            let choices = values.iter().map(|value| (value.clone(), value.as_str()));
            Dropdown::new(name).width(200.0).pick(ui, &mut chosen, choices).then_some(chosen)
        }
        OptionKind::Spin(least, most) => {
            let mut typed = set.to_owned();
            let is_wrong = |text: &str| {
                text.parse::<i64>().map_or(true, |number| !(*least..=*most).contains(&number))
            };
            let field = TextField::new(name).width(120.0).wrong(is_wrong(set));
            field.show(ui, &mut typed).changed().then_some(typed)
        }
        OptionKind::Button => None,
        OptionKind::Text => {
            let mut typed = set.to_owned();
            TextField::new(name).width(200.0).show(ui, &mut typed).changed().then_some(typed)
        }
    })
}
