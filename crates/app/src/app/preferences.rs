//! Whose settings are in use, and where they are kept.

use store::Owner;

use super::App;
use super::shared::Shared;
use crate::keeping::Keeper;
use crate::settings::{self, Settings};

impl App {
    /// Somebody else sits down: his settings are used.
    pub(super) fn follow_profile(&mut self) {
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

    /// Keeps the settings if they have changed.
    pub(super) fn keep_changes(&mut self) {
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
