//! Where a screen wants to go next.

use rules::Position;

use crate::analysis::AnalysisStart;
use crate::new_game::NewGame;

/// What a screen asks the program to do after it was shown.
#[derive(Debug)]
pub enum Navigation {
    /// To the screen before this one.
    Back,
    /// To the start menu; a game that is going on stays and can be continued there.
    Menu,
    /// To another page, from which `Back` leads here again.
    To(Page),
    /// Starts a game in place of the one that was going on.
    Play(Box<NewGame>),
    /// Opens the analysis board; `Back` leads here again.
    Analyse(Box<AnalysisStart>),
    /// Back to the game that is going on.
    Continue,
    /// Starts the server on this computer again, and goes on with the game there.
    HostAgain,
    /// Lets the user choose a file, and opens it.
    OpenFile,
}

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
    Editor(Option<Box<Position>>),
    /// Lessons for the pieces of a rule set, by its id, beginning with a piece, by its name.
    Lessons(Option<String>, Option<String>),
    /// Who plays here.
    Profiles,
    /// The ranking list.
    Ranking,
    Settings,
}

/// Who plays in a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The user against the computer.
    Computer,
    /// Two people at one screen.
    TwoPlayers,
    /// The computer against itself.
    Watch,
}
