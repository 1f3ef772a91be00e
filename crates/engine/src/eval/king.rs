//! How safe the kings are: pieces aimed at their surroundings, and the pawns before them.

use rules::{Colour, Square, SquareSet};

use super::tapered::Tapered;
use super::weights::Weights;

/// The attack that gathers around one king while the enemy's pieces are looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KingAttack {
    attackers: usize,
    force: i32,
}

impl KingAttack {
    /// Adds a piece that attacks so many squares beside the king.
    #[inline(always)]
    pub(crate) fn add(&mut self, squares: u32, force: i32) {
        self.attackers += usize::from(squares > 0);
        self.force += squares as i32 * force;
    }

    /// What the attack is worth to the attacker.
    pub(crate) fn worth(self, weights: &Weights) -> Tapered {
        let table = &weights.king_attackers;
        let percent = table[self.attackers.min(table.len() - 1)];
        Tapered::new(self.force * percent / 1600, 0)
    }
}

/// The squares before a king on which his pawns protect him, for either side and each square.
pub(crate) struct Shelters {
    /// The nearer and the further row.
    rows: Vec<[[SquareSet; 2]; 2]>,
    shield: [Tapered; 2],
}

impl Shelters {
    pub(crate) fn new(weights: &Weights) -> Shelters {
        let rows = |king: Square| {
            let row = SquareSet::of(king);
            let row = row | row.left() | row.right();
            Colour::BOTH.map(|colour| match colour {
                Colour::White => [row.up(), row.up().up()],
                Colour::Black => [row.down(), row.down().down()],
            })
        };
        let rows = (0..=255).map(|n| rows(Square::from_index(n))).collect();
        Shelters { rows, shield: weights.shield }
    }

    /// What the pawns before a king are worth to him.
    #[inline(always)]
    pub(crate) fn worth<const SMALL: bool>(
        &self,
        king: Square,
        colour: Colour,
        pawns: SquareSet,
    ) -> Tapered {
        let [first, second] = &self.rows[king.index()][colour.index()];
        let count = |row: &SquareSet| (*row & pawns).clip::<SMALL>().len() as i32;
        self.shield[0] * count(first) + self.shield[1] * count(second)
    }
}
