//! What stands above the list: the search, the order, and what brings games here.

use egui::{Align, Layout, TextStyle, TextWrapMode, Ui, WidgetText};
use store::{GameQuery, SortBy};

use super::LibraryScreen;
use super::transfer::Import;
use crate::context::Context;
use crate::dialogs::{FileKind, FileRequest};
use crate::navigation::Navigation;
use crate::style::widgets::{Button, Dropdown, IconButton, TextField};
use crate::style::{Icon, text};
use crate::texts::Texts;

impl LibraryScreen {
    /// The search, and what brings games here.
    pub(super) fn tools(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let words = &cx.texts.library;
        let mut query = self.games.query().clone();
        let mut navigation = None;
        ui.horizontal_centered(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let import = Button::secondary(words.import).icon(Icon::Download);
                if ui.add(import.enabled(self.import.is_none())).clicked() {
                    let request = FileRequest::open(words.import_title, &FileKind::games());
                    self.choosing = Some(cx.dialogs.choose_file(request, &cx.services));
                }
                let open = Button::secondary(words.open_file).icon(Icon::FolderOpen);
                if ui.add(open).clicked() {
                    navigation = Some(Navigation::OpenFile);
                }
                let wide = (ui.available_width() - 24.0).clamp(120.0, 420.0);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let field = TextField::new(words.search).hint(words.search_hint).width(wide);
                    field.show(ui, &mut query.search);
                });
            });
        });
        self.look_for(query, cx);
        navigation
    }

    /// How many games there are, of which rules, and in which order.
    pub(super) fn status(&mut self, ui: &mut Ui, cx: &mut Context) {
        let mut query = self.games.query().clone();
        // On a phone everything stands closer together.
        let [order_width, rules_width] =
            if ui.available_width() < 520.0 { [108.0; 2] } else { [130.0, 160.0] };
        ui.horizontal_centered(|ui| {
            if let Some(import) = &self.import {
                progress(ui, import, cx.texts);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                order(ui, &mut query, order_width, cx.texts);
                self.rules(ui, &mut query, rules_width, cx.texts);
                if self.import.is_none() {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        self.count(ui, cx.texts);
                    });
                }
            });
        });
        self.look_for(query, cx);
    }

    fn count(&self, ui: &mut Ui, texts: &Texts) {
        let words = &texts.library;
        let count = match self.games.total() {
            None => String::new(),
            Some(1) => words.count_one.to_owned(),
            Some(total) => words.count(grouped(total)),
        };
        let count = WidgetText::from(text::body(count).color(text::muted_colour(ui)));
        let count =
            count.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
        // A narrow phone has no room for it.
        if count.size().x <= ui.available_width() {
            ui.label(count);
        }
    }

    /// The rules whose games are shown.
    fn rules(&self, ui: &mut Ui, query: &mut GameQuery, width: f32, texts: &Texts) {
        let words = &texts.library;
        let all = (None, words.all_rules.to_owned());
        let choices = self.rules.iter().map(|key| (Some(key.clone()), texts.rules_key(key)));
        let list = Dropdown::new(words.rules).width(width);
        list.pick(ui, &mut query.rules, [all].into_iter().chain(choices));
    }

    fn look_for(&mut self, query: GameQuery, cx: &mut Context) {
        if query != *self.games.query() {
            self.games.look_for(query, &cx.store);
        }
    }
}

/// How far a file has been taken in.
fn progress(ui: &mut Ui, import: &Import, texts: &Texts) {
    let words = &texts.library;
    ui.spinner();
    ui.label(text::body(words.importing(import.added())));
    if ui.add(Button::ghost(words.import_stop).small()).clicked() {
        import.stop();
    }
    ui.ctx().request_repaint_after_secs(0.1);
}

/// The order of the games, and whether those that were deleted are shown.
fn order(ui: &mut Ui, query: &mut GameQuery, width: f32, texts: &Texts) {
    let words = &texts.library;
    let bin = IconButton::new(Icon::Trash, words.bin).ghost().size(30.0);
    if ui.add(bin.selected(query.in_bin)).clicked() {
        query.in_bin = !query.in_bin;
    }
    let name = if query.descending { words.descending } else { words.ascending };
    if ui.add(IconButton::new(Icon::Sort, name).ghost().size(30.0)).clicked() {
        query.descending = !query.descending;
    }
    let orders = SortBy::ALL.map(|order| (order, order_name(order, texts)));
    if Dropdown::new(words.sort).width(width).pick(ui, &mut query.sort, orders) {
        // Dates and results begin with what is best to see first, names with A.
        query.descending = matches!(query.sort, SortBy::Date | SortBy::Result | SortBy::Turns);
    }
}

fn order_name(order: SortBy, texts: &Texts) -> &'static str {
    let words = &texts.library;
    match order {
        SortBy::Date => words.by_date,
        SortBy::Title => words.by_title,
        SortBy::Opponent => words.by_opponent,
        SortBy::Rules => words.by_rules,
        SortBy::Result => words.by_result,
        SortBy::Turns => words.by_turns,
    }
}

/// A large number with gaps between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut written = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            written.push('\u{2009}');
        }
        written.push(digit);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(12_345), "12\u{2009}345");
        assert_eq!(grouped(123_456_789), "123\u{2009}456\u{2009}789");
    }
}
