mod load;

use std::io;
use std::path::Path;
use std::time::Duration;

use record::TimeControl;

use super::*;
use crate::diagnostics::Diagnostic;
use crate::{fen, ruleset};

const XXL_START: &str = "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR w KQkq - 0 1";
const SAMPLE: &str = include_str!("../../../../config.json");
const LEVEL1: &str = include_str!("../../../../level1.txt");

fn told(faults: &Diagnostics) -> Vec<String> {
    faults.iter().map(Diagnostic::to_string).collect()
}

/// Reads a text and expects each fault word for word.
fn check(text: &str, expected: &[&str]) {
    let found = match Config::parse(text) {
        Ok((_, warnings)) => told(&warnings),
        Err(faults) => told(&faults),
    };
    assert_eq!(found, expected, "{text}");
}

fn config(text: &str) -> Config {
    match Config::parse(text) {
        Ok((config, warnings)) if warnings.is_empty() => config,
        Ok((_, faults)) | Err(faults) => panic!("{text}:\n{faults}"),
    }
}

/// Loads `games/config.json` with other files beside it.
fn load(text: &str, files: &[(&str, &str)]) -> Result<(GameSetup, Diagnostics), Diagnostics> {
    let read = |path: &Path| {
        let name = path.strip_prefix("games").map_err(io::Error::other)?;
        let found = files.iter().find(|(file, _)| Path::new(file) == name);
        match found {
            _ if name == Path::new("config.json") => Ok(text.as_bytes().to_vec()),
            Some((_, text)) => Ok(text.as_bytes().to_vec()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    };
    Config::load(Path::new("games/config.json"), &read)
}

/// Loads a config and expects a FEN and warnings, or each fault word for word.
fn check_load(text: &str, files: &[(&str, &str)], expected: &[&str]) {
    let found = match load(text, files) {
        Ok((game, warnings)) => {
            let mut found = vec![fen::format(&game.position)];
            found.append(&mut told(&warnings));
            found
        }
        Err(faults) => told(&faults),
    };
    assert_eq!(found, expected, "{text}");
}

fn game(text: &str, files: &[(&str, &str)]) -> GameSetup {
    load(text, files).map(|(game, _)| game).unwrap_or_else(|faults| panic!("{text}:\n{faults}"))
}

#[test]
fn the_sample_is_read_and_is_the_same_as_no_config() {
    let seconds = Duration::from_secs;
    for config in [config(SAMPLE), config("{}"), Config::default()] {
        let control = TimeControl::Fischer { time: seconds(180), increment: seconds(2) };
        let clock = ConfigClocks { player: control, cpu: control };
        assert_eq!(config.rules, ConfigRules::Shipped("xxl".to_owned()));
        assert_eq!(config.clock, Some(clock));
        assert_eq!((config.player, config.opponent), (Colour::White, ConfigOpponent::Cpu));
        assert_eq!((config.piece_movement_speed, config.max_movement_time), (6.0, seconds(1)));
        assert_eq!((config.difficulty, config.theme), (None, None));
    }
    check_load(SAMPLE, &[("level1.txt", LEVEL1)], &[XXL_START]);
    check_load("{}", &[], &[XXL_START]);
    let layout = config(SAMPLE).layout.expect("it names one");
    assert_eq!((layout.value.as_str(), layout.key.as_str()), ("level1.txt", "layout"));
}

#[test]
fn every_key_is_read() {
    let config = config(
        r#"{
            "rules": "standard", "board": "10x8", "promotion": ["queen", "n"], "fog": true,
            "pieces": ["camel", {"name": "nightrider", "symbol": "s", "value": 4.5, "betza": "NN",
                "sprite": "nightrider.svg"}],
            "player_colour": "black", "opponent": "human", "difficulty": "careful",
            "clock": "turn", "time_controls": {"cpu": {"seconds": 0.5}},
            "piece_movement_speed": 12, "max_movement_time": 0,
            "levels": [
                {"layout": "a.txt", "goal": "mate in 2", "text": "Mate!"},
                {"fen": "8/8 w", "side": "black", "goal": "capture j8"},
                {"fen": "8/8 w", "goal": " draw "},
                {"fen": "8/8 w", "goal": "win"}
            ],
            "theme": "night", "sound": true, "music": false
        }"#,
    );
    let clock = config.clock.expect("a clock");
    assert_eq!(clock.player, TimeControl::Turn { time: Duration::from_secs(180) });
    assert_eq!(clock.cpu.time(), Duration::from_millis(500));
    assert_eq!((config.player, config.opponent), (Colour::Black, ConfigOpponent::Human));
    let difficulty = config.difficulty.map(|difficulty| difficulty.value);
    assert_eq!(difficulty, Some(Difficulty::Name("careful".to_owned())));
    let goals: Vec<_> = config.levels.iter().map(|level| level.goal.value.to_string()).collect();
    assert_eq!(goals, ["mate in 2", "capture j8", "draw", "win"]);
    assert_eq!(config.levels[1].side, Some(Colour::Black));
    assert_eq!(config.theme.map(|theme| theme.value).as_deref(), Some("night"));
    assert_eq!((config.sound, config.music), (Some(true), Some(false)));
    let sprites: Vec<_> = config.changes.sprites().collect();
    assert_eq!(sprites, [("nightrider", "nightrider.svg")]);
}

#[test]
fn clocks_and_levels_have_several_spellings() {
    assert_eq!(config(r#"{"clock": "none"}"#).clock, None);
    let difficulty = |written: &str| {
        let difficulty = config(&format!(r#"{{"difficulty": {written}}}"#)).difficulty;
        difficulty.map(|difficulty| difficulty.value)
    };
    assert_eq!(difficulty("3"), Some(Difficulty::Number(3)));
    assert_eq!(difficulty("\"12\""), Some(Difficulty::Number(12)));
    for (written, colour) in [("b", Colour::Black), ("WHITE", Colour::White)] {
        let text = format!(r#"{{"player_colour": "{written}"}}"#);
        let name = colour.name();
        check(
            &text,
            &[&format!(
                "warning: line 1, column 19: `player_colour` is \"{written}\"; taken for \"{name}\", expected that word"
            )],
        );
        assert_eq!(Config::parse(&text).map(|(config, _)| config.player), Ok(colour));
    }
}

#[test]
fn ordinary_chess_has_two_names() {
    for name in ["chess", "standard"] {
        let rules = config(&format!(r#"{{"rules": "{name}"}}"#)).rules;
        assert_eq!(rules, ConfigRules::Shipped("standard".to_owned()));
    }
}

#[test]
fn every_fault_is_told_at_once() {
    let ids = ruleset::quoted_ids();
    check(
        r#"{
  "layout": 5,
  "time_controls": {
    "player": {"seconds": -1, "increment": "2"},
    "cpu": {"seconds": 0, "incremnt": 1}
  },
  "player_colour": "green",
  "piece_movement_speed": 0,
  "max_movement_time": -0.5,
  "rules": "xxxl",
  "board": "20x20",
  "pieces": {"name": "x"},
  "promotion": [],
  "opponent": "computer",
  "difficulty": 0,
  "fog": "yes",
  "clock": "fisher",
  "levels": [{"goal": "mate in 0"}, 5, {"fen": "8", "layout": "x"}],
  "theme": true,
  "sound": null,
  "music": 1,
  "color": "white"
}"#,
        &[
            "line 2, column 13: `layout` is 5; expected a text in quotes",
            "line 4, column 27: `time_controls.player.seconds` is -1; expected a number of seconds, more than 0 and at most 1000000",
            "line 4, column 44: `time_controls.player.increment` is \"2\"; expected a number of seconds from 0 to 1000000",
            "line 5, column 24: `time_controls.cpu.seconds` is 0; expected a number of seconds, more than 0 and at most 1000000",
            "warning: line 5, column 27: unknown key `time_controls.cpu.incremnt`; did you mean `increment`?",
            "line 7, column 20: `player_colour` is \"green\"; expected \"white\" or \"black\"",
            "line 8, column 27: `piece_movement_speed` is 0; expected a number of pixels per frame, more than 0",
            "line 9, column 24: `max_movement_time` is -0.5; expected a number of seconds from 0 to 1000000",
            &format!(
                "line 10, column 12: `rules` is \"xxxl\"; expected {ids} or the path of a `.toml` file; did you mean \"xxl\"?"
            ),
            "line 11, column 12: `board` is \"20x20\"; expected a size from \"4x4\" to \"16x16\" (files by ranks)",
            "line 12, column 13: `pieces` is a table; expected a list `[...]`",
            "line 13, column 16: `promotion` is empty; expected at least one name of a piece",
            "line 14, column 15: `opponent` is \"computer\"; expected \"cpu\", \"human\" or \"lan\"",
            "line 15, column 17: `difficulty` is 0; expected the number of a level from 1 to 255",
            "line 16, column 10: `fog` is \"yes\"; expected true or false",
            "line 17, column 12: `clock` is \"fisher\"; expected \"fischer\", \"turn\" or \"none\"; did you mean \"fischer\"?",
            "line 18, column 14: `levels[0].layout` is missing; expected the path of a layout, or a `fen`",
            "line 18, column 23: `levels[0].goal` is \"mate in 0\"; expected \"mate in N\" with N from 1 to 99, \"win\", \"draw\" or \"capture SQUARE\"",
            "line 18, column 37: `levels[1]` is 5; expected a table `{...}`",
            "line 18, column 40: `levels[2].goal` is missing; expected \"mate in N\" with N from 1 to 99, \"win\", \"draw\" or \"capture SQUARE\"",
            "line 18, column 48: `levels[2].fen` and `layout` both give the position; expected one",
            "line 19, column 12: `theme` is true; expected a text in quotes",
            "line 20, column 12: `sound` is null; expected true or false",
            "line 21, column 12: `music` is 1; expected true or false",
            "warning: line 22, column 3: unknown key `color`; did you mean `player_colour`?",
        ],
    );
}

#[test]
fn a_file_that_is_no_config_has_a_code() {
    check("", &["104 the file is empty; expected a JSON object"]);
    check("[]", &["104 line 1, column 1: the file is a list; expected a table `{...}`"]);
    check(
        "RNBHCGAKGCEBNR\n",
        &[
            "104 line 1, column 1: not valid JSON: unexpected `RNBHCGAKGCEBNR`; a text needs double quotes",
        ],
    );
    check(
        r#"{"fog": true, "fog": true}"#,
        &["line 1, column 15: the key `fog` is given twice, first at line 1, column 2"],
    );
    let check_bytes = |bytes: &[u8], expected: &str| {
        let faults = Config::load(Path::new("c"), &|_| Ok(bytes.to_vec())).expect_err("no config");
        assert_eq!(told(&faults), [expected]);
    };
    check_bytes(b"\xFF\xFE{", "104 the file is UTF-16; expected UTF-8, please save it as such");
    let faults = Config::load(Path::new("a/b"), &|_| Err(io::ErrorKind::NotFound.into()));
    assert_eq!(
        told(&faults.expect_err("no file")),
        ["the config file cannot be read: there is no a/b"]
    );
}
