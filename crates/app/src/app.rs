//! The window's content: which screen is shown, what lies over it, and what is kept.

use std::path::Path;

use egui::{Color32, Key, Ui};
use notation::diagnostics::{Diagnostic, Diagnostics, nearest};
use sound::{Cue, Volume};

use crate::context::Context;
use crate::dialogs::{Answer, Dialogs, FileRequest, Ticket};
use crate::navigation::{Navigation, Page};
use crate::new_game::{Look, NewGame};
use crate::open::{self, Opened};
use crate::play::PlayScreen;
use crate::progress::Progress;
use crate::scale::Scale;
use crate::screens::{
    GamesScreen, MenuScreen, NetworkScreen, NewGameScreen, PuzzlesScreen, RulesScreen,
    SettingsScreen,
};
use crate::services::Services;
use crate::settings::{self, Settings};
use crate::texts::{Texts, fill};
use crate::theme::{Library, Theme};
use crate::{last_game, progress, style};

/// The whole program as the user sees it. A shell gives it a window and calls [`App::ui`].
pub struct App {
    shared: Shared,
    kept_settings: Settings,
    kept_progress: Progress,
    menu: MenuScreen,
    /// What was opened from the menu; the last one is shown.
    screens: Vec<Screen>,
    /// The game that is going on, shown or not.
    game: Option<PlayScreen>,
    /// What the game's config asks for, until the user chooses something else.
    game_look: Look,
    opening: Option<Ticket>,
    scale: Scale,
    /// Was something typed into? Then the escape key ends that, and nothing else.
    was_typing: bool,
    /// What the sounds were last told.
    loudness: Option<Loudness>,
}

/// What all screens work with.
struct Shared {
    services: Services,
    settings: Settings,
    progress: Progress,
    library: Library,
    theme: Theme,
    dialogs: Dialogs,
    sounds: sound::Player,
}

impl Shared {
    fn context(&mut self) -> Context<'_> {
        Context {
            texts: self.settings.language.texts(),
            settings: &mut self.settings,
            theme: &self.theme,
            library: &self.library,
            services: &self.services,
            sounds: &mut self.sounds,
            dialogs: &mut self.dialogs,
            progress: &mut self.progress,
        }
    }
}

/// How loud everything is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Loudness {
    sound: bool,
    sound_volume: Volume,
    music: bool,
    music_volume: Volume,
}

enum Screen {
    Games(GamesScreen),
    NewGame(Box<NewGameScreen>),
    Puzzles(Box<PuzzlesScreen>),
    Rules(Box<RulesScreen>),
    Network(NetworkScreen),
    Settings(SettingsScreen),
    Play,
}

impl App {
    /// Starts with the menu. What cannot be read is told in a dialog.
    pub fn new(ctx: &egui::Context, services: Services, sounds: sound::Player) -> App {
        style::install_fonts(ctx);
        let loaded = settings::load(&*services.storage);
        let texts = loaded.settings.language.texts();
        let mut dialogs = Dialogs::default();
        if loaded.faults.has_errors() {
            let mut message = loaded.faults.to_string();
            if let Some(place) = &loaded.moved_to {
                message += &fill(texts.dialogs.settings_moved, &[place]);
            }
            dialogs.error(texts.dialogs.settings_damaged, message.trim_end());
        }
        let (library, faulty) = Library::load(&*services.storage);
        for (path, faults) in faulty {
            dialogs.faults(fill(texts.dialogs.theme_faulty, &[&path]), &faults);
        }
        let theme = library.find_or_default(&loaded.settings.theme).clone();
        style::apply(ctx, &theme);
        let progress = Progress::load(&*services.storage);
        let menu = MenuScreen::new(last_game::load(&*services.storage));
        App {
            kept_settings: loaded.settings.clone(),
            kept_progress: progress.clone(),
            shared: Shared {
                services,
                settings: loaded.settings,
                progress,
                library,
                theme,
                dialogs,
                sounds,
            },
            menu,
            screens: Vec::new(),
            game: None,
            game_look: Look::default(),
            opening: None,
            scale: Scale::default(),
            was_typing: false,
            loudness: None,
        }
    }

    /// Starts the game that a file describes, over the menu. If that cannot be done, a dialog
    /// tells why, and the menu is there.
    pub fn open_file(&mut self, path: &Path) {
        match open::open(path, &*self.shared.services.files) {
            Ok(opened) => self.start_opened(opened),
            Err(faults) => {
                let title = fill(self.texts().dialogs.file_faulty, &[&path.display()]);
                self.shared.dialogs.faults(title, &faults);
            }
        }
    }

    /// Starts a game in place of the one that was going on.
    pub fn play(&mut self, game: NewGame) {
        self.game_look = game.look.clone();
        let mut warnings = game.warnings.clone();
        warnings.append(self.check_theme());
        for warning in &warnings {
            self.shared.dialogs.notice(warning.to_string());
        }
        let mut cx = self.shared.context();
        let screen = PlayScreen::new(game, &mut cx);
        self.game = Some(screen);
        self.screens.retain(|screen| !matches!(screen, Screen::Play));
        self.screens.push(Screen::Play);
    }

    /// Shows the menu; a game that is going on stays.
    pub fn show_menu(&mut self) {
        self.leave_game();
        self.screens.clear();
    }

    /// Shows everything and lets the user do things.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.scale.apply(&ctx, self.shared.settings.scale);
        self.follow_theme(&ctx);
        self.follow_loudness(&ctx);
        self.paint_background(ui);
        let navigation = self.show_screen(ui);
        let texts = self.texts();
        self.shared.dialogs.show(ui, &self.shared.services, texts);
        if let Some(navigation) = navigation {
            self.go(&ctx, navigation);
            ctx.request_repaint();
        }
        if let Some(Answer::File(path)) = self.shared.dialogs.answer(&mut self.opening) {
            self.open_file(&path);
        }
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if let Some(file) = dropped.first() {
            self.open_file(file.path());
        }
        self.was_typing = ctx.text_edit_focused();
        self.keep();
    }

    /// Where a board lies over it, the background need not be painted.
    fn paint_background(&self, ui: &Ui) {
        let (painter, rect) = (ui.painter(), ui.max_rect());
        let background = &self.shared.theme.background;
        let game = self.game.as_ref().filter(|_| matches!(self.screens.last(), Some(Screen::Play)));
        match game.and_then(PlayScreen::covered) {
            Some(covered) => {
                style::paint_background_around(painter, rect, covered, background);
            }
            None => style::paint_background(painter, rect, background),
        }
    }

    /// The program ends: whatever must not be lost is kept.
    pub fn on_exit(&mut self) {
        self.leave_game();
        self.keep();
    }

    /// The colour behind everything, for the shell to clear the window with.
    pub fn clear_colour(&self) -> Color32 {
        self.shared.theme.interface.background
    }

    /// What the user has chosen.
    pub fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    /// The theme that is shown.
    pub fn theme(&self) -> &Theme {
        &self.shared.theme
    }

    /// The game that is going on.
    pub fn game(&self) -> Option<&PlayScreen> {
        self.game.as_ref()
    }

    fn texts(&self) -> &'static Texts {
        self.shared.settings.language.texts()
    }

    fn show_screen(&mut self, ui: &mut Ui) -> Option<Navigation> {
        let has_dialog = self.shared.dialogs.is_open();
        let mut cx = self.shared.context();
        let shown = match self.screens.last_mut() {
            None => self.menu.ui(ui, &mut cx, self.game.as_ref()),
            Some(Screen::Games(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::NewGame(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Puzzles(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Rules(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Network(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Settings(screen)) => screen.ui(ui, &mut cx),
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
            && !egui::Popup::is_any_open(ui.ctx())
            && ui.input(|input| input.key_pressed(Key::Escape));
        shown.or(escaped.then_some(Navigation::Back))
    }

    fn go(&mut self, ctx: &egui::Context, navigation: Navigation) {
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
            Navigation::Continue => match self.game.is_some() {
                true => self.screens.push(Screen::Play),
                false => {
                    if let Some(game) = self.menu.take_last_game() {
                        self.play(game);
                    }
                }
            },
            Navigation::OpenFile => {
                let title = self.texts().menu.open_title;
                let request = FileRequest::open(title, &open::KINDS);
                self.opening =
                    Some(self.shared.dialogs.choose_file(request, &self.shared.services));
            }
        }
    }

    /// A theme that there is not is told, and the user's own is shown.
    fn check_theme(&mut self) -> Diagnostics {
        let library = &self.shared.library;
        let Some(name) = self.game_look.theme.take_if(|name| library.find(name).is_none()) else {
            return Diagnostics::new();
        };
        let ids = || library.themes().iter().map(|theme| theme.id.as_str());
        let near = nearest(&name, ids()).map(|near| format!("; did you mean `{near}`?"));
        let near = near.unwrap_or_default();
        let ids = ids().collect::<Vec<_>>().join(", ");
        let message = format!("there is no theme `{name}`; expected one of {ids}{near}");
        Diagnostic::warning(message).about("theme").into()
    }

    fn leave_game(&mut self) {
        if let Some(game) = &mut self.game {
            game.leave(&mut self.shared.context());
        }
    }

    fn open_page(&mut self, page: Page) {
        let mut cx = self.shared.context();
        let screen = match page {
            Page::NewGame(mode, rules) => {
                Screen::NewGame(Box::new(NewGameScreen::new(mode, rules, &mut cx)))
            }
            Page::Fog => Screen::NewGame(Box::new(NewGameScreen::with_fog(&mut cx))),
            Page::Puzzles => Screen::Puzzles(Box::new(PuzzlesScreen::new(&mut cx))),
            Page::Rules(id) => Screen::Rules(Box::new(RulesScreen::new(id.as_deref()))),
            Page::Network => Screen::Network(NetworkScreen),
            Page::Settings => Screen::Settings(SettingsScreen::default()),
        };
        self.screens.push(screen);
    }

    fn start_opened(&mut self, opened: Opened) {
        match opened {
            Opened::Game(game) => self.play(*game),
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

    /// Shows another theme as soon as one is chosen, here or by a game's config.
    fn follow_theme(&mut self, ctx: &egui::Context) {
        let wanted = match (&self.game_look.theme, self.screens.last()) {
            (Some(theme), Some(Screen::Play)) => theme,
            _ => &self.shared.settings.theme,
        };
        let theme = self.shared.library.find_or_default(wanted);
        if *theme != self.shared.theme {
            self.shared.theme = theme.clone();
            style::apply(ctx, &self.shared.theme);
        }
    }

    /// Makes everything as loud as the settings, or the game's config, say.
    fn follow_loudness(&mut self, ctx: &egui::Context) {
        let Shared { settings, sounds, .. } = &mut self.shared;
        let is_playing = matches!(self.screens.last(), Some(Screen::Play));
        let look = Some(&self.game_look).filter(|_| is_playing);
        let percent = |part: f32| Volume::percent((part * 100.0).round() as u8);
        let wanted = Loudness {
            sound: look.and_then(|look| look.sound).unwrap_or(settings.sound),
            sound_volume: percent(settings.sound_volume),
            music: look.and_then(|look| look.music).unwrap_or(settings.music),
            music_volume: percent(settings.music_volume),
        };
        if self.loudness != Some(wanted) {
            sounds.set_sound_volume(wanted.sound_volume);
            sounds.set_music_volume(wanted.music_volume);
            sounds.set_sounds(wanted.sound);
            sounds.set_music(wanted.music);
            self.loudness = Some(wanted);
        }
        if ctx.input(|input| input.pointer.any_pressed() || !input.keys_down.is_empty()) {
            sounds.user_acted();
        }
    }

    /// Keeps what has changed.
    fn keep(&mut self) {
        let Shared { services, settings, progress, dialogs, .. } = &mut self.shared;
        let storage = &*services.storage;
        let texts = &settings.language.texts().dialogs;
        if *settings != self.kept_settings {
            let (kept, look) = (&self.kept_settings, &mut self.game_look);
            look.theme = look.theme.take().filter(|_| settings.theme == kept.theme);
            look.sound = look.sound.filter(|_| settings.sound == kept.sound);
            look.music = look.music.filter(|_| settings.music == kept.music);
            self.kept_settings = settings.clone();
            if let Err(error) = settings::save(settings, storage) {
                let place = storage.place(settings::FILE);
                dialogs.error(texts.settings_not_kept, format!("{place}: {error}"));
            }
        }
        if *progress != self.kept_progress {
            self.kept_progress = progress.clone();
            if let Err(error) = progress.save(storage) {
                let place = storage.place(progress::FILE);
                dialogs.error(texts.settings_not_kept, format!("{place}: {error}"));
            }
        }
    }
}
