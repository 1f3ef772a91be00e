//! Themes: the colours of the window and the board, as data from files.

mod library;
mod read;
#[cfg(test)]
mod tests;

use board_ui::BoardColours;
use egui::Color32;
use rules::named;

use crate::settings::HighlightStyle;

pub use library::{DEFAULT, FOLDER, SHIPPED, ThemeLibrary};
pub use read::parse;

/// A look for the whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// The name of its file without the ending; used in settings and configs.
    pub id: String,
    /// The name shown to people.
    pub name: String,
    /// Is the window dark?
    pub dark: bool,
    /// The colours of the window.
    pub interface: Interface,
    /// What is behind everything.
    pub background: Background,
    /// The colours of the board.
    pub board: BoardColours,
    /// How squares are marked.
    pub highlights: HighlightStyle,
    /// The name of the piece set that goes with it.
    pub piece_set: String,
}

/// The colours of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interface {
    /// Behind everything.
    pub background: Color32,
    /// Cards and panels.
    pub surface: Color32,
    /// What lies above them: a card under the mouse, menus, dialogs.
    pub raised: Color32,
    /// Where something is typed or slides.
    pub sunken: Color32,
    /// Lines around cards and buttons.
    pub outline: Color32,
    /// What is to be read.
    pub text: Color32,
    /// What is to be read only if it is of interest.
    pub muted: Color32,
    /// What is chosen, and the one button that leads on.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Something is wrong or will be lost.
    pub danger: Color32,
    /// Something needs care.
    pub warning: Color32,
    /// The ring around what the keyboard is on.
    pub focus: Color32,
    /// Colours that distinguish things, such as the cards of the menu.
    pub hues: [Color32; 6],
}

/// What is behind everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Background {
    /// A picture of the user's own, shown in place of the rest: the path of a file, or its name
    /// beside that of the theme.
    pub picture: Option<String>,
    /// What is drawn.
    pub pattern: Pattern,
    /// The colour at the top.
    pub top: Color32,
    /// The colour at the bottom.
    pub bottom: Color32,
    /// The colour of the pattern.
    pub ink: Color32,
}

named! {
    /// What is drawn in the background.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Pattern {
        /// Only the two colours, one running into the other.
        Plain = "plain",
        /// Large, faint squares of a board that is turned.
        Squares = "squares",
        /// Faint rings, as knights ride.
        Rings = "rings",
        /// The grain of wood.
        Grain = "grain",
    }
}
