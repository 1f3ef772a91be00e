//! A line to type in.

use egui::{Margin, Response, TextEdit, Ui};

use crate::style::{of, text};

/// A line to type in.
#[must_use = "it is shown with `show`"]
pub struct TextField<'a> {
    name: &'a str,
    hint: &'a str,
    width: f32,
    wrong: bool,
}

impl<'a> TextField<'a> {
    /// A line under a name, which is not shown.
    pub fn new(name: &'a str) -> TextField<'a> {
        TextField { name, hint: "", width: 220.0, wrong: false }
    }

    /// What is shown while nothing is typed.
    pub fn hint(self, hint: &'a str) -> Self {
        TextField { hint, ..self }
    }

    /// As wide as this.
    pub fn width(self, width: f32) -> Self {
        TextField { width, ..self }
    }

    /// Is something wrong with what is typed?
    pub fn wrong(self, wrong: bool) -> Self {
        TextField { wrong, ..self }
    }

    /// Shows a text that is kept elsewhere; gives it as it is typed, which may be more than can be
    /// kept. What is typed stays until the line is left.
    pub fn edit(
        self,
        ui: &mut Ui,
        kept: &str,
        is_wrong: impl Fn(&str) -> bool,
    ) -> (Response, String) {
        let id = ui.scope_id().with(("typed", self.name));
        let is_typing = ui.ctx().text_edit_focused();
        let typed: Option<String> = ui.data(|data| data.get_temp(id)).filter(|_| is_typing);
        let mut typed = typed.unwrap_or_else(|| kept.to_owned());
        let wrong = is_wrong(&typed);
        let response = self.wrong(wrong).show(ui, &mut typed);
        ui.data_mut(|data| data.insert_temp(id, typed.clone()));
        (response, typed)
    }

    /// Shows the line.
    pub fn show(self, ui: &mut Ui, typed: &mut String) -> Response {
        let colours = of(ui).colours;
        ui.scope(|ui| {
            let line = if self.wrong { colours.danger } else { colours.outline };
            let widgets = &mut ui.visuals_mut().widgets;
            widgets.inactive.bg_stroke.color = line;
            widgets.inactive.bg_stroke.width = 1.0;
            let edit = TextEdit::singleline(typed)
                .desired_width(self.width)
                .font(text::body_font())
                .margin(Margin::symmetric(10, 8))
                .hint_text(self.hint);
            ui.add(edit).accessible_name(self.name)
        })
        .inner
    }
}
