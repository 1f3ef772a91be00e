//! What can be wrong with a game in a PGN file, and where.

use std::io;

use rules::message::{Fault, FaultMessage};
use rules::{Colour, Outcome, SetupWarning, faults, message};
use thiserror::Error;

use super::{GameResult, ScanFault};
use crate::diagnostics::{Diagnostic, TextPosition};
use crate::fen::FenError;
use crate::san::SanError;

/// A game that could not be read. The next one may be.
#[derive(Debug, Error)]
#[error("{}", self.message())]
pub struct PgnError {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// Where the fault stands.
    pub place: TextPosition,
    /// What is wrong.
    pub kind: Box<PgnErrorKind>,
}

faults! {
    /// What is wrong with a game.
    #[derive(Debug, Error)]
    #[error("{}", self.message())]
    pub enum PgnErrorKind {
        /// The bytes did not come; no more games follow.
        Read(#[from] error: io::Error) => message!(
            "pgn-not-read",
            "the file cannot be read: {why}",
            why = error.to_string()
        ),
        /// The text breaks the form of PGN.
        Scan(#[from] fault: ScanFault) = fault.message(),
        /// The text has nothing of PGN at all.
        NotPgn => message!(
            "not-pgn",
            "this is no PGN; expected tags such as `[Event \"Open\"]` or moves such as `1. e4`"
        ),
        /// The rule set is unknown.
        Variant {
            /// What the file says.
            name: String,
            /// Why that is no rule set.
            why: FaultMessage,
        } => message!(
            "tag-variant",
            "the tag `Variant` is `{name}`: {why}",
            name,
            why = why.clone()
        ),
        /// The tag `Fog` is neither on nor off.
        Fog(found: String) => message!(
            "tag-fog",
            "the tag `Fog` is `{found}`; expected `1` or `0`"
        ),
        /// The start position is faulty.
        Fen(#[from] error: FenError) = tag_fen(error),
        /// A move is illegal, ambiguous or none.
        Move {
            /// The number of the move, as the game counts.
            number: u32,
            /// Whose move it is.
            colour: Colour,
            /// What is wrong with it.
            why: SanError,
        } = pgn_move(*number, *colour, why.message()),
        /// A turn passes although its side is in check.
        PassInCheck {
            /// The number of the move, as the game counts.
            number: u32,
            /// Whose turn it is.
            colour: Colour,
            /// What was read.
            text: String,
        } = pgn_move(*number, *colour, pass_in_check(text)),
        /// The game has more tags than any real one.
        TooManyTags(most: usize) => message!("pgn-tags", "the game has more than {most} tags"),
        /// The game needs more memory than any real one.
        TooLarge(most: usize) => message!("pgn-size", "the game is larger than {most} MiB"),
    }
}

fn tag_fen(why: impl Fault) -> FaultMessage {
    message!("tag-fen", "the tag `FEN`: {why}", why)
}

fn pgn_move(number: u32, colour: Colour, why: FaultMessage) -> FaultMessage {
    let colour = colour.title();
    message!("pgn-move", "move {number} of {colour}: {why}", number, colour, why)
}

/// A turn passes although its side is in check.
pub(crate) fn pass_in_check(text: &str) -> FaultMessage {
    message!("pass-in-check", "`{text}` lets the turn pass, but the king is in check", text)
}

/// A fault of a game, by its number.
fn in_game(game: u64, fault: impl Fault) -> FaultMessage {
    message!("in-game", "game {game}: {fault}", game, fault)
}

/// The same with its place.
fn in_game_at(game: u64, place: TextPosition, fault: impl Fault) -> FaultMessage {
    message!("in-game-at", "game {game}, {place}: {fault}", game, place, fault)
}

impl Fault for PgnError {
    fn message(&self) -> FaultMessage {
        in_game_at(self.game, self.place, &*self.kind)
    }
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

    /// The fault in the form that all files share.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = in_game(self.game, &*self.kind);
        Diagnostic { code: self.code(), ..Diagnostic::error(message).at(self.place) }
    }
}

/// Something odd about a game that was read all the same.
#[derive(Debug, Error)]
#[error("{}", self.message())]
pub struct PgnWarning {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// Where it stands.
    pub place: TextPosition,
    /// What is odd.
    pub kind: PgnWarningKind,
}

faults! {
    /// What is odd about a game.
    #[derive(Debug, Error)]
    #[error("{}", self.message())]
    pub enum PgnWarningKind {
        /// A move of a variation is illegal, ambiguous or none.
        Variation(why: Box<PgnErrorKind>) => message!(
            "variation-left-out",
            "{why}; the rest of the variation is left out",
            why = &**why
        ),
        /// The tag and the end of the moves disagree.
        TwoResults {
            /// What the tag says.
            tag: GameResult,
            /// What stands behind the moves.
            moves: GameResult,
        } => message!(
            "two-results",
            "the tag `Result` is `{tag}`, but the moves end with `{moves}`; the tag counts",
            tag = tag.text(),
            moves = moves.text()
        ),
        /// The last position is mate, stalemate or without a king, and the result says otherwise.
        Result {
            /// What the file says.
            result: GameResult,
            /// What the board shows.
            outcome: Outcome,
        } => message!(
            "other-result",
            "the result is `{result}`, but by the moves: {outcome}",
            result = result.text(),
            outcome = *outcome
        ),
        /// The start position is odd.
        Fen(odd: SetupWarning) = tag_fen(odd),
    }
}

impl Fault for PgnWarning {
    fn message(&self) -> FaultMessage {
        in_game_at(self.game, self.place, &self.kind)
    }
}

impl PgnWarning {
    /// The warning in the form that all files share.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::warning(in_game(self.game, &self.kind)).at(self.place)
    }
}
