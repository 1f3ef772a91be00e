//! The pages of the program, apart from the game itself.

mod editor;
#[cfg(not(target_arch = "wasm32"))]
mod engines;
mod games;
mod lessons;
mod library;
mod menu;
mod network;
mod new_game;
mod profiles;
mod puzzles;
mod rules;
mod settings;

pub use editor::EditorScreen;
pub use games::GamesScreen;
pub use lessons::LessonsScreen;
pub use library::LibraryScreen;
pub use menu::MenuScreen;
pub use network::{NetworkScreen, enter_own_server, go_online, host_again};
pub use new_game::NewGameScreen;
pub use profiles::{ProfilesScreen, RankingScreen};
pub use puzzles::PuzzlesScreen;
pub use rules::RulesScreen;
pub use settings::SettingsScreen;
