//! Profiles: who plays, how they look, and what their games amount to.

mod ranking;
mod statistics;

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, CornerRadius, CursorIcon, Galley, Layout, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2,
};
use store::{Owner, ProfileName};

pub use ranking::{RankingScreen, paint_ranked};
use statistics::StatisticsView;

use crate::avatar::{self, Emblem, Face, HUES};
use crate::context::Context;
use crate::date_text;
use crate::dialogs::{Answer, Confirmation, FileKind, FileRequest, TextPrompt, Ticket};
use crate::navigation::Navigation;
use crate::persistence::{PlayerProfile, time};
use crate::screens::Page;
use crate::style::widgets::{Button, card, focus_ring, page};
use crate::style::{Icon, mix, of, radius, space, text};
use crate::texts::{Texts, capital};

/// The page about those who play here.
pub struct ProfilesScreen {
    statistics: StatisticsView,
    making: Option<Ticket>,
    renaming: Option<Ticket>,
    deleting: Option<Ticket>,
    choosing: Option<Ticket>,
}

impl ProfilesScreen {
    /// The page, with the statistics of the active profile.
    pub fn new(cx: &mut Context) -> ProfilesScreen {
        ProfilesScreen {
            statistics: StatisticsView::new(cx.profiles.current(), &cx.store),
            making: None,
            renaming: None,
            deleting: None,
            choosing: None,
        }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = cx.texts;
        let words = &texts.profiles;
        self.hear(cx);
        let mut navigation = None;
        let page = page(ui, texts.common.back, words.title, 900.0, |ui| {
            ui.spacing_mut().item_spacing.y = space::M;
            ui.label(text::body(words.who).color(text::muted_colour(ui)));
            self.everybody(ui, cx);
            if let Some(person) = cx.profiles.person().cloned() {
                card(ui, |ui| {
                    navigation = self.about(ui, &person, cx).or(navigation.take());
                });
            }
            navigation = self.statistics.show(ui, cx).or(navigation.take());
        });
        page.back.then_some(Navigation::Back).or(navigation)
    }

    fn hear(&mut self, cx: &mut Context) {
        let current = cx.profiles.current();
        self.statistics.follow(current, cx);
        if let Some(Answer::Text(name)) = cx.dialogs.answer(&mut self.making)
            && let Some(name) = self.name(&name, None, cx)
        {
            // Each profile begins with another piece, so that pictures differ from the start.
            let number = cx.profiles.everybody().len();
            let piece = Emblem::PIECES[number % Emblem::PIECES.len()].to_owned();
            let emblem = Emblem { piece, hue: number % HUES };
            cx.profiles.make(name, emblem.to_picture(), &cx.store);
        }
        let Some(id) = current else { return };
        if let Some(Answer::Text(name)) = cx.dialogs.answer(&mut self.renaming)
            && let Some(name) = self.name(&name, current, cx)
        {
            cx.profiles.rename(id, name, &cx.store);
        }
        if cx.dialogs.answer(&mut self.deleting) == Some(Answer::Yes) {
            cx.profiles.delete(id, &cx.store);
        }
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing) {
            let read = cx.services.files.read(&path).map_err(|error| cx.texts.io_error(&error));
            match read.and_then(|bytes| avatar::from_file(&bytes, cx.texts)) {
                Ok(picture) => cx.profiles.set_picture(id, Some(picture), &cx.store),
                Err(why) => {
                    let told = format!("{}: {why}", path.display());
                    cx.dialogs.error(cx.texts.profiles.picture_faulty, told);
                }
            }
        }
    }

    /// The entered name, unless another profile has it.
    fn name(&self, typed: &str, but: Owner, cx: &mut Context) -> Option<ProfileName> {
        let name = ProfileName::new(typed).ok()?;
        if cx.profiles.has_name(&name, but) {
            cx.dialogs.error(cx.texts.dialogs.profile_not_kept, cx.texts.profiles.name_taken);
            return None;
        }
        Some(name)
    }

    /// A tile for the guest, for every profile, and for a new one.
    fn everybody(&mut self, ui: &mut Ui, cx: &mut Context) {
        let words = &cx.texts.profiles;
        let mut chosen: Option<Owner> = None;
        let gap = space::M;
        let width = ui.available_width();
        let columns = ((width + gap) / (136.0 + gap)).floor().max(2.0);
        let wide = ((width - gap * (columns - 1.0)) / columns).floor();
        let profiles: Vec<PlayerProfile> = cx.profiles.everybody().to_vec();
        let current = cx.profiles.current();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(gap);
            let (rect, guest) = tile(ui, wide, words.guest, current.is_none());
            cx.avatars.paint(ui, rect, Face::Guest);
            if guest.clicked() {
                chosen = Some(None);
            }
            for person in &profiles {
                let (id, name) = (person.profile.id, person.profile.name.as_str());
                let (rect, response) = tile(ui, wide, name, current == Some(id));
                cx.avatars.paint(ui, rect, Face::Profile(person));
                if response.clicked() {
                    chosen = Some(Some(id));
                }
            }
            let (rect, new) = tile(ui, wide, words.new, false);
            let colours = of(ui).colours;
            let line = Stroke::new(1.5, colours.muted);
            ui.painter().circle_stroke(rect.center(), rect.width() / 2.0 - 1.0, line);
            Icon::Plus.paint_at(ui.painter(), rect.center(), 24.0, colours.muted);
            if new.clicked() {
                self.making = Some(cx.dialogs.prompt(TextPrompt {
                    title: words.new_title.to_owned(),
                    name: words.name.to_owned(),
                    typed: String::new(),
                    accept: words.create.to_owned(),
                    check: check_name,
                }));
            }
        });
        if let Some(owner) = chosen.filter(|owner| *owner != current) {
            cx.profiles.choose(owner, &cx.store);
        }
    }

    /// Name and picture of the one at the screen, and what can be changed about them.
    fn about(
        &mut self,
        ui: &mut Ui,
        person: &PlayerProfile,
        cx: &mut Context,
    ) -> Option<Navigation> {
        let words = &cx.texts.profiles;
        let mut navigation = None;
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(96.0), Sense::hover());
            cx.avatars.paint(ui, rect, Face::Profile(person));
            ui.add_space(space::S);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                ui.label(text::title(person.profile.name.as_str()));
                let since = date_text::date(person.profile.created, cx.texts);
                ui.label(text::muted(ui, words.since(since)));
                ui.add_space(space::XS);
                ui.horizontal_wrapped(|ui| {
                    let games = Button::secondary(words.library).icon(Icon::Library).small();
                    if ui.add(games).clicked() {
                        navigation = Some(Navigation::To(Page::Library));
                    }
                    let ranking = Button::secondary(words.ranking).icon(Icon::Trophy).small();
                    if ui.add(ranking).clicked() {
                        navigation = Some(Navigation::To(Page::Ranking));
                    }
                    let rename = Button::ghost(words.rename).icon(Icon::Pencil).small();
                    if ui.add(rename).clicked() {
                        self.renaming = Some(cx.dialogs.prompt(TextPrompt {
                            title: words.rename_title.to_owned(),
                            name: words.name.to_owned(),
                            typed: person.profile.name.to_string(),
                            accept: words.rename.to_owned(),
                            check: check_name,
                        }));
                    }
                    let delete = Button::ghost(words.delete).icon(Icon::Trash).small();
                    if ui.add(delete).clicked() {
                        self.deleting = Some(cx.dialogs.confirm(Confirmation {
                            title: words.delete_title(&person.profile.name),
                            text: words.delete_text.to_owned(),
                            yes: words.delete_yes.to_owned(),
                            no: cx.texts.common.cancel.to_owned(),
                            danger: true,
                        }));
                    }
                });
            });
        });
        ui.add_space(space::S);
        ui.label(text::strong(words.picture));
        self.pictures(ui, person, cx);
        navigation
    }

    /// The pictures that can be chosen: pieces, colours, a file.
    fn pictures(&mut self, ui: &mut Ui, person: &PlayerProfile, cx: &mut Context) {
        let words = &cx.texts.profiles;
        let id = person.profile.id;
        let current = person.picture.as_ref().and_then(Emblem::of);
        let hue = current.as_ref().map_or(0, |emblem| emblem.hue);
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(space::S);
            for piece in Emblem::PIECES {
                let emblem = Emblem { piece: piece.to_owned(), hue };
                let name = words.picture_piece(cx.texts.piece(piece));
                let is_chosen = current.as_ref() == Some(&emblem);
                let (rect, response) = choice(ui, 40.0, &name, is_chosen);
                cx.avatars.paint(ui, rect, Face::Emblem(&emblem));
                if response.on_hover_text(cx.texts.piece(piece)).clicked() {
                    chosen = Some(emblem);
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(space::S);
            let piece = current.as_ref().map_or(Emblem::PIECES[0], |emblem| emblem.piece.as_str());
            for number in 0..HUES {
                let name = words.picture_colour(number + 1);
                let is_chosen = current.as_ref().is_some_and(|emblem| emblem.hue == number);
                let (rect, response) = choice(ui, 24.0, &name, is_chosen);
                let colour = mix(of(ui).colours.hues[number], egui::Color32::BLACK, 0.25);
                ui.painter().circle_filled(rect.center(), rect.width() / 2.0, colour);
                if response.clicked() {
                    chosen = Some(Emblem { piece: piece.to_owned(), hue: number });
                }
            }
            ui.add_space(space::S);
            if ui.add(Button::ghost(words.picture_file).icon(Icon::FolderOpen).small()).clicked() {
                let request = FileRequest::open(words.picture_title, &[FileKind::Picture]);
                self.choosing = Some(cx.dialogs.choose_file(request, &cx.services));
            }
            let none = Button::ghost(words.picture_none).icon(Icon::Person).small();
            if ui.add(none.enabled(person.picture.is_some())).clicked() {
                cx.profiles.set_picture(id, None, &cx.store);
            }
        });
        if let Some(picture) = chosen.and_then(|emblem| emblem.to_picture()) {
            cx.profiles.set_picture(id, Some(picture), &cx.store);
        }
    }
}

/// What is wrong with a name, if anything is.
fn check_name(typed: &str, texts: &Texts) -> Option<String> {
    ProfileName::new(typed).err().map(|error| capital(&texts.name_error(&error)))
}

/// A tile with a name; gives the place of the picture.
fn tile(ui: &mut Ui, width: f32, name: &str, is_chosen: bool) -> (Rect, Response) {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 112.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, name));
    let hover = ui.ctx().animate_bool_responsive(response.id, response.hovered());
    let line = match is_chosen {
        true => Stroke::new(2.0, colours.accent),
        false => Stroke::new(1.0, mix(colours.outline, colours.muted, hover)),
    };
    let fill = tokens.hovered(colours.surface, hover, false);
    ui.painter().rect(rect, CornerRadius::same(radius::L), fill, line, StrokeKind::Inside);
    let galley = truncated(ui, name, width - 16.0);
    let at = pos2(rect.center().x - galley.size().x / 2.0, rect.bottom() - 28.0);
    ui.painter().galley(at, galley, colours.text);
    focus_ring(ui, &response, rect, radius::L);
    let centre = pos2(rect.center().x, rect.top() + 44.0);
    let picture = Rect::from_center_size(centre, Vec2::splat(56.0));
    (picture, response.on_hover_cursor(CursorIcon::PointingHand))
}

/// A name, cut short where it is wider than there is room.
fn truncated(ui: &Ui, name: &str, width: f32) -> Arc<Galley> {
    let format = TextFormat::simple(text::strong_font(), of(ui).colours.text);
    let mut job = LayoutJob::single_section(name.to_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(width);
    ui.ctx().fonts_mut(|fonts| fonts.layout_job(job))
}

/// A round choice with a ring if it is the chosen one; gives the place of the picture.
fn choice(ui: &mut Ui, size: f32, name: &str, is_chosen: bool) -> (Rect, Response) {
    let colours = of(ui).colours;
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, name));
    if is_chosen || response.hovered() {
        let colour = if is_chosen { colours.accent } else { colours.muted };
        ui.painter().circle_stroke(rect.center(), size / 2.0 - 1.0, Stroke::new(2.0, colour));
    }
    focus_ring(ui, &response, rect, (size / 2.0) as u8);
    (rect.shrink(3.0), response.on_hover_cursor(CursorIcon::PointingHand))
}

/// The button of the menu that shows who plays.
pub fn chip(ui: &mut Ui, cx: &mut Context) -> Response {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let person = cx.profiles.person();
    let name = person.map_or(cx.texts.profiles.guest, |person| person.profile.name.as_str());
    let galley = truncated(ui, name, 130.0);
    let size = Vec2::new(galley.size().x + 52.0, 36.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let label = cx.texts.profiles.player(name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let hover = ui.ctx().animate_bool_responsive(response.id, response.hovered());
    let pressed = response.is_pointer_button_down_on();
    let fill = tokens.hovered(colours.surface, hover, pressed);
    ui.painter().rect(rect, CornerRadius::same(18), fill, tokens.line(), StrokeKind::Inside);
    let at = pos2(rect.left() + 38.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, colours.text);
    let disc = Rect::from_center_size(pos2(rect.left() + 18.0, rect.center().y), Vec2::splat(28.0));
    let face = person.map_or(Face::Guest, Face::Profile);
    cx.avatars.paint(ui, disc, face);
    focus_ring(ui, &response, rect, 18);
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// A number that matters, with what it is about below it.
fn figure(ui: &mut Ui, width: f32, value: &str, name: &str, about: &str) {
    let colours = &of(ui).colours;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 82.0), Sense::hover());
    let label = format!("{name}: {value} {about}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, label.trim_end()));
    ui.painter().rect_filled(rect, CornerRadius::same(radius::M), colours.sunken);
    let left = rect.left() + space::M;
    let put = |y: f32, words: &str, font, colour| {
        let clip = rect.shrink(6.0).intersect(ui.clip_rect());
        let painter = ui.painter().with_clip_rect(clip);
        let (at, room) = (pos2(left, rect.top() + y), rect.width() - 2.0 * space::M);
        text::paint(&painter, at, egui::Align2::LEFT_CENTER, words, font, colour, room);
    };
    put(18.0, name, text::small_font(), colours.muted);
    put(42.0, value, text::number_font(22.0), colours.text);
    put(65.0, about, text::small_font(), colours.muted);
}

/// A heading with something at its right.
fn head(ui: &mut Ui, heading: &str, right: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.label(text::heading(heading));
        ui.with_layout(Layout::right_to_left(Align::Center), right);
    });
}

/// Today, as a number of days since 1970.
fn today() -> i64 {
    let now = time::now();
    now.day(time::utc_offset(now))
}

/// A share of a whole in percent.
fn percent(rate: Option<f64>) -> i64 {
    (rate.unwrap_or(0.0) * 100.0).round() as i64
}

/// The words for a number of rated games.
fn rated_games(count: u64, texts: &Texts) -> String {
    match count {
        1 => texts.profiles.rated_game.to_owned(),
        count => texts.profiles.rated_games(count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn what_is_wrong_with_a_name_is_told() {
        let texts = Language::english().texts();
        assert_eq!(check_name("Anna", texts), None);
        let told = check_name("  ", texts).expect("no name");
        assert_eq!(told, "The name is empty; expected 1 to 32 characters");
    }
}
