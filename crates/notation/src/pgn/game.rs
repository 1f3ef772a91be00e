//! A game as a PGN file records it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rules::{Move, Position, Rules, Turn};

use crate::san;

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names and values in the order of the file, without those that the other fields express:
    /// `Result`, `Variant`, `Fog`, `SetUp` and `FEN`.
    pub tags: Vec<(String, String)>,
    /// Where the game starts, and with it the rules.
    pub start: Position,
    /// What is said before the first move.
    pub comments: Vec<String>,
    /// The moves and the turns that passed, each legal after those before it.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub result: GameResult,
}

/// A move of a recorded game, or a turn that passed without one, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move, or that the turn passed.
    pub turn: Turn,
    /// What is said about it, each comment on one line, without clock times.
    pub comments: Vec<String>,
    /// Its numeric annotation glyphs: 1 is `!`, 2 is `?` and so on.
    pub nags: Vec<u16>,
    /// What the player's clock showed after the move.
    pub clock: Option<Duration>,
    /// How long the player thought about it.
    pub spent: Option<Duration>,
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: it goes on, was given up, or nobody knows.
    Unfinished,
}

impl Game {
    /// A game without moves.
    pub fn new(start: Position) -> Game {
        Game {
            tags: Vec::new(),
            start,
            comments: Vec::new(),
            moves: Vec::new(),
            result: GameResult::Unfinished,
        }
    }

    /// The rules by which it is played.
    pub fn rules(&self) -> &Arc<Rules> {
        self.start.rules()
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag, in place of the one it had.
    pub fn set_tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.tags.iter_mut().find(|(known, _)| *known == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name, value)),
        }
    }
}

impl PlayedMove {
    /// A move about which nothing is said.
    pub fn new(chess_move: Move) -> PlayedMove {
        PlayedMove::of(Turn::Move(chess_move))
    }

    /// A turn about which nothing is said.
    pub fn of(turn: Turn) -> PlayedMove {
        PlayedMove { turn, comments: Vec::new(), nags: Vec::new(), clock: None, spent: None }
    }

    /// The move, if the turn did not pass without one.
    pub const fn chess_move(&self) -> Option<Move> {
        self.turn.chess_move()
    }

    /// Is it legal in this position?
    pub fn is_legal(&self, position: &Position) -> bool {
        match self.turn {
            Turn::Move(chess_move) => position.is_legal(chess_move),
            Turn::Pass => may_pass(position),
        }
    }

    /// Plays it in a position where it is legal.
    pub fn play_unchecked(&self, position: &mut Position) {
        position.play_turn_unchecked(self.turn);
    }

    /// The move in SAN, in the position before it; a turn that passed is `--`.
    pub fn san(&self, position: &Position) -> String {
        match self.turn {
            Turn::Move(chess_move) => san::format(position, chess_move),
            Turn::Pass => PASS.to_owned(),
        }
    }
}

/// What stands in place of a move where a turn passed: PGN's null move.
pub(crate) const PASS: &str = "--";

/// May the turn pass? A side that is told that it is in check loses on time instead.
pub(crate) fn may_pass(position: &Position) -> bool {
    !position.shows_check(position.turn())
}

impl GameResult {
    /// The result as PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }

    /// Reads a result; a draw may also be written `1/2`.
    pub fn from_text(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unfinished),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
