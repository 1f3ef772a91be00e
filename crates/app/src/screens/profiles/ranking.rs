//! The ranking list of a rule set, with the rating curve of the selected player.

use std::collections::BTreeMap;

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Rect, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo,
    pos2,
};
use engine::level::{self, Level};
use notation::ruleset;
use store::{ProfileId, RankingRow, RatingPoint, RulesKey};

use super::{rated_games, statistics::rating_curve};
use crate::avatar::Face;
use crate::context::Context;
use crate::navigation::Navigation;
use crate::persistence::{Pending, StoreHandle};
use crate::style::widgets::{Dropdown, Toggle, card, focus_ring, page};
use crate::style::{faded, mix, of, radius, space, text};
use crate::texts::Texts;

/// Everything about the ratings of one rule set.
#[derive(Default)]
struct Table {
    rows: Vec<RankingRow>,
    histories: BTreeMap<ProfileId, Vec<RatingPoint>>,
}

/// The largest distance in rating between a level that is shown and the nearest profile.
const NEAR: f64 = 250.0;

/// A line of the list: a profile, or a level to compare with.
enum Line<'a> {
    PlayerProfile(usize, &'a RankingRow),
    Level(&'static Level),
}

/// The ranking list.
pub struct RankingScreen {
    rules: Vec<RulesKey>,
    chosen: usize,
    rated: Option<Pending<Vec<RulesKey>>>,
    reading: Option<Pending<Table>>,
    table: Table,
    /// Whose curve is shown.
    selected: Option<ProfileId>,
    shows_levels: bool,
}

impl RankingScreen {
    /// The list of the rules that are rated most likely.
    pub fn new(cx: &mut Context) -> RankingScreen {
        let shipped = ruleset::shipped_ids().filter_map(ruleset::shipped);
        let rules: Vec<RulesKey> = shipped.map(|rules| RulesKey::of(&rules)).collect();
        let chosen = rules.iter().position(|rules| rules.id() == "xxl").unwrap_or(0);
        let mut screen = RankingScreen {
            reading: rules.get(chosen).map(|rules| read(rules, &cx.store)),
            rules,
            chosen,
            rated: Some(cx.store.query(|store| store.rated_rules())),
            table: Table::default(),
            selected: cx.profiles.current(),
            shows_levels: true,
        };
        screen.poll(cx);
        screen
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        self.poll(cx);
        let texts = cx.texts;
        let words = &texts.profiles;
        let page = page(ui, texts.common.back, words.ranking_title, 860.0, |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            self.choices(ui, cx);
            ui.add_space(space::XS);
            if let Some((name, history)) = self.curve(cx) {
                card(ui, |ui| {
                    rating_curve(ui, &words.history(name), &history, texts);
                });
                ui.add_space(space::XS);
            } else if self.table.rows.is_empty() {
                card(ui, |ui| {
                    ui.label(text::heading(words.ranking_none));
                    ui.label(text::body(words.ranking_none_about).color(text::muted_colour(ui)));
                    if cx.profiles.current().is_none() {
                        ui.label(text::body(words.ranking_guest).color(text::muted_colour(ui)));
                    }
                });
                ui.add_space(space::XS);
            }
            let lines = lines(&self.table.rows, self.shows_levels);
            ui.spacing_mut().item_spacing.y = 4.0;
            let mut selected = self.selected;
            for line in lines {
                match line {
                    Line::PlayerProfile(place, row) => {
                        let is_selected = selected == Some(row.profile.id);
                        if person_line(ui, place, row, is_selected, cx) {
                            selected = Some(row.profile.id);
                        }
                    }
                    Line::Level(level) => level_line(ui, level, cx),
                }
            }
            self.selected = selected;
        });
        page.back.then_some(Navigation::Back)
    }

    fn poll(&mut self, cx: &mut Context) {
        if let Some(rated) = self.rated.take_if(|rated| rated.is_ready())
            && let Some(Ok(rated)) = rated.take()
        {
            let new = rated.into_iter().filter(|rules| !self.rules.contains(rules));
            self.rules.extend(new.collect::<Vec<_>>());
        }
        let Some(read) = self.reading.take_if(|reading| reading.is_ready()) else { return };
        match read.take() {
            Some(Ok(table)) => {
                let is_there = |id: &ProfileId| table.histories.contains_key(id);
                let first = table.rows.first().map(|row| row.profile.id);
                self.selected = self.selected.filter(is_there).or(first);
                self.table = table;
            }
            Some(Err(error)) => {
                cx.dialogs.error(cx.texts.profiles.not_read, cx.texts.store_error(&error));
            }
            None => {}
        }
    }

    fn choices(&mut self, ui: &mut Ui, cx: &mut Context) {
        let words = &cx.texts.profiles;
        let names: Vec<String> =
            self.rules.iter().map(|rules| rules_name(rules, cx.texts)).collect();
        ui.horizontal_wrapped(|ui| {
            let dropdown = Dropdown::new(words.ranking_rules).width(240.0);
            if dropdown.show(ui, &mut self.chosen, &names) {
                self.reading = self.rules.get(self.chosen).map(|rules| read(rules, &cx.store));
                self.poll(cx);
            }
            ui.add_space(space::S);
            ui.add(Toggle::new(&mut self.shows_levels, words.ranking_levels));
            ui.label(text::body(words.ranking_levels).color(text::muted_colour(ui)));
        });
    }

    /// The name and the rating history of the selected player.
    fn curve(&self, cx: &Context) -> Option<(String, Vec<RatingPoint>)> {
        let id = self.selected?;
        let history = self.table.histories.get(&id).filter(|history| !history.is_empty())?;
        let name = cx.profiles.of(id).map(|person| person.profile.name.to_string());
        Some((name.unwrap_or_default(), history.clone()))
    }
}

fn read(rules: &RulesKey, store: &StoreHandle) -> Pending<Table> {
    let rules = rules.clone();
    store.query(move |store| {
        let rows = store.ranking(&rules)?;
        let mut histories = BTreeMap::new();
        for row in &rows {
            histories.insert(row.profile.id, store.rating_history(row.profile.id, &rules)?);
        }
        Ok(Table { rows, histories })
    })
}

/// What rules are called in the list.
fn rules_name(rules: &RulesKey, texts: &Texts) -> String {
    match rules.has_fog() {
        true => format!("{} · {}", texts.rules_key(rules), texts.library.fog),
        false => texts.rules_key(rules),
    }
}

/// All profiles and, if they are wanted, the levels, best first.
fn lines(rows: &[RankingRow], shows_levels: bool) -> Vec<Line<'_>> {
    let mut lines: Vec<(f64, Line<'_>)> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| (row.rating.value, Line::PlayerProfile(index + 1, row)))
        .collect();
    if shows_levels {
        // Those that say something about the people here: none far above or below them.
        let best = rows.first().map_or(f64::MAX, |row| row.rating.value + NEAR);
        let last = rows.last().map_or(f64::MIN, |row| row.rating.value - NEAR);
        let is_near = |level: &&Level| (last..=best).contains(&f64::from(level.rating));
        let levels = level::ALL.iter().filter(is_near);
        lines.extend(levels.map(|level| (f64::from(level.rating), Line::Level(level))));
    }
    lines.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Returns whether the line was clicked.
fn person_line(
    ui: &mut Ui,
    place: usize,
    row: &RankingRow,
    is_selected: bool,
    cx: &mut Context,
) -> bool {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let size = Vec2::new(ui.available_width(), 58.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let (name, rating) = (row.profile.name.as_str(), row.rating.value.round());
    response.widget_info(|| {
        let label = format!("{place}. {name}, {rating}");
        WidgetInfo::selected(Role::ListItem, true, is_selected, label)
    });
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    let hover = ui.ctx().animate_bool_responsive(response.id, response.hovered());
    let fill_colour = tokens.hovered(colours.surface, hover, false);
    let line =
        if is_selected { colours.accent } else { mix(colours.outline, colours.muted, hover) };
    let corners = CornerRadius::same(radius::M);
    ui.painter().rect(rect, corners, fill_colour, (1.0, line), StrokeKind::Inside);
    paint_person(ui, rect, place, row, cx.texts);
    let disc = pos2(rect.left() + 70.0, rect.center().y);
    let disc = Rect::from_center_size(disc, Vec2::splat(40.0));
    if let Some(person) = cx.profiles.of(row.profile.id) {
        cx.avatars.paint(ui, disc, Face::Profile(person));
    }
    focus_ring(ui, &response, rect, radius::M);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

fn paint_person(ui: &Ui, rect: Rect, place: usize, row: &RankingRow, texts: &Texts) {
    let (words, muted) = (&texts.profiles, of(ui).colours.muted);
    let medal = [Color32::from_rgb(232, 184, 64), Color32::from_rgb(170, 180, 190)];
    let ink = medal.get(place - 1).copied().unwrap_or(muted);
    let [wins, draws, losses] = row.results;
    let record = words.record(draws, losses, wins);
    let mut about = format!("{} · {record}", rated_games(row.games(), texts));
    if row.rating.is_provisional() {
        about = format!("{about} · {}", words.provisional);
    }
    let name = row.profile.name.as_str();
    let rating = [row.rating.value.round(), row.rating.deviation];
    paint_ranked(ui, rect, 100.0, (place, ink), [name, &about], rating);
}

/// The place in the list and its colour, the name with the results, and the rating with how certain it is.
pub fn paint_ranked(
    ui: &Ui,
    rect: Rect,
    left: f32,
    (place, ink): (usize, Color32),
    [name, about]: [&str; 2],
    [rating, deviation]: [f64; 2],
) {
    let (colours, painter) = (of(ui).colours, ui.painter());
    let (left, right, middle) = (rect.left() + left, rect.right() - space::L, rect.center().y);
    let put = |x: f32, y: f32, align, words: &str, font, ink| {
        painter.text(pos2(x, middle + y), align, words, font, ink);
    };
    let (small, number) = (text::small_font(), text::number_font);
    let place_at = rect.left() + 26.0;
    put(place_at, 0.0, Align2::CENTER_CENTER, &place.to_string(), number(16.0), ink);
    put(left, -9.0, Align2::LEFT_CENTER, name, text::heading_font(), colours.text);
    put(left, 11.0, Align2::LEFT_CENTER, about, small.clone(), colours.muted);
    let deviation = format!("± {deviation:.0}");
    put(right, 13.0, Align2::RIGHT_CENTER, &deviation, small, colours.muted);
    put(right, -7.0, Align2::RIGHT_CENTER, &rating.to_string(), number(20.0), colours.text);
}

fn level_line(ui: &mut Ui, level: &Level, cx: &mut Context) {
    let colours = of(ui).colours;
    let size = Vec2::new(ui.available_width(), 30.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let name = cx.texts.library.level(cx.texts.level(level));
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, true, format!("{name}, {}", level.rating))
    });
    if !ui.is_rect_visible(rect) {
        return;
    }
    let middle = rect.center().y;
    let ink = faded(colours.muted, 0.9);
    let painter = ui.painter();
    let at = pos2(rect.left() + 100.0, middle);
    painter.text(at, Align2::LEFT_CENTER, name, text::small_font(), ink);
    let at = pos2(rect.right() - space::L, middle);
    let rating = level.rating.to_string();
    painter.text(at, Align2::RIGHT_CENTER, rating, text::strong_font(), ink);
    let disc = Rect::from_center_size(pos2(rect.left() + 70.0, middle), Vec2::splat(22.0));
    cx.avatars.paint(ui, disc, Face::Computer);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_stand_among_the_people_by_their_rating() {
        assert!(lines(&[], false).is_empty());
        let lines = lines(&[], true);
        assert_eq!(lines.len(), level::ALL.len());
        let ratings: Vec<i32> = lines
            .iter()
            .map(|line| match line {
                Line::Level(level) => level.rating,
                Line::PlayerProfile(..) => unreachable!("nobody plays"),
            })
            .collect();
        assert!(ratings.windows(2).all(|pair| pair[0] >= pair[1]), "{ratings:?}");
    }
}
