//! The statistics of a profile, in figures and plots.

use egui::{Ui, Vec2};
use engine::level;
use store::{Owner, RatingPoint, RulesKey, Statistics, StoreError, Tally};

use super::{figure, head, percent, today};
use crate::context::Context;
use crate::date_text;
use crate::navigation::Navigation;
use crate::persistence::{Pending, StoreHandle, time};
use crate::screens::Page;
use crate::screens::puzzles::shipped_progress;
use crate::style::widgets::plot::{self, CurvePoint, Share};
use crate::style::widgets::{Button, card};
use crate::style::{Icon, mix, of, space, text};
use crate::texts::Texts;

/// Number of days that are shown.
const DAYS: i64 = 42;

/// Number of rule sets and levels that are shown.
const MOST_BARS: usize = 8;

/// The statistics that are shown.
struct Figures {
    statistics: Statistics,
    /// The rating that was played for most, and how it changed.
    rating: Option<(RulesKey, Vec<RatingPoint>)>,
}

/// The statistics of one profile, or of the guests.
pub struct StatisticsView {
    owner: Owner,
    reading: Option<Pending<Figures>>,
    figures: Option<Figures>,
}

impl StatisticsView {
    pub fn new(owner: Owner, store: &StoreHandle) -> StatisticsView {
        let reading = store.query(move |store| {
            let statistics = store.statistics(owner, time::utc_offset(time::now()))?;
            let mut rating: Option<(RulesKey, Vec<RatingPoint>)> = None;
            if let Some(profile) = owner {
                for rules in store.rated_rules()? {
                    let history = store.rating_history(profile, &rules)?;
                    let longest = rating.as_ref().map_or(0, |(_, known)| known.len());
                    if history.len() > longest {
                        rating = Some((rules, history));
                    }
                }
            }
            Ok(Figures { statistics, rating })
        });
        let mut view = StatisticsView { owner, reading: Some(reading), figures: None };
        // Where there are no threads it is there at once.
        let _ = view.poll();
        view
    }

    /// Follows who is at the screen.
    pub fn follow(&mut self, owner: Owner, cx: &mut Context) {
        if self.owner != owner {
            *self = StatisticsView::new(owner, &cx.store);
        }
        if let Some(error) = self.poll() {
            cx.dialogs.error(cx.texts.profiles.not_read, cx.texts.store_error(&error));
        }
    }

    fn poll(&mut self) -> Option<StoreError> {
        let answer = self.reading.take_if(|reading| reading.is_ready())?.take()?;
        match answer {
            Ok(figures) => {
                self.figures = Some(figures);
                None
            }
            Err(error) => Some(error),
        }
    }

    /// Shows everything.
    pub fn show(&self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let words = &cx.texts.profiles;
        let Figures { statistics, rating } = self.figures.as_ref()?;
        let mut navigation = None;
        card(ui, |ui| {
            let title = match self.owner {
                Some(_) => words.statistics,
                None => words.statistics_guest,
            };
            head(ui, title, |ui| {
                // Where there is a profile, the button is beside its name.
                let ranking = Button::ghost(words.ranking).icon(Icon::Trophy).small();
                if self.owner.is_none() && ui.add(ranking).clicked() {
                    navigation = Some(Navigation::To(Page::Ranking));
                }
            });
            figures(ui, statistics, cx);
            if statistics.total.games == 0 {
                ui.add_space(space::S);
                ui.label(text::body(words.no_games).color(text::muted_colour(ui)));
            }
        });
        if statistics.total.games == 0 {
            return navigation;
        }
        if let Some((rules, history)) = rating {
            card(ui, |ui| {
                let title = format!("{} · {}", words.rating, cx.texts.rules_key(rules));
                rating_curve(ui, &title, history, cx.texts);
            });
        }
        card(ui, |ui| {
            results(ui, statistics, cx.texts);
        });
        card(ui, |ui| {
            ui.label(text::heading(words.by_day));
            days(ui, statistics, cx.texts);
        });
        navigation
    }
}

/// Results by rules, and against each level of the computer.
fn results(ui: &mut Ui, statistics: &Statistics, texts: &Texts) {
    let words = &texts.profiles;
    ui.label(text::heading(words.by_rules));
    let named = |(rules, tally): &(RulesKey, Tally)| (texts.rules_key(rules), *tally);
    bars(ui, statistics.by_rules.iter().map(named), texts);
    if statistics.by_level.is_empty() {
        return;
    }
    ui.add_space(space::S);
    ui.label(text::heading(words.by_level));
    let mut levels = statistics.by_level.clone();
    levels.sort_by_key(|(name, _)| level::ALL.iter().position(|level| level.name == name));
    let named = |(name, tally): &(String, Tally)| {
        let known = level::find(name).map(|level| texts.level(level));
        (known.unwrap_or_else(|| name.clone()), *tally)
    };
    bars(ui, levels.iter().map(named), texts);
}

/// The figures that matter most.
fn figures(ui: &mut Ui, statistics: &Statistics, cx: &Context) {
    let words = &cx.texts.profiles;
    let Statistics { total, .. } = statistics;
    let (solved, all) = shipped_progress(&cx.progress);
    let unfinished = match statistics.unfinished {
        0 => String::new(),
        count => words.unfinished(count),
    };
    let success = match total.rate() {
        None => String::new(),
        rate => words.success(percent(rate)),
    };
    let streak = match statistics.current_streak {
        0 | 1 => String::new(),
        now => words.streak_now(now),
    };
    let time = date_text::length(total.time_played, cx.texts);
    let puzzles = words.puzzles_about(all);
    let shown = [
        (words.games, total.games.to_string(), unfinished),
        (words.won, total.wins.to_string(), success),
        (words.streak, statistics.longest_streak.to_string(), streak),
        (words.time, time, String::new()),
        (words.puzzles, solved.to_string(), puzzles),
    ];
    let gap = space::S;
    let width = ui.available_width();
    let columns = ((width + gap) / (124.0 + gap)).floor().clamp(2.0, shown.len() as f32);
    let wide = (width - gap * (columns - 1.0)) / columns;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(gap);
        for (name, value, about) in &shown {
            figure(ui, wide.floor(), value, name, about);
        }
    });
}

/// Wins, draws and losses with their colours, in this order.
fn shares(ui: &Ui, tally: &Tally) -> [Share; 3] {
    let colours = of(ui).colours;
    let draw = mix(colours.muted, colours.surface, 0.35);
    [
        (tally.wins as f32, colours.hues[0]),
        (tally.draws as f32, draw),
        (tally.losses as f32, mix(colours.danger, colours.surface, 0.15)),
    ]
}

fn bars(ui: &mut Ui, rows: impl Iterator<Item = (String, Tally)>, texts: &Texts) {
    let rows: Vec<(String, Tally)> = rows.take(MOST_BARS).collect();
    let most = rows.iter().map(|(_, tally)| tally.games).max().unwrap_or(0) as f32;
    ui.spacing_mut().item_spacing.y = 2.0;
    for (name, tally) in rows {
        let results = [tally.wins, tally.draws, tally.losses];
        let record = texts.profiles.record(results[1], results[2], results[0]);
        let about = texts.profiles.tally(percent(tally.rate()), record);
        plot::share_bar(ui, &name, &about, &shares(ui, &tally), most);
    }
}

fn days(ui: &mut Ui, statistics: &Statistics, texts: &Texts) {
    let first = today() - DAYS + 1;
    let tally_of = |day: i64| {
        let known = statistics.days.iter().find(|known| known.day == day);
        known.map(|known| known.tally).unwrap_or_default()
    };
    let column = |day: i64| {
        let tally = tally_of(day);
        let others = tally.games - tally.wins - tally.draws - tally.losses;
        let mut parts = shares(ui, &tally).to_vec();
        parts[1].0 += others as f32;
        parts
    };
    let columns: Vec<Vec<Share>> = (first..=today()).map(column).collect();
    let begin = date_text::day(store::UnixTime(first * 86_400), texts);
    let ends = [begin.as_str(), texts.profiles.today];
    plot::columns(ui, texts.profiles.by_day, 120.0, &columns, ends);
}

/// A rating's curve, with what is known of the game under the mouse.
pub fn rating_curve(ui: &mut Ui, title: &str, history: &[RatingPoint], texts: &Texts) {
    let words = &texts.profiles;
    let newest = history.last().map_or(0.0, |point| point.rating.value.round());
    let point = |point: &RatingPoint| CurvePoint {
        value: point.rating.value as f32,
        doubt: point.rating.deviation as f32,
    };
    let points: Vec<CurvePoint> = history.iter().map(point).collect();
    let line = ui.cursor().min;
    ui.horizontal(|ui| {
        ui.label(text::heading(title));
        ui.label(text::heading(newest.to_string()).color(of(ui).colours.accent));
    });
    let name = format!("{title}: {newest}");
    let Some(index) = plot::curve(ui, &name, 170.0, &points) else { return };
    let game = &history[index];
    let rating = game.rating.value.round();
    let result = match game.score {
        store::GameScore::Win => words.won,
        store::GameScore::Draw => words.drawn,
        store::GameScore::Loss => words.lost,
    };
    let opponent = level::find(&game.opponent)
        .map_or_else(|| game.opponent.clone(), |level| texts.level(level));
    let (date, other) = (date_text::date(game.at, texts), game.opponent_rating.round());
    let told = words.history_point(date, opponent, other, rating, result);
    let at = egui::pos2(line.x + ui.available_width(), line.y + 10.0);
    let ink = of(ui).colours.muted;
    ui.painter().text(at, egui::Align2::RIGHT_CENTER, told, text::small_font(), ink);
}
