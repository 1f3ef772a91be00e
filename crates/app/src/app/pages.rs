//! The screens: which one is shown, and how one leads to another.

use egui::{Key, Ui};
use notation::archive::Archive;
use sound::Cue;

use super::App;
use crate::analysis::{AnalysisScreen, AnalysisStart};
use crate::dialogs::FileRequest;
use crate::navigation::Navigation;
use crate::open_file::{self, Opened};
use crate::play::PlayScreen;
use crate::screens::{self, GamesScreen, NewGameScreen, Page, ShowPage};
use crate::services::repaint;

/// Something that was opened from the menu.
pub(super) enum Screen {
    /// A page, and by which name it was asked for.
    Page(Option<Page>, ShowPage),
    Play,
    /// The game over the network.
    Online,
}

impl App {
    /// Shows the screen that was opened last, and returns where it leads.
    pub(super) fn show_screen(&mut self, ui: &mut Ui) -> Option<Navigation> {
        let has_dialog = self.cx.dialogs.is_open();
        // A list that is open takes the Escape, and is closed by it before this frame is over.
        let had_popup = egui::Popup::is_any_open(ui.ctx());
        let cx = &mut self.cx;
        let shown = match self.screens.last_mut() {
            None => self.menu.ui(ui, cx, going_on(&self.game)),
            Some(Screen::Page(_, show)) => show(ui, cx),
            Some(Screen::Online) => match &mut self.online {
                Some(game) => return game.ui(ui, cx),
                None => Some(Navigation::Back),
            },
            Some(Screen::Play) => match &mut self.game {
                // Escape means something else in a game, so the game sees to it.
                Some(game) => return game.ui(ui, cx),
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
            self.cx.sounds.play(Cue::Click);
        }
        match navigation {
            Navigation::Back => {
                self.screens.pop();
            }
            Navigation::Menu => self.show_menu(),
            Navigation::To(page) => self.open_page(page),
            Navigation::Play(game) => self.play(*game),
            Navigation::Analyse(start) => {
                let mut screen = AnalysisScreen::new(*start, ctx, &mut self.cx);
                self.show(Box::new(move |ui, cx| screen.ui(ui, cx)));
            }
            Navigation::Continue => match going_on(&self.game).is_some() {
                true => self.screens.push(Screen::Play),
                false => self.take_over(),
            },
            Navigation::HostAgain => {
                screens::host_again(&self.cx);
                self.hosts_again = true;
            }
            Navigation::OpenFile => {
                let title = self.cx.texts.menu.open_title;
                let request = FileRequest::open(title, &open_file::kinds());
                self.opening = Some(self.cx.dialogs.choose_file(request, &self.cx.services));
            }
        }
    }

    /// Opens a page over the screen that is shown.
    pub(super) fn open_page(&mut self, page: Page) {
        let name = Some(page.clone());
        let show = page.open(&mut self.cx);
        self.screens.extend(show.map(|show| Screen::Page(name, show)));
    }

    fn show(&mut self, page: ShowPage) {
        self.screens.push(Screen::Page(None, page));
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
                let mut screen = GamesScreen::new(games);
                self.show(Box::new(move |ui, cx| screen.ui(ui, cx)));
            }
            Opened::Rules(rules, path) => {
                let mut screen = NewGameScreen::with_rules(rules, path, &mut self.cx);
                self.show(Box::new(move |ui, cx| screen.ui(ui, cx)));
            }
        }
    }

    /// Opens what was dropped on the window.
    pub(super) fn open_dropped(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if let Some(picker) = self.cx.services.files.picker() {
            if !dropped.is_empty() {
                picker.take_dropped(&dropped, repaint(ctx));
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
