//! A game as a PGN file records it.

use std::fmt;
use std::sync::Arc;

use rules::{Colour, Move, Position, Rules, Turn};

use crate::san;
use crate::tree::{Annotation, GameTree, is_legal};

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names and values in the order of the file, without those that the other fields express:
    /// `Result`, `Variant`, `Fog`, `SetUp` and `FEN`.
    pub tags: Vec<(String, String)>,
    /// The start position, and the moves with variations and comments.
    pub tree: GameTree,
    /// How it ended.
    pub result: GameResult,
}

/// A move of a recorded game, or a turn that passed without one, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move, or that the turn passed.
    pub turn: Turn,
    /// Comments, signs and times.
    pub annotation: Annotation,
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
    /// `*`: it goes on, was given up, or is unknown.
    Unfinished,
}

impl Game {
    /// A game without moves.
    pub fn new(start: Position) -> Game {
        Game { tags: Vec::new(), tree: GameTree::new(start), result: GameResult::Unfinished }
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        self.tree.start()
    }

    /// The rules by which it is played.
    pub fn rules(&self) -> &Arc<Rules> {
        self.tree.rules()
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
        PlayedMove { turn, annotation: Annotation::default() }
    }

    /// The move, if the turn did not pass without one.
    pub const fn chess_move(&self) -> Option<Move> {
        self.turn.chess_move()
    }

    /// Is it legal in this position?
    pub fn is_legal(&self, position: &Position) -> bool {
        is_legal(position, self.turn)
    }

    /// Plays it in a position where it is legal.
    pub fn play_unchecked(&self, position: &mut Position) {
        position.play_turn_unchecked(self.turn);
    }

    /// The move in SAN, in the position before it; a turn that passed is `--`.
    pub fn san(&self, position: &Position) -> String {
        san::format_turn(position, self.turn)
    }
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

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Colour> {
        match self {
            GameResult::WhiteWins => Some(Colour::White),
            GameResult::BlackWins => Some(Colour::Black),
            GameResult::Draw | GameResult::Unfinished => None,
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
