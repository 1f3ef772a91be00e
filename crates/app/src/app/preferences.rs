//! Loads and saves the settings of the active profile.

use store::Owner;

use super::App;
use crate::context::Context;
use crate::persistence::StoreHandle;
use crate::settings::{self, Settings};

impl App {
    /// Loads the settings of the profile that was just selected.
    pub(super) fn follow_profile(&mut self) {
        let Context { store, profiles, settings, .. } = &mut self.cx;
        let owner = profiles.current();
        if profiles.is_known() && self.settings_of != Some(owner) {
            let last = self.settings_of.replace(owner);
            // A deleted profile has no settings any more.
            if let Some(last) = last.filter(|last| last.is_none_or(|id| profiles.of(id).is_some()))
            {
                keep_settings(last, settings, store);
            }
            // At the start a guest has those of the file.
            if last.is_some() || owner.is_some() {
                self.new_settings = Some(store.query(move |store| store.preferences(owner)));
            }
        }
        if let Some(read) = self.new_settings.take_if(|read| read.is_ready())
            && let Some(Ok(preferences)) = read.take()
            && let Some(text) = preferences.get(settings::PREFERENCE)
            && let Some(settings) = settings::parse(text.as_bytes())
        {
            self.cx.settings = settings;
        }
    }

    /// Saves the settings if they have changed.
    pub(super) fn keep_changes(&mut self) {
        let texts = self.cx.texts;
        let Context { services, store, profiles, settings, dialogs, .. } = &mut self.cx;
        let storage = &*services.storage;
        if *settings != self.kept_settings {
            let (kept, overrides) = (&self.kept_settings, &mut self.overrides);
            overrides.theme = overrides.theme.take().filter(|_| settings.theme == kept.theme);
            overrides.sound = overrides.sound.filter(|_| settings.sound == kept.sound);
            overrides.music = overrides.music.filter(|_| settings.music == kept.music);
            self.kept_settings = settings.clone();
            if let Err(error) = settings::save(settings, storage) {
                let place = storage.place(settings::FILE);
                let told = format!("{place}: {}", texts.io_error(&error));
                dialogs.error(texts.dialogs.settings_not_kept, told);
            }
            keep_settings(profiles.current(), settings, store);
        }
    }
}

/// Saves the settings of a profile in the store.
fn keep_settings(owner: Owner, settings: &Settings, store: &StoreHandle) {
    let text = settings::format(settings);
    store.execute(move |store| store.set_preference(owner, settings::PREFERENCE, Some(&text)));
}
