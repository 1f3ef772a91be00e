//! The window: screens, themes, settings. It knows no window system; a shell shows [`App`].

mod analysis;
mod app;
mod avatar;
mod backdrop;
mod clock_choice;
mod context;
mod date_text;
mod dialogs;
pub mod engines;
mod image_import;
mod move_text;
mod navigation;
mod net;
mod new_game;
mod open_file;
mod own_puzzles;
mod own_rules;
mod persistence;
mod picture;
mod piece_picture;
mod piece_text;
mod play;
mod progress;
mod puzzle_sets;
mod puzzle_theme;
mod scale;
mod score_text;
mod screens;
pub mod services;
mod settings;
mod style;
mod texts;
pub mod theme;

pub use analysis::explanation;
pub use app::App;
pub use new_game::{AppearanceOverrides, GlideSettings, NewGame, PlayerChoice};
pub use open_file::check_config;
pub use play::WebWorkerHost;
pub use sound::SoundPlayer;
pub use texts::Language;

/// What stands in the title bar of the window.
pub const TITLE: &str = "XXL Chess";

/// The picture of the program, for the window and the task bar.
pub fn icon() -> egui::IconData {
    board_ui::pieces::icon(128)
}
