//! The application: the current screen, its dialogs, and the shared state.

mod appearance;
mod events;
mod pages;
mod preferences;

use std::collections::BTreeMap;
use std::path::Path;

use egui::{Color32, Ui};
use rules::History;
use store::{Owner, RunningGame};

use crate::backdrop::Backdrop;
use crate::context::Context;
use crate::dialogs::{Answer, Ticket};
use crate::net::ServerAddress;
use crate::new_game::{AppearanceOverrides, NewGame};
use crate::open_file;
use crate::persistence::{AbandonedGames, Pending, resume};
use crate::play::PlayScreen;
use crate::scale::Scale;
use crate::screens::{MenuScreen, NetworkScreen, Page, ShowPage};
use crate::services::Services;
use crate::settings::Settings;
use crate::style;
use crate::theme::Theme;

use appearance::VolumeSettings;
use pages::Screen;

/// The whole program as the user sees it. A shell gives it a window and calls [`App::ui`].
pub struct App {
    egui: egui::Context,
    cx: Context,
    kept_settings: Settings,
    /// Whose settings are in use, and the settings that are being loaded for another profile.
    settings_of: Option<Owner>,
    new_settings: Option<Pending<BTreeMap<String, String>>>,
    /// The search for unfinished games, and the one that is being claimed.
    finding: Option<Pending<AbandonedGames>>,
    claiming: Option<(Pending<bool>, RunningGame)>,
    menu: MenuScreen,
    /// What was opened from the menu; the last one is shown.
    screens: Vec<Screen>,
    /// The running game, shown or not.
    game: Option<PlayScreen>,
    /// The game over the network, shown or not.
    online: Option<PlayScreen>,
    /// Should the program still connect, because of the page's address or the last game?
    goes_online: bool,
    /// Is the server on this computer being started again, to go on with a game there?
    hosts_again: bool,
    /// Overrides of the game's config, until the user chooses something else.
    overrides: AppearanceOverrides,
    opening: Option<Ticket>,
    /// The picture behind everything.
    backdrop: Backdrop,
    scale: Scale,
    /// Did a text field have the focus? Then Escape only leaves the field.
    was_typing: bool,
    /// The volumes that were last applied.
    applied_volume: Option<VolumeSettings>,
}

impl App {
    /// Starts with the menu. What cannot be read is reported in a dialog.
    pub fn new(ctx: &egui::Context, services: Services, sounds: sound::SoundPlayer) -> App {
        style::install_fonts(ctx);
        let cx = Context::new(ctx, services, sounds);
        style::apply(ctx, &cx.theme);
        if cx.services.has_touch {
            style::prepare_for_touch(ctx);
        }
        let finding = cx.store.query(resume::find);
        cx.empty_bin();
        App {
            egui: ctx.clone(),
            kept_settings: cx.settings.clone(),
            settings_of: None,
            new_settings: None,
            finding: Some(finding),
            claiming: None,
            cx,
            menu: MenuScreen::new(),
            screens: Vec::new(),
            game: None,
            online: None,
            goes_online: true,
            hosts_again: false,
            overrides: AppearanceOverrides::default(),
            opening: None,
            backdrop: Backdrop::default(),
            scale: Scale::default(),
            was_typing: false,
            applied_volume: None,
        }
    }

    /// Starts the game that a file describes, over the menu. If that cannot be done, a dialog
    /// tells why, and the menu is there.
    pub fn open_file(&mut self, path: &Path) {
        match open_file::open(path, &*self.cx.services.files) {
            Ok(opened) => self.start_opened(opened),
            Err(faults) => {
                let title = self.cx.texts.dialogs.file_faulty(&path.display());
                let faults = self.cx.texts.faults(&faults);
                self.cx.dialogs.error(title, faults);
            }
        }
    }

    /// Starts a game in place of the one that was going on. One over the network begins with finding
    /// somebody.
    pub fn play(&mut self, game: NewGame) {
        if game.over_network {
            let mut screen = NetworkScreen::with_game(&game, &mut self.cx);
            let show: ShowPage = Box::new(move |ui, cx| screen.ui(ui, cx));
            self.screens.push(Screen::Page(Some(Page::Network), show));
            return;
        }
        self.overrides = game.overrides.clone();
        let mut warnings = game.warnings.clone();
        warnings.append(self.check_theme());
        for warning in &warnings {
            let warning = self.cx.texts.fault(warning);
            self.cx.dialogs.notice(warning);
        }
        self.set_unfinished_aside();
        if let Some(old) = &mut self.game {
            old.close(&mut self.cx);
        }
        self.game = Some(PlayScreen::new(game, &mut self.cx));
        self.screens.retain(|screen| !matches!(screen, Screen::Play));
        self.screens.push(Screen::Play);
    }

    /// Shows the menu; a game that is going on stays.
    pub fn show_menu(&mut self) {
        self.leave_game();
        self.screens.clear();
    }

    /// Draws one frame and handles its input.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.scale.apply(&ctx, self.cx.settings.scale);
        // What screen readers call the window itself.
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label(crate::TITLE));
        self.poll_store();
        self.cx.follow_language();
        self.poll_network(&ctx);
        self.follow_theme(&ctx);
        self.follow_volume(&ctx);
        self.paint_background(ui);
        let navigation = self.show_screen(ui);
        self.cx.dialogs.show(ui, &self.cx.services, self.cx.texts);
        if let Some(navigation) = navigation {
            self.go(&ctx, navigation);
            ctx.request_repaint();
        }
        if let Some(Answer::File(path)) = self.cx.dialogs.answer(&mut self.opening) {
            self.open_file(&path);
        }
        self.open_dropped(&ctx);
        self.was_typing = ctx.text_edit_focused();
        self.keep_changes();
    }

    /// Saves what must not be lost before the program ends.
    pub fn on_exit(&mut self) {
        self.leave_game();
        self.keep_changes();
        self.cx.store.finish();
    }

    /// The colour behind everything, for the shell to clear the window with.
    pub fn clear_colour(&self) -> Color32 {
        self.cx.theme.interface.background
    }

    /// The game over the network that is on the screen, as the address of a page names it after
    /// `#`; nothing if there is none, or if it is on another server than the page.
    pub fn place(&self) -> Option<String> {
        let is_shown = self.screens.iter().any(|screen| matches!(screen, Screen::Online));
        let room = self.online.as_ref().filter(|_| is_shown)?.room()?;
        let network = &self.cx.network;
        let home = ServerAddress::parse(&self.cx.services.start.origin).ok()?;
        network.server().filter(|server| **server == home)?;
        Some(network.invitation(room)?.fragment())
    }

    /// The theme that is shown.
    pub fn theme(&self) -> &Theme {
        &self.cx.theme
    }

    /// The picture behind everything.
    pub fn backdrop(&self) -> &Backdrop {
        &self.backdrop
    }

    /// The game that is going on; under fog nothing that is hidden.
    pub fn history(&self) -> Option<History> {
        self.game.as_ref().map(PlayScreen::history)
    }

    fn leave_game(&mut self) {
        if let Some(game) = &mut self.game {
            game.leave(&mut self.cx);
        }
    }
}
