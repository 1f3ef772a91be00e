//! What is chosen for a new game: everything that a config file can say.

use std::path::{Path, PathBuf};

use engine::level;
use notation::config::Config;
use notation::diagnostics::Diagnostics;
use notation::{Field, TableReader, parse_json, ruleset};
use protocol::ColourChoice;
use rules::Colour;
use serde_json::{Map, Value, json};

use crate::clock_choice::ClockChoice;
use crate::navigation::Mode;
use crate::new_game::{NewGame, PlayerChoice, USUAL_LEVEL};
use crate::own_rules;
use crate::services::{Services, Storage};
use crate::settings::{A_NUMBER, rounded};
use crate::texts::Texts;

/// The name of the file with what was chosen last.
const FILE: &str = "new-game.json";

/// What is chosen for a new game.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Who plays.
    pub mode: Mode,
    /// The id of a rule set that ships, or the path of a file.
    pub rules: String,
    /// The number of the computer's level; of White's when it plays itself.
    pub level: usize,
    /// The number of Black's level when the computer plays itself.
    pub black_level: usize,
    /// The user's colour.
    pub colour: ColourChoice,
    /// What the clocks do.
    pub clock: ClockChoice,
    /// The user's time, or White's.
    pub time: Time,
    /// The other side's time, if it is another.
    pub other_time: Option<Time>,
    /// The file with the start position.
    pub layout: Option<PathBuf>,
    /// The number of the start position, where they are numbered; random if nothing is chosen.
    pub number: Option<u64>,
    /// Does each side see only what its pieces see?
    pub fog: bool,
    /// What pawns become, by name; as in the rule set if nothing is chosen.
    pub promotion: Option<Vec<String>>,
    /// Files and ranks, if the rule set's are not wanted.
    pub board: Option<(usize, usize)>,
    /// Kinds of pieces of the user's own.
    pub pieces: Vec<OwnPiece>,
    /// How fast pieces glide, in pixels per frame.
    pub speed: f32,
    /// The longest that a piece glides, in seconds.
    pub longest: f32,
}

/// The time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Seconds at the start.
    pub seconds: usize,
    /// Seconds added after each move.
    pub increment: usize,
}

/// A kind of piece of the user's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnPiece {
    pub name: String,
    pub letter: String,
    /// How it moves: names of pieces that it combines, or Betza notation.
    pub moves: String,
}

impl Default for Form {
    fn default() -> Form {
        let level = level::ALL.iter().position(|level| level.name == USUAL_LEVEL).unwrap_or(0);
        Form {
            mode: Mode::Computer,
            rules: "xxl".to_owned(),
            level,
            black_level: level,
            colour: ColourChoice::White,
            clock: ClockChoice::Game,
            time: Time { seconds: 180, increment: 2 },
            other_time: None,
            layout: None,
            number: None,
            fog: false,
            promotion: None,
            board: None,
            pieces: Vec::new(),
            speed: 6.0,
            longest: 1.0,
        }
    }
}

impl Form {
    /// What was chosen last, as far as it can be read.
    pub fn load(storage: &dyn Storage) -> Form {
        let bytes = storage.read(FILE).ok().flatten().unwrap_or_default();
        String::from_utf8(bytes).ok().and_then(|text| Form::parse(&text)).unwrap_or_default()
    }

    /// Keeps what is chosen. That it can be kept is not worth a message.
    pub fn keep(&self, storage: &dyn Storage) {
        // Fog is chosen for one game: it would come as a surprise in the next.
        let mut file = Form { fog: false, ..self.clone() }.config(self.player());
        file.insert("mode".to_owned(), json!(self.mode.name()));
        file.insert("black_level".to_owned(), json!(level::ALL[self.black_level].name));
        file.insert("random_colour".to_owned(), json!(self.colour == ColourChoice::Random));
        let _ = storage.write(FILE, format!("{:#}\n", Value::Object(file)).as_bytes());
    }

    /// The text of a config file that says the same.
    pub fn config_text(&self) -> String {
        format!("{:#}\n", Value::Object(self.config(self.player())))
    }

    /// The game that is chosen.
    ///
    /// # Errors
    /// What is wrong with the choice, or with the files that it names.
    pub fn start(&self, services: &Services) -> Result<NewGame, Diagnostics> {
        let player = match self.colour {
            ColourChoice::Random if self.mode == Mode::Computer => random_colour(),
            _ => self.player(),
        };
        let mut config = self.config(player);
        if let Some(number) = self.start_number() {
            config.insert("number".to_owned(), json!(number));
        }
        let text = Value::Object(config).to_string();
        let unplaced = |faults: Diagnostics| {
            // The user did not write this text, so line numbers would mean nothing to them.
            let mut unplaced = Diagnostics::new();
            faults.iter().for_each(|fault| unplaced.push(fault.clone().at(None)));
            unplaced
        };
        let (config, _) = Config::parse(&text).map_err(unplaced)?;
        let (setup, warnings) = config
            .open(Path::new(""), &|path| own_rules::read(services, path))
            .map_err(unplaced)?;
        let mut game = NewGame::from_setup(setup, warnings)?;
        game.clock_waits = true;
        if self.mode == Mode::Watch {
            game.seats = [self.level, self.black_level]
                .map(|index| PlayerChoice::Computer(&level::ALL[index]));
            game.bottom = Colour::White;
        }
        Ok(game)
    }

    /// How many start positions the rule set has; 1 where they are not numbered.
    pub fn start_count(&self) -> u64 {
        let rules = ruleset::shipped(&self.rules).filter(|_| self.layout.is_none());
        rules.filter(|_| self.board.is_none()).map_or(1, |rules| rules.spec().start_count())
    }

    /// The start position that is chosen, or a random one.
    fn start_number(&self) -> Option<u64> {
        let count = self.start_count();
        let random = || fastrand::u64(..count);
        (count > 1).then(|| self.number.filter(|number| *number < count).unwrap_or_else(random))
    }

    /// The user's colour as far as it is known before the game.
    pub fn player(&self) -> Colour {
        match (self.mode, self.colour) {
            (Mode::Computer, ColourChoice::Black) => Colour::Black,
            _ => Colour::White,
        }
    }

    /// Fog hides nothing from those who only watch.
    fn has_fog(&self) -> bool {
        self.fog && self.mode != Mode::Watch
    }

    /// What is played, in a few words: rules, clock and fog.
    pub fn about(&self, texts: &Texts) -> String {
        let rules = ruleset::shipped(&self.rules).map(|rules| texts.rule_set(&rules));
        let file = || Path::new(&self.rules).file_stem().unwrap_or_default().to_string_lossy();
        let Time { seconds, increment } = self.time;
        let clock = match self.clock.control(seconds as u64, increment as u64) {
            None => texts.menu.quick_no_clock.to_owned(),
            Some(control) if control.passes_turns() => texts.menu.quick_turn(seconds),
            Some(_) if seconds.is_multiple_of(60) => {
                texts.menu.quick_minutes(increment, seconds / 60)
            }
            Some(_) => texts.menu.quick_seconds(increment, seconds),
        };
        let fog = self.has_fog().then(|| texts.library.fog.to_owned());
        let rules = rules.unwrap_or_else(|| file().into_owned());
        [Some(rules), Some(clock), fog].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    fn config(&self, player: Colour) -> Map<String, Value> {
        let opponent = if self.mode == Mode::TwoPlayers { "human" } else { "cpu" };
        let time = |time: Time| json!({"seconds": time.seconds, "increment": time.increment});
        let difficulty = level::ALL[self.level].name;
        let difficulty = difficulty.parse::<u8>().map_or(json!(difficulty), |number| json!(number));
        let mut config = Map::new();
        let mut put = |key: &str, value: Value| config.insert(key.to_owned(), value);
        put("rules", json!(self.rules));
        put("opponent", json!(opponent));
        put("difficulty", difficulty);
        put("player_colour", json!(player.name()));
        put("clock", json!(self.clock.name()));
        let (own, other) = (time(self.time), time(self.other_time.unwrap_or(self.time)));
        put("time_controls", json!({"player": own, "cpu": other}));
        put("fog", json!(self.has_fog()));
        put("piece_movement_speed", json!(rounded(self.speed)));
        put("max_movement_time", json!(rounded(self.longest)));
        if let Some(layout) = &self.layout {
            put("layout", json!(layout.display().to_string()));
        }
        if let Some(promotion) = &self.promotion {
            put("promotion", json!(promotion));
        }
        if let Some((files, ranks)) = self.board {
            put("board", json!(format!("{files}x{ranks}")));
        }
        if !self.pieces.is_empty() {
            put("pieces", self.pieces.iter().map(OwnPiece::json).collect());
        }
        config
    }

    /// Reads what [`Form::keep`] has written; whatever is odd about it is as usual.
    fn parse(text: &str) -> Option<Form> {
        let usual = Form::default();
        let faults = &mut Diagnostics::new();
        let node = parse_json(text).ok()?;
        let mut file = Field::root(&node).table(faults);
        let level_of = |name: &str| level::ALL.iter().position(|level| level.name == name);
        let difficulty = file.get("difficulty");
        let level = match difficulty.integer(A_NUMBER, 1..=99_u8, faults) {
            Some(number) => level_of(&number.to_string()),
            None => difficulty.text(faults).and_then(level_of),
        };
        let black_level = file.get("black_level").text(faults).and_then(level_of);
        let is_random = file.get("random_colour").bool(faults) == Some(true);
        let colour = match file.get("player_colour").text(faults) {
            _ if is_random => ColourChoice::Random,
            Some("black") => ColourChoice::Black,
            _ => ColourChoice::White,
        };
        let mut controls = file.get("time_controls").table(faults);
        let mut time = |side| Time::read(&mut controls.get(side).table(faults), faults);
        let own_time = time("player").unwrap_or(usual.time);
        let other_time = time("cpu").filter(|other| *other != own_time);
        let number = |field: Field<'_>, faults: &mut Diagnostics, usual: f32| {
            let number = field.number(A_NUMBER, 0.0..=1000.0, faults);
            number.map_or(usual, |number| number as f32)
        };
        Some(Form {
            mode: file.get("mode").choice(&Mode::NAMES, faults).unwrap_or(usual.mode),
            rules: file.get("rules").text(faults).map_or(usual.rules, str::to_owned),
            level: level.unwrap_or(usual.level),
            black_level: black_level.unwrap_or(usual.black_level),
            colour,
            clock: file.get("clock").choice(&ClockChoice::names(), faults).unwrap_or(usual.clock),
            time: own_time,
            other_time,
            fog: file.get("fog").bool(faults).unwrap_or(usual.fog),
            speed: number(file.get("piece_movement_speed"), faults, usual.speed),
            longest: number(file.get("max_movement_time"), faults, usual.longest),
            ..usual
        })
    }
}

impl Time {
    /// A time in seconds, with the increment.
    pub fn of((seconds, increment): (u64, u64)) -> Time {
        Time { seconds: seconds as usize, increment: increment as usize }
    }

    fn read(table: &mut TableReader<'_>, faults: &mut Diagnostics) -> Option<Time> {
        let seconds = table.get("seconds").integer(A_NUMBER, 1..=1_000_000_u32, faults)?;
        let increment = table.get("increment").integer(A_NUMBER, 0..=1_000_000_u32, faults)?;
        Some(Time { seconds: seconds as usize, increment: increment as usize })
    }
}

impl OwnPiece {
    /// Names of pieces, divided by a plus or a comma, are combined; everything else is Betza.
    fn json(&self) -> Value {
        let moves = self.moves.trim();
        let is_name = |part: &str| part.len() > 2 && part.chars().all(|c| c.is_ascii_lowercase());
        let parts: Vec<&str> = moves.split(['+', ',']).map(str::trim).collect();
        let mut piece = json!({"name": self.name.trim(), "symbol": self.letter.trim()});
        match parts.iter().all(|part| is_name(part)) {
            true => piece["combines"] = json!(parts),
            false => piece["betza"] = json!(moves),
        }
        piece
    }
}

/// White or Black with equal chances.
fn random_colour() -> Colour {
    if fastrand::bool() { Colour::White } else { Colour::Black }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::{Files, MemoryFiles, MemoryStorage};

    #[test]
    fn the_usual_choice_is_the_usual_game() {
        let game = Form::default().start(&Services::memory()).expect("a game");
        assert_eq!((game.rules().id(), game.bottom), ("xxl", Colour::White));
        assert!(game.warnings.is_empty());
    }

    #[test]
    fn everything_that_is_chosen_reaches_the_game() {
        let files = MemoryFiles::default();
        let layout = PathBuf::from("/small.txt");
        files.write(&layout, b"R.u.KU\nPPPPPP\n......\n......\npppppp\nr.u.ku").expect("written");
        let services = Services { files: Box::new(files), ..Services::memory() };
        let own = OwnPiece {
            name: "unicorn".to_owned(),
            letter: "u".to_owned(),
            moves: "knight + camel".to_owned(),
        };
        let form = Form {
            mode: Mode::Watch,
            level: 1,
            black_level: 4,
            clock: ClockChoice::Turn,
            time: Time { seconds: 9, increment: 1 },
            other_time: Some(Time { seconds: 8, increment: 0 }),
            layout: Some(layout),
            fog: true,
            promotion: Some(vec!["unicorn".to_owned(), "queen".to_owned()]),
            board: Some((6, 6)),
            pieces: vec![own],
            speed: 12.0,
            longest: 0.5,
            ..Form::default()
        };
        let game = form.start(&services).expect("a game");
        let rules = game.rules();
        assert_eq!(rules.size().to_string(), "6x6");
        assert!(!rules.spec().fog, "nothing is hidden from those who watch");
        let played = Form { mode: Mode::Computer, ..form.clone() };
        assert!(played.start(&services).expect("a game").rules().spec().fog);
        let unicorn = rules.piece_named("unicorn").expect("it is there");
        assert_eq!(rules.promotion_choices()[0], unicorn);
        let level = |index: usize| PlayerChoice::Computer(&level::ALL[index]);
        assert_eq!(game.seats, [level(1), level(4)]);
        let clocks = game.clocks.expect("clocks");
        assert_eq!(clocks.map(|control| control.time().as_secs()), [9, 8]);
        assert_eq!((game.glide.speed, game.glide.longest.as_millis()), (12.0, 500));
    }

    #[test]
    fn faults_are_told_without_a_place_that_nobody_knows() {
        let form = Form { board: Some((6, 6)), ..Form::default() };
        let faults = form.start(&Services::memory()).expect_err("no layout");
        assert!(faults.to_string().starts_with("`layout` is missing"), "{faults}");
    }

    #[test]
    fn a_choice_is_remembered() {
        let storage = MemoryStorage::default();
        assert_eq!(Form::load(&storage), Form::default());
        let form = Form {
            mode: Mode::Watch,
            rules: "standard".to_owned(),
            level: 2,
            black_level: 7,
            colour: ColourChoice::Random,
            clock: ClockChoice::Off,
            time: Time { seconds: 600, increment: 5 },
            other_time: Some(Time { seconds: 60, increment: 0 }),
            fog: true,
            speed: 9.5,
            longest: 0.25,
            ..Form::default()
        };
        form.keep(&storage);
        assert_eq!(Form::load(&storage), Form { fog: false, ..form }, "fog is for one game");
    }
}
