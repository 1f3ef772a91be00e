//! The pages of the program, apart from the game itself. A new one is its module, its `Page` and a row
//! in `Page::open`.

mod editor;
#[cfg(not(target_arch = "wasm32"))]
mod engines;
mod games;
mod lessons;
mod library;
mod menu;
mod network;
mod new_game;
mod palette;
mod profiles;
mod puzzles;
mod rules;
mod settings;
mod workshop;

use egui::Ui;

use crate::context::Context;
use crate::navigation::{Mode, Navigation};
use editor::EditorScreen;
use lessons::LessonsScreen;
use library::LibraryScreen;
use profiles::{ProfilesScreen, RankingScreen};
use puzzles::PuzzlesScreen;
use rules::RulesScreen;
use settings::SettingsScreen;
use workshop::WorkshopScreen;

pub use games::GamesScreen;
pub use menu::MenuScreen;
pub use network::{NetworkScreen, enter_own_server, go_online, host_again};
pub use new_game::NewGameScreen;

/// A page that can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// Setting up a game, by a rule set if its id is given.
    NewGame(Mode, Option<String>),
    /// Setting up a game under fog of war.
    Fog,
    /// The lists of puzzles.
    Puzzles,
    /// How the pieces of a rule set move; the usual one if it is not said.
    Rules(Option<String>),
    /// Playing over the network.
    Network,
    /// The library of games.
    Library,
    /// The position editor, with a position to begin with.
    Editor(Option<Box<::rules::Position>>),
    /// Where games are invented.
    Workshop,
    /// Lessons for the pieces of a rule set, by its id, beginning with a piece, by its name.
    Lessons(Option<String>, Option<String>),
    /// The profiles of this computer.
    Profiles,
    /// The ranking list.
    Ranking,
    Settings,
}

/// Draws a page, and returns where it leads.
pub type ShowPage = Box<dyn FnMut(&mut Ui, &mut Context) -> Option<Navigation>>;

impl Page {
    /// The page as it is first shown; nothing if there is nothing to be shown on it.
    pub fn open(self, cx: &mut Context) -> Option<ShowPage> {
        macro_rules! show {
            ($screen:expr) => {{
                let mut screen = $screen;
                Some(Box::new(move |ui: &mut Ui, cx: &mut Context| screen.ui(ui, cx)))
            }};
        }
        match self {
            Page::NewGame(mode, rules) => show!(NewGameScreen::new(mode, rules, cx)),
            Page::Fog => show!(NewGameScreen::with_fog(cx)),
            Page::Library => show!(LibraryScreen::new(cx)),
            Page::Profiles => show!(ProfilesScreen::new(cx)),
            Page::Ranking => show!(RankingScreen::new(cx)),
            Page::Puzzles => show!(PuzzlesScreen::default()),
            Page::Rules(id) => show!(RulesScreen::new(id.as_deref())),
            Page::Network => show!(NetworkScreen::new(cx)),
            Page::Workshop => show!(WorkshopScreen::new(cx)?),
            Page::Settings => show!(SettingsScreen::default()),
            Page::Lessons(rules, piece) => {
                show!(LessonsScreen::new(rules.as_deref(), piece.as_deref(), cx)?)
            }
            Page::Editor(position) => show!(EditorScreen::new(position.map(|it| *it), cx)?),
        }
    }
}
