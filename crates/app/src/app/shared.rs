//! The state that all screens share, and how it is built at the start.

use std::rc::Rc;

use crate::avatar::Avatars;
use crate::context::Context;
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

/// The state that all screens share.
pub(super) struct Shared {
    pub services: Services,
    pub store: StoreHandle,
    pub profiles: Profiles,
    pub avatars: Avatars,
    pub settings: Settings,
    pub progress: Progress,
    pub engines: EngineList,
    pub network: Network,
    pub library: ThemeLibrary,
    pub theme: Theme,
    pub dialogs: Dialogs,
    pub sounds: sound::SoundPlayer,
}

impl Shared {
    /// Loads everything. What cannot be read is reported in a dialog.
    pub fn new(ctx: &egui::Context, services: Services, sounds: sound::SoundPlayer) -> Shared {
        let mut dialogs = Dialogs::default();
        let settings = read_settings(&services, &mut dialogs);
        let library = read_themes(&services, &settings, &mut dialogs);
        let theme = library.find_or_default(&settings.theme).clone();
        let store = open_store(&services);
        store.wake(ctx);
        Shared {
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

    /// The texts in the language that the settings choose, or else in that of the system.
    pub fn texts(&self) -> &'static Texts {
        texts_of(&self.settings, &self.services)
    }

    /// The context of a screen.
    pub fn context(&mut self) -> Context<'_> {
        Context {
            texts: self.texts(),
            settings: &mut self.settings,
            theme: &self.theme,
            library: &self.library,
            services: &self.services,
            sounds: &mut self.sounds,
            dialogs: &mut self.dialogs,
            store: &self.store,
            profiles: &mut self.profiles,
            avatars: &mut self.avatars,
            progress: &mut self.progress,
            engines: &mut self.engines,
            network: &mut self.network,
        }
    }
}

fn texts_of(settings: &Settings, services: &Services) -> &'static Texts {
    settings.language.unwrap_or(services.language).texts()
}

fn read_settings(services: &Services, dialogs: &mut Dialogs) -> Settings {
    let loaded = settings::load(&*services.storage);
    if loaded.faults.has_errors() {
        let texts = &texts_of(&loaded.settings, services).dialogs;
        let mut message = loaded.faults.to_string();
        if let Some(place) = &loaded.moved_to {
            message += &texts.settings_moved(place);
        }
        dialogs.error(texts.settings_damaged, message.trim_end());
    }
    loaded.settings
}

fn read_themes(services: &Services, settings: &Settings, dialogs: &mut Dialogs) -> ThemeLibrary {
    let (library, faulty) = ThemeLibrary::load(&*services.storage);
    let texts = &texts_of(settings, services).dialogs;
    for (path, faults) in faulty {
        dialogs.faults(texts.theme_faulty(path), &faults);
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
