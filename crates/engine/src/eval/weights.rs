//! The weights of the evaluation, in hundredths of a pawn: all in one place.

use rules::BoardSize;

use super::tapered::Tapered;

/// The most squares of a small board.
const SMALL_BOARD_SQUARES: u32 = 100;

/// Everything that can be tuned about the evaluation.
///
/// Piece values, mobility and piece-square terms are derived from how the pieces move on the
/// board at hand, so that the same weights serve every rule set.
#[derive(Clone, Debug)]
pub struct Weights {
    /// A pawn on its first square.
    pub(crate) pawn: Tapered,
    /// A piece with the mobility of a rook; others in proportion.
    pub(crate) rook: Tapered,
    /// The power, in percent, by which pieces less mobile than a rook fall behind it.
    pub(crate) slowness_percent: i32,
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
    /// The weights that suit a board of this size.
    pub fn for_board(size: BoardSize) -> Weights {
        let squares = u32::from(size.files()) * u32::from(size.ranks());
        if squares <= SMALL_BOARD_SQUARES { Weights::SMALL_BOARD } else { Weights::LARGE_BOARD }
    }

    /// The same where promotion is worth this part, in percent, of what it mostly is.
    pub(crate) fn for_promotion(mut self, percent: i32) -> Weights {
        let ways = [&mut self.passed_free, &mut self.passed_kings, &mut self.pawn_progress];
        for weight in self.passed.iter_mut().chain(ways) {
            *weight = Tapered::new(weight.middle() * percent / 100, weight.end() * percent / 100);
        }
        self
    }

    /// Weights for boards of up to [`SMALL_BOARD_SQUARES`] squares.
    const SMALL_BOARD: Weights = Weights {
        pawn: Tapered::new(72, 118),
        rook: Tapered::new(455, 575),
        slowness_percent: 121,
        synergy_percent: 17,
        pair_percent: Tapered::new(10, 12),
        mobility: Tapered::new(20, 35),
        centre: Tapered::new(12, 15),
        king_centre: Tapered::new(-40, 36),
        king_rank: Tapered::new(-8, 0),
        pawn_progress: Tapered::new(45, 55),
        pawn_centre: Tapered::new(22, -6),
        doubled: Tapered::new(-5, -32),
        isolated: Tapered::new(-14, -6),
        connected: Tapered::new(10, 8),
        backward: Tapered::new(-10, -2),
        passed: [
            Tapered::new(0, 0),
            Tapered::new(80, 160),
            Tapered::new(95, 90),
            Tapered::new(55, 52),
            Tapered::new(14, 34),
            Tapered::new(0, 20),
            Tapered::new(-4, 2),
        ],
        passed_free: Tapered::new(22, 80),
        passed_kings: Tapered::new(-3, 9),
        shield: [Tapered::new(28, 0), Tapered::new(17, 0)],
        king_attack: 56,
        king_attackers: [0, 14, 62, 95, 115, 125, 130],
        pawn_threat: Tapered::new(60, 46),
        lesser_threat: Tapered::new(34, 32),
        hit: Tapered::new(0, 12),
        tempo: Tapered::new(20, 9),
    };

    /// Weights for boards with more squares than that, where pawns race to promotion.
    const LARGE_BOARD: Weights = Weights {
        pawn: Tapered::new(52, 96),
        rook: Tapered::new(375, 680),
        slowness_percent: 115,
        synergy_percent: 17,
        pair_percent: Tapered::new(7, 13),
        mobility: Tapered::new(16, 48),
        centre: Tapered::new(7, 17),
        king_centre: Tapered::new(-45, 30),
        king_rank: Tapered::new(-8, 1),
        pawn_progress: Tapered::new(62, 75),
        pawn_centre: Tapered::new(17, -6),
        doubled: Tapered::new(-3, -25),
        isolated: Tapered::new(-13, -4),
        connected: Tapered::new(3, 5),
        backward: Tapered::new(-10, -1),
        passed: [
            Tapered::new(0, 0),
            Tapered::new(100, 200),
            Tapered::new(145, 110),
            Tapered::new(105, 78),
            Tapered::new(15, 36),
            Tapered::new(2, 36),
            Tapered::new(-12, -5),
        ],
        passed_free: Tapered::new(28, 115),
        passed_kings: Tapered::new(-1, 15),
        shield: [Tapered::new(28, 0), Tapered::new(17, 0)],
        king_attack: 60,
        king_attackers: [0, 14, 62, 95, 115, 125, 130],
        pawn_threat: Tapered::new(57, 46),
        lesser_threat: Tapered::new(33, 32),
        hit: Tapered::new(-2, 13),
        tempo: Tapered::new(20, 9),
    };

    /// All numbers in a row, for the tuner.
    pub fn to_numbers(&self) -> Vec<i32> {
        let mut numbers = Vec::new();
        self.clone().visit(&mut |number| numbers.push(*number));
        numbers
    }

    /// Weights with these numbers, as many as [`Weights::to_numbers`] gives.
    pub fn from_numbers(numbers: &[i32]) -> Weights {
        let mut weights = Weights::SMALL_BOARD;
        let mut numbers = numbers.iter();
        weights.visit(&mut |number| {
            if let Some(value) = numbers.next() {
                *number = *value;
            }
        });
        weights
    }

    /// Shows every number to a visitor, who may change it.
    fn visit(&mut self, visitor: &mut dyn FnMut(&mut i32)) {
        let parts: [&mut dyn Tunable; 25] = [
            &mut self.pawn,
            &mut self.rook,
            &mut self.slowness_percent,
            &mut self.synergy_percent,
            &mut self.pair_percent,
            &mut self.mobility,
            &mut self.centre,
            &mut self.king_centre,
            &mut self.king_rank,
            &mut self.pawn_progress,
            &mut self.pawn_centre,
            &mut self.doubled,
            &mut self.isolated,
            &mut self.connected,
            &mut self.backward,
            &mut self.passed,
            &mut self.passed_free,
            &mut self.passed_kings,
            &mut self.shield,
            &mut self.king_attack,
            &mut self.king_attackers,
            &mut self.pawn_threat,
            &mut self.lesser_threat,
            &mut self.hit,
            &mut self.tempo,
        ];
        parts.into_iter().for_each(|part| part.visit(visitor));
    }
}

/// Something made of numbers that can be tuned.
trait Tunable {
    fn visit(&mut self, visitor: &mut dyn FnMut(&mut i32));
}

impl Tunable for i32 {
    fn visit(&mut self, visitor: &mut dyn FnMut(&mut i32)) {
        visitor(self);
    }
}

impl Tunable for Tapered {
    fn visit(&mut self, visitor: &mut dyn FnMut(&mut i32)) {
        let (mut middle, mut end) = (self.middle(), self.end());
        visitor(&mut middle);
        visitor(&mut end);
        *self = Tapered::new(middle, end);
    }
}

impl<T: Tunable, const N: usize> Tunable for [T; N] {
    fn visit(&mut self, visitor: &mut dyn FnMut(&mut i32)) {
        for part in self {
            part.visit(visitor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_can_be_set() {
        let mut numbers = Weights::SMALL_BOARD.to_numbers();
        assert_eq!(4 * numbers.len(), size_of::<Weights>(), "no field is left out");
        for number in &mut numbers {
            *number += 3;
        }
        assert_eq!(Weights::from_numbers(&numbers).to_numbers(), numbers);
        assert_ne!(Weights::SMALL_BOARD.to_numbers(), numbers);
    }
}
