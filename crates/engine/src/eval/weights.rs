//! The weights of the evaluation, in hundredths of a pawn: all in one place.

use super::tapered::Tapered;

/// Everything that can be tuned about the evaluation.
///
/// Piece values, mobility and piece-square terms are derived from how the pieces move on the
/// board at hand, so that the same weights serve every rule set.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// A pawn on its first square.
    pub(crate) pawn: Tapered,
    /// A piece with the mobility of a rook; others in proportion.
    pub(crate) rook: Tapered,
    /// How much more, in percent, pieces are worth that are clearly more mobile than a rook.
    pub(crate) synergy_percent: i32,
    /// Both shades covered by pieces that keep to one, in percent of one such piece.
    pub(crate) pair_percent: Tapered,
    /// Each root of a square that a piece can go to.
    pub(crate) mobility: Tapered,
    /// A piece in the middle of the board, compared with the edge.
    pub(crate) centre: Tapered,
    /// The king in the middle of the board, compared with the edge.
    pub(crate) king_centre: Tapered,
    /// The king, for each rank that he has left behind.
    pub(crate) king_rank: Tapered,
    /// A pawn just before promotion, compared with its first square.
    pub(crate) pawn_progress: Tapered,
    /// A pawn on a central file a third of the way to promotion.
    pub(crate) pawn_centre: Tapered,
    /// A pawn with another of its side before it on the same file.
    pub(crate) doubled: Tapered,
    /// A pawn without others on the files beside it.
    pub(crate) isolated: Tapered,
    /// A pawn that is defended by another or stands beside one.
    pub(crate) connected: Tapered,
    /// A pawn that no longer can be defended by pawns and cannot safely go on.
    pub(crate) backward: Tapered,
    /// A passed pawn by the steps it still has to go; the last is for all longer ways.
    pub(crate) passed: [Tapered; 7],
    /// A passed pawn next to promotion whose next square is free; less further away.
    pub(crate) passed_free: Tapered,
    /// For each step that the enemy king is further from a passed pawn's way than the own one.
    pub(crate) passed_kings: Tapered,
    /// A pawn of his own before the king, one or two squares away.
    pub(crate) shield: [Tapered; 2],
    /// An attack on a square beside the king by a piece of a rook's worth, in sixteenths.
    pub(crate) king_attack: i32,
    /// What part of the attacks counts when so many pieces attack, in percent.
    pub(crate) king_attackers: [i32; 7],
    /// A piece attacked by a pawn.
    pub(crate) pawn_threat: Tapered,
    /// A piece attacked by one of clearly lesser worth.
    pub(crate) lesser_threat: Tapered,
    /// A piece attacked while nothing defends it or by an equal.
    pub(crate) hit: Tapered,
    /// The right to move.
    pub(crate) tempo: Tapered,
}

impl Weights {
    /// The weights in use.
    pub(crate) const DEFAULT: Weights = Weights {
        pawn: Tapered::new(85, 110),
        rook: Tapered::new(490, 540),
        synergy_percent: 15,
        pair_percent: Tapered::new(8, 14),
        mobility: Tapered::new(22, 26),
        centre: Tapered::new(14, 8),
        king_centre: Tapered::new(-26, 36),
        king_rank: Tapered::new(-16, 4),
        pawn_progress: Tapered::new(22, 40),
        pawn_centre: Tapered::new(18, 0),
        doubled: Tapered::new(-8, -18),
        isolated: Tapered::new(-10, -12),
        connected: Tapered::new(7, 6),
        backward: Tapered::new(-6, -8),
        passed: [
            Tapered::new(0, 0),
            Tapered::new(85, 135),
            Tapered::new(48, 85),
            Tapered::new(18, 48),
            Tapered::new(6, 26),
            Tapered::new(2, 14),
            Tapered::new(0, 8),
        ],
        passed_free: Tapered::new(20, 60),
        passed_kings: Tapered::new(0, 9),
        shield: [Tapered::new(16, 0), Tapered::new(9, 0)],
        king_attack: 44,
        king_attackers: [0, 15, 50, 75, 88, 95, 100],
        pawn_threat: Tapered::new(48, 42),
        lesser_threat: Tapered::new(28, 26),
        hit: Tapered::new(5, 9),
        tempo: Tapered::new(16, 8),
    };
}
