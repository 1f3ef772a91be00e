//! The config file: which game is played, by whom, and how it looks.
//!
//! Reading goes in two steps. [`Config::parse`] takes the text of the file and nothing else.
//! [`Config::load`] also reads the files that it names, through a function of the caller's, and
//! gives a [`GameSetup`] that can be played. The format is described in `docs/config.md`.

mod levels;
mod load;
mod located;
mod read;
mod time;

#[cfg(test)]
mod tests;

use std::time::Duration;

use rules::Colour;

use crate::diagnostics::{Diagnostics, TextPosition};
use crate::ruleset::RuleDraft;

pub use levels::{LevelStart, PuzzleLevel};
pub use load::{GameSetup, ReadFile, Sprite};
pub use located::Located;
pub(crate) use read::COLOURS;
pub use record::{Puzzle, PuzzleGoal};
pub use time::ConfigClocks;

/// What a config file says; what it leaves out is as in [`Config::default`].
#[derive(Clone, Debug)]
pub struct Config {
    /// The rule set that is played.
    pub rules: ConfigRules,
    /// What the config changes about the rule set.
    pub changes: RuleDraft,
    /// The file with the start position; the rule set's own if there is none.
    pub layout: Option<Located<String>>,
    /// The number of the start position, where the rule set numbers them and no file is given.
    pub number: Option<Located<u64>>,
    /// The colour of the human player, who sits at the bottom.
    pub player: Colour,
    /// Who plays the other side.
    pub opponent: ConfigOpponent,
    /// How well the computer plays; the program's usual level if it is not said.
    pub difficulty: Option<Located<Difficulty>>,
    /// The clocks, if any.
    pub clock: Option<ConfigClocks>,
    /// How far a piece glides in a frame, in pixels at 60 frames a second and 48-pixel tiles.
    pub piece_movement_speed: f64,
    /// The longest that a piece glides.
    pub max_movement_time: Duration,
    /// Puzzles, in their order.
    pub levels: Vec<PuzzleLevel>,
    /// The look of the board, by name; the player's own choice if it is not said.
    pub theme: Option<Located<String>>,
    /// Are there sounds? The player's own choice if it is not said.
    pub sound: Option<bool>,
    /// Is there music? The player's own choice if it is not said.
    pub music: Option<bool>,
    /// Where the keys stand that change the rule set.
    change_places: Vec<(&'static str, TextPosition)>,
}

impl Default for Config {
    /// The game of the sample config, from the start position of `xxl`.
    fn default() -> Config {
        Config {
            rules: ConfigRules::Shipped("xxl".to_owned()),
            changes: RuleDraft::default(),
            layout: None,
            number: None,
            player: Colour::White,
            opponent: ConfigOpponent::Cpu,
            difficulty: None,
            clock: Some(ConfigClocks::default()),
            piece_movement_speed: 6.0,
            max_movement_time: Duration::from_secs(1),
            levels: Vec::new(),
            theme: None,
            sound: None,
            music: None,
            change_places: Vec::new(),
        }
    }
}

impl Config {
    /// Reads the text of a config file, and what was odd about it.
    ///
    /// # Errors
    /// Everything that is wrong with the text, with line, column, key, value and what was expected.
    pub fn parse(text: &str) -> Result<(Config, Diagnostics), Diagnostics> {
        let mut faults = Diagnostics::new();
        match read::config(text, &mut faults) {
            Some(config) if !faults.has_errors() => Ok((config, faults)),
            _ => Err(faults),
        }
    }
}

/// Which rule set a config asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigRules {
    /// One that ships, by its id.
    Shipped(String),
    /// One from a user's file.
    File(Located<String>),
}

/// Who plays against the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConfigOpponent {
    /// The computer.
    Cpu,
    /// Another player at the same board.
    Human,
    /// Another player in the network.
    Lan,
}

/// How well the computer plays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Difficulty {
    /// The name of a level, such as `careful`; only the computer player knows which there are.
    Name(String),
    /// The number of a level, from 1.
    Number(u8),
}
