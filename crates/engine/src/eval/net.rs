//! A small neural network that corrects the written evaluation where it was trained.
//!
//! It sees every piece on its square twice, once with the eyes of either side. Each pair of piece
//! and square adds a row of numbers to a sum that is kept up to date move by move; a weighted sum of
//! both sides' clipped squares is the correction.

use rules::{Colour, Piece, Position, Ray, Rules, Square};

use crate::dice::mix;

/// Numbers in the sum of each side.
pub(crate) const WIDTH: usize = 64;
/// Sets of output weights, by how much force is left on the board.
pub(crate) const STAGES: usize = 4;
/// One, in a sum.
pub(crate) const SUM_ONE: i32 = 255;
/// One, in an output weight.
pub(crate) const OUTPUT_ONE: i32 = 64;
/// What an output of one means, in hundredths of a pawn.
pub(crate) const OUTPUT_SCALE: i32 = 400;

/// How the pairs of piece and square of a rule set are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    files: u8,
    ranks: u8,
    kinds: u8,
}

impl Layout {
    pub(crate) fn new(rules: &Rules) -> Layout {
        let size = rules.size();
        let kinds = rules.piece_types().len() as u8;
        Layout { files: size.files(), ranks: size.ranks(), kinds }
    }

    /// How many pairs of piece and square there are.
    pub(crate) fn inputs(self) -> usize {
        2 * usize::from(self.kinds) * usize::from(self.files) * usize::from(self.ranks)
    }

    /// Does a side see the board mirrored? It does so that its king always stands on the right.
    #[inline]
    pub(crate) fn is_mirrored(self, king: Option<Square>) -> bool {
        king.is_some_and(|king| king.file() < self.files / 2)
    }

    /// The number of a piece on a square, as a side sees it.
    #[inline]
    pub(crate) fn input(
        self,
        piece: Piece,
        square: Square,
        viewer: Colour,
        mirrored: bool,
    ) -> usize {
        let file = if mirrored { self.files - 1 - square.file() } else { square.file() };
        let rank = match viewer {
            Colour::White => square.rank(),
            Colour::Black => self.ranks - 1 - square.rank(),
        };
        let side = usize::from(piece.colour() != viewer);
        let plane = side * usize::from(self.kinds) + piece.kind().index();
        (plane * usize::from(self.ranks) + usize::from(rank)) * usize::from(self.files)
            + usize::from(file)
    }
}

/// The numbers of a trained network.
pub(crate) struct Net {
    layout: Layout,
    rows: Vec<[i16; WIDTH]>,
    start: [i16; WIDTH],
    outputs: [[[i16; WIDTH]; 2]; STAGES],
    output_start: [i32; STAGES],
}

/// The sums of both sides in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    sums: [[i16; WIDTH]; 2],
    mirrored: [bool; 2],
}

impl Default for Sums {
    fn default() -> Sums {
        Sums { sums: [[0; WIDTH]; 2], mirrored: [false; 2] }
    }
}

/// A piece that appears on a square or leaves it.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) piece: Piece,
    pub(crate) square: Square,
    pub(crate) appears: bool,
}

impl Net {
    /// Reads a network; nothing if it was trained for another rule set.
    pub(crate) fn read(rules: &Rules, bytes: &[u8]) -> Option<Net> {
        let (mark, bytes) = bytes.split_at_checked(size_of::<u64>())?;
        let layout = Layout::new(rules);
        let numbers = (layout.inputs() + 1 + 2 * STAGES) * WIDTH + 2 * STAGES;
        if mark != fingerprint(rules).to_le_bytes() || bytes.len() != 2 * numbers {
            return None;
        }
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut number = || numbers.next().unwrap_or_default();
        let rows = (0..layout.inputs()).map(|_| std::array::from_fn(|_| number())).collect();
        let start = std::array::from_fn(|_| number());
        let outputs =
            std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| number())));
        let output_start = std::array::from_fn(|_| {
            let low = number() as u16;
            i32::from(number()) << 16 | i32::from(low)
        });
        Some(Net { layout, rows, start, outputs, output_start })
    }

    /// The sums of a position from scratch.
    pub(crate) fn sums(&self, position: &Position) -> Sums {
        let mut sums = Sums::default();
        for viewer in Colour::BOTH {
            let mirrored = self.layout.is_mirrored(position.king(viewer));
            self.start_over(&mut sums, viewer, mirrored, position);
        }
        sums
    }

    fn start_over(&self, sums: &mut Sums, viewer: Colour, mirrored: bool, position: &Position) {
        sums.mirrored[viewer.index()] = mirrored;
        sums.sums[viewer.index()] = self.start;
        for (square, piece) in position.pieces() {
            self.change(sums, viewer, Change { piece, square, appears: true });
        }
    }

    /// The sums after some changes to a position; `king` is where a king has gone, if one has.
    #[inline]
    pub(crate) fn update(
        &self,
        sums: &mut Sums,
        position: &Position,
        changes: &[Change],
        king: Option<Square>,
    ) {
        let turn = position.turn();
        if king.is_some() {
            let mirrored = self.layout.is_mirrored(king);
            if mirrored != sums.mirrored[turn.index()] {
                self.start_over(sums, turn, mirrored, position);
            }
        }
        for viewer in Colour::BOTH {
            for change in changes {
                self.change(sums, viewer, *change);
            }
        }
    }

    #[inline]
    fn change(&self, sums: &mut Sums, viewer: Colour, change: Change) {
        let mirrored = sums.mirrored[viewer.index()];
        let row = &self.rows[self.layout.input(change.piece, change.square, viewer, mirrored)];
        let sum = &mut sums.sums[viewer.index()];
        if change.appears {
            sum.iter_mut().zip(row).for_each(|(number, add)| *number = number.wrapping_add(*add));
        } else {
            sum.iter_mut().zip(row).for_each(|(number, add)| *number = number.wrapping_sub(*add));
        }
    }

    /// What the network adds to the evaluation for the side to move, in hundredths of a pawn.
    #[inline]
    pub(crate) fn correction(&self, sums: &Sums, turn: Colour, stage: usize) -> i32 {
        let weights = &self.outputs[stage];
        let own = weigh(&sums.sums[turn.index()], &weights[0]);
        let enemy = weigh(&sums.sums[(!turn).index()], &weights[1]);
        // The sums are squared, so one more division by one is due.
        let output = (own + enemy) / SUM_ONE + self.output_start[stage];
        (i64::from(output) * i64::from(OUTPUT_SCALE) / i64::from(SUM_ONE * OUTPUT_ONE)) as i32
    }
}

/// A number that tells rule sets apart in which pieces move differently or pawns promote elsewhere.
pub(crate) fn fingerprint(rules: &Rules) -> u64 {
    let spec = rules.spec();
    let promotion = spec.promotion.as_ref().map_or(0, |promotion| promotion.rank);
    let mut hash = mix(u64::from(rules.check_counts()));
    let mut add = |number: u64| hash = mix(hash ^ number);
    for number in [rules.size().files(), rules.size().ranks(), promotion] {
        add(number.into());
    }
    for kind in rules.piece_types() {
        let piece = rules.piece_spec(kind);
        add(piece.role as u64);
        let numbers = |ray: &Ray| {
            [ray.files as u8, ray.ranks as u8, ray.range, ray.purpose as u8].map(u64::from)
        };
        // The order in which a piece's moves are listed means nothing.
        let rays = piece.movement.rays().iter().map(numbers);
        add(rays
            .map(|ray| ray.into_iter().fold(0, |sum, n| mix(sum ^ n)))
            .fold(0, u64::wrapping_add));
    }
    hash
}

/// The stage of a game with so much force left of so much at the start.
#[inline]
pub(crate) fn stage(force: i32, full_force: i32) -> usize {
    let stage = force * STAGES as i32 / (full_force + 1);
    (stage.max(0) as usize).min(STAGES - 1)
}

/// The weighted sum of clipped squares.
#[inline]
fn weigh(sum: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    sum.iter()
        .zip(weights)
        .map(|(number, weight)| {
            let clipped = (*number).clamp(0, SUM_ONE as i16);
            // Weights are small enough for this product.
            i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped)
        })
        .sum()
}
