//! How safe the kings are: pieces aimed at their surroundings, and the pawns before them.

use rules::{Colour, Position, Square, SquareSet};

use super::tapered::Tapered;
use super::weights::Weights;

/// The attack that gathers around one king while the enemy's pieces are looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Siege {
    attackers: usize,
    force: i32,
}

impl Siege {
    /// Adds a piece that attacks so many squares beside the king.
    #[inline]
    pub(crate) fn add(&mut self, squares: u32, force: i32) {
        self.attackers += 1;
        self.force += squares as i32 * force;
    }

    /// What the attack is worth to the attacker.
    pub(crate) fn worth(self, weights: &Weights) -> Tapered {
        let table = &weights.king_attackers;
        let percent = table[self.attackers.min(table.len() - 1)];
        Tapered::new(self.force * percent / 1600, 0)
    }
}

/// What the pawns before a king are worth to him.
pub(crate) fn shelter(
    position: &Position,
    king: Square,
    colour: Colour,
    weights: &Weights,
) -> Tapered {
    let row = SquareSet::of(king);
    let row = row | row.left() | row.right();
    let (first, second) = match colour {
        Colour::White => (row.up(), row.up().up()),
        Colour::Black => (row.down(), row.down().down()),
    };
    let (first, second) = (first & position.pawns(colour), second & position.pawns(colour));
    weights.shield[0] * first.len() as i32 + weights.shield[1] * second.len() as i32
}
