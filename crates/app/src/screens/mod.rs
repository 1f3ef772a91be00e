//! The pages of the program, apart from the game itself.

mod games;
mod menu;
mod network;
mod new_game;
mod puzzles;
mod rules;
mod settings;

pub use games::GamesScreen;
pub use menu::MenuScreen;
pub use network::NetworkScreen;
pub use new_game::NewGameScreen;
pub use puzzles::PuzzlesScreen;
pub use rules::RulesScreen;
pub use settings::SettingsScreen;
