//! Looks for everything that is wrong with a rule set, its start position apart.

use crate::fault::RuleFault;
use crate::spec::{PieceSpec, Role, Royals, RuleSpec, Win};
use crate::{Movement, PieceType, SquareSet};

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
        if let Some(kind) = piece.becomes {
            faults.extend(becomes_fault(spec, index, kind));
        }
        if piece.value.is_nan() || piece.value < 0.0 {
            faults.push(RuleFault::BadValue(name()));
        }
    }
}

/// What is wrong with the piece that another becomes.
fn becomes_fault(spec: &RuleSpec, index: usize, kind: PieceType) -> Option<RuleFault> {
    let piece = &spec.pieces[index];
    let Some(target) = spec.pieces.get(kind.index()) else {
        return Some(RuleFault::UnknownPromotion);
    };
    let name = piece.name.clone();
    if kind.index() == index {
        return Some(RuleFault::BecomesItself(name));
    }
    let changes_kings = has_one_king(spec) && is_royal(target) != is_royal(piece);
    changes_kings.then(|| RuleFault::BecomesKing { name, becomes: target.name.clone() })
}

fn role_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    let royal = spec.pieces.iter().filter(|piece| piece.role == Role::Royal);
    let mut holders = royal.map(|piece| piece.name.clone());
    if let (Some(first), Some(second), Royals::One) = (holders.next(), holders.next(), spec.royals)
    {
        faults.push(RuleFault::SeveralRoyals { first, second });
    }
    if spec.royals != Royals::One && spec.win != Win::Checkmate {
        faults.push(RuleFault::RoyalsNeedCheckmate);
    }
    if !has_role(spec, Role::Royal) && spec.win != Win::Never {
        faults.push(RuleFault::NoRoyal(spec.win));
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
        choice_faults(spec, &promotion.choices, faults);
        choice_faults(spec, promotion.black_choices.as_deref().unwrap_or_default(), faults);
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

fn choice_faults(spec: &RuleSpec, choices: &[PieceType], faults: &mut Vec<RuleFault>) {
    for (index, kind) in choices.iter().enumerate() {
        let Some(choice) = spec.pieces.get(kind.index()) else { continue };
        if choices[..index].contains(kind) {
            faults.push(RuleFault::SamePromotionChoice(choice.name.clone()));
        }
        if choice.role == Role::Pawn || (is_royal(choice) && has_one_king(spec)) {
            faults.push(RuleFault::PromotionChoice(choice.name.clone()));
        }
    }
}

fn castling_faults(spec: &RuleSpec, faults: &mut Vec<RuleFault>) {
    let Some(castling) = spec.castling else { return };
    let (step, most) = (castling.king_step, spec.size.files() - 2);
    if castling.files.is_none() && !(2..=most).contains(&step) {
        faults.push(RuleFault::CastlingStep { step, most });
    }
    if let Some(files) = castling.files
        && (files[0] >= files[1] || files[1] >= spec.size.files())
    {
        faults.push(RuleFault::CastlingFiles { files });
    }
    if spec.win == Win::Never && !spec.ends.cut_short() {
        faults.push(RuleFault::CastlingWithoutKings);
    }
    if !has_role(spec, Role::CastlingPartner) {
        faults.push(RuleFault::NoRookToCastle);
    }
    let Some(king) = spec.pieces.iter().find(|p| p.role == Role::Royal) else {
        faults.push(RuleFault::NoKingToCastle);
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
        faults.push(RuleFault::UnknownProgress);
    }
    if let Some(goal) = &spec.ends.goal {
        if goal.zones.iter().all(SquareSet::is_empty) {
            faults.push(RuleFault::NoGoal);
        }
        if goal.kinds.iter().flatten().any(is_unknown) {
            faults.push(RuleFault::UnknownGoal);
        }
    }
    if spec.ends.extinction.as_ref().is_some_and(|rule| rule.kinds.iter().any(is_unknown)) {
        faults.push(RuleFault::UnknownExtinction);
    }
    let promotes_to_unknown = spec.promotion.as_ref().is_some_and(|promotion| {
        let limited = promotion.limits.iter().map(|(kind, _)| kind);
        promotion.black_choices.iter().flatten().chain(limited).any(is_unknown)
    });
    if promotes_to_unknown {
        faults.push(RuleFault::UnknownPromotion);
    }
}

fn is_royal(piece: &PieceSpec) -> bool {
    piece.role == Role::Royal
}

/// Has each side one king, whose fate decides the game?
fn has_one_king(spec: &RuleSpec) -> bool {
    spec.kings_decide() && spec.royals == Royals::One
}

fn has_role(spec: &RuleSpec, role: Role) -> bool {
    spec.pieces.iter().any(|piece| piece.role == role)
}
