//! The options of a game, as the creator of its room chooses them.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use notation::{fen, ruleset};
use record::TimeControl;
use rules::{Position, Rules};
use serde::{Deserialize, Serialize};

/// The longest file of a user's own rule set, in bytes.
pub const LONGEST_RULES: usize = 48 * 1024;

/// The longest delay with which spectators see a game, in seconds.
pub const MOST_DELAY_S: u32 = 600;

/// The shortest and longest time of a clock, and the longest increment.
const CLOCK: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(86_400);
const MOST_INCREMENT: Duration = Duration::from_secs(600);

/// The longest FEN of a start position, in bytes.
const LONGEST_FEN: usize = 512;

/// What is agreed about the game of a room before anybody joins it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomOptions {
    /// Rules that ship, or a file of the creator's.
    pub rules: RulesChoice,
    /// Under fog of war, each side sees only what its pieces see.
    #[serde(default)]
    pub fog: bool,
    /// Where the game starts, as FEN, if not at the start of the rules. Such a game is not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The number of the start position, where the rules number them; a server draws one if it is left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The time of each side, if there are clocks.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// The colour of the room's creator.
    #[serde(default)]
    pub colour: ColourChoice,
    /// Who takes the other seat.
    #[serde(default)]
    pub opponent: Opponent,
    /// Does the game count for the ratings?
    #[serde(default)]
    pub rated: bool,
    /// A private room is in no list, and one needs its code to enter.
    #[serde(default)]
    pub private: bool,
    /// May players ask to take moves back?
    #[serde(default = "yes")]
    pub take_backs: bool,
    /// Spectator delay in seconds.
    #[serde(default)]
    pub spectator_delay_s: u32,
}

fn yes() -> bool {
    true
}

/// By which rules a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RulesChoice {
    /// Those that ship under this id.
    Shipped(String),
    /// A user's own.
    Own {
        /// How lists and records name them: 1 to 40 small letters, digits and hyphens.
        id: String,
        /// The whole file, as TOML; it may inherit from rules that ship, and from nothing else.
        file: String,
    },
}

/// The colour that the creator asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColourChoice {
    /// The creator plays the white pieces.
    White,
    /// The creator plays the black pieces.
    Black,
    /// Either, by lot.
    #[default]
    Random,
}

/// Against whom the creator plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The first player to join.
    #[default]
    Anyone,
    /// A level of the server's engine, by its name.
    Level(String),
}

/// Why options make no sense, whatever the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// A clock shows too little or too much.
    #[error("expected a time from one second to 24 hours, and an increment of 10 minutes at most")]
    Clock,
    /// The delay is too long.
    #[error("expected a delay of {MOST_DELAY_S} seconds at most")]
    Delay,
    /// The file is too long.
    #[error("expected a rule set of {LONGEST_RULES} bytes at most")]
    Rules,
    /// An id is no id.
    #[error("expected an id of 1 to 40 small letters, digits and hyphens")]
    Id,
    /// The start is too long, or the game is to be rated.
    #[error("expected a short FEN, and no rating for games from other positions")]
    Start,
}

/// Why no game can be played by some options. Its text says everything that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoGame(String);

impl RoomOptions {
    /// A friendly game against anyone by rules that ship, without clocks.
    pub fn friendly(rules: &str) -> RoomOptions {
        RoomOptions {
            rules: RulesChoice::Shipped(rules.to_owned()),
            fog: false,
            start: None,
            number: None,
            clock: None,
            colour: ColourChoice::Random,
            opponent: Opponent::Anyone,
            rated: false,
            private: false,
            take_backs: true,
            spectator_delay_s: 0,
        }
    }

    /// Checks what can be checked without the rules.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), OptionsError> {
        let is_playable = |clock: TimeControl| {
            CLOCK.contains(&clock.time()) && clock.increment() <= MOST_INCREMENT
        };
        if !self.clock.is_none_or(is_playable) {
            return Err(OptionsError::Clock);
        }
        if self.spectator_delay_s > MOST_DELAY_S {
            return Err(OptionsError::Delay);
        }
        if self.start.as_ref().is_some_and(|fen| fen.len() > LONGEST_FEN || self.rated) {
            return Err(OptionsError::Start);
        }
        let id = match &self.rules {
            RulesChoice::Shipped(id) => id,
            RulesChoice::Own { file, .. } if file.len() > LONGEST_RULES => {
                return Err(OptionsError::Rules);
            }
            RulesChoice::Own { id, .. } => id,
        };
        let is_letter = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        if !(1..=40).contains(&id.len()) || !id.bytes().all(is_letter) {
            return Err(OptionsError::Id);
        }
        Ok(())
    }

    /// The rules and the position that the game starts from.
    ///
    /// # Errors
    /// All faults of the options, the rules or the start.
    pub fn first_position(&self) -> Result<Position, NoGame> {
        self.check().map_err(|error| NoGame(error.to_string()))?;
        let rules = self.rules.compile()?;
        // Rules that ship are shared by all who play by them.
        let rules = match rules.spec().fog == self.fog {
            true => rules,
            false => {
                ruleset::with_fog(&rules, self.fog).map_err(|fault| NoGame(fault.to_string()))?
            }
        };
        match (&self.start, self.number) {
            (None, None) => Ok(Position::start(&rules)),
            (None, Some(number)) => Position::numbered_start(&rules, number).ok_or_else(|| {
                let count = rules.spec().start_count();
                NoGame(format!("`number` is {number}; these rules have {count} start positions"))
            }),
            (Some(start), _) => match fen::parse(&rules, start) {
                Ok((position, _)) => Ok(position),
                Err(error) => Err(NoGame(error.to_string())),
            },
        }
    }
}

impl RulesChoice {
    /// The id of the rules.
    pub fn id(&self) -> &str {
        match self {
            RulesChoice::Shipped(id) | RulesChoice::Own { id, .. } => id,
        }
    }

    fn compile(&self) -> Result<Arc<Rules>, NoGame> {
        match self {
            RulesChoice::Shipped(id) => {
                ruleset::shipped_or_error(id).map_err(|fault| NoGame(fault.to_string()))
            }
            RulesChoice::Own { id, file } => {
                let read = ruleset::parse(file, id, &ruleset::no_files);
                read.map(|(rules, _)| rules).map_err(|faults| NoGame(faults.to_string()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_friendly() {
        let options: RoomOptions = crate::read(r#"{"rules":{"shipped":"xxl"}}"#).expect("options");
        assert_eq!(options, RoomOptions::friendly("xxl"));
        assert_eq!(options.check(), Ok(()));
    }

    #[test]
    fn games_start_where_they_should() {
        let sound = RoomOptions::friendly("standard");
        let start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let own = RulesChoice::Own { id: "mine".into(), file: "inherits = \"standard\"\n".into() };
        let from = |options: RoomOptions| options.first_position().map(|p| fen::format(&p));
        assert_eq!(
            from(RoomOptions { start: Some(start.into()), ..sound.clone() }),
            Ok(start.to_owned())
        );
        let foggy = RoomOptions { rules: own, fog: true, ..sound.clone() };
        let position = foggy.first_position().expect("rules");
        assert!(position.rules().spec().fog && position.rules().id() == "mine");
        let chess960 = RoomOptions::friendly("chess960");
        let numbered =
            |number| from(RoomOptions { number: Some(number), rated: true, ..chess960.clone() });
        assert_eq!(numbered(518), from(chess960.clone()), "the usual one");
        assert_ne!(numbered(0), numbered(518));
        for (options, told) in [
            (RoomOptions { number: Some(960), ..chess960 }, "960 start positions"),
            (RoomOptions::friendly("xl"), "xxl"),
            (RoomOptions { start: Some("8/8".into()), ..sound.clone() }, "rank"),
            (
                RoomOptions {
                    rules: RulesChoice::Own { id: "mine".into(), file: "board = 3".into() },
                    ..sound.clone()
                },
                "board",
            ),
            // Under fog kings are taken, so that there must be one for each side.
            (
                RoomOptions {
                    rules: RulesChoice::Own {
                        id: "mine".into(),
                        file: "inherits = 'casual'\nstart = 'kk6/8/8/8/8/8/8/KK6'".into(),
                    },
                    fog: true,
                    ..sound
                },
                "fog does not fit",
            ),
        ] {
            let fault = from(options).expect_err("no game").to_string();
            assert!(fault.contains(told), "{fault}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let sound = RoomOptions::friendly("xxl");
        let fischer = |time_ms, increment_ms| {
            let [time, increment] = [time_ms, increment_ms].map(Duration::from_millis);
            let clock = Some(TimeControl::Fischer { time, increment });
            RoomOptions { clock, ..sound.clone() }
        };
        let turn = Some(TimeControl::Turn { time: Duration::from_secs(90_000) });
        for (options, fault) in [
            (fischer(10, 0), OptionsError::Clock),
            (fischer(60_000, u64::MAX), OptionsError::Clock),
            (RoomOptions { clock: turn, ..sound.clone() }, OptionsError::Clock),
            (RoomOptions { spectator_delay_s: 601, ..sound.clone() }, OptionsError::Delay),
            (RoomOptions::friendly("../etc"), OptionsError::Id),
            (RoomOptions { start: Some("x".repeat(600)), ..sound.clone() }, OptionsError::Start),
            (
                RoomOptions { start: Some("8/8".into()), rated: true, ..sound.clone() },
                OptionsError::Start,
            ),
        ] {
            assert_eq!(options.check(), Err(fault));
        }
        // Turns that have their own time know no increment.
        let text = r#"{"rules":{"shipped":"xxl"},
                       "clock":{"kind":"turn","time_ms":60000,"increment_ms":1}}"#;
        assert!(crate::read::<RoomOptions>(text).is_err());
    }
}
