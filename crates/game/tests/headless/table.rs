//! A table to play at: a game, a clock on the wall, and moves by their names.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use notation::{fen, ruleset, uci};
use record::{GameTerms, Perspective, Player, Players, TimeControl};
use rules::{Colour, Move, MoveKind, Position, Rules, Square};
use xxlchess_game::{Event, Game, MoveAttempt, PlayError, Premove, Status};

/// A game and the time on the wall.
pub struct Table {
    pub game: Game,
    pub now: Duration,
}

impl Deref for Table {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.game
    }
}

impl DerefMut for Table {
    fn deref_mut(&mut self) -> &mut Game {
        &mut self.game
    }
}

pub fn rules(id: &str) -> Arc<Rules> {
    ruleset::shipped(id).expect("it ships")
}

pub fn fog(id: &str) -> Arc<Rules> {
    rules(id).with_fog(true).expect("each side has a king")
}

pub fn position(rules: &Arc<Rules>, text: &str) -> Position {
    fen::parse(rules, text).expect("a valid FEN").0
}

pub fn square(name: &str) -> Square {
    Square::parse_prefix(name).expect("a square").0
}

pub fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

pub fn fischer(time: f64, increment: f64) -> Option<[TimeControl; 2]> {
    Some([TimeControl::Fischer { time: seconds(time), increment: seconds(increment) }; 2])
}

pub fn per_turn(time: f64) -> Option<[TimeControl; 2]> {
    Some([TimeControl::Turn { time: seconds(time) }; 2])
}

/// A person with this colour against the computer.
pub fn against_computer(colour: Colour) -> GameTerms {
    let (anna, computer) = (Player::human("Anna"), Player::computer("Level 3", "level-3"));
    let players = match colour {
        Colour::White => Players { white: anna, black: computer },
        Colour::Black => Players { white: computer, black: anna },
    };
    GameTerms { players, ..GameTerms::default() }
}

/// Two people who are elsewhere, as a server has them.
pub fn apart() -> GameTerms {
    let players = Players { white: Player::remote("Anna"), black: Player::remote("Ben") };
    GameTerms { players, ..GameTerms::default() }
}

impl Table {
    pub fn new(start: Position, terms: GameTerms) -> Table {
        let now = seconds(1000.0);
        Table { game: Game::new(start, terms, now), now }
    }

    /// Two people at one screen, by a rule set that ships.
    pub fn of(id: &str) -> Table {
        Table::new(Position::start(&rules(id)), GameTerms::default())
    }

    /// The same from a FEN.
    pub fn from_fen(id: &str, text: &str) -> Table {
        Table::new(position(&rules(id), text), GameTerms::default())
    }

    /// Ordinary chess with a clock.
    pub fn with_clock(clocks: Option<[TimeControl; 2]>) -> Table {
        let terms = GameTerms { clocks, ..GameTerms::default() };
        Table::new(Position::start(&rules("standard")), terms)
    }

    pub fn wait(&mut self, time: f64) -> &mut Table {
        self.now += seconds(time);
        self.game.tick(self.now);
        self
    }

    pub fn wait_without_tick(&mut self, time: f64) -> &mut Table {
        self.now += seconds(time);
        self
    }

    /// Plays moves by their names; each must be legal.
    pub fn play(&mut self, moves: &str) -> &mut Table {
        for name in moves.split_whitespace() {
            let chess_move = uci::parse(self.game.position(), name).expect(name);
            self.game.play(self.now, chess_move).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        self
    }

    /// Carries a piece as a player does, such as `e2e4`, without a choice of promotion.
    pub fn carry(&mut self, squares: &str) -> Result<(), PlayError> {
        let chess_move = match self.attempt(squares) {
            MoveAttempt::Legal(chess_move) => chess_move,
            // The game itself tells why not.
            _ => {
                let (from, rest) = Square::parse_prefix(squares).expect("a square");
                Move::new(from, square(rest), MoveKind::Plain)
            }
        };
        self.game.play(self.now, chess_move)
    }

    /// The legal moves of the piece on a square.
    pub fn moves_from(&self, name: &str) -> Vec<Move> {
        let from = square(name);
        self.game.legal_moves().into_iter().filter(|chess_move| chess_move.from() == from).collect()
    }

    pub fn attempt(&self, squares: &str) -> MoveAttempt {
        let (from, rest) = Square::parse_prefix(squares).expect("a square");
        self.game.attempt(from, square(rest))
    }

    pub fn premove(
        &mut self,
        side: Colour,
        squares: &str,
    ) -> Result<(), xxlchess_game::PremoveError> {
        let (from, rest) = Square::parse_prefix(squares).expect("a square");
        let premove = Premove { from, to: square(rest), promotion: None };
        self.game.queue_premove(self.now, side, premove)
    }

    pub fn fen(&self) -> String {
        fen::format(self.game.position())
    }

    /// What both clocks show, in seconds.
    pub fn clocks(&self) -> [f64; 2] {
        let shown = |colour| self.game.remaining(colour, self.now).expect("a clock");
        Colour::BOTH.map(|colour| shown(colour).as_secs_f64())
    }

    /// What White, Black and an onlooker are told.
    pub fn told(&self) -> [Option<Status>; 3] {
        let [white, black] = Colour::BOTH.map(Perspective::Player);
        [white, black, Perspective::NEUTRAL].map(|to| self.game.status(to))
    }

    /// The result, as all three are told it, each as who they are.
    pub fn told_result(&self) -> String {
        let end = self.game.end().expect("an end");
        let [white, black] = Colour::BOTH.map(Perspective::Player);
        let expected = [white, black, Perspective::NEUTRAL].map(|to| Some(Status::over(end, to)));
        assert_eq!(self.told(), expected);
        self.result()
    }

    /// Who won, as `white`, `black` or `draw`, and why; empty while the game goes on.
    pub fn result(&self) -> String {
        match self.game.end() {
            None => String::new(),
            Some(end) => end.outcome().map_or("aborted".to_owned(), |outcome| outcome.to_string()),
        }
    }

    /// The names of what happened since the last time.
    pub fn happened(&mut self) -> Vec<String> {
        self.game.drain_events().iter().map(name_of).collect()
    }
}

fn name_of(event: &Event) -> String {
    match event {
        Event::Played { turn, is_premove, .. } => {
            let chess_move = turn.chess_move().expect("a move");
            let mut name = format!("{}{}", chess_move.from(), chess_move.to());
            for (is_so, word) in [
                (turn.is_capture(), " capture"),
                (turn.is_castling(), " castling"),
                (turn.is_promotion(), " promotion"),
                (turn.gives_check, " check"),
                (*is_premove, " premove"),
            ] {
                name.push_str(if is_so { word } else { "" });
            }
            name
        }
        Event::Passed { side, .. } => format!("{side} passed"),
        Event::LowTime { side } => format!("{side} low time"),
        Event::PremoveQueued { side } => format!("{side} premove"),
        Event::PremovesDropped { side, count } => format!("{side} dropped {count}"),
        Event::DrawOffered { by } => format!("{by} offers draw"),
        Event::DrawDeclined { by } => format!("{by} declines draw"),
        Event::TakeBackAsked { by } => format!("{by} asks take-back"),
        Event::TakeBackDeclined { by } => format!("{by} declines take-back"),
        Event::Undone { plies } => format!("undone {plies}"),
        Event::Redone { plies } => format!("redone {plies}"),
        Event::HandOver { to } => format!("hand over to {to}"),
        Event::Paused => "paused".to_owned(),
        Event::Resumed => "resumed".to_owned(),
        Event::ResignationTakenBack { by } => format!("{by} plays on"),
        Event::Ended(end) => {
            end.outcome().map_or("aborted".to_owned(), |outcome| outcome.to_string())
        }
        Event::Restarted => "restarted".to_owned(),
        Event::PlayedInFog { ply } => format!("turn {ply} under fog"),
        Event::Resynced => "resynced".to_owned(),
    }
}
