//! Sets a game up: a new one, one that goes on, or a row of puzzles.

use std::time::Duration;

use game::{Cursor, Game, GameTerms, Player, Players, ReplayError, TimeControl};
use record::GameRecord;
use rules::{Colour, Position};
use sound::Cue;
use store::archives;

use super::{Engines, Pace, Preferences, PuzzleRun, Scene, ScoreSheet, Session};
use crate::new_game::{NewGame, Seat};
use crate::persistence::time;
use crate::rng;

/// What the players are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The only person at the screen, if they have no name.
    pub you: String,
    /// The names of those who play White and Black, where they are known.
    pub known: [Option<String>; 2],
    pub computer: String,
    /// White and Black, where two people play.
    pub sides: [String; 2],
}

impl Session {
    /// Sets a game up and lets it begin.
    ///
    /// If a record does not fit together, the game begins anew, and it is told why.
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
                (run.current().game(terms, now), run.seats(), None)
            }
            None => {
                let (game, fault) = open(start, names, now);
                (game, start.seats, fault)
            }
        };
        let bottom = puzzles.as_ref().map_or(start.bottom, |run| run.current().side);
        let turns_board = game.players().share_a_screen() && game.rules().spec().fog;
        let known = start.record.as_ref().and_then(|record| record.started);
        let started = known.or_else(|| time::now().timestamp());
        let mut session = Session {
            sheet: ScoreSheet::new(&game),
            scene: Scene::new(&game),
            game,
            seats,
            preferences,
            cursor: Cursor::live(),
            bottom,
            turns_board,
            pace: Pace::Playing,
            engines,
            computer: Default::default(),
            analysis: Default::default(),
            hint: Default::default(),
            promotion: None,
            puzzles,
            status: None,
            epoch: 0,
            moved_at: now,
            board_rests: true,
            replay_interval: Duration::from_secs(1),
            cues: vec![Cue::Start],
            flash: None,
            select: None,
            is_held: false,
            resigned_here: false,
            started,
            remote: None,
            anonymous: names.you.clone(),
            number: rng::random_u64(),
        };
        session.refresh_scene(now);
        (session, fault)
    }

    /// Puts another game on the board; the engines forget the one before.
    pub(super) fn put_on_board(&mut self, game: Game, seats: [Seat; 2], now: Duration) {
        self.number = self.number.wrapping_add(1);
        self.epoch += 1;
        self.sheet = ScoreSheet::new(&game);
        self.game = game;
        self.seats = seats;
        self.cursor = Cursor::live();
        self.promotion = None;
        self.status = None;
        self.resigned_here = false;
        self.moved_at = now;
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
    seats: [Seat; 2],
    clocks: Option<[TimeControl; 2]>,
    names: &Names,
    known: Option<&[Option<String>; 2]>,
) -> GameTerms {
    let both_human = seats == [Seat::Human, Seat::Human];
    let player = |colour: Colour| {
        let known = known.and_then(|known| known[colour.index()].clone());
        let known = known.or_else(|| names.known[colour.index()].clone());
        match seats[colour.index()] {
            Seat::Human if both_human => {
                Player::human(known.unwrap_or_else(|| names.sides[colour.index()].clone()))
            }
            Seat::Human => Player::human(known.unwrap_or_else(|| names.you.clone())),
            Seat::Computer(level) => Player::computer(names.computer.clone(), level.name),
        }
    };
    let players = Players { white: player(Colour::White), black: player(Colour::Black) };
    GameTerms { players, clocks, ..GameTerms::default() }
}
