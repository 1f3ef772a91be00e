//! Sets a game up: a new one, one that goes on, or a row of puzzles.

use std::time::Duration;

use game::{Game, ReplayError, SharedGame, VisibleGame};
use record::{GameRecord, GameTerms, Player, Players, TimeControl};
use rules::{Colour, Position};
use store::archives;

use super::analysis::Analyst;
use super::display::Display;
use super::opponent::Opponent;
use super::{Engines, Preferences, PuzzleRun, Session};
use crate::new_game::{NewGame, PlayerChoice};
use crate::persistence::time;

/// What the players are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The only person at the screen, if they have no name.
    pub you: String,
    /// The names of those who play White and Black, where they are known.
    pub known: [Option<String>; 2],
    pub computer: String,
    /// The programs that play White and Black in place of the built-in engine.
    pub programs: [Option<String>; 2],
    /// White and Black, where two people play.
    pub sides: [String; 2],
}

impl Session {
    /// Sets a game up and lets it begin.
    ///
    /// If a record does not fit together, the game begins anew, and the fault is returned.
    pub fn new(
        start: &NewGame,
        names: &Names,
        preferences: Preferences,
        engines: Engines,
        now: Duration,
    ) -> (Session, Option<ReplayError>) {
        let mut puzzles = PuzzleRun::new(&start.puzzles, start.first_puzzle);
        if let Some(run) = &mut puzzles {
            run.begin(now);
        }
        let (game, seats, fault) = match &puzzles {
            Some(run) => {
                let terms = terms(run.seats(), None, names, None);
                (Game::new(run.current().position.clone(), terms, now), run.seats(), None)
            }
            None => {
                let (game, fault) = open(start, names, now);
                (game, start.seats, fault)
            }
        };
        let bottom = puzzles.as_ref().map_or(start.bottom, |run| run.current().side);
        let known = start.record.as_ref().and_then(|record| record.started);
        let game = VisibleGame::from(game);
        let mut session = Session {
            display: Display::new(&game, bottom, now),
            game: SharedGame::new(game),
            outbox: None,
            seats,
            preferences,
            opponent: Opponent::new(engines.player, engines.programs),
            analyst: Analyst::new(engines.analyst),
            puzzles,
            epoch: 0,
            is_held: false,
            clock_waits: start.clock_waits && start.record.is_none(),
            resigned_here: false,
            has_ended: false,
            started: known.or_else(|| time::now().timestamp()),
            anonymous: names.you.clone(),
            number: fastrand::u64(..),
        };
        session.hold_first_clock(now);
        session.refresh_scene(now);
        (session, fault)
    }

    /// Puts another game on the board; the engines forget the one before.
    pub(super) fn put_on_board(
        &mut self,
        game: SharedGame,
        seats: [PlayerChoice; 2],
        now: Duration,
    ) {
        self.number = self.number.wrapping_add(1);
        self.epoch += 1;
        self.display.reset(&game.read(), now);
        self.game = game;
        self.seats = seats;
        self.resigned_here = false;
        self.clear_hint();
    }
}

fn open(start: &NewGame, names: &Names, now: Duration) -> (Game, Option<ReplayError>) {
    let known = start.record.as_ref().map(|record| &record.players);
    let terms = terms(start.seats, start.clocks, names, known);
    let fresh = |position: &Position, terms| Game::new(position.clone(), terms, now);
    match &start.record {
        None => (fresh(&start.start, terms), None),
        Some(record) => {
            let saved = GameRecord { terms: terms.clone(), ..archives::from_archive(record) };
            match archives::replay(record, saved, now) {
                Ok(game) => (game, None),
                Err(error) => (fresh(record.start(), terms), Some(error)),
            }
        }
    }
}

/// Who plays, and by which clocks.
pub(super) fn terms(
    seats: [PlayerChoice; 2],
    clocks: Option<[TimeControl; 2]>,
    names: &Names,
    known: Option<&[Option<String>; 2]>,
) -> GameTerms {
    let both_human = seats == [PlayerChoice::Human, PlayerChoice::Human];
    let player = |colour: Colour| {
        let known = known.and_then(|known| known[colour.index()].clone());
        let known = known.or_else(|| names.known[colour.index()].clone());
        match seats[colour.index()] {
            PlayerChoice::Human if both_human => {
                Player::human(known.unwrap_or_else(|| names.sides[colour.index()].clone()))
            }
            PlayerChoice::Human => Player::human(known.unwrap_or_else(|| names.you.clone())),
            PlayerChoice::Computer(level) => {
                let program = names.programs[colour.index()].clone();
                Player::computer(program.unwrap_or_else(|| names.computer.clone()), level.name)
            }
        }
    };
    let players = Players { white: player(Colour::White), black: player(Colour::Black) };
    GameTerms { players, clocks, ..GameTerms::default() }
}
