//! The window's content: which screen is shown, what lies over it, and what is kept.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use egui::{Color32, Key, Ui};
use notation::diagnostics::{Diagnostic, Diagnostics, nearest};
use protocol::RoomId;
use sound::{Cue, Volume};
use store::{Owner, RunningGame};

use crate::avatar::Avatars;
use crate::context::Context;
use crate::dialogs::{Answer, Dialogs, FileRequest, Ticket};
use crate::keeping::{Found, Keeper, News, Pending, People, calendar, left};
use crate::navigation::{Navigation, Page};
use crate::net::{self, Network, ServerAddress};
use crate::new_game::{Look, NewGame};
use crate::open::{self, Opened};
use crate::play::PlayScreen;
use crate::progress::Progress;
use crate::scale::Scale;
use crate::screens::{
    self, GamesScreen, LibraryScreen, MenuScreen, NetworkScreen, NewGameScreen, PeopleScreen,
    PuzzlesScreen, RankingScreen, RulesScreen, SettingsScreen,
};
use crate::services::{Services, StorePlace};
use crate::settings::{self, Settings};
use crate::style;
use crate::texts::{Texts, fill};
use crate::theme::{Library, Theme};

/// The whole program as the user sees it. A shell gives it a window and calls [`App::ui`].
pub struct App {
    shared: Shared,
    kept_settings: Settings,
    /// Whose settings are in use, and those that are being read because somebody else sits down.
    settings_of: Option<Owner>,
    new_settings: Option<Pending<BTreeMap<String, String>>>,
    /// The games that were left are being looked for, and one is being taken over.
    finding: Option<Pending<Found>>,
    claiming: Option<(Pending<bool>, RunningGame)>,
    menu: MenuScreen,
    /// What was opened from the menu; the last one is shown.
    screens: Vec<Screen>,
    /// The game that is going on, shown or not.
    game: Option<PlayScreen>,
    /// The game over the network, shown or not.
    online: Option<PlayScreen>,
    /// Is the network still to be gone to, as the address of the page or the last game asks for?
    goes_online: bool,
    /// What the game's config asks for, until the user chooses something else.
    game_look: Look,
    opening: Option<Ticket>,
    scale: Scale,
    /// Was something typed into? Then the escape key ends that, and nothing else.
    was_typing: bool,
    /// What the sounds were last told.
    loudness: Option<Loudness>,
}

/// Games that were deleted are gone for good after thirty days.
const BIN_SECONDS: i64 = 30 * 86_400;

/// What all screens work with.
struct Shared {
    services: Services,
    keeper: Keeper,
    people: People,
    avatars: Avatars,
    settings: Settings,
    progress: Progress,
    network: Network,
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
            keeper: &self.keeper,
            people: &mut self.people,
            avatars: &mut self.avatars,
            progress: &mut self.progress,
            network: &mut self.network,
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
    Library(Box<LibraryScreen>),
    People(Box<PeopleScreen>),
    Ranking(Box<RankingScreen>),
    NewGame(Box<NewGameScreen>),
    Puzzles(Box<PuzzlesScreen>),
    Rules(Box<RulesScreen>),
    Network(Box<NetworkScreen>),
    Settings(SettingsScreen),
    Play,
    /// The game over the network.
    Online,
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
        if services.has_touch {
            style::prepare_for_fingers(ctx);
        }
        let keeper = match services.store.clone() {
            #[cfg(not(target_arch = "wasm32"))]
            StorePlace::File(path) => Keeper::on_disk(path),
            StorePlace::Documents => {
                Keeper::shared(Rc::clone(&services.storage), services.windows.clone())
            }
        };
        keeper.wake(ctx);
        let mut network = Network::new(&services);
        let woken = ctx.clone();
        network.set_wake(Arc::new(move || woken.request_repaint()));
        let people = People::read(&keeper);
        let progress = Progress::of(None, &keeper);
        let finding = Some(keeper.ask(left::find));
        let old = calendar::now().plus_seconds(-BIN_SECONDS);
        keeper.keep(move |store| store.empty_bin(old));
        App {
            kept_settings: loaded.settings.clone(),
            settings_of: None,
            new_settings: None,
            finding,
            claiming: None,
            shared: Shared {
                services,
                keeper,
                people,
                avatars: Avatars::default(),
                settings: loaded.settings,
                progress,
                network,
                library,
                theme,
                dialogs,
                sounds,
            },
            menu: MenuScreen::new(),
            screens: Vec::new(),
            game: None,
            online: None,
            goes_online: true,
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

    /// Starts a game in place of the one that was going on. One over the network begins with finding
    /// somebody.
    pub fn play(&mut self, game: NewGame) {
        if game.over_network {
            let screen = NetworkScreen::with_game(&game, &mut self.shared.context());
            self.screens.push(Screen::Network(Box::new(screen)));
            return;
        }
        self.game_look = game.look.clone();
        let mut warnings = game.warnings.clone();
        warnings.append(self.check_theme());
        for warning in &warnings {
            self.shared.dialogs.notice(warning.to_string());
        }
        let mut cx = self.shared.context();
        if let Some(old) = &mut self.game {
            old.close(&mut cx);
        }
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
        self.hear_store();
        self.hear_network(&ctx);
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
        self.open_dropped(&ctx);
        self.was_typing = ctx.text_edit_focused();
        self.keep();
    }

    /// Opens what was dropped on the window.
    fn open_dropped(&mut self, ctx: &egui::Context) {
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

    /// Where a board lies over it, the background need not be painted.
    fn paint_background(&self, ui: &Ui) {
        let (painter, rect) = (ui.painter(), ui.max_rect());
        let background = &self.shared.theme.background;
        let game = match self.screens.last() {
            Some(Screen::Play) => self.game.as_ref(),
            Some(Screen::Online) => self.online.as_ref(),
            _ => None,
        };
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
        self.shared.keeper.finish();
    }

    /// The colour behind everything, for the shell to clear the window with.
    pub fn clear_colour(&self) -> Color32 {
        self.shared.theme.interface.background
    }

    /// The game over the network that is on the screen, as the address of a page names it after
    /// `#`; nothing if there is none, or if it is on another server than the page.
    pub fn place(&self) -> Option<String> {
        let is_shown = self.screens.iter().any(|screen| matches!(screen, Screen::Online));
        let room = self.online.as_ref().filter(|_| is_shown)?.room()?;
        let network = &self.shared.network;
        let home = ServerAddress::parse(&self.shared.services.start.origin).ok()?;
        network.server().filter(|server| **server == home)?;
        Some(network.invitation(room)?.fragment())
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
            Some(Screen::Library(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::People(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Ranking(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::NewGame(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Puzzles(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Rules(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Network(screen)) => screen.ui(ui, &mut cx),
            Some(Screen::Settings(screen)) => screen.ui(ui, &mut cx),
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
                false => self.take_over(),
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

    /// Takes over the game that was left, unless another window was faster.
    fn take_over(&mut self) {
        let Some(game) = self.menu.take_left_game() else { return };
        let slot = game.slot.clone();
        self.claiming = Some((self.shared.keeper.ask(move |store| store.claim(&slot)), game));
        self.hear_claim();
    }

    /// Follows what the store has to tell: faults, who plays, and games that were left.
    fn hear_store(&mut self) {
        let texts = self.texts();
        let Shared { keeper, people, progress, dialogs, .. } = &mut self.shared;
        if let Some(fault) = people.poll(keeper) {
            dialogs.error(texts.dialogs.profile_not_kept, fault.to_string());
        }
        if progress.owner() != people.current() {
            *progress = Progress::of(people.current(), keeper);
        }
        progress.poll();
        for news in keeper.news() {
            match news {
                News::MovedAside(told) => dialogs.error(texts.dialogs.store_damaged, told),
                News::NotOpened(error) => {
                    let told = format!("{error}\n{}", texts.dialogs.store_closed_about);
                    dialogs.error(texts.dialogs.store_closed, told);
                }
                News::NotKept(error) => {
                    let told = format!("{error}\n{}", texts.dialogs.not_kept_about);
                    dialogs.error(texts.dialogs.not_kept, told);
                }
            }
        }
        if let Some(found) = self.finding.take_if(|finding| finding.has_come())
            && let Some(Ok(found)) = found.take()
        {
            if found.put_away > 0 {
                dialogs.notice(fill(texts.menu.left_games_kept, &[&found.put_away]));
            }
            self.menu.offer(found.newest);
        }
        self.hear_claim();
        self.follow_profile();
    }

    fn hear_claim(&mut self) {
        let Some((answer, game)) = self.claiming.take_if(|(answer, _)| answer.has_come()) else {
            return;
        };
        match (answer.take(), left::resume(&game)) {
            (Some(Ok(true)), Some(game)) => self.play(game),
            _ => self.shared.dialogs.notice(self.texts().menu.left_game_gone),
        }
    }

    /// Somebody else sits down: his settings are used.
    fn follow_profile(&mut self) {
        let Shared { keeper, people, settings, .. } = &mut self.shared;
        let owner = people.current();
        if people.is_known() && self.settings_of != Some(owner) {
            let last = self.settings_of.replace(owner);
            // Somebody who was deleted has no settings any more.
            if let Some(last) = last.filter(|last| last.is_none_or(|id| people.of(id).is_some())) {
                keep_settings(last, settings, keeper);
            }
            // At the start a guest has those of the file.
            if last.is_some() || owner.is_some() {
                self.new_settings = Some(keeper.ask(move |store| store.preferences(owner)));
            }
        }
        if let Some(read) = self.new_settings.take_if(|read| read.has_come())
            && let Some(Ok(preferences)) = read.take()
            && let Some(text) = preferences.get(settings::PREFERENCE)
            && let Some(settings) = settings::parse(text.as_bytes())
        {
            self.shared.settings = settings;
        }
    }

    /// Follows the connection to a server: what it tells, and games that are to be shown.
    fn hear_network(&mut self, ctx: &egui::Context) {
        let now = Duration::from_secs_f64(ctx.input(|input| input.time).max(0.0));
        if self.goes_online && self.shared.people.is_known() {
            self.goes_online = false;
            let mut cx = self.shared.context();
            if screens::go_online(&mut cx, now) {
                self.open_page(Page::Network);
            }
        }
        self.shared.network.poll(now);
        let texts = &self.texts().network;
        while let Some(news) = self.shared.network.next_news() {
            let dialogs = &mut self.shared.dialogs;
            match news {
                net::News::Opened(room) => self.show_online(&room, now),
                net::News::Renamed(name) => dialogs.notice(fill(texts.renamed, &[&name])),
                net::News::Refused(why) => dialogs.notice(fill(texts.refused, &[&why])),
                net::News::NotKept(why) => dialogs.notice(fill(texts.not_kept, &[&why])),
            }
        }
        if let Some(next) = self.shared.network.next_wake() {
            ctx.request_repaint_after(next.saturating_sub(now));
        }
    }

    /// Shows a game over the network, from which the way back is the list of games.
    fn show_online(&mut self, room: &RoomId, now: Duration) {
        if self.online.as_ref().and_then(PlayScreen::room) != Some(room) {
            self.online = PlayScreen::online(room, &mut self.shared.context(), now);
        }
        self.screens.retain(|screen| !matches!(screen, Screen::Online));
        if !matches!(self.screens.last(), Some(Screen::Network(_))) {
            self.open_page(Page::Network);
        }
        self.screens.push(Screen::Online);
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
            Page::Library => Screen::Library(Box::new(LibraryScreen::new(&mut cx))),
            Page::People => Screen::People(Box::new(PeopleScreen::new(&mut cx))),
            Page::Ranking => Screen::Ranking(Box::new(RankingScreen::new(&mut cx))),
            Page::Puzzles => Screen::Puzzles(Box::new(PuzzlesScreen::new(&mut cx))),
            Page::Rules(id) => Screen::Rules(Box::new(RulesScreen::new(id.as_deref()))),
            Page::Network => Screen::Network(Box::new(NetworkScreen::new(&mut cx))),
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
        let Shared { services, keeper, people, settings, dialogs, .. } = &mut self.shared;
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
            keep_settings(people.current(), settings, keeper);
        }
    }
}

/// Keeps somebody's settings in the store.
fn keep_settings(owner: Owner, settings: &Settings, keeper: &Keeper) {
    let text = settings::format(settings);
    keeper.keep(move |store| store.set_preference(owner, settings::PREFERENCE, Some(&text)));
}
