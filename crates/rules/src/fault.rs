//! Everything that can be wrong with a rule set or a position.

use thiserror::Error;

use crate::spec::{PieceSpec, Role, Royals, RuleSpec, Win};
use crate::{Colour, Hurdle, Movement, Path, PieceType, Position, Ray, Square, SquareSet};

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
    #[error("`{0}` becomes another piece, but it is not said where pieces promote")]
    NowhereToPromote(String),
    #[error("several royal pieces a side need a game that is won by checkmate, without fog")]
    RoyalsNeedCheckmate,
    #[error(
        "`{0}` hops, is lame or needs a hurdle; under fog a hidden piece would decide where it can go"
    )]
    HurdleUnderFog(String),
    #[error("pawns go three squares; under fog it would not be told where they can be taken")]
    TripleStepUnderFog,
    #[error("the triple step is for pawns that move as `fmWfcF`, but there is none")]
    TripleStepWithoutPawn,
    /// Moves are forbidden because of where the other king stands, which fog hides.
    #[error("under fog a hidden king would decide which moves are forbidden")]
    RestrictionUnderFog,
    #[error("{what} names a piece that the rule set does not have")]
    UnknownKind { what: &'static str },
    #[error("so many checks win: {0}; expected 1 to 15")]
    CheckCount(u8),
    #[error("so many pieces in a row win: {0}; expected 2 to 16")]
    RowLength(u8),
    #[error("start positions cannot be numbered: {0}")]
    Shuffle(&'static str),
    #[error("the goal has no squares")]
    NoGoal,
    #[error("the king castles onto files {}; expected two of this board", files.map(|file| (b'a' + file % 26) as char).iter().collect::<String>())]
    CastlingFiles { files: [u8; 2] },
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
        end_faults(self, &mut faults);
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
        if piece.ray_count() == 0 {
            faults.push(RuleFault::NoMoves(name()));
        }
        let rays = piece.ray_count();
        if rays > PieceSpec::MAX_RAYS {
            faults.push(RuleFault::TooManyRays { name: name(), rays });
        }
        if piece.becomes.is_some() && spec.promotion.is_none() {
            faults.push(RuleFault::NowhereToPromote(name()));
        }
        if piece.becomes.is_some_and(|kind| kind.index() >= spec.pieces.len()) {
            faults.push(RuleFault::UnknownKind { what: "promotion" });
        }
        if piece.value.is_nan() || piece.value < 0.0 {
            faults.push(RuleFault::BadValue(name()));
        }
    }
}

fn role_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    let royal = spec.pieces.iter().filter(|piece| piece.role == Role::Royal);
    let mut holders = royal.map(|piece| piece.name.clone());
    if let (Some(first), Some(second), Royals::One) = (holders.next(), holders.next(), spec.royals)
    {
        faults.push(RuleFault::SameRole { first, second, role: "royal" });
    }
    if spec.royals != Royals::One && (spec.win != Win::Checkmate || spec.fog) {
        faults.push(RuleFault::RoyalsNeedCheckmate);
    }
    if spec.fog && (spec.restrictions.no_check || spec.restrictions.kings_apart) {
        faults.push(RuleFault::RestrictionUnderFog);
    }
    if spec.fog && spec.triple_steps.is_some() {
        faults.push(RuleFault::TripleStepUnderFog);
    }
    if spec.fog {
        // A lame leap is told by what is seen if the piece can go to all that it passes.
        let sees = |piece: &PieceSpec, (files, ranks): (i8, i8)| {
            let leads = |ray: &Ray| (ray.files, ray.ranks) == (files, ranks) && ray.purpose.moves();
            piece.movement.rays().iter().any(leads)
        };
        let depends = |piece: &PieceSpec, path: &Path| match path.hurdle {
            Hurdle::None => false,
            Hurdle::Jump | Hurdle::Hop => true,
            Hurdle::Lame => !path.passed_squares().all(|passed| sees(piece, passed)),
        };
        let later = |piece: &PieceSpec| piece.later.as_ref().map(|l| l.movement.clone());
        let is_hidden = |piece: &&PieceSpec| {
            let more = later(piece).unwrap_or_default();
            piece.movement.paths().iter().chain(more.paths()).any(|path| depends(piece, path))
        };
        let hoppers = spec.pieces.iter().filter(is_hidden);
        faults.extend(hoppers.map(|piece| RuleFault::HurdleUnderFog(piece.name.clone())));
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
        if promotion.zones.is_none() && !(2..=ranks).contains(&promotion.rank) {
            faults.push(RuleFault::PromotionRank { rank: promotion.rank, ranks });
        }
        let others_promote = spec.pieces.iter().any(|piece| piece.becomes.is_some());
        let may_stay = promotion.pawns_stop || (promotion.is_optional && others_promote);
        if promotion.choices.is_empty() && !may_stay && has_role(spec, Role::Pawn) {
            faults.push(RuleFault::NoPromotionChoice);
        }
        for (index, kind) in promotion.choices.iter().enumerate() {
            let Some(choice) = spec.pieces.get(kind.index()) else { continue };
            if promotion.choices[..index].contains(kind) {
                faults.push(RuleFault::SamePromotionChoice(choice.name.clone()));
            }
            let royals_are_single = spec.kings_decide() && spec.royals == Royals::One;
            if choice.role == Role::Pawn || (choice.role == Role::Royal && royals_are_single) {
                faults.push(RuleFault::PromotionChoice(choice.name.clone()));
            }
        }
    }
    if let Some(rank) = spec.double_step
        && !(1..=ranks - 2).contains(&rank)
    {
        faults.push(RuleFault::DoubleStepRank { rank, most: ranks - 2 });
    }
    let is_first = |piece: &PieceSpec| piece.movement.paths().iter().any(|path| path.initial);
    let has_first_moves = spec.first_moves.is_some()
        || spec.triple_steps.is_some()
        || spec.pieces.iter().any(is_first);
    let is_usual_pawn =
        |piece: &PieceSpec| piece.role == Role::Pawn && piece.movement == Movement::pawn();
    if spec.triple_steps.is_some() && !spec.pieces.iter().any(is_usual_pawn) {
        faults.push(RuleFault::TripleStepWithoutPawn);
    }
    if spec.en_passant && spec.double_step.is_none() && !has_first_moves {
        faults.push(RuleFault::EnPassantWithoutDoubleStep);
    }
    let others_promote = spec.pieces.iter().any(|piece| piece.becomes.is_some());
    if ((spec.promotion.is_some() && !others_promote) || spec.double_step.is_some())
        && !has_role(spec, Role::Pawn)
        && !has_first_moves
    {
        faults.push(RuleFault::NoPawn);
    }
}

fn castling_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    let Some(castling) = spec.castling else { return };
    let (step, most) = (castling.king_step, spec.size.files() - 2);
    if castling.files.is_none() && !(2..=most).contains(&step) {
        faults.push(RuleFault::CastlingStep { step, most });
    }
    if let Some(files) = castling.files
        && (files[0] + 1 >= spec.size.files() || !(1..spec.size.files()).contains(&files[1]))
    {
        faults.push(RuleFault::CastlingFiles { files });
    }
    if spec.win == Win::Never && !spec.ends.cut_short() {
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
    if goes_himself && castling.files.is_none() {
        faults.push(RuleFault::CastlingAmbiguous(step));
    }
}

fn end_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    let is_unknown = |kind: &PieceType| kind.index() >= spec.pieces.len();
    if let Some(checks) = spec.ends.checks.filter(|checks| !(1..=15).contains(checks)) {
        faults.push(RuleFault::CheckCount(checks));
    }
    if let Some(length) = spec.ends.row.filter(|length| !(2..=16).contains(length)) {
        faults.push(RuleFault::RowLength(length));
    }
    if spec.ends.progress.iter().flatten().any(is_unknown) {
        faults.push(RuleFault::UnknownKind { what: "progress" });
    }
    if let Some(goal) = &spec.ends.goal {
        if goal.zones.iter().all(SquareSet::is_empty) {
            faults.push(RuleFault::NoGoal);
        }
        if goal.kinds.iter().flatten().any(is_unknown) {
            faults.push(RuleFault::UnknownKind { what: "the goal" });
        }
    }
    if spec.ends.extinction.as_ref().is_some_and(|rule| rule.kinds.iter().any(is_unknown)) {
        faults.push(RuleFault::UnknownKind { what: "extinction" });
    }
    let promotes_to_unknown = spec.promotion.as_ref().is_some_and(|promotion| {
        let limited = promotion.limits.iter().map(|(kind, _)| kind);
        promotion.black_choices.iter().flatten().chain(limited).any(is_unknown)
    });
    if promotes_to_unknown {
        faults.push(RuleFault::UnknownKind { what: "promotion" });
    }
}

fn has_role(spec: &RuleSpec, role: Role) -> bool {
    spec.pieces.iter().any(|piece| piece.role == role)
}
