//! Everything that can be wrong with a rule set or a position.

use thiserror::Error;

use crate::spec::{PieceSpec, Role, RuleSpec, Win};
use crate::{Colour, Movement, PieceType, Position, Square};

/// Something wrong with a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum RuleFault {
    #[error("there are no pieces; expected at least one")]
    NoPieces,
    #[error("there are {0} piece types; expected at most 26, one for each letter")]
    TooManyPieces(usize),
    #[error("a piece has no name")]
    NoName,
    #[error("the letter of `{name}` is `{letter}`; expected a small letter from a to z")]
    BadLetter { name: String, letter: char },
    #[error("`{first}` and `{second}` both have the letter `{letter}`")]
    SameLetter { first: String, second: String, letter: char },
    #[error("two pieces are called `{0}`")]
    SameName(String),
    #[error("`{0}` cannot move at all")]
    NoMoves(String),
    #[error(
        "`{name}` has {rays} rays, one for each direction and purpose; expected at most {}",
        PieceSpec::MAX_RAYS
    )]
    TooManyRays { name: String, rays: usize },
    #[error("the value of `{0}` is not a number of pawns, 0 or more")]
    BadValue(String),
    #[error("`{first}` and `{second}` are both {role}; expected one")]
    SameRole { first: String, second: String, role: &'static str },
    #[error("the game is won by {0}, but there is no royal piece")]
    NoRoyal(&'static str),
    #[error("the double step and promotion are for pawns, but there is no pawn")]
    NoPawn,
    #[error("pawns promote on rank {rank}; expected a rank from 2 to {ranks}")]
    PromotionRank { rank: u8, ranks: u8 },
    #[error("pawns promote, but to nothing; expected at least one choice")]
    NoPromotionChoice,
    #[error("`{0}` is named twice among what pawns promote to")]
    SamePromotionChoice(String),
    #[error("pawns cannot promote to `{0}`")]
    PromotionChoice(String),
    #[error("`{0}` is a pawn, but does not move as one")]
    NotAPawn(String),
    #[error("there is castling, but kings mean nothing where a game is never won")]
    CastlingWithoutKings,
    #[error("there is castling, but no {0} to castle with")]
    CastlingNeeds(&'static str),
    #[error("the king castles by {step} squares; expected 2 to {most}")]
    CastlingStep { step: u8, most: u8 },
    #[error(
        "the king can go {0} squares along the rank by himself, so castling would be ambiguous"
    )]
    CastlingAmbiguous(u8),
    #[error("pawns go two squares from rank {rank}; expected a rank from 1 to {most}")]
    DoubleStepRank { rank: u8, most: u8 },
    #[error("en passant needs the double step")]
    EnPassantWithoutDoubleStep,
    #[error("start position: {0}")]
    Start(SetupFault),
}

/// Something wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum SetupFault {
    #[error("{colour} has no king; expected one")]
    NoKing { colour: Colour },
    #[error("{colour} has {} kings, on {}; expected one", squares.len(), list(squares))]
    SeveralKings { colour: Colour, squares: Vec<Square> },
    #[error("{square} is not on this board")]
    OffBoard { square: Square },
    #[error(
        "the pieces have {rays} rays together, a pawn as many as what it can become; \
         expected at most {}",
        Position::MAX_RAYS
    )]
    TooManyRays { rays: u32 },
}

/// Something odd about a position that is accepted all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum SetupWarning {
    #[error("{colour} is in check although it is not his move")]
    OpponentInCheck { colour: Colour },
    #[error(
        "the pawn of {colour} on {square} stands on its last rank, where it should have promoted"
    )]
    PawnOnLastRank { colour: Colour, square: Square },
    #[error("the castling right of the rook on {rook} is ignored: {why}")]
    CastlingIgnored { rook: Square, why: &'static str },
    #[error("the en passant square {square} is ignored: {why}")]
    EnPassantIgnored { square: Square, why: &'static str },
}

fn list(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" and ")
}

impl RuleSpec {
    /// Everything that is wrong with the rule set apart from its start position.
    pub fn faults(&self) -> Vec<RuleFault> {
        let mut faults = Vec::new();
        piece_faults(self, &mut faults);
        role_faults(self, &mut faults);
        pawn_faults(self, &mut faults);
        castling_faults(self, &mut faults);
        faults
    }
}

fn piece_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    if spec.pieces.is_empty() {
        faults.push(RuleFault::NoPieces);
    }
    if spec.pieces.len() > PieceType::MAX {
        faults.push(RuleFault::TooManyPieces(spec.pieces.len()));
    }
    for (index, piece) in spec.pieces.iter().enumerate() {
        let name = || piece.name.clone();
        let before = &spec.pieces[..index];
        if !piece.letter.is_ascii_lowercase() {
            faults.push(RuleFault::BadLetter { name: name(), letter: piece.letter });
        }
        if let Some(other) = before.iter().find(|p| p.letter == piece.letter) {
            let first = other.name.clone();
            faults.push(RuleFault::SameLetter { first, second: name(), letter: piece.letter });
        }
        if piece.name.trim().is_empty() {
            faults.push(RuleFault::NoName);
        }
        if before.iter().any(|p| p.name == piece.name) {
            faults.push(RuleFault::SameName(name()));
        }
        if piece.movement.rays().is_empty() {
            faults.push(RuleFault::NoMoves(name()));
        }
        let rays = piece.movement.rays().len();
        if rays > PieceSpec::MAX_RAYS {
            faults.push(RuleFault::TooManyRays { name: name(), rays });
        }
        if piece.role == Role::Pawn && piece.movement != Movement::pawn() {
            faults.push(RuleFault::NotAPawn(name()));
        }
        if piece.value.is_nan() || piece.value < 0.0 {
            faults.push(RuleFault::BadValue(name()));
        }
    }
}

fn role_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    for (role, called) in [(Role::Royal, "royal"), (Role::Pawn, "pawns")] {
        let mut holders = spec.pieces.iter().filter(|p| p.role == role).map(|p| p.name.clone());
        if let (Some(first), Some(second)) = (holders.next(), holders.next()) {
            faults.push(RuleFault::SameRole { first, second, role: called });
        }
    }
    if !has_role(spec, Role::Royal) {
        match spec.win {
            Win::Checkmate => faults.push(RuleFault::NoRoyal("checkmate")),
            Win::KingCapture => faults.push(RuleFault::NoRoyal("taking the king")),
            Win::Never if spec.fog => faults.push(RuleFault::NoRoyal("taking the king (fog)")),
            Win::Never => {}
        }
    }
}

fn pawn_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    let ranks = spec.size.ranks();
    if let Some(promotion) = &spec.promotion {
        if !(2..=ranks).contains(&promotion.rank) {
            faults.push(RuleFault::PromotionRank { rank: promotion.rank, ranks });
        }
        if promotion.choices.is_empty() {
            faults.push(RuleFault::NoPromotionChoice);
        }
        for (index, kind) in promotion.choices.iter().enumerate() {
            let Some(choice) = spec.pieces.get(kind.index()) else { continue };
            if promotion.choices[..index].contains(kind) {
                faults.push(RuleFault::SamePromotionChoice(choice.name.clone()));
            }
            if matches!(choice.role, Role::Royal | Role::Pawn) {
                faults.push(RuleFault::PromotionChoice(choice.name.clone()));
            }
        }
    }
    if let Some(rank) = spec.double_step
        && !(1..=ranks - 2).contains(&rank)
    {
        faults.push(RuleFault::DoubleStepRank { rank, most: ranks - 2 });
    }
    if spec.en_passant && spec.double_step.is_none() {
        faults.push(RuleFault::EnPassantWithoutDoubleStep);
    }
    if (spec.promotion.is_some() || spec.double_step.is_some()) && !has_role(spec, Role::Pawn) {
        faults.push(RuleFault::NoPawn);
    }
}

fn castling_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    let Some(castling) = spec.castling else { return };
    let (step, most) = (castling.king_step, spec.size.files() - 2);
    if !(2..=most).contains(&step) {
        faults.push(RuleFault::CastlingStep { step, most });
    }
    if spec.win == Win::Never {
        faults.push(RuleFault::CastlingWithoutKings);
    }
    if !has_role(spec, Role::CastlingPartner) {
        faults.push(RuleFault::CastlingNeeds("rook"));
    }
    let Some(king) = spec.pieces.iter().find(|p| p.role == Role::Royal) else {
        faults.push(RuleFault::CastlingNeeds("king"));
        return;
    };
    let goes_himself = king.movement.rays().iter().any(|ray| {
        let files = ray.files.unsigned_abs();
        ray.ranks == 0 && files > 0 && step % files == 0 && step / files <= ray.range
    });
    if goes_himself {
        faults.push(RuleFault::CastlingAmbiguous(step));
    }
}

fn has_role(spec: &RuleSpec, role: Role) -> bool {
    spec.pieces.iter().any(|piece| piece.role == role)
}
