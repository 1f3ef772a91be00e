//! The screens: which one is shown, and how one leads to another.

use std::sync::Arc;

use egui::{Key, Ui};
use notation::archive::Archive;
use sound::Cue;

use super::App;
use crate::analysis::{AnalysisScreen, AnalysisStart};
use crate::dialogs::FileRequest;
use crate::navigation::{Navigation, Page};
use crate::open_file::{self, Opened};
use crate::play::PlayScreen;
use crate::screens::{
    self, EditorScreen, GamesScreen, LessonsScreen, LibraryScreen, NetworkScreen, NewGameScreen,
    ProfilesScreen, PuzzlesScreen, RankingScreen, RulesScreen, SettingsScreen,
};

/// Something that was opened from the menu.
pub(super) enum Screen {
    Games(GamesScreen),
    Library(Box<LibraryScreen>),
    Profiles(Box<ProfilesScreen>),
    Ranking(Box<RankingScreen>),
    NewGame(Box<NewGameScreen>),
    Puzzles(Box<PuzzlesScreen>),
    Rules(Box<RulesScreen>),
    Network(Box<NetworkScreen>),
    Settings(SettingsScreen),
    Editor(Box<EditorScreen>),
    Lessons(Box<LessonsScreen>),
    Analysis(Box<AnalysisScreen>),
    Play,
    /// The game over the network.
    Online,
}

impl App {
    /// Shows the screen that was opened last, and tells where it leads.
    pub(super) fn show_screen(&mut self, ui: &mut Ui) -> Option<Navigation> {
        let has_dialog = self.shared.dialogs.is_open();
        // A list that is open takes the Escape, and is closed by it before this frame is over.
        let had_popup = egui::Popup::is_any_open(ui.ctx());
        let mut cx = self.shared.context();
        let shown = match self.screens.last_mut() {
            None => self.menu.ui(ui, &mut cx, going_on(&self.game)),
            Some(Screen::Games(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Library(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Profiles(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Ranking(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::NewGame(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Puzzles(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Rules(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Network(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Settings(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Analysis(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Editor(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Lessons(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Online) => match &mut self.online {
                Some(game) => return game.ui(ui, &mut cx),
                None => Some(Navigation::Back),
            },
            Some(Screen::Play) => match &mut self.game {
                // Escape means something else in a game, so the game sees to it.
                Some(game) => return game.ui(ui, &mut cx),
                None => Some(Navigation::Back),
            },
        };
        let is_menu = self.screens.is_empty();
        let escaped = !has_dialog
            && !is_menu
            && !self.was_typing
            && !had_popup
            && ui.input(|input| input.key_pressed(Key::Escape));
        let opens = !has_dialog
            && ui.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, Key::O));
        shown.or(escaped.then_some(Navigation::Back)).or(opens.then_some(Navigation::OpenFile))
    }

    /// Goes where a screen leads.
    pub(super) fn go(&mut self, ctx: &egui::Context, navigation: Navigation) {
        // What had the keyboard is gone.
        ctx.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
        if matches!(self.screens.last(), Some(Screen::Play)) {
            self.leave_game();
        }
        self.menu.leave();
        if !matches!(navigation, Navigation::Play(_) | Navigation::Continue) {
            self.shared.sounds.play(Cue::Click);
        }
        match navigation {
            Navigation::Back => {
                self.screens.pop();
            }
            Navigation::Menu => self.show_menu(),
            Navigation::To(page) => self.open_page(page),
            Navigation::Play(game) => self.play(*game),
            Navigation::Analyse(start) => {
                let screen = AnalysisScreen::new(*start, ctx, &mut self.shared.context());
                self.screens.push(Screen::Analysis(Box::new(screen)));
            }
            Navigation::Continue => match going_on(&self.game).is_some() {
                true => self.screens.push(Screen::Play),
                false => self.take_over(),
            },
            Navigation::HostAgain => {
                screens::host_again(&self.shared.context());
                self.hosts_again = true;
            }
            Navigation::OpenFile => {
                let title = self.texts().menu.open_title;
                let request = FileRequest::open(title, &open_file::KINDS);
                self.opening =
                    Some(self.shared.dialogs.choose_file(request, &self.shared.services));
            }
        }
    }

    /// Opens a page over the screen that is shown.
    pub(super) fn open_page(&mut self, page: Page) {
        let mut cx = self.shared.context();
        let screen = match page {
            Page::NewGame(mode, rules) => {
                Screen::NewGame(Box::new(NewGameScreen::new(mode, rules, &mut cx)))
            }
            Page::Fog => Screen::NewGame(Box::new(NewGameScreen::with_fog(&mut cx))),
            Page::Library => Screen::Library(Box::new(LibraryScreen::new(&mut cx))),
            Page::Profiles => Screen::Profiles(Box::new(ProfilesScreen::new(&mut cx))),
            Page::Ranking => Screen::Ranking(Box::new(RankingScreen::new(&mut cx))),
            Page::Puzzles => Screen::Puzzles(Box::default()),
            Page::Rules(id) => Screen::Rules(Box::new(RulesScreen::new(id.as_deref()))),
            Page::Network => Screen::Network(Box::new(NetworkScreen::new(&mut cx))),
            Page::Settings => Screen::Settings(SettingsScreen::default()),
            Page::Lessons(rules, piece) => {
                let screen = LessonsScreen::new(rules.as_deref(), piece.as_deref(), &mut cx);
                let Some(screen) = screen else { return };
                Screen::Lessons(Box::new(screen))
            }
            Page::Editor(position) => {
                let Some(screen) = EditorScreen::new(position.map(|it| *it), &mut cx) else {
                    return;
                };
                Screen::Editor(Box::new(screen))
            }
        };
        self.screens.push(screen);
    }

    /// Shows what was found in a file.
    pub(super) fn start_opened(&mut self, opened: Opened) {
        match opened {
            Opened::Game(game) => match game.record.as_ref().filter(|record| is_study(record)) {
                Some(record) => {
                    let start = AnalysisStart::game(record, game.bottom);
                    self.go(&self.egui.clone(), Navigation::Analyse(Box::new(start)));
                }
                None => self.play(*game),
            },
            Opened::Games(games) => {
                self.screens.push(Screen::Games(GamesScreen::new(games)));
            }
            Opened::Rules(rules, path) => {
                let mut cx = self.shared.context();
                let screen = NewGameScreen::with_rules(rules, path, &mut cx);
                self.screens.push(Screen::NewGame(Box::new(screen)));
            }
        }
    }

    /// Opens what was dropped on the window.
    pub(super) fn open_dropped(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if let Some(picker) = self.shared.services.files.picker() {
            if !dropped.is_empty() {
                let ctx = ctx.clone();
                picker.take_dropped(&dropped, Arc::new(move || ctx.request_repaint()));
            }
            if let Some(path) = picker.picked() {
                self.open_file(&path);
            }
        } else if let Some(file) = dropped.first() {
            self.open_file(file.path());
        }
    }
}

/// Is a record more than a game: are there variations, or words about it?
fn is_study(record: &Archive) -> bool {
    let says = |comments: &[String]| !notation::tree::remark(comments).is_empty();
    !record.variations().is_empty()
        || says(&record.comments)
        || record.moves().iter().any(|played| says(&played.annotation.comments))
}

/// The game, unless it is over.
fn going_on(game: &Option<PlayScreen>) -> Option<&PlayScreen> {
    game.as_ref().filter(|game| game.goes_on())
}
