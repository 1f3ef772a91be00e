//! One choice out of many, shown when it is asked for.

use egui::{
    Align2, CornerRadius, CursorIcon, EventFilter, Key, Popup, PopupCloseBehavior, Rect, Response,
    Role, ScrollArea, Sense, StrokeKind, Ui, Vec2, WidgetInfo, pos2,
};

use super::{MenuEntry, TextField, focus_ring, hover_of};
use crate::style::{Icon, of, radius, space, text};

/// One choice out of many. The arrow keys choose without opening the list.
#[must_use = "it is shown with `show`"]
pub struct Dropdown<'a> {
    name: &'a str,
    width: f32,
    headings: &'a [(usize, &'a str)],
    search: Option<&'a str>,
    has_footer: bool,
}

impl<'a> Dropdown<'a> {
    /// A list under a name, which is not shown.
    pub fn new(name: &'a str) -> Dropdown<'a> {
        Dropdown { name, width: 220.0, headings: &[], search: None, has_footer: false }
    }

    /// As wide as this.
    pub fn width(self, width: f32) -> Self {
        Dropdown { width, ..self }
    }

    /// With headings, each before the choice of a number.
    pub fn headings(mut self, headings: &'a [(usize, &'a str)]) -> Self {
        self.headings = headings;
        self
    }

    /// With a line above the list in which a part of a choice is typed; the hint names it.
    pub fn search(self, hint: &'a str) -> Self {
        Dropdown { search: Some(hint), ..self }
    }

    /// With the last choice below the list, in sight however long the list is.
    pub fn footer(self) -> Self {
        Dropdown { has_footer: true, ..self }
    }

    /// Shows a choice of values, the first of which stands for any that is unknown; returns whether
    /// another one was made.
    pub fn pick<T: PartialEq>(
        self,
        ui: &mut Ui,
        value: &mut T,
        choices: impl IntoIterator<Item = (T, impl Into<String>)>,
    ) -> bool {
        let choices = choices.into_iter().map(|(choice, name)| (choice, name.into()));
        let (mut values, names): (Vec<T>, Vec<String>) = choices.unzip();
        let mut chosen = values.iter().position(|known| known == value).unwrap_or(0);
        let changed = self.show(ui, &mut chosen, &names);
        if changed {
            *value = values.swap_remove(chosen);
        }
        changed
    }

    /// Shows a choice by its number; returns whether another one was made.
    pub fn show(self, ui: &mut Ui, chosen: &mut usize, choices: &[String]) -> bool {
        let before = *chosen;
        let size = Vec2::new(self.width, 36.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let label = choices.get(*chosen).map_or("", String::as_str);
        let enabled = ui.is_enabled();
        response.widget_info(|| {
            WidgetInfo::labeled(Role::ComboBox, enabled, format!("{}: {label}", self.name))
        });
        self.paint(ui, &response, rect, label);
        let behavior = match self.search {
            Some(_) => PopupCloseBehavior::CloseOnClickOutside,
            None => PopupCloseBehavior::CloseOnClick,
        };
        let popup = Popup::menu(&response).width(self.width).close_behavior(behavior);
        let is_open = popup.is_open();
        if response.has_focus() && !is_open {
            let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            let (up, down) = ui.input(|input| {
                (input.key_pressed(Key::ArrowUp), input.key_pressed(Key::ArrowDown))
            });
            if up {
                *chosen = chosen.saturating_sub(1);
            }
            if down {
                *chosen = (*chosen + 1).min(choices.len().saturating_sub(1));
            }
        }
        popup.show(|ui| {
            ui.set_min_width(self.width - 12.0);
            ui.spacing_mut().item_spacing.y = 2.0;
            let wanted = self.wanted(ui, &response);
            let listed = choices.len().saturating_sub(usize::from(self.has_footer));
            let mut entry = |ui: &mut Ui, index: usize, choice: &str| {
                if ui.add(MenuEntry::new(choice, index == *chosen)).clicked() {
                    *chosen = index;
                    ui.close();
                }
            };
            ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                let fits = |choice: &str| choice.to_lowercase().contains(&wanted);
                let fitting = choices[..listed].iter().enumerate().filter(|(_, c)| fits(c));
                for (index, choice) in fitting {
                    let heading = self.headings.iter().find(|(before, _)| *before == index);
                    if let Some((_, heading)) = heading.filter(|_| wanted.is_empty()) {
                        ui.add_space(space::XS);
                        ui.label(text::muted(ui, *heading));
                    }
                    entry(ui, index, choice);
                }
            });
            for (index, choice) in choices.iter().enumerate().skip(listed) {
                entry(ui, index, choice);
            }
        });
        *chosen != before
    }

    /// What is typed to find a choice, in small letters; it is forgotten with the list.
    fn wanted(&self, ui: &mut Ui, response: &Response) -> String {
        let Some(hint) = self.search else { return String::new() };
        let id = response.id.with("search");
        let is_new = ui.ctx().cumulative_pass_nr();
        let (mut typed, seen): (String, u64) =
            ui.data(|data| data.get_temp(id)).unwrap_or_default();
        if seen + 2 < is_new {
            typed.clear();
        }
        TextField::new(hint).hint(hint).width(self.width - 32.0).show(ui, &mut typed);
        ui.data_mut(|data| data.insert_temp(id, (typed.clone(), is_new)));
        typed.trim().to_lowercase()
    }

    fn paint(&self, ui: &Ui, response: &Response, rect: Rect, label: &str) {
        if !ui.is_rect_visible(rect) {
            return;
        }
        let tokens = of(ui);
        let colours = &tokens.colours;
        let hover = hover_of(ui, response);
        let fill = tokens.hovered(colours.raised, hover, response.is_pointer_button_down_on());
        let corners = CornerRadius::same(radius::M);
        ui.painter().rect(rect, corners, fill, tokens.line(), StrokeKind::Inside);
        let text_rect = rect.shrink2(Vec2::new(space::M, 0.0)).with_max_x(rect.right() - 32.0);
        let (at, font) = (text_rect.left_center(), text::strong_font());
        let width = text_rect.width();
        text::paint(ui.painter(), at, Align2::LEFT_CENTER, label, font, colours.text, width);
        let centre = pos2(rect.right() - 18.0, rect.center().y);
        Icon::ChevronDown.paint_at(ui.painter(), centre, 14.0, colours.muted);
        focus_ring(ui, response, rect, radius::M);
        response.clone().on_hover_cursor(CursorIcon::PointingHand);
    }
}
