//! Reads the files that a config names and makes a game of it all.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use record::{Puzzle, PuzzleGoal};
use rules::message::FaultMessage;
use rules::{
    Colour, Move, PieceType, Position, RuleFault, RuleSpec, Rules, Setup, SetupWarning, message,
};

use super::levels::{LevelStart, PuzzleLevel, is_solved_by_solution};
use super::{Config, ConfigRules, Located, read};
use crate::diagnostics::{Diagnostic, Diagnostics, no_position, text_of, unreadable};
use crate::ruleset::{self, Base};
use crate::{fen, layout, uci};

/// Gives the bytes of a file; [`std::fs::read`] will do.
pub type ReadFile<'a> = &'a dyn Fn(&Path) -> io::Result<Vec<u8>>;

/// A game that a config describes, ready to be played.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// All that the config says.
    pub config: Config,
    /// The rule set, with the config's changes; it keeps its id.
    pub rules: Arc<Rules>,
    /// The position that the game starts from.
    pub position: Position,
    /// The puzzles, in their order.
    pub puzzles: Vec<Puzzle>,
    /// The pictures of the config's own pieces.
    pub sprites: Vec<Sprite>,
}

/// The picture of a piece type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// The piece type that it shows.
    pub piece: PieceType,
    /// Where the picture is: the folder of the config, and the path as it is given there.
    pub file: PathBuf,
}

impl Config {
    /// Reads a config file and all the files that it names, and returns what was odd about them.
    ///
    /// # Errors
    /// Everything that is wrong with any of the files.
    pub fn load(
        path: &Path,
        read_file: ReadFile<'_>,
    ) -> Result<(GameSetup, Diagnostics), Diagnostics> {
        let bytes = read_file(path).map_err(|error| {
            let why = why(path, &error);
            Diagnostic::error(message!(
                "config-not-read",
                "the config file cannot be read: {why}",
                why
            ))
        })?;
        let text = text_of(&bytes).map_err(|fault| fault.numbered(104))?;
        let mut faults = Diagnostics::new();
        let Some(config) = read::config(text, &mut faults) else { return Err(faults) };
        let folder = path.parent().unwrap_or(Path::new(""));
        Loader { folder, read_file, faults }.set_up(config)
    }

    /// Reads the files that the config names, whose paths start from a folder.
    ///
    /// # Errors
    /// Everything that is wrong with any of the files.
    pub fn open(
        self,
        folder: &Path,
        read_file: ReadFile<'_>,
    ) -> Result<(GameSetup, Diagnostics), Diagnostics> {
        Loader { folder, read_file, faults: Diagnostics::new() }.set_up(self)
    }

    /// Finds the place of a fault in the rule set that the config's changes have led to.
    fn locate(&self, fault: Diagnostic) -> Diagnostic {
        let places = &self.change_places;
        let place_of = |key: &str| places.iter().find(|(name, _)| *name == key);
        let own = fault.key.as_deref().and_then(place_of);
        let cause = own.or_else(|| place_of("board")).or(places.first());
        let place = fault.place.or(cause.map(|(_, place)| *place));
        fault.at(place)
    }
}

/// Faults about one of these keys leave open by which rules the other files are to be read.
const RULE_KEYS: [&str; 5] = ["rules", "board", "pieces", "promotion", "fog"];

/// Reads file after file and collects what is wrong with them.
struct Loader<'a> {
    folder: &'a Path,
    read_file: ReadFile<'a>,
    faults: Diagnostics,
}

impl Loader<'_> {
    fn set_up(mut self, config: Config) -> Result<(GameSetup, Diagnostics), Diagnostics> {
        let drawing = config.layout.as_ref().and_then(|file| self.text(file));
        if self.faults.errors().any(is_about_rules) {
            return Err(self.faults);
        }
        let Some((rules, drawn)) = self.rules(&config, drawing.as_deref()) else {
            return Err(self.faults);
        };
        let position = match &config.layout {
            Some(file) => drawn.and_then(|setup| self.position(&rules, file, setup)),
            None => self.start(&rules, config.number.as_ref()),
        };
        let puzzle = |level| self.puzzle(&rules, config.player, level);
        let puzzles = config.levels.iter().filter_map(puzzle).collect();
        match position {
            Some(position) if !self.faults.has_errors() => {
                let sprites = self.sprites(&config, &rules);
                match self.faults.has_errors() {
                    true => Err(self.faults),
                    false => {
                        Ok((GameSetup { config, rules, position, puzzles, sprites }, self.faults))
                    }
                }
            }
            _ => Err(self.faults),
        }
    }

    /// The start position of the rule set, or the one of a number.
    fn start(&mut self, rules: &Arc<Rules>, number: Option<&Located<u64>>) -> Option<Position> {
        let Some(number) = number else { return Some(Position::start(rules)) };
        let start = Position::numbered_start(rules, number.value);
        if start.is_none() {
            let last = rules.spec().start_count() - 1;
            let message = message!(
                "no-such-start",
                "{found}; expected a start position from 0 to {last}",
                found = number.quoted(),
                last
            );
            self.faults.push(number.at(Diagnostic::error(message)));
        }
        start
    }

    /// The rule set, and what the layout shows if it can be read by these rules.
    fn rules(
        &mut self,
        config: &Config,
        drawing: Option<&str>,
    ) -> Option<(Arc<Rules>, Option<Setup>)> {
        let base = self.base(&config.rules)?;
        if !config.changes.changes_anything() {
            let drawn = self.drawn(base.rules.spec(), config, drawing);
            return Some((base.rules, drawn));
        }
        let original = Arc::clone(&base.rules);
        let mut faults = Diagnostics::new();
        let changed = base.change(config.changes.clone(), &mut faults);
        faults.iter().for_each(|fault| self.faults.push(config.locate(fault.clone())));
        let (spec, start) = changed.filter(|_| !faults.has_errors())?;
        let drawn = self.drawn(&spec, config, drawing);
        let start = match (start, &config.layout) {
            (Some(start), _) => Some(start),
            (None, Some(_)) => drawn.clone(),
            (None, None) => {
                if !self.faults.errors().any(|fault| fault.key.as_deref() == Some("layout")) {
                    self.faults.push(config.locate(layout_needed(&original, &spec)));
                }
                None
            }
        };
        Some((self.compile(config, spec, start)?, drawn))
    }

    /// The rule set that the config names.
    fn base(&mut self, choice: &ConfigRules) -> Option<Base> {
        let file = match choice {
            ConfigRules::Shipped(id) => {
                let missing = ruleset::shipped_or_error(id).err();
                missing.into_iter().for_each(|fault| self.faults.push(fault));
                return Base::shipped(id);
            }
            ConfigRules::File(file) => file,
        };
        let text = self.text(file)?;
        let path = self.folder.join(&file.value);
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        let folder = path.parent().unwrap_or(Path::new(""));
        let find = |name: &str| {
            let path = folder.join(name);
            let bytes = (self.read_file)(&path).map_err(|error| why(&path, &error))?;
            Ok(text_of(&bytes)?.to_owned())
        };
        let mut faults = Diagnostics::new();
        let base = Base::parse(&text, &id, &find, &mut faults);
        self.append(faults, file);
        base
    }

    /// Compiles a changed rule set; without a start position, only to find its other faults.
    fn compile(
        &mut self,
        config: &Config,
        spec: RuleSpec,
        start: Option<Setup>,
    ) -> Option<Arc<Rules>> {
        let has_start = start.is_some();
        match Rules::compile(RuleSpec { start: start.unwrap_or_default(), ..spec }) {
            Ok(rules) => Some(rules).filter(|_| has_start),
            Err(faults) => {
                let counts =
                    |fault: &&RuleFault| has_start || !matches!(fault, RuleFault::Start(_));
                let faults = faults.iter().filter(counts).map(ruleset::explain);
                faults.for_each(|fault| self.faults.push(config.locate(fault)));
                None
            }
        }
    }

    /// What the layout shows, by rules that may not be complete yet.
    fn drawn(&mut self, rules: &RuleSpec, config: &Config, drawing: Option<&str>) -> Option<Setup> {
        let (file, drawing) = (config.layout.as_ref()?, drawing?);
        let setup = layout::parse_setup(rules, drawing, config.player);
        setup.map_err(|faults| self.append(faults, file)).ok()
    }

    fn position(
        &mut self,
        rules: &Arc<Rules>,
        file: &Located<String>,
        setup: Setup,
    ) -> Option<Position> {
        let made = layout::position_of(rules, setup);
        let (position, warnings) = made.map_err(|faults| self.append(faults, file)).ok()?;
        let warning = |odd: &SetupWarning| self.append(Diagnostic::warning(odd).into(), file);
        warnings.iter().for_each(warning);
        Some(position)
    }

    fn puzzle(
        &mut self,
        rules: &Arc<Rules>,
        player: Colour,
        level: &PuzzleLevel,
    ) -> Option<Puzzle> {
        let (position, side) = match &level.start {
            LevelStart::Layout(file) => {
                let side = level.side.unwrap_or(player);
                let text = self.text(file)?;
                let setup = layout::parse_setup(rules.spec(), &text, side);
                let mut setup = setup.map_err(|faults| self.append(faults, file)).ok()?;
                setup.turn = side;
                (self.position(rules, file, setup)?, side)
            }
            LevelStart::Fen(given) => {
                let position = self.position_of_fen(rules, given)?;
                let side = level.side.unwrap_or(position.turn());
                (position, side)
            }
        };
        self.check_goal(&level.goal, &position, side);
        let solution = level.solution.as_ref().map(|given| self.solution(&position, given));
        let puzzle = Puzzle {
            name: level.name.clone(),
            position,
            side,
            goal: level.goal.value,
            text: level.text.clone(),
            solution: solution.unwrap_or_default(),
        };
        let is_whole = |given: &&Located<String>| {
            given.value.split_whitespace().count() == puzzle.solution.len()
        };
        if let Some(given) = level.solution.as_ref().filter(is_whole)
            && !puzzle.solution.is_empty()
            && !is_solved_by_solution(&puzzle)
        {
            let message = message!(
                "solution-misses-goal",
                "{found}, which does not reach the goal `{goal}`",
                found = given.quoted(),
                goal = puzzle.goal.to_string()
            );
            self.faults.push(given.at(Diagnostic::error(message)));
        }
        Some(puzzle)
    }

    /// The moves of a solution, as far as they are legal.
    fn solution(&mut self, start: &Position, given: &Located<String>) -> Vec<Move> {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for (number, word) in (1_usize..).zip(given.value.split_whitespace()) {
            match uci::parse(&position, word) {
                Ok(chess_move) => {
                    position.play_unchecked(chess_move);
                    moves.push(chess_move);
                }
                Err(error) => {
                    let message = message!(
                        "solution-move",
                        "{found}: move {number}: {error}",
                        found = given.quoted(),
                        number,
                        error
                    );
                    self.faults.push(given.at(Diagnostic::error(message)));
                    break;
                }
            }
        }
        moves
    }

    fn position_of_fen(&mut self, rules: &Arc<Rules>, given: &Located<String>) -> Option<Position> {
        match fen::parse(rules, &given.value) {
            Ok((position, warnings)) => {
                for odd in warnings {
                    let found = given.quoted();
                    let message = message!("odd-position", "{found}: {odd}", found, odd);
                    self.faults.push(given.at(Diagnostic::warning(message)));
                }
                Some(position)
            }
            Err(error) => {
                self.faults.push(given.at(no_position(&given.key, &error)));
                None
            }
        }
    }

    fn check_goal(&mut self, goal: &Located<PuzzleGoal>, position: &Position, side: Colour) {
        let rules = position.rules();
        match goal.value {
            PuzzleGoal::MateIn(_) if !rules.check_counts() => {
                let message = message!(
                    "goal-without-mate",
                    "{found}; expected another goal, since `{rules}` knows no mate",
                    found = goal.quoted(),
                    rules = rules.id()
                );
                self.faults.push(goal.at(Diagnostic::error(message)));
            }
            PuzzleGoal::Capture(square) if !rules.size().contains(square) => {
                let message = message!(
                    "goal-off-board",
                    "{found}; expected a square of the {size} board",
                    found = goal.quoted(),
                    size = rules.size()
                );
                self.faults.push(goal.at(Diagnostic::error(message)));
            }
            PuzzleGoal::Capture(square) if !position.of(!side).contains(square) => {
                let message = message!(
                    "goal-without-piece",
                    "{found}, but no {colour} piece stands on {square}",
                    found = goal.quoted(),
                    colour = !side,
                    square
                );
                self.faults.push(goal.at(Diagnostic::warning(message)));
            }
            _ => {}
        }
    }

    fn sprites(&mut self, config: &Config, rules: &Rules) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        for (name, file) in config.changes.sprites() {
            let Some(piece) = rules.piece_named(name) else { continue };
            let path = self.folder.join(file);
            match (self.read_file)(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let why = why(&path, &error);
                    let message = message!(
                        "no-picture",
                        "the `sprite` of {piece} is {file}; expected the path of a picture ({why})",
                        piece = format!("{name:?}"),
                        file = format!("{file:?}"),
                        why
                    );
                    self.faults.push(config.locate(Diagnostic::error(message).about("pieces")));
                }
                _ => sprites.push(Sprite { piece, file: path }),
            }
        }
        sprites
    }

    /// The text of a file that the config names: from the config's folder, or else from the working
    /// folder, as some write it.
    fn text(&mut self, file: &Located<String>) -> Option<String> {
        let path = self.folder.join(&file.value);
        let read = (self.read_file)(&path).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => (self.read_file)(Path::new(&file.value)).map_err(|_| error),
            _ => Err(error),
        });
        match read {
            Ok(bytes) => {
                let text = text_of(&bytes).map(str::to_owned);
                text.map_err(|fault| self.append(fault.numbered(104).into(), file)).ok()
            }
            Err(error) => {
                let why = why(&path, &error);
                let message = message!(
                    "no-file",
                    "{found}; expected the path of a file ({why})",
                    found = file.quoted(),
                    why
                );
                self.faults.push(file.at(Diagnostic::error(message)));
                None
            }
        }
    }

    /// Adds the faults of a file that the config names.
    fn append(&mut self, faults: Diagnostics, file: &Located<String>) {
        for fault in &faults {
            self.faults.push(fault.clone().in_file(&file.value).about(file.key.clone()));
        }
    }
}

fn is_about_rules(fault: &Diagnostic) -> bool {
    let key = fault.key.as_deref().unwrap_or_default();
    let first = key.split(['.', '[']).next().unwrap_or_default();
    RULE_KEYS.contains(&first)
}

fn layout_needed(original: &Rules, changed: &RuleSpec) -> Diagnostic {
    let misfit = match changed.size == original.size() {
        true => message!("changed-pieces", "the changed pieces"),
        false => message!("board-of", "a board of {size}", size = changed.size),
    };
    let message = message!(
        "layout-needed",
        "`layout` is missing; expected one, since the start position of `{rules}` does not fit \
         {misfit}",
        rules = original.id(),
        misfit
    );
    Diagnostic::error(message).about("layout")
}

/// Why a file cannot be read.
fn why(path: &Path, error: &io::Error) -> FaultMessage {
    match error.kind() {
        io::ErrorKind::NotFound => {
            message!("no-such-file", "there is no {path}", path = path.display().to_string())
        }
        _ => unreadable(path, error),
    }
}
