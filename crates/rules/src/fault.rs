//! Everything that can be wrong with a rule set or a position.

use thiserror::Error;

use crate::message::{Fault, FaultMessage, joined};
use crate::{Colour, PieceSpec, Position, Square, Win, message};

/// Something wrong with a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
#[allow(missing_docs)]
pub enum RuleFault {
    NoPieces,
    TooManyPieces(usize),
    NoName,
    BadLetter {
        name: String,
        letter: char,
    },
    SameLetter {
        first: String,
        second: String,
        letter: char,
    },
    SameName(String),
    NoMoves(String),
    TooManyRays {
        name: String,
        rays: usize,
    },
    BadValue(String),
    SeveralRoyals {
        first: String,
        second: String,
    },
    /// How the game is won; never is under fog, where kings are taken.
    NoRoyal(Win),
    NoPawn,
    PromotionRank {
        rank: u8,
        ranks: u8,
    },
    NoPromotionChoice,
    SamePromotionChoice(String),
    PromotionChoice(String),
    NowhereToPromote(String),
    BecomesItself(String),
    BecomesKing {
        name: String,
        becomes: String,
    },
    RoyalsNeedCheckmate,
    TripleStepWithoutPawn,
    /// A piece of `promotion` that the rule set does not have.
    UnknownPromotion,
    /// A piece of `progress` that the rule set does not have.
    UnknownProgress,
    /// A piece of the goal that the rule set does not have.
    UnknownGoal,
    /// A piece of `extinction` that the rule set does not have.
    UnknownExtinction,
    CheckCount(u8),
    RowLength(u8),
    Shuffle(ShuffleFault),
    NoGoal,
    CastlingFiles {
        files: [u8; 2],
    },
    CastlingWithoutKings,
    NoRookToCastle,
    NoKingToCastle,
    CastlingStep {
        step: u8,
        most: u8,
    },
    CastlingAmbiguous(u8),
    DoubleStepRank {
        rank: u8,
        most: u8,
    },
    EnPassantWithoutDoubleStep,
    Start(SetupFault),
}

impl Fault for RuleFault {
    fn message(&self) -> FaultMessage {
        match self {
            RuleFault::NoPieces => {
                message!("rules-no-pieces", "there are no pieces; expected at least one")
            }
            RuleFault::TooManyPieces(count) => message!(
                "rules-too-many-pieces",
                "there are {count} piece types; expected at most 26, one for each letter",
                count
            ),
            RuleFault::NoName => message!("rules-no-name", "a piece has no name"),
            RuleFault::BadLetter { name, letter } => message!(
                "rules-bad-letter",
                "the letter of `{name}` is `{letter}`; expected a small letter from a to z",
                name,
                letter
            ),
            RuleFault::SameLetter { first, second, letter } => message!(
                "rules-same-letter",
                "`{first}` and `{second}` both have the letter `{letter}`",
                first,
                second,
                letter
            ),
            RuleFault::SameName(name) => {
                message!("rules-same-name", "two pieces are called `{name}`", name)
            }
            RuleFault::NoMoves(name) => {
                message!("rules-no-moves", "`{name}` cannot move at all", name)
            }
            RuleFault::TooManyRays { name, rays } => message!(
                "rules-too-many-rays",
                "`{name}` has {rays} rays, one for each direction and purpose; expected at most \
                 {most}",
                name,
                rays,
                most = PieceSpec::MAX_RAYS
            ),
            RuleFault::BadValue(name) => message!(
                "rules-bad-value",
                "the value of `{name}` is not a number of pawns, 0 or more",
                name
            ),
            RuleFault::SeveralRoyals { first, second } => message!(
                "rules-several-royals",
                "`{first}` and `{second}` are both royal; expected one",
                first,
                second
            ),
            RuleFault::NoRoyal(win) => message!(
                "rules-no-royal",
                "the game is won by {win}, but there is no royal piece",
                win = match win {
                    Win::KingCapture => message!("win-king-capture", "taking the king"),
                    Win::Checkmate | Win::Never => message!("win-checkmate", "checkmate"),
                }
            ),
            RuleFault::NoPawn => message!(
                "rules-no-pawn",
                "the double step and promotion are for pawns, but there is no pawn"
            ),
            RuleFault::PromotionRank { rank, ranks } => message!(
                "rules-promotion-rank",
                "pawns promote on rank {rank}; expected a rank from 2 to {ranks}",
                rank,
                ranks
            ),
            RuleFault::NoPromotionChoice => message!(
                "rules-no-promotion-choice",
                "pawns promote, but to nothing; expected at least one choice"
            ),
            RuleFault::SamePromotionChoice(name) => message!(
                "rules-same-promotion-choice",
                "`{name}` is named twice among what pawns promote to",
                name
            ),
            RuleFault::PromotionChoice(name) => {
                message!("rules-promotion-choice", "pawns cannot promote to `{name}`", name)
            }
            RuleFault::NowhereToPromote(name) => message!(
                "rules-nowhere-to-promote",
                "`{name}` becomes another piece, but it is not said where pieces promote",
                name
            ),
            RuleFault::BecomesItself(name) => message!(
                "rules-becomes-itself",
                "`{name}` becomes itself; expected another piece",
                name
            ),
            RuleFault::BecomesKing { name, becomes } => message!(
                "rules-becomes-king",
                "`{name}` cannot become `{becomes}`: each side always has just one king",
                name,
                becomes
            ),
            RuleFault::RoyalsNeedCheckmate => message!(
                "rules-royals-need-checkmate",
                "several royal pieces a side need a game that is won by checkmate"
            ),
            RuleFault::TripleStepWithoutPawn => message!(
                "rules-triple-step-without-pawn",
                "the triple step is for pawns that move as `fmWfcF`, but there is none"
            ),
            RuleFault::UnknownPromotion => message!(
                "rules-unknown-promotion",
                "promotion names a piece that the rule set does not have"
            ),
            RuleFault::UnknownProgress => message!(
                "rules-unknown-progress",
                "progress names a piece that the rule set does not have"
            ),
            RuleFault::UnknownGoal => message!(
                "rules-unknown-goal",
                "the goal names a piece that the rule set does not have"
            ),
            RuleFault::UnknownExtinction => message!(
                "rules-unknown-extinction",
                "extinction names a piece that the rule set does not have"
            ),
            RuleFault::CheckCount(count) => message!(
                "rules-check-count",
                "so many checks win: {count}; expected 1 to 15",
                count
            ),
            RuleFault::RowLength(length) => message!(
                "rules-row-length",
                "so many pieces in a row win: {length}; expected 2 to 16",
                length
            ),
            RuleFault::Shuffle(why) => {
                message!("rules-shuffle", "start positions cannot be numbered: {why}", why)
            }
            RuleFault::NoGoal => message!("rules-no-goal", "the goal has no squares"),
            RuleFault::CastlingFiles { files } => message!(
                "rules-castling-files",
                "the king castles onto files {files}; expected two of this board, the left one first",
                files = files.map(|file| (b'a' + file % 26) as char).iter().collect::<String>()
            ),
            RuleFault::CastlingWithoutKings => message!(
                "rules-castling-without-kings",
                "there is castling, but kings mean nothing where a game is never won"
            ),
            RuleFault::NoRookToCastle => {
                message!("rules-no-rook-to-castle", "there is castling, but no rook to castle with")
            }
            RuleFault::NoKingToCastle => {
                message!("rules-no-king-to-castle", "there is castling, but no king to castle with")
            }
            RuleFault::CastlingStep { step, most } => message!(
                "rules-castling-step",
                "the king castles by {step} squares; expected 2 to {most}",
                step,
                most
            ),
            RuleFault::CastlingAmbiguous(step) => message!(
                "rules-castling-ambiguous",
                "the king can go {step} squares along the rank by himself, so castling would be \
                 ambiguous",
                step
            ),
            RuleFault::DoubleStepRank { rank, most } => message!(
                "rules-double-step-rank",
                "pawns go two squares from rank {rank}; expected a rank from 1 to {most}",
                rank,
                most
            ),
            RuleFault::EnPassantWithoutDoubleStep => {
                message!("rules-en-passant-without-double-step", "en passant needs the double step")
            }
            RuleFault::Start(fault) => {
                message!("rules-start", "start position: {fault}", fault)
            }
        }
    }
}

/// Why start positions cannot be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
#[allow(missing_docs)]
pub enum ShuffleFault {
    OtherHalf,
    EmptyRank,
    DifferentPieces,
    NotTwoForBothShades,
    NoKingBetweenRooks,
    Count,
}

impl Fault for ShuffleFault {
    fn message(&self) -> FaultMessage {
        match self {
            ShuffleFault::OtherHalf => {
                message!("shuffle-other-half", "the rank is not one of the own half")
            }
            ShuffleFault::EmptyRank => {
                message!("shuffle-empty-rank", "nothing stands on its rank")
            }
            ShuffleFault::DifferentPieces => {
                message!("shuffle-different-pieces", "White and Black have different pieces there")
            }
            ShuffleFault::NotTwoForBothShades => message!(
                "shuffle-not-two-for-both-shades",
                "a side has not just two pieces of a type for both shades"
            ),
            ShuffleFault::NoKingBetweenRooks => {
                message!("shuffle-no-king-between-rooks", "there are not one king and two rooks")
            }
            ShuffleFault::Count => {
                message!("shuffle-count", "the pieces cannot be put so, or in too many ways")
            }
        }
    }
}

/// Something wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
#[allow(missing_docs)]
pub enum SetupFault {
    NoKing { colour: Colour },
    SeveralKings { colour: Colour, squares: Vec<Square> },
    OffBoard { square: Square },
    TooManyRays { rays: u32 },
}

impl Fault for SetupFault {
    fn message(&self) -> FaultMessage {
        match self {
            SetupFault::NoKing { colour } => {
                message!("setup-no-king", "{colour} has no king; expected one", colour)
            }
            SetupFault::SeveralKings { colour, squares } => message!(
                "setup-several-kings",
                "{colour} has {count} kings, on {squares}; expected one",
                colour,
                count = squares.len(),
                squares = joined(squares.iter().copied(), |first, last| {
                    message!("and", "{first} and {last}", first, last)
                })
            ),
            SetupFault::OffBoard { square } => {
                message!("setup-off-board", "{square} is not on this board", square)
            }
            SetupFault::TooManyRays { rays } => message!(
                "setup-too-many-rays",
                "the pieces have {rays} rays together, a pawn as many as what it can become; \
                 expected at most {most}",
                rays,
                most = Position::MAX_RAYS
            ),
        }
    }
}

/// Something odd about a position that is accepted all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
#[allow(missing_docs)]
pub enum SetupWarning {
    OpponentInCheck { colour: Colour },
    PawnOnLastRank { colour: Colour, square: Square },
    CastlingIgnored { rook: Square, why: CastlingFault },
    EnPassantIgnored { square: Square, why: EnPassantFault },
}

impl Fault for SetupWarning {
    fn message(&self) -> FaultMessage {
        match self {
            SetupWarning::OpponentInCheck { colour } => message!(
                "setup-opponent-in-check",
                "{colour} is in check although it is not to move",
                colour
            ),
            SetupWarning::PawnOnLastRank { colour, square } => message!(
                "setup-pawn-on-last-rank",
                "the pawn of {colour} on {square} stands on its last rank, where it should have \
                 promoted",
                colour,
                square
            ),
            SetupWarning::CastlingIgnored { rook, why } => message!(
                "setup-castling-ignored",
                "the castling right of the rook on {rook} is ignored: {why}",
                rook,
                why
            ),
            SetupWarning::EnPassantIgnored { square, why } => message!(
                "setup-en-passant-ignored",
                "the en passant square {square} is ignored: {why}",
                square,
                why
            ),
        }
    }
}

/// Why a side may not castle with a rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
#[allow(missing_docs)]
pub enum CastlingFault {
    NotInTheRules,
    NoRook,
    NoKing,
    OtherRank,
    TooNear,
}

impl Fault for CastlingFault {
    fn message(&self) -> FaultMessage {
        match self {
            CastlingFault::NotInTheRules => {
                message!("castling-not-in-the-rules", "there is no castling in this rule set")
            }
            CastlingFault::NoRook => message!("castling-no-rook", "there is no rook"),
            CastlingFault::NoKing => message!("castling-no-king", "there is no king"),
            CastlingFault::OtherRank => {
                message!("castling-other-rank", "the king is on another rank")
            }
            CastlingFault::TooNear => {
                message!("castling-too-near", "the rook is too near to the king")
            }
        }
    }
}

/// Why nothing can be taken in passing on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
#[allow(missing_docs)]
pub enum EnPassantFault {
    NotInTheRules,
    NoPawnPassed,
    NothingPassed,
}

impl Fault for EnPassantFault {
    fn message(&self) -> FaultMessage {
        match self {
            EnPassantFault::NotInTheRules => {
                message!("en-passant-not-in-the-rules", "there is no en passant in this rule set")
            }
            EnPassantFault::NoPawnPassed => {
                message!("en-passant-no-pawn-passed", "no pawn has just passed over it")
            }
            EnPassantFault::NothingPassed => {
                message!("en-passant-nothing-passed", "nothing has just passed over it")
            }
        }
    }
}
