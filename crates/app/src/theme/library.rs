//! All themes that can be chosen: those that ship, and those in the user's folder.

use notation::diagnostics::{Diagnostics, nearest, text_of, with_hint};
use rules::message;
use rules::message::FaultMessage;

use super::{Theme, parse};
use crate::services::Storage;

/// The id of the theme that a new user sees.
pub const DEFAULT: &str = "classic";

/// The folder with the user's own themes, within what the program keeps.
pub const FOLDER: &str = "themes";

include!(concat!(env!("OUT_DIR"), "/themes.rs"));

/// All themes that can be chosen.
#[derive(Clone, Debug)]
pub struct ThemeLibrary {
    themes: Vec<Theme>,
}

impl ThemeLibrary {
    /// Reads the shipped themes and the user's, and returns what is wrong with the user's.
    pub fn load(storage: &dyn Storage) -> (ThemeLibrary, Vec<(String, Diagnostics)>) {
        let mut library = ThemeLibrary { themes: Vec::new() };
        for (id, text) in SHIPPED {
            if let Ok((theme, _)) = parse(text, id, &|name| library.find(name).cloned()) {
                library.themes.push(theme);
            }
        }
        let mut faults = Vec::new();
        for name in storage.list(FOLDER) {
            let Some(id) = name.strip_suffix(".toml") else { continue };
            let path = format!("{FOLDER}/{name}");
            let Ok(Some(bytes)) = storage.read(&path) else { continue };
            let read = text_of(&bytes)
                .map_err(Diagnostics::from)
                .and_then(|text| parse(text, id, &|name| library.find(name).cloned()));
            match read {
                Ok((theme, _)) => library.add(theme),
                Err(wrong) => faults.push((storage.place(&path), wrong)),
            }
        }
        (library, faults)
    }

    /// A user's theme takes the place of one with the same id.
    fn add(&mut self, theme: Theme) {
        match self.themes.iter_mut().find(|known| known.id == theme.id) {
            Some(known) => *known = theme,
            None => self.themes.push(theme),
        }
    }

    /// The themes in the order of the settings.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }

    /// The theme with this id, or this name in any case.
    pub fn find(&self, id: &str) -> Option<&Theme> {
        let by_id = self.themes.iter().find(|theme| theme.id == id);
        by_id.or_else(|| self.themes.iter().find(|theme| theme.name.eq_ignore_ascii_case(id)))
    }

    /// What to say about a theme that is not there.
    pub fn missing(&self, name: &str) -> FaultMessage {
        let ids = || self.themes.iter().map(|theme| theme.id.as_str());
        let message = message!(
            "no-theme",
            "there is no theme `{name}`; expected one of {ids}",
            name,
            ids = ids().collect::<Vec<_>>().join(", ")
        );
        with_hint(message, nearest(name, ids()).map(|near| format!("`{near}`")))
    }

    /// The theme with this id, or the usual one.
    pub fn find_or_default(&self, id: &str) -> &Theme {
        self.find(id).unwrap_or(&self.themes[0])
    }
}
