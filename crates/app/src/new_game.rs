//! A game that is about to begin: what the menu, a config or a saved file asks for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::level::{self, Level};
use notation::archive::Archive;
use notation::config::{Config, ConfigOpponent, Difficulty, GameSetup, Located, Puzzle, Sprite};
use notation::diagnostics::{Diagnostic, Diagnostics};
use record::TimeControl;
use rules::{Colour, Position, Rules, message};
use store::Owner;

use crate::engines::ExternalEngine;
use crate::persistence::ResumeInfo;

/// The level of a new user's opponent.
pub const USUAL_LEVEL: &str = "3";

/// Everything that the play screen needs to know of a game.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The position that the game starts from; it knows the rules.
    pub start: Position,
    /// Who plays White and who plays Black.
    pub seats: [PlayerChoice; 2],
    /// Programs that play in place of the built-in engine, White's and Black's.
    pub programs: [Option<ExternalEngine>; 2],
    /// White's time and Black's, if there are clocks.
    pub clocks: Option<[TimeControl; 2]>,
    /// Do the clocks stand until the first move is made?
    pub clock_waits: bool,
    /// The side at the bottom of the screen.
    pub bottom: Colour,
    /// How pieces glide.
    pub glide: GlideSettings,
    /// Puzzles instead of a game, in their order.
    pub puzzles: Vec<Puzzle>,
    /// The puzzle to begin with.
    pub first_puzzle: usize,
    /// The moves that were already played, and what else is known of a game that goes on.
    pub record: Option<Archive>,
    /// Pictures of pieces that come with a config.
    pub sprites: Vec<Sprite>,
    /// What the config wants to look and sound like, whatever the settings say.
    pub overrides: AppearanceOverrides,
    /// What was odd about the files; shown, but no reason not to play.
    pub warnings: Diagnostics,
    /// The file that the game comes from.
    pub source: Option<PathBuf>,
    /// The profiles that were chosen to play White and Black.
    pub profiles: [Owner; 2],
    /// What the store knows of a game that goes on.
    pub resume: Option<ResumeInfo>,
    /// Is the opponent on the network, and still to be found?
    pub over_network: bool,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerChoice {
    /// A person at this screen.
    Human,
    /// The computer, at a level.
    Computer(&'static Level),
}

/// How pieces glide from square to square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlideSettings {
    /// Pixels per frame, at 60 frames a second and 48-pixel tiles.
    pub speed: f64,
    /// The longest that a piece glides.
    pub longest: Duration,
}

/// What a config can ask for in place of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppearanceOverrides {
    /// The id of a theme.
    pub theme: Option<String>,
    /// Are there sounds?
    pub sound: Option<bool>,
    /// Is there music?
    pub music: Option<bool>,
}

impl Default for GlideSettings {
    fn default() -> GlideSettings {
        let config = Config::default();
        GlideSettings { speed: config.piece_movement_speed, longest: config.max_movement_time }
    }
}

impl NewGame {
    /// A game from a position, between two seats, without clocks.
    pub fn new(start: Position, seats: [PlayerChoice; 2]) -> NewGame {
        let bottom = match seats {
            [PlayerChoice::Computer(_), PlayerChoice::Human] => Colour::Black,
            _ => Colour::White,
        };
        NewGame {
            start,
            seats,
            programs: [None, None],
            clocks: None,
            clock_waits: false,
            bottom,
            glide: GlideSettings::default(),
            puzzles: Vec::new(),
            first_puzzle: 0,
            record: None,
            sprites: Vec::new(),
            overrides: AppearanceOverrides::default(),
            warnings: Diagnostics::new(),
            source: None,
            profiles: [None; 2],
            resume: None,
            over_network: false,
        }
    }

    /// The game that a config describes.
    ///
    /// # Errors
    /// If the config asks for a level that there is not.
    pub fn from_setup(setup: GameSetup, warnings: Diagnostics) -> Result<NewGame, Diagnostics> {
        let GameSetup { config, position, puzzles, sprites, .. } = setup;
        let opponent = match config.opponent {
            ConfigOpponent::Cpu => PlayerChoice::Computer(level_of(config.difficulty.as_ref())?),
            ConfigOpponent::Human | ConfigOpponent::Lan => PlayerChoice::Human,
        };
        let clocks = config.clock.map(|clock| by_colour(config.player, clock.player, clock.cpu));
        let seats = by_colour(config.player, PlayerChoice::Human, opponent);
        Ok(NewGame {
            clocks,
            bottom: config.player,
            glide: GlideSettings {
                speed: config.piece_movement_speed,
                longest: config.max_movement_time,
            },
            puzzles,
            sprites,
            overrides: AppearanceOverrides {
                theme: config.theme.map(|theme| theme.value),
                sound: config.sound,
                music: config.music,
            },
            warnings,
            over_network: config.opponent == ConfigOpponent::Lan,
            ..NewGame::new(position, seats)
        })
    }

    /// The game that a record leaves off at, to be played on or looked through.
    pub fn from_archive(archive: Archive) -> NewGame {
        let tag = |name: &str| {
            let tag = archive.tags.iter().find(|(tag, _)| tag == name);
            tag.map(|(_, value)| value.as_str())
        };
        let seat = |name: &str| match tag(name).and_then(level::find) {
            Some(level) => PlayerChoice::Computer(level),
            None => PlayerChoice::Human,
        };
        let mut game = NewGame::new(archive.start().clone(), SEAT_TAGS.map(seat));
        if let Some(bottom) = tag(BOTTOM_TAG).and_then(Colour::from_name) {
            game.bottom = bottom;
        }
        game.clocks = archive.clocks;
        game.record = Some(archive);
        game
    }

    /// Notes in a record what an archive has no place for, so that
    /// [`NewGame::from_archive`] finds it again.
    pub fn note_seats(archive: &mut Archive, seats: &[PlayerChoice; 2], bottom: Colour) {
        let ours = |name: &String| SEAT_TAGS.contains(&name.as_str()) || name == BOTTOM_TAG;
        archive.tags.retain(|(name, _)| !ours(name));
        for (name, seat) in SEAT_TAGS.iter().zip(seats) {
            if let PlayerChoice::Computer(level) = seat {
                archive.tags.push(((*name).to_owned(), level.name.to_owned()));
            }
        }
        archive.tags.push((BOTTOM_TAG.to_owned(), bottom.name().to_owned()));
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        self.start.rules()
    }
}

/// A game against the computer, the user with the side to move.
pub fn against_computer(start: Position) -> NewGame {
    let mut seats = [PlayerChoice::Human, PlayerChoice::Human];
    if let Some(level) = level::find(USUAL_LEVEL) {
        seats[(!start.turn()).index()] = PlayerChoice::Computer(level);
    }
    NewGame::new(start, seats)
}

const SEAT_TAGS: [&str; 2] = ["WhiteLevel", "BlackLevel"];
const BOTTOM_TAG: &str = "Bottom";

/// The player's and the other's, as White's and Black's.
fn by_colour<T>(player: Colour, players: T, others: T) -> [T; 2] {
    match player {
        Colour::White => [players, others],
        Colour::Black => [others, players],
    }
}

/// The level that a config asks for.
fn level_of(difficulty: Option<&Located<Difficulty>>) -> Result<&'static Level, Diagnostic> {
    let name = match difficulty.map(|difficulty| &difficulty.value) {
        None => USUAL_LEVEL.to_owned(),
        Some(Difficulty::Name(name)) => name.clone(),
        Some(Difficulty::Number(number)) => number.to_string(),
    };
    level::find(&name).ok_or_else(|| {
        let message = message!(
            "no-such-level",
            "`difficulty` is {found}; expected one of {names}",
            found = format!("{name:?}"),
            names = level::ALL.map(|level| level.name).join(", ")
        );
        let fault = Diagnostic::error(message);
        match difficulty {
            Some(difficulty) => difficulty.at(fault),
            None => fault,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<NewGame, Diagnostics> {
        let (config, warnings) = Config::parse(text)?;
        let none = |_: &std::path::Path| Err(std::io::ErrorKind::NotFound.into());
        let (setup, _) = config.open(std::path::Path::new(""), &none)?;
        NewGame::from_setup(setup, warnings)
    }

    #[test]
    fn seats_and_clocks_follow_the_players_colour() {
        let text = r#"{"player_colour": "black", "difficulty": "careful",
                       "time_controls": {"player": {"seconds": 60}, "cpu": {"seconds": 90}}}"#;
        let game = read(text).expect("a game");
        assert!(matches!(game.seats[0], PlayerChoice::Computer(level) if level.name == "careful"));
        assert_eq!((game.seats[1], game.bottom), (PlayerChoice::Human, Colour::Black));
        let seconds = game.clocks.expect("clocks").map(|control| control.time().as_secs());
        assert_eq!(seconds, [90, 60]);
    }

    #[test]
    fn an_unknown_level_is_told() {
        let faults = read(r#"{"difficulty": 99}"#).expect_err("no such level");
        assert!(faults.to_string().contains("`difficulty` is \"99\"; expected one of random"));
    }

    #[test]
    fn seats_are_found_again_in_a_record() {
        let rules = notation::ruleset::shipped("xxl").expect("it ships");
        let seats = [PlayerChoice::Computer(&level::ALL[4]), PlayerChoice::Human];
        let mut archive = Archive::new(Position::start(&rules));
        NewGame::note_seats(&mut archive, &seats, Colour::Black);
        NewGame::note_seats(&mut archive, &seats, Colour::Black);
        let game = NewGame::from_archive(archive);
        assert_eq!((game.seats, game.bottom), (seats, Colour::Black));
        assert_eq!(game.record.expect("a record").tags.len(), 2);
    }
}
