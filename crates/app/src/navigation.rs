//! Where a screen wants to go next.

use rules::named;

use crate::analysis::AnalysisStart;
use crate::new_game::NewGame;
use crate::screens::Page;

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

named! {
    /// Who plays in a new game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Mode {
        /// The user against the computer.
        Computer = "computer",
        /// Two people at one screen.
        TwoPlayers = "two-players",
        /// The computer against itself.
        Watch = "watch",
    }
}
