//! A table to play at: time passes only when a test says so, and the computer answers at once.

use std::time::Duration;

use engine::level;
use notation::archive::Archive;
use notation::{fen, ruleset};
use record::TimeControl;
use rules::{Colour, Position, Square};

use crate::new_game::{NewGame, PlayerChoice};
use crate::play::engine_worker::EngineHandle;
use crate::play::session::{Engines, Names, Preferences, Session, StatusMessage};
use crate::settings::Settings;
use crate::texts::Language;

/// A game, the time, and what was heard so far.
pub struct Table {
    pub session: Session,
    pub now: Duration,
    pub cues: Vec<sound::Cue>,
}

pub fn engines() -> Engines {
    let programs = [None, None];
    Engines { player: EngineHandle::here(), analyst: EngineHandle::here(), programs }
}

pub fn computer(name: &str) -> PlayerChoice {
    PlayerChoice::Computer(level::find(name).expect("a level"))
}

pub fn position(rules: &str, text: &str) -> Position {
    let rules = ruleset::shipped(rules).expect("it ships");
    match text {
        "" => Position::start(&rules),
        text => fen::parse(&rules, text).expect("a FEN").0,
    }
}

pub fn square(name: &str) -> Square {
    match Square::parse_prefix(name) {
        Some((square, "")) => square,
        _ => panic!("{name} is no square"),
    }
}

pub fn fischer(seconds: u64, increment: u64) -> Option<[TimeControl; 2]> {
    let [time, increment] = [seconds, increment].map(Duration::from_secs);
    Some([TimeControl::Fischer { time, increment }; 2])
}

pub fn per_turn(seconds: u64) -> Option<[TimeControl; 2]> {
    Some([TimeControl::Turn { time: Duration::from_secs(seconds) }; 2])
}

pub fn preferences() -> Preferences {
    Preferences::from(&Settings::default())
}

impl Table {
    pub fn new(game: &NewGame) -> Table {
        let names = Names {
            known: [None, None],
            you: "You".to_owned(),
            computer: "Computer".to_owned(),
            programs: [None, None],
            sides: ["White".to_owned(), "Black".to_owned()],
        };
        let now = Duration::from_secs(1000);
        let (session, fault) = Session::new(game, &names, preferences(), engines(), now);
        assert_eq!(fault, None);
        Table { session, now, cues: Vec::new() }
    }

    /// A person with White against a level, without clocks.
    pub fn against(level: &str, rules: &str, fen: &str) -> Table {
        Table::new(&NewGame::new(position(rules, fen), [PlayerChoice::Human, computer(level)]))
    }

    /// Two people.
    pub fn of_two(rules: &str, fen: &str) -> Table {
        Table::new(&NewGame::new(position(rules, fen), [PlayerChoice::Human, PlayerChoice::Human]))
    }

    /// Lets time pass, in small steps.
    pub fn wait(&mut self, seconds: f64) -> &mut Table {
        let end = self.now + Duration::from_secs_f64(seconds);
        self.session.poll(self.now, true);
        while self.now < end {
            self.now = end.min(self.now + Duration::from_millis(50));
            self.session.poll(self.now, true);
        }
        self.cues.extend(self.session.take_cues());
        self
    }

    /// Carries pieces, such as `e2e4 e7e5`, and gives the computer time to answer.
    pub fn try_move(&mut self, moves: &str) -> &mut Table {
        for squares in moves.split_whitespace() {
            let (from, to) = Square::parse_prefix(squares).expect("a square");
            self.session.try_move(from, square(to), self.now);
            self.wait(0.5);
        }
        self
    }

    /// Carries one piece and looks at once.
    pub fn try_move_now(&mut self, squares: &str) -> &mut Table {
        let (from, to) = Square::parse_prefix(squares).expect("a square");
        self.session.try_move(from, square(to), self.now);
        self.session.poll(self.now, true);
        self
    }

    /// The status that is shown now.
    pub fn said(&self) -> String {
        match self.session.status(self.now) {
            Some(StatusMessage::Game(message)) => Language::english().texts().game_status(message),
            Some(other) => format!("{other:?}"),
            None => String::new(),
        }
    }

    pub fn fen(&self) -> String {
        fen::format(self.session.game().open().expect("no fog").position())
    }

    pub fn archive(&self) -> Archive {
        let game = self.session.game();
        self.session.archive(game.open().expect("no fog"), self.now)
    }

    pub fn ply(&self) -> usize {
        self.session.game().ply()
    }

    /// What a side's clock shows, in seconds.
    pub fn clock(&self, colour: Colour) -> f64 {
        self.session.game().remaining(colour, self.now).expect("a clock").as_secs_f64()
    }
}
