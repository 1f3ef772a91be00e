//! Every text that the window shows, in one place, so that another language is one more file.

mod common;
mod dialogs;
mod library;
mod menu;
mod network;
mod new_game;
mod play;
mod profiles;
mod rules;
mod settings;

use std::fmt::Display;

use ::rules::Colour;

pub use common::Common;
pub use dialogs::Dialogs;
pub use library::Library;
pub use menu::Menu;
pub use network::Network;
pub use new_game::NewGame;
pub use play::Play;
pub use profiles::Profiles;
pub use rules::Rules;
pub use settings::Settings;

/// Declares a section of texts together with its English words.
macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $text:expr,)* }) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "each text says itself what it is for")]
        #[derive(Debug)]
        pub struct $name { $(pub $field: &'static str,)* }

        impl $name {
            /// The section in English.
            pub const ENGLISH: $name = $name { $($field: $text,)* };
        }
    };
}
use section;

/// All texts in one language.
#[derive(Debug)]
pub struct Texts {
    /// Words used all over the program.
    pub common: Common,
    /// The start menu.
    pub menu: Menu,
    /// Setting up a game.
    pub new_game: NewGame,
    /// The library of games.
    pub library: Library,
    /// Profiles, statistics and the ranking.
    pub profiles: Profiles,
    /// Playing over the network.
    pub network: Network,
    /// The game itself.
    pub play: Play,
    /// How the pieces move.
    pub rules: Rules,
    /// The settings.
    pub settings: Settings,
    /// Questions, messages and the choice of files.
    pub dialogs: Dialogs,
}

impl Texts {
    /// What a side is called.
    pub fn side(&self, side: Colour) -> &'static str {
        match side {
            Colour::White => self.common.white,
            Colour::Black => self.common.black,
        }
    }
}

/// A language that the window speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// British English.
    #[default]
    English,
}

impl Language {
    /// Every language, in the order of the settings.
    pub const ALL: [Language; 1] = [Language::English];

    /// Its name in itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
        }
    }

    /// Its code in the settings file.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
        }
    }

    /// The texts in this language.
    pub fn texts(self) -> &'static Texts {
        match self {
            Language::English => &ENGLISH,
        }
    }
}

static ENGLISH: Texts = Texts {
    common: Common::ENGLISH,
    menu: Menu::ENGLISH,
    new_game: NewGame::ENGLISH,
    library: Library::ENGLISH,
    profiles: Profiles::ENGLISH,
    network: Network::ENGLISH,
    play: Play::ENGLISH,
    rules: Rules::ENGLISH,
    settings: Settings::ENGLISH,
    dialogs: Dialogs::ENGLISH,
};

/// A text with its gaps `{0}`, `{1}` and so on filled in.
pub fn fill(text: &str, values: &[&dyn Display]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let gap = after.split_once('}').and_then(|(number, after)| {
            let value = values.get(number.parse::<usize>().ok()?)?;
            Some((value, after))
        });
        match gap {
            Some((value, after)) => {
                filled.push_str(&value.to_string());
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled + rest
}

/// A text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_in_any_order() {
        assert_eq!(fill("{1} of {0}", &[&3, &"two"]), "two of 3");
        assert_eq!(fill("{0} {9} {", &[&"{0}"]), "{0} {9} {");
    }
}
