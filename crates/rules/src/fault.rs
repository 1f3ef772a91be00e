//! Everything that can be wrong with a rule set or a position.

use thiserror::Error;

use crate::message::{Fault, joined};
use crate::{Colour, PieceSpec, Position, Square, Win, faults, message};

faults! {
    /// Something wrong with a rule set.
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum RuleFault {
        NoPieces => message!("rules-no-pieces", "there are no pieces; expected at least one"),
        TooManyPieces(count: usize) => message!(
            "rules-too-many-pieces",
            "there are {count} piece types; expected at most 26, one for each letter"
        ),
        NoName => message!("rules-no-name", "a piece has no name"),
        BadLetter { name: String, letter: char } => message!(
            "rules-bad-letter",
            "the letter of `{name}` is `{letter}`; expected a small letter from a to z"
        ),
        SameLetter { first: String, second: String, letter: char } => message!(
            "rules-same-letter",
            "`{first}` and `{second}` both have the letter `{letter}`"
        ),
        SameName(name: String) => message!("rules-same-name", "two pieces are called `{name}`"),
        NoMoves(name: String) => message!("rules-no-moves", "`{name}` cannot move at all"),
        TooManyRays { name: String, rays: usize } => message!(
            "rules-too-many-rays",
            "`{name}` has {rays} rays, one for each direction and purpose; expected at most {most}",
            name,
            rays,
            most = PieceSpec::MAX_RAYS
        ),
        BadValue(name: String) => message!(
            "rules-bad-value",
            "the value of `{name}` is not a number of pawns, 0 or more"
        ),
        SeveralRoyals { first: String, second: String } => message!(
            "rules-several-royals",
            "`{first}` and `{second}` are both royal; expected one"
        ),
        /// How the game is won; never is under fog, where kings are taken.
        NoRoyal(win: Win) => message!(
            "rules-no-royal",
            "the game is won by {win}, but there is no royal piece",
            win = match win {
                Win::KingCapture => message!("win-king-capture", "taking the king"),
                Win::Checkmate | Win::Never => message!("win-checkmate", "checkmate"),
            }
        ),
        NoPawn => message!(
            "rules-no-pawn",
            "the double step and promotion are for pawns, but there is no pawn"
        ),
        PromotionRank { rank: u8, ranks: u8 } => message!(
            "rules-promotion-rank",
            "pawns promote on rank {rank}; expected a rank from 2 to {ranks}"
        ),
        NoPromotionChoice => message!(
            "rules-no-promotion-choice",
            "pawns promote, but to nothing; expected at least one choice"
        ),
        SamePromotionChoice(name: String) => message!(
            "rules-same-promotion-choice",
            "`{name}` is named twice among what pawns promote to"
        ),
        PromotionChoice(name: String) => message!(
            "rules-promotion-choice",
            "pawns cannot promote to `{name}`"
        ),
        NowhereToPromote(name: String) => message!(
            "rules-nowhere-to-promote",
            "`{name}` becomes another piece, but it is not said where pieces promote"
        ),
        BecomesItself(name: String) => message!(
            "rules-becomes-itself",
            "`{name}` becomes itself; expected another piece"
        ),
        BecomesKing { name: String, becomes: String } => message!(
            "rules-becomes-king",
            "`{name}` cannot become `{becomes}`: each side always has just one king"
        ),
        RoyalsNeedCheckmate => message!(
            "rules-royals-need-checkmate",
            "several royal pieces a side need a game that is won by checkmate"
        ),
        TripleStepWithoutPawn => message!(
            "rules-triple-step-without-pawn",
            "the triple step is for pawns that move as `fmWfcF`, but there is none"
        ),
        /// A piece of `promotion` that the rule set does not have.
        UnknownPromotion => message!(
            "rules-unknown-promotion",
            "promotion names a piece that the rule set does not have"
        ),
        /// A piece of `progress` that the rule set does not have.
        UnknownProgress => message!(
            "rules-unknown-progress",
            "progress names a piece that the rule set does not have"
        ),
        /// A piece of the goal that the rule set does not have.
        UnknownGoal => message!(
            "rules-unknown-goal",
            "the goal names a piece that the rule set does not have"
        ),
        /// A piece of `extinction` that the rule set does not have.
        UnknownExtinction => message!(
            "rules-unknown-extinction",
            "extinction names a piece that the rule set does not have"
        ),
        CheckCount(count: u8) => message!(
            "rules-check-count",
            "so many checks win: {count}; expected 1 to 15"
        ),
        RowLength(length: u8) => message!(
            "rules-row-length",
            "so many pieces in a row win: {length}; expected 2 to 16"
        ),
        Shuffle(why: ShuffleFault) => message!(
            "rules-shuffle",
            "start positions cannot be numbered: {why}"
        ),
        NoGoal => message!("rules-no-goal", "the goal has no squares"),
        CastlingFiles { files: [u8; 2] } => message!(
            "rules-castling-files",
            "the king castles onto files {files}; expected two of this board, the left one first",
            files = files.map(|file| (b'a' + file % 26) as char).iter().collect::<String>()
        ),
        CastlingWithoutKings => message!(
            "rules-castling-without-kings",
            "there is castling, but kings mean nothing where a game is never won"
        ),
        NoRookToCastle => message!(
            "rules-no-rook-to-castle",
            "there is castling, but no rook to castle with"
        ),
        NoKingToCastle => message!(
            "rules-no-king-to-castle",
            "there is castling, but no king to castle with"
        ),
        CastlingStep { step: u8, most: u8 } => message!(
            "rules-castling-step",
            "the king castles by {step} squares; expected 2 to {most}"
        ),
        CastlingAmbiguous(step: u8) => message!(
            "rules-castling-ambiguous",
            "the king can go {step} squares along the rank by himself, so castling would be \
             ambiguous"
        ),
        DoubleStepRank { rank: u8, most: u8 } => message!(
            "rules-double-step-rank",
            "pawns go two squares from rank {rank}; expected a rank from 1 to {most}"
        ),
        EnPassantWithoutDoubleStep => message!(
            "rules-en-passant-without-double-step",
            "en passant needs the double step"
        ),
        Start(fault: SetupFault) => message!("rules-start", "start position: {fault}"),
    }

    /// Why start positions cannot be numbered.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum ShuffleFault {
        OtherHalf => message!("shuffle-other-half", "the rank is not one of the own half"),
        EmptyRank => message!("shuffle-empty-rank", "nothing stands on its rank"),
        DifferentPieces => message!(
            "shuffle-different-pieces",
            "White and Black have different pieces there"
        ),
        NotTwoForBothShades => message!(
            "shuffle-not-two-for-both-shades",
            "a side has not just two pieces of a type for both shades"
        ),
        NoKingBetweenRooks => message!(
            "shuffle-no-king-between-rooks",
            "there are not one king and two rooks"
        ),
        Count => message!("shuffle-count", "the pieces cannot be put so, or in too many ways"),
    }

    /// Something wrong with a position.
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum SetupFault {
        NoKing { colour: Colour } => message!(
            "setup-no-king",
            "{colour} has no king; expected one"
        ),
        SeveralKings { colour: Colour, squares: Vec<Square> } => message!(
            "setup-several-kings",
            "{colour} has {count} kings, on {squares}; expected one",
            colour,
            count = squares.len(),
            squares = joined(squares.iter().copied(), |first, last| {
                message!("and", "{first} and {last}", first, last)
            })
        ),
        OffBoard { square: Square } => message!("setup-off-board", "{square} is not on this board"),
        TooManyRays { rays: u32 } => message!(
            "setup-too-many-rays",
            "the pieces have {rays} rays together, a pawn as many as what it can become; expected \
             at most {most}",
            rays,
            most = Position::MAX_RAYS
        ),
    }

    /// Something odd about a position that is accepted all the same.
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum SetupWarning {
        OpponentInCheck { colour: Colour } => message!(
            "setup-opponent-in-check",
            "{colour} is in check although it is not to move"
        ),
        PawnOnLastRank { colour: Colour, square: Square } => message!(
            "setup-pawn-on-last-rank",
            "the pawn of {colour} on {square} stands on its last rank, where it should have \
             promoted"
        ),
        CastlingIgnored { rook: Square, why: CastlingFault } => message!(
            "setup-castling-ignored",
            "the castling right of the rook on {rook} is ignored: {why}"
        ),
        EnPassantIgnored { square: Square, why: EnPassantFault } => message!(
            "setup-en-passant-ignored",
            "the en passant square {square} is ignored: {why}"
        ),
    }

    /// Why a side may not castle with a rook.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum CastlingFault {
        NotInTheRules => message!(
            "castling-not-in-the-rules",
            "there is no castling in this rule set"
        ),
        NoRook => message!("castling-no-rook", "there is no rook"),
        NoKing => message!("castling-no-king", "there is no king"),
        OtherRank => message!("castling-other-rank", "the king is on another rank"),
        TooNear => message!("castling-too-near", "the rook is too near to the king"),
    }

    /// Why nothing can be taken in passing on a square.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum EnPassantFault {
        NotInTheRules => message!(
            "en-passant-not-in-the-rules",
            "there is no en passant in this rule set"
        ),
        NoPawnPassed => message!("en-passant-no-pawn-passed", "no pawn has just passed over it"),
        NothingPassed => message!("en-passant-nothing-passed", "nothing has just passed over it"),
    }
}
