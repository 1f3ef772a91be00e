//! Tells most moves that leave a king attacked from those that do not, without playing them.

use super::{Extended, kings_line, route};
use crate::attack::{KingSafety, king_safety};
use crate::spec::Royals;
use crate::{Move, MoveKind, Position, Square, SquareSet};

/// What can be said of a move before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Legality {
    Legal,
    Illegal,
    /// It has to be tried.
    Open,
}

/// What a side has to look at to keep its king safe.
pub(super) enum Guard {
    /// There is nothing to defend or forbid.
    Needless,
    /// Several royal pieces, or none, or kings that face each other: every move is tried.
    Absent,
    /// He must not be left attacked.
    King(KingGuard),
}

pub(super) struct KingGuard {
    king: Square,
    /// Attacks and pins along rays.
    rays: KingSafety,
    /// Enemies that attack the king by a special path.
    checkers: SquareSet,
    /// Where a piece on or off the square opens, blocks or helps an enemy's special path to the king.
    watched: SquareSet,
    /// Is safety of the own king not all that counts?
    forbids_more: bool,
}

impl Guard {
    pub(super) fn new(position: &Position, extended: &Extended) -> Guard {
        let rules = position.rules();
        let restrictions = rules.restrictions();
        let forbids = restrictions.no_check || restrictions.kings_apart;
        if !rules.check_counts() && !forbids {
            return Guard::Needless;
        }
        let has_one_king = rules.check_counts() && extended.royals == Royals::One;
        match position.king(position.turn()) {
            _ if restrictions.kings_apart && position.kings_face() => Guard::Absent,
            Some(king) if has_one_king => Guard::King(KingGuard::new(position, extended, king)),
            _ => Guard::Absent,
        }
    }

    pub(super) fn legality(
        &self,
        position: &Position,
        extended: &Extended,
        chess_move: Move,
    ) -> Legality {
        match self {
            Guard::Needless => Legality::Legal,
            Guard::Absent => Legality::Open,
            Guard::King(guard) => guard.legality(position, extended, chess_move),
        }
    }
}

impl KingGuard {
    fn new(position: &Position, extended: &Extended, king: Square) -> KingGuard {
        let (rules, us) = (position.rules(), position.turn());
        let restrictions = rules.restrictions();
        // A move that would take the other king has to be looked at more closely.
        let mut watched: SquareSet = position.king(!us).into_iter().collect();
        if restrictions.kings_apart
            && let Some(other) = position.king(!us)
        {
            watched |= kings_line(rules.size(), king, other).collect();
        }
        let takers = extended.special_takers[(!us).index()][king.index()] & position.of(!us);
        for from in takers {
            let Some(piece) = position.piece_at(from) else { continue };
            let paths = extended.program(piece).special_paths(from).iter();
            for path in paths.filter(|path| extended.may_take(path, !us, from)) {
                watched |= route(rules.size(), from, path, king);
            }
        }
        KingGuard {
            king,
            rays: king_safety::<false>(rules, &position.board, king, us),
            checkers: position.special_attackers(extended, king, !us, None).collect(),
            watched,
            forbids_more: restrictions.no_check,
        }
    }

    fn legality(&self, position: &Position, extended: &Extended, chess_move: Move) -> Legality {
        let (from, to) = (chess_move.from(), chess_move.to());
        let touches = |squares: &SquareSet| squares.contains(from) || squares.contains(to);
        match chess_move.kind() {
            MoveKind::Castling | MoveKind::EnPassant => return Legality::Open,
            MoveKind::Promotion(_) if position.en_passant_square().is_some() => {
                return Legality::Open;
            }
            _ => {}
        }
        if from == self.king {
            let by = !position.turn();
            return match position.is_attacked_extended(extended, to, by, Some(from)) {
                true => Legality::Illegal,
                false if self.forbids_more || self.watched.contains(to) => Legality::Open,
                false if position.rules().restrictions().kings_apart => Legality::Open,
                false => Legality::Legal,
            };
        }
        let is_checked = self.rays.checkers > 0 || !self.checkers.is_empty();
        if !is_checked {
            let is_open = self.forbids_more || touches(&self.watched);
            return match is_open || self.rays.pinned.contains(from) {
                true => Legality::Open,
                false => Legality::Legal,
            };
        }
        // Along rays only a piece in between or a capture helps; where there are exceptions, what
        // seems to attack may not do so.
        let leaves_ray = self.rays.checkers > 0
            && !extended.has_exceptions
            && !self.rays.check_mask.contains(to);
        let leaves_path = !self.checkers.is_empty() && !touches(&(self.watched | self.checkers));
        if leaves_ray || leaves_path { Legality::Illegal } else { Legality::Open }
    }
}
