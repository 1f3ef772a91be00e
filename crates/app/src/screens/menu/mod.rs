//! The start menu.

mod live;
mod piece;

use egui::{
    Align, Align2, CornerRadius, Id, Layout, Popup, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2,
};
use engine::level;
use notation::ruleset;
use rules::{History, Position};
use store::RunningGame;

use live::LiveBoard;
use piece::PieceToKnow;

use super::new_game::Form;
use super::profiles;
use super::puzzles::shipped_progress;
use crate::analysis::AnalysisStart;
use crate::context::Context;
use crate::navigation::{Mode, Navigation};
use crate::new_game::NewGame;
use crate::persistence::resume;
use crate::play::PlayScreen;
use crate::screens::Page;
use crate::style::widgets::{Button, IconButton, MenuCard, MenuEntry, Stepper, within};
use crate::style::{Icon, of, radius, space, text};

/// The start menu.
pub struct MenuScreen {
    /// The game that was left, as the store keeps it and as it goes on.
    unfinished: Option<(RunningGame, NewGame)>,
    live: LiveBoard,
    piece: Option<PieceToKnow>,
    /// What the quick start plays; read anew when the menu is shown again.
    form: Option<Form>,
    /// Was an arrow key pressed while the keyboard was nowhere?
    wakes: bool,
}

/// The height of the line with the name of the program.
const HEAD: f32 = 40.0;

/// The height of the greeting.
const GREETING: f32 = 80.0;

/// The title stands beside the small buttons from this width on.
const LEAST_TITLE: f32 = 400.0;

/// In a window of this width the tools have words.
const LEAST_WORDS: f32 = 1100.0;

/// The height of the quick start.
const QUICK: f32 = 60.0;

/// Between cards.
const CARD_GAP: f32 = 12.0;

/// The cards stand in two columns.
const ROWS: usize = 4;

/// A low window has better uses for its height than a greeting.
fn has_greeting(ui: &Ui) -> bool {
    ui.ctx().content_rect().height() >= 540.0
}

/// A card of the menu: its icon with the number of its colour, its name, a line about it, and its page.
type Card = (Icon, usize, &'static str, String, Page);

impl MenuScreen {
    /// A menu that offers no game yet.
    pub fn new() -> MenuScreen {
        let seed = fastrand::u64(..);
        MenuScreen {
            unfinished: None,
            live: LiveBoard::new(),
            piece: PieceToKnow::new(seed),
            form: None,
            wakes: false,
        }
    }

    /// Offers a game that was left.
    pub fn offer(&mut self, game: Option<RunningGame>) {
        self.unfinished =
            game.and_then(|game| resume::resume(&game).map(|resumed| (game, resumed)));
    }

    /// The game that was left, to be gone on with.
    pub fn take_unfinished(&mut self) -> Option<RunningGame> {
        self.unfinished.take().map(|(game, _)| game)
    }

    /// The menu is no longer shown.
    pub fn leave(&mut self) {
        self.form = None;
    }

    /// Shows the menu. `game` is the one that is going on.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Context,
        game: Option<&PlayScreen>,
    ) -> Option<Navigation> {
        let area = ui.available_rect_before_wrap();
        let margin = (area.width() * 0.045).clamp(space::L, 64.0);
        let width = (area.width() - 2.0 * margin).min(1200.0);
        let left = area.center().x - width / 2.0;
        let gap = (area.height() * 0.035).clamp(12.0, 36.0);
        let least = 2.0 * margin.min(28.0);
        let greeting = if has_greeting(ui) { GREETING } else { 0.0 };
        let room = area.height() - least - HEAD - gap - greeting - QUICK;
        let card_height = (room / ROWS as f32 - CARD_GAP).clamp(52.0, 88.0);
        // The menu stands in the middle, a little above it.
        let high = HEAD + gap + greeting + ROWS as f32 * (card_height + CARD_GAP) + QUICK;
        let top = area.top() + ((area.height() - high) * 0.45).max(least / 2.0);
        let column = Rect::from_min_size(pos2(left, top), Vec2::new(width, high));
        let head = column.with_max_y(top + HEAD);
        let body = column.with_min_y(head.bottom() + gap);
        let mut navigation = None;
        within(ui, head, |ui| {
            navigation = head_line(ui, cx, self.form.as_ref());
        });
        let has_board = width >= 640.0;
        let share = if width > 900.0 { 0.4 } else { 0.37 };
        let side_gap = (width * 0.035).clamp(20.0, space::XXL);
        let board = (width * share).min(body.height() - 60.0);
        let cards = match has_board {
            true => body.with_max_x(body.right() - board - side_gap),
            false => body,
        };
        within(ui, cards, |ui| {
            let gone_to = self.left_side(ui, cx, game, has_board, card_height);
            navigation = gone_to.or(navigation.take());
        });
        if has_board {
            let side = body.with_min_x(body.right() - board);
            within(ui, side, |ui| {
                navigation = self.right_side(ui, cx, game).or(navigation.take());
            });
        }
        navigation
    }

    /// The greeting, the cards and the quick start.
    fn left_side(
        &mut self,
        ui: &mut Ui,
        cx: &mut Context,
        game: Option<&PlayScreen>,
        has_board: bool,
        height: f32,
    ) -> Option<Navigation> {
        let texts = &cx.texts.menu;
        let mut navigation = None;
        ui.spacing_mut().item_spacing.y = space::XS;
        if has_greeting(ui) {
            ui.label(text::display(texts.greeting));
            ui.label(text::body(texts.motto).color(text::muted_colour(ui)));
            ui.add_space(space::M);
        }
        if !has_board && (game.is_some() || self.unfinished.is_some()) {
            let button = Button::primary(texts.continue_game).icon(Icon::Play);
            if ui.add(button.width(ui.available_width())).clicked() {
                navigation = Some(Navigation::Continue);
            }
            ui.add_space(space::S);
        }
        let cards = cards(cx);
        let gap = CARD_GAP;
        let width = (ui.available_width() - gap) / 2.0;
        let hues = of(ui).colours.hues;
        let start = ui.cursor().min;
        for (index, (icon, hue, name, about, page)) in cards.into_iter().enumerate() {
            let (column, row) = ((index % 2) as f32, (index / 2) as f32);
            let at = start + Vec2::new(column * (width + gap), row * (height + gap));
            let rect = Rect::from_min_size(at, Vec2::new(width, height));
            let widget = MenuCard::new(icon, hues[hue], name, &about, rect.size());
            let widget = if index == 0 { widget.leading() } else { widget };
            let response = ui.place(rect, widget);
            if index == 0 {
                self.wake_keyboard(ui, response.id);
            }
            if response.clicked() {
                navigation = Some(Navigation::To(page));
            }
        }
        let below = start.y + ROWS as f32 * (height + gap);
        let size = Vec2::new(2.0 * width + gap, QUICK);
        let quick = Rect::from_min_size(pos2(start.x, below), size);
        within(ui, quick, |ui| {
            navigation = self.quick_start(ui, cx, quick).or(navigation.take());
        });
        navigation
    }

    /// The first arrow key that is pressed brings the keyboard to the first card. One frame later,
    /// since in its own frame the key would lead on from there.
    fn wake_keyboard(&mut self, ui: &Ui, first: Id) {
        use egui::Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp};
        if std::mem::take(&mut self.wakes) {
            ui.memory_mut(|memory| memory.request_focus(first));
        }
        let arrows = [ArrowDown, ArrowLeft, ArrowRight, ArrowUp];
        let pressed = ui.input(|input| arrows.iter().any(|key| input.key_pressed(*key)));
        let is_free = |memory: &egui::Memory| {
            memory.focused().is_none() && memory.top_modal_layer().is_none()
        };
        if pressed && ui.memory(is_free) {
            self.wakes = true;
            ui.ctx().request_repaint();
        }
    }

    /// One line that starts the game that was chosen last, at any level.
    fn quick_start(&mut self, ui: &mut Ui, cx: &mut Context, rect: Rect) -> Option<Navigation> {
        let texts = cx.texts;
        let tokens = of(ui);
        ui.painter().rect(
            rect,
            CornerRadius::same(radius::L),
            tokens.colours.surface,
            tokens.line(),
            egui::StrokeKind::Inside,
        );
        let form = self.form.get_or_insert_with(|| Form {
            mode: Mode::Computer,
            ..Form::load(&*cx.services.storage)
        });
        let mut navigation = None;
        let inner = rect.shrink2(Vec2::new(space::L, 0.0));
        within(ui, inner, |ui| {
            ui.horizontal_centered(|ui| {
                let chosen = &level::ALL[form.level];
                let written = texts.level(chosen);
                let words = &texts.new_game;
                let stepper = Stepper::new(texts.menu.quick_level, words.fewer, words.further);
                let width = if inner.width() < 460.0 { 150.0 } else { 190.0 };
                let levels = 0..=level::ALL.len() - 1;
                if stepper.width(width).show(ui, &mut form.level, levels, &written) {
                    // Wherever a game is set up next, it is the level.
                    let last = Form::load(&*cx.services.storage);
                    Form { level: form.level, ..last }.keep(&*cx.services.storage);
                }
                if ui.available_width() > 220.0 {
                    ui.add_space(space::S);
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 0.0;
                        ui.add_space(11.0);
                        let width = ui.available_width() - 110.0;
                        for words in [form.about(texts), texts.level_rating(chosen)] {
                            small_line(ui, &words, width);
                        }
                    });
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let play = Button::primary(texts.menu.quick_play).icon(Icon::Play);
                    if ui.add(play).clicked() {
                        form.keep(&*cx.services.storage);
                        match form.start(&cx.services) {
                            Ok(game) => navigation = Some(Navigation::Play(Box::new(game))),
                            // What is wrong with the choice can be seen where it was made.
                            Err(_) => {
                                navigation =
                                    Some(Navigation::To(Page::NewGame(Mode::Computer, None)));
                            }
                        }
                    }
                });
            });
        });
        navigation
    }

    /// The small board, and what it shows.
    fn right_side(
        &mut self,
        ui: &mut Ui,
        cx: &mut Context,
        game: Option<&PlayScreen>,
    ) -> Option<Navigation> {
        let texts = cx.texts;
        let side = ui.available_width().min(ui.available_height() - 72.0);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let kept = self.unfinished.as_ref().map(|(_, game)| game);
        let history = match (game, kept) {
            (Some(screen), _) => Some((screen.history(), screen.bottom())),
            (None, Some(game)) => {
                let history = game.record.as_ref().map(|record| record.history());
                Some((history.unwrap_or_else(|| History::new(game.start.clone())), game.bottom))
            }
            (None, None) => None,
        };
        ui.add_space(space::S);
        let mut navigation = None;
        match history {
            None => {
                self.live.paint_demo(ui, rect, cx);
                ui.label(text::muted(ui, texts.menu.demo));
            }
            Some((history, bottom)) => {
                self.live.paint(ui, rect, cx, &history, bottom);
                navigation = last_game_line(ui, cx, &history);
            }
        }
        // Where there is room left, it is used to get to know a piece.
        if ui.available_height() > piece::HEIGHT
            && let Some(piece) = &mut self.piece
        {
            ui.add_space(space::M.min(ui.available_height() - piece::HEIGHT));
            if piece.show(ui, cx).clicked() {
                navigation = Some(Navigation::To(Page::Rules(None)));
            }
        }
        navigation
    }
}

/// What the small board shows, and the button that goes on with it.
fn last_game_line(ui: &mut Ui, cx: &Context, history: &History) -> Option<Navigation> {
    let texts = cx.texts;
    let mut navigation = None;
    ui.horizontal(|ui| {
        let words = Vec2::new(ui.available_width() - 108.0, 40.0);
        ui.allocate_ui_with_layout(words, Layout::top_down(Align::Min), |ui| {
            ui.set_min_width(words.x);
            ui.spacing_mut().item_spacing.y = 2.0;
            let position = history.position();
            let title = texts.rule_set(position.rules());
            let title = texts.menu.last_game(title);
            ui.add(egui::Label::new(text::strong(title)).truncate());
            let turn = texts.side(position.turn());
            let number = position.fullmove_number();
            let about = match position.rules().spec().fog {
                true => texts.menu.fog.to_owned(),
                false => texts.menu.last_game_about(number, turn),
            };
            ui.add(egui::Label::new(text::muted(ui, about)).truncate());
        });
        let button = Button::primary(texts.menu.continue_game).width(100.0);
        if ui.add(button).clicked() {
            navigation = Some(Navigation::Continue);
        }
    });
    navigation
}

/// The name of the program, and small buttons.
fn head_line(ui: &mut Ui, cx: &mut Context, form: Option<&Form>) -> Option<Navigation> {
    let mut navigation = None;
    let texts = cx.texts;
    ui.horizontal_centered(|ui| {
        let colours = of(ui).colours;
        let (badge, _) = ui.allocate_exact_size(Vec2::splat(38.0), Sense::hover());
        ui.painter().rect_filled(badge, CornerRadius::same(radius::M), colours.accent);
        Icon::Crown.paint_at(ui.painter(), badge.center(), 22.0, colours.on_accent);
        ui.add_space(space::XS);
        // On a phone the badge alone must do.
        if ui.available_width() > LEAST_TITLE {
            ui.label(text::heading(texts.common.program).size(18.0));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            navigation = reconnect(ui, cx).or(navigation.take());
            if profiles::chip(ui, cx).clicked() {
                navigation = Some(Navigation::To(Page::Profiles));
            }
            if ui.add(IconButton::new(Icon::Trophy, texts.profiles.ranking)).clicked() {
                navigation = Some(Navigation::To(Page::Ranking));
            }
            let width = ui.ctx().content_rect().width();
            let tool = |ui: &mut Ui, icon, name| match width >= LEAST_WORDS {
                true => ui.add(Button::secondary(name).icon(icon)),
                false => ui.add(IconButton::new(icon, name)),
            };
            if tool(ui, Icon::Bulb, texts.menu.analysis).clicked() {
                navigation = analysis_of(form);
            }
            // On a phone it is opened from the analysis board.
            if width > 480.0 && tool(ui, Icon::Pencil, texts.editor.title).clicked() {
                navigation = Some(Navigation::To(Page::Editor(None)));
            }
            // On a phone it is opened from the page of the rules.
            if width > 480.0 && tool(ui, Icon::Hammer, texts.workshop.title).clicked() {
                navigation = Some(Navigation::To(Page::Workshop));
            }
            if ui.add(IconButton::new(Icon::Gear, texts.common.settings)).clicked() {
                navigation = Some(Navigation::To(Page::Settings));
            }
            let palette = ui.add(IconButton::new(Icon::Palette, texts.common.themes));
            theme_menu(&palette, cx);
            let (icon, name) = match cx.settings.sound {
                true => (Icon::Sound, texts.common.mute),
                false => (Icon::Mute, texts.common.unmute),
            };
            if ui.add(IconButton::new(icon, name)).clicked() {
                cx.settings.sound = !cx.settings.sound;
            }
        });
    });
    navigation
}

/// The analysis board with the rules that were chosen last.
fn analysis_of(form: Option<&Form>) -> Option<Navigation> {
    let chosen = form.and_then(|form| ruleset::shipped(&form.rules));
    let rules = chosen.or_else(|| ruleset::shipped("xxl"))?;
    let start = AnalysisStart::position(Position::start(&rules));
    Some(Navigation::Analyse(Box::new(start)))
}

/// A line of small print that is written smaller where there is little room.
fn small_line(ui: &mut Ui, words: &str, width: f32) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 18.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    let (font, ink) = (text::small_font(), text::muted_colour(ui));
    text::paint(ui.painter(), rect.left_center(), Align2::LEFT_CENTER, words, font, ink, width);
}

/// The way back to a game at a server that cannot be reached.
fn reconnect(ui: &mut Ui, cx: &Context) -> Option<Navigation> {
    let texts = &cx.texts.menu;
    let host = cx.network.waits_for()?;
    let (words, leads_to) = match cx.network.hosted() && cx.services.lan.is_some() {
        true => (texts.host_again, Navigation::HostAgain),
        false => (texts.reconnect, Navigation::To(Page::Network)),
    };
    let button = Button::secondary(words).icon(Icon::Wifi).small();
    let response = ui.add(button).on_hover_text(texts.game_waits(host));
    response.clicked().then_some(leads_to)
}

/// All themes, to be chosen at once.
fn theme_menu(button: &egui::Response, cx: &mut Context) {
    Popup::menu(button).width(200.0).show(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for theme in cx.library.themes() {
            let name = cx.texts.theme(theme);
            let entry = MenuEntry::new(&name, theme.id == cx.theme.id)
                .swatch([theme.board.light, theme.board.dark]);
            if ui.add(entry).clicked() {
                cx.settings.theme = theme.id.clone();
            }
        }
    });
}

/// The cards, in reading order.
fn cards(cx: &Context) -> [Card; 2 * ROWS] {
    let words = &cx.texts.menu;
    let (solved, all) = shipped_progress(&cx.progress);
    let puzzles = words.puzzles_about(solved, all);
    let game = |mode| Page::NewGame(mode, None);
    [
        (Icon::Chip, 0, words.computer, words.computer_about, game(Mode::Computer)),
        (Icon::People, 1, words.two_players, words.two_players_about, game(Mode::TwoPlayers)),
        (Icon::Fog, 4, words.fog, words.fog_about, Page::Fog),
        (Icon::Puzzle, 3, words.puzzles, puzzles.as_str(), Page::Puzzles),
        (Icon::Eye, 5, words.watch, words.watch_about, game(Mode::Watch)),
        (Icon::Wifi, 2, words.network, words.network_about, Page::Network),
        (Icon::Library, 4, words.games, words.games_about, Page::Library),
        (Icon::Book, 5, words.rules, words.rules_about, Page::Rules(None)),
    ]
    .map(|(icon, hue, name, about, page)| (icon, hue, name, about.to_owned(), page))
}
