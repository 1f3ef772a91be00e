//! What a search asks about pieces beyond plain rays: exchanges, checks at a glance, mobility.

use super::{Extended, walk};
use crate::movement::Path;
use crate::static_exchange::PieceValues;
use crate::tactics::{KingZone, MobilityInfo};
use crate::{Colour, Move, Piece, Position, Square, SquareSet};

impl Position {
    /// Lets both sides capture on a square in turn, `first` first, each with its least valuable piece
    /// and stopping when that is better. Is the result good enough for the other side?
    ///
    /// Attackers are looked for anew after each capture: a piece that leaves can open a way, block one
    /// no longer, or be missing as a hurdle.
    pub(crate) fn resolve_extended_exchange(
        &self,
        extended: &Extended,
        target: Square,
        mut gone: SquareSet,
        values: &PieceValues,
        first: Colour,
        mut balance: i32,
    ) -> bool {
        let cheapest = |side: Colour, gone: SquareSet| -> Option<(i32, Square, bool)> {
            let attackers = self.attackers_by_walking(extended, target, side, gone);
            let described = attackers.filter_map(|from| {
                let piece = self.piece_at(from)?;
                Some((values[piece.kind().index()], from, extended.program(piece).is_royal))
            });
            described.min()
        };
        let mut side = first;
        while let Some((value, from, is_royal)) = cheapest(side, gone) {
            gone.insert(from);
            let must_be_safe = is_royal && self.rules.check_counts();
            if must_be_safe && cheapest(!side, gone).is_some() {
                break;
            }
            side = !side;
            balance = -balance - 1 - value;
            if balance >= 0 {
                break;
            }
        }
        side == first
    }

    /// Does the piece that moves attack a king from where it arrives? Lines that it opens or hurdles
    /// that it becomes are not looked at.
    pub(crate) fn gives_extended_check(
        &self,
        extended: &Extended,
        chess_move: Move,
        king: Square,
        arrives: Piece,
    ) -> bool {
        let (from, to) = (chess_move.from(), chess_move.to());
        extended.takers[self.turn.index()][king.index()].contains(to)
            && self.attacks_from(extended, arrives, to, king, SquareSet::of(from))
    }

    /// The squares from which some piece of a side might take on a square.
    pub(crate) fn extended_takers(extended: &Extended, by: Colour, on: Square) -> SquareSet {
        extended.takers[by.index()][on.index()]
    }

    /// Adds the mobility of a piece along paths that plain rays do not tell.
    pub(crate) fn path_mobility(
        &self,
        extended: &Extended,
        from: Square,
        piece: Piece,
        king_zone: &KingZone,
        info: &mut MobilityInfo,
        hit: &mut impl FnMut(Square),
    ) {
        let program = extended.program(piece);
        let is_special = |path: &&Path| !path.initial && **path != Path::of_ray(path.ray);
        for path in program.special_paths(from).iter().filter(is_special) {
            let purpose = path.ray.purpose;
            walk(self.rules.size(), &self.board, from, path, SquareSet::EMPTY, |to, is_empty| {
                if !program.region.contains(to) {
                    return false;
                }
                let is_enemy = self.piece_at(to).is_some_and(|p| p.colour() != piece.colour());
                let takes = purpose.captures() && is_enemy;
                info.mobility += u32::from(takes || (is_empty && purpose.moves()));
                if takes {
                    hit(to);
                }
                if purpose.captures() && (is_empty || is_enemy) && king_zone.squares().contains(to)
                {
                    info.near_king += 1;
                }
                false
            });
        }
    }
}
