//! The context that every screen draws with.

use crate::avatar::Avatars;
use crate::dialogs::Dialogs;
use crate::engines::EngineList;
use crate::net::Network;
use crate::persistence::{Profiles, StoreHandle};
use crate::progress::Progress;
use crate::services::Services;
use crate::settings::Settings;
use crate::texts::Texts;
use crate::theme::{Theme, ThemeLibrary};

/// The context that every screen draws with.
pub struct Context<'a> {
    /// What the user has chosen. Changes are kept at once.
    pub settings: &'a mut Settings,
    /// The theme that is shown now; a change in the settings is seen in the next frame.
    pub theme: &'a Theme,
    /// All themes.
    pub library: &'a ThemeLibrary,
    /// Every text in the user's language.
    pub texts: &'static Texts,
    /// Storage and files.
    pub services: &'a Services,
    /// Plays sounds, with the volumes of the settings applied.
    pub sounds: &'a mut sound::SoundPlayer,
    /// Messages and questions that lie over the screen.
    pub dialogs: &'a mut Dialogs,
    /// Queries and commands to the store.
    pub store: &'a StoreHandle,
    /// The profiles of this computer.
    pub profiles: &'a mut Profiles,
    /// Textures of the profiles' pictures.
    pub avatars: &'a mut Avatars,
    /// The puzzles that are solved. Changes are kept at once.
    pub progress: &'a mut Progress,
    /// Other engines that the user has added.
    pub engines: &'a mut EngineList,
    /// The connection to the server.
    pub network: &'a mut Network,
}
