//! What every screen works with, and how it is built at the start.

use std::rc::Rc;

use crate::avatar::Avatars;
use crate::dialogs::Dialogs;
use crate::engines::EngineList;
use crate::net::Network;
use crate::persistence::{Profiles, StoreHandle, time};
use crate::progress::Progress;
use crate::services::{Services, StorePlace, repaint};
use crate::settings::{self, Settings};
use crate::texts::Texts;
use crate::theme::{Theme, ThemeLibrary};

/// Games that were deleted are gone for good after thirty days.
const BIN_SECONDS: i64 = 30 * 86_400;

/// What every screen works with.
pub struct Context {
    /// What the user has chosen. Changes are kept at once.
    pub settings: Settings,
    /// The theme that is shown now; a change in the settings is seen in the next frame.
    pub theme: Theme,
    /// All themes.
    pub library: ThemeLibrary,
    /// Every text in the user's language; a change in the settings is seen in the next frame.
    pub texts: &'static Texts,
    /// Storage and files.
    pub services: Services,
    /// Plays sounds, with the volumes of the settings applied.
    pub sounds: sound::SoundPlayer,
    /// Messages and questions that lie over the screen.
    pub dialogs: Dialogs,
    /// Queries and commands to the store.
    pub store: StoreHandle,
    /// The profiles of this computer.
    pub profiles: Profiles,
    /// Textures of the profiles' pictures.
    pub avatars: Avatars,
    /// The puzzles that are solved. Changes are kept at once.
    pub progress: Progress,
    /// Other engines that the user has added.
    pub engines: EngineList,
    /// The connection to the server.
    pub network: Network,
}

impl Context {
    /// Loads everything. What cannot be read is reported in a dialog.
    pub fn new(ctx: &egui::Context, services: Services, sounds: sound::SoundPlayer) -> Context {
        let mut dialogs = Dialogs::default();
        let settings = read_settings(&services, &mut dialogs);
        let library = read_themes(&services, &settings, &mut dialogs);
        let theme = library.find_or_default(&settings.theme).clone();
        let store = open_store(&services);
        store.wake(ctx);
        Context {
            texts: texts_of(&settings, &services),
            profiles: Profiles::read(&store),
            avatars: Avatars::default(),
            progress: Progress::of(None, &store),
            engines: EngineList::load(&*services.storage),
            network: Network::new(&services, repaint(ctx)),
            services,
            store,
            settings,
            library,
            theme,
            dialogs,
            sounds,
        }
    }

    /// Empties the bin of games that were deleted long ago.
    pub fn empty_bin(&self) {
        let old = time::now().plus_seconds(-BIN_SECONDS);
        self.store.execute(move |store| store.empty_bin(old));
    }

    /// Follows the language that the settings choose, or else that of the system.
    pub fn follow_language(&mut self) {
        self.texts = texts_of(&self.settings, &self.services);
    }
}

fn texts_of(settings: &Settings, services: &Services) -> &'static Texts {
    settings.language.unwrap_or(services.language).texts()
}

fn read_settings(services: &Services, dialogs: &mut Dialogs) -> Settings {
    let loaded = settings::load(&*services.storage);
    if loaded.faults.has_errors() {
        let texts = texts_of(&loaded.settings, services);
        let mut message = texts.faults(&loaded.faults);
        if let Some(place) = &loaded.moved_to {
            message += "\n";
            message += &texts.dialogs.settings_moved(place);
        }
        dialogs.error(texts.dialogs.settings_damaged, message);
    }
    loaded.settings
}

fn read_themes(services: &Services, settings: &Settings, dialogs: &mut Dialogs) -> ThemeLibrary {
    let (library, faulty) = ThemeLibrary::load(&*services.storage);
    let texts = texts_of(settings, services);
    for (path, faults) in faulty {
        dialogs.error(texts.dialogs.theme_faulty(path), texts.faults(&faults));
    }
    library
}

fn open_store(services: &Services) -> StoreHandle {
    match services.store.clone() {
        #[cfg(not(target_arch = "wasm32"))]
        StorePlace::File(path) => StoreHandle::on_disk(path),
        StorePlace::Documents => {
            StoreHandle::shared(Rc::clone(&services.storage), services.windows.clone())
        }
    }
}
