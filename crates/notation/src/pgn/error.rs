//! What can be wrong with a game in a PGN file, and where.

use std::io;

use rules::{Colour, Outcome, SetupWarning};
use thiserror::Error;

use super::{GameResult, ScanFault};
use crate::diagnostics::{Diagnostic, Place};
use crate::fen::FenError;
use crate::san::SanError;

/// A game that could not be read. The next one may be.
#[derive(Debug, Error)]
#[error("game {game}, {place}: {kind}")]
pub struct PgnError {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// Where the fault stands.
    pub place: Place,
    /// What is wrong.
    pub kind: Box<PgnErrorKind>,
}

/// What is wrong with a game.
#[derive(Debug, Error)]
pub enum PgnErrorKind {
    /// The bytes did not come; no more games follow.
    #[error("the file cannot be read: {0}")]
    Read(#[from] io::Error),
    /// The text breaks the form of PGN.
    #[error(transparent)]
    Scan(#[from] ScanFault),
    /// The text has nothing of PGN at all.
    #[error("this is no PGN; expected tags such as `[Event \"Open\"]` or moves such as `1. e4`")]
    NotPgn,
    /// The rule set is unknown.
    #[error("the tag `Variant` is `{name}`: {why}")]
    Variant {
        /// What the file says.
        name: String,
        /// Why that is no rule set.
        why: String,
    },
    /// The tag `Fog` is neither on nor off.
    #[error("the tag `Fog` is `{0}`; expected `1` or `0`")]
    Fog(String),
    /// The start position is faulty.
    #[error("the tag `FEN`: {0}")]
    Fen(#[from] FenError),
    /// A move is illegal, ambiguous or none.
    #[error("move {number} of {}: {why}", colour.title())]
    Move {
        /// The number of the move, as the game counts.
        number: u32,
        /// Whose move it is.
        colour: Colour,
        /// What is wrong with it.
        why: SanError,
    },
    /// A turn passes although its side is in check.
    #[error("move {number} of {}: `{text}` lets the turn pass, but the king is in check", colour.title())]
    PassInCheck {
        /// The number of the move, as the game counts.
        number: u32,
        /// Whose turn it is.
        colour: Colour,
        /// What was read.
        text: String,
    },
    /// The game has more tags than any real one.
    #[error("the game has more than {0} tags")]
    TooManyTags(usize),
    /// The game needs more memory than any real one.
    #[error("the game is larger than {0} MiB")]
    TooLarge(usize),
}

impl PgnError {
    /// The error code for this kind of fault, if it has one.
    pub fn code(&self) -> Option<u16> {
        match &*self.kind {
            PgnErrorKind::Scan(_) | PgnErrorKind::NotPgn => Some(104),
            PgnErrorKind::Fen(error) => error.code(),
            PgnErrorKind::Move { .. } | PgnErrorKind::PassInCheck { .. } => Some(105),
            PgnErrorKind::Read(_)
            | PgnErrorKind::Variant { .. }
            | PgnErrorKind::Fog(_)
            | PgnErrorKind::TooManyTags(_)
            | PgnErrorKind::TooLarge(_) => None,
        }
    }

    /// The fault as all files tell theirs.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = format!("game {}: {}", self.game, self.kind);
        Diagnostic { code: self.code(), ..Diagnostic::error(message).at(self.place) }
    }
}

/// Something odd about a game that was read all the same.
#[derive(Debug, Error)]
#[error("game {game}, {place}: {kind}")]
pub struct PgnWarning {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// Where it stands.
    pub place: Place,
    /// What is odd.
    pub kind: PgnWarningKind,
}

/// What is odd about a game.
#[derive(Debug, Error)]
pub enum PgnWarningKind {
    /// A move of a variation is illegal, ambiguous or none.
    #[error("{0}; the rest of the variation is left out")]
    Variation(Box<PgnErrorKind>),
    /// The tag and the end of the moves disagree.
    #[error("the tag `Result` is `{tag}`, but the moves end with `{moves}`; the tag counts")]
    TwoResults {
        /// What the tag says.
        tag: GameResult,
        /// What stands behind the moves.
        moves: GameResult,
    },
    /// The last position is mate, stalemate or without a king, and the result says otherwise.
    #[error("the result is `{result}`, but by the moves: {outcome}")]
    Result {
        /// What the file says.
        result: GameResult,
        /// What the board shows.
        outcome: Outcome,
    },
    /// The start position is odd.
    #[error("the tag `FEN`: {0}")]
    Fen(SetupWarning),
}

impl PgnWarning {
    /// The warning as all files tell theirs.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::warning(format!("game {}: {}", self.game, self.kind)).at(self.place)
    }
}
