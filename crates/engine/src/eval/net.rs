//! A small neural network that corrects the written evaluation where it was trained.
//!
//! It sees every piece on its square twice, once with the eyes of either side. Each pair of piece
//! and square adds a row of numbers to a sum that is kept up to date move by move; a weighted sum of
//! both sides' clipped squares is the correction.

use rules::{Colour, Piece, Position, Ray, Rules, Square};

use crate::hash::mix;

/// Numbers in the sum of each side.
pub(crate) const WIDTH: usize = 64;
/// Sets of output weights, by how much force is left on the board.
pub(crate) const STAGES: usize = 4;
pub(crate) const SUM_ONE: i32 = 255;
/// One, in an output weight.
pub(crate) const OUTPUT_ONE: i32 = 64;
/// What an output of one means, in hundredths of a pawn.
pub(crate) const OUTPUT_SCALE: i32 = 400;

/// One number for each of those in a sum, in whole lines of a processor's cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Row([i16; WIDTH]);

impl Row {
    const ZERO: Row = Row([0; WIDTH]);
}

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
        self.first(piece, viewer) + self.place(square, viewer, mirrored)
    }

    /// The number of a piece on its first square, as a side sees it.
    fn first(self, piece: Piece, viewer: Colour) -> usize {
        let side = usize::from(piece.colour() != viewer);
        let plane = side * usize::from(self.kinds) + piece.kind().index();
        plane * usize::from(self.ranks) * usize::from(self.files)
    }

    /// The number of a square of the board, as a side sees it.
    fn place(self, square: Square, viewer: Colour, mirrored: bool) -> usize {
        let file = if mirrored { self.files - 1 - square.file() } else { square.file() };
        let rank = match viewer {
            Colour::White => square.rank(),
            Colour::Black => self.ranks - 1 - square.rank(),
        };
        usize::from(rank) * usize::from(self.files) + usize::from(file)
    }
}

/// The numbers of a layout, looked up instead of worked out.
struct Numbers {
    /// By viewer and piece.
    firsts: [[u16; Piece::COUNT]; 2],
    /// By viewer, whether the board is mirrored, and square.
    places: [[[u16; 256]; 2]; 2],
}

impl Numbers {
    fn new(rules: &Rules, layout: Layout) -> Numbers {
        let mut numbers = Numbers { firsts: [[0; Piece::COUNT]; 2], places: [[[0; 256]; 2]; 2] };
        for viewer in Colour::BOTH {
            for kind in rules.piece_types() {
                for piece in Colour::BOTH.map(|colour| Piece::new(kind, colour)) {
                    let first = layout.first(piece, viewer) as u16;
                    numbers.firsts[viewer.index()][piece.index()] = first;
                }
            }
            for square in rules.size().squares() {
                for mirrored in [false, true] {
                    let place = layout.place(square, viewer, mirrored) as u16;
                    let places = &mut numbers.places[viewer.index()][usize::from(mirrored)];
                    places[square.index()] = place;
                }
            }
        }
        numbers
    }

    /// What [`Layout::input`] is.
    #[inline(always)]
    fn input(&self, piece: Piece, square: Square, viewer: Colour, mirrored: bool) -> usize {
        let first = self.firsts[viewer.index()][piece.index()];
        let place = self.places[viewer.index()][usize::from(mirrored)][square.index()];
        usize::from(first) + usize::from(place)
    }
}

/// The numbers of a trained network.
pub(crate) struct Net {
    layout: Layout,
    numbers: Numbers,
    rows: Vec<Row>,
    start: Row,
    outputs: [[Row; 2]; STAGES],
    output_start: [i32; STAGES],
}

/// The sums of both sides in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    sums: [Row; 2],
    mirrored: [bool; 2],
}

impl Default for Sums {
    fn default() -> Sums {
        Sums { sums: [Row::ZERO; 2], mirrored: [false; 2] }
    }
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
        let mut row = || Row(std::array::from_fn(|_| number()));
        let rows = (0..layout.inputs()).map(|_| row()).collect();
        let start = row();
        let outputs = std::array::from_fn(|_| std::array::from_fn(|_| row()));
        let output_start = std::array::from_fn(|_| {
            let low = number() as u16;
            i32::from(number()) << 16 | i32::from(low)
        });
        Some(Net {
            numbers: Numbers::new(rules, layout),
            layout,
            rows,
            start,
            outputs,
            output_start,
        })
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
            let row = self.row(piece, square, viewer, mirrored);
            let sum = &mut sums.sums[viewer.index()];
            sum.0.iter_mut().zip(row.0).for_each(|(sum, add)| *sum = sum.wrapping_add(add));
        }
    }

    /// Does a side see the board the other way round once its king is on this square?
    #[inline]
    pub(crate) fn turns_around(&self, sums: &Sums, viewer: Colour, king: Square) -> bool {
        self.layout.is_mirrored(Some(king)) != sums.mirrored[viewer.index()]
    }

    /// The sums with the side to move seeing the board the other way round.
    pub(crate) fn turned_around(&self, sums: &Sums, position: &Position) -> Sums {
        let mut turned = *sums;
        let mirrored = !sums.mirrored[position.turn().index()];
        self.start_over(&mut turned, position.turn(), mirrored, position);
        turned
    }

    /// The sums after some pieces have left squares and others have come.
    #[inline(always)]
    pub(crate) fn update<const LESS: usize, const MORE: usize>(
        &self,
        sums: &mut Sums,
        before: &Sums,
        leave: [(Piece, Square); LESS],
        arrive: [(Piece, Square); MORE],
    ) {
        sums.mirrored = before.mirrored;
        for viewer in Colour::BOTH {
            let mirrored = before.mirrored[viewer.index()];
            let row = |(piece, square)| self.row(piece, square, viewer, mirrored);
            let (less, more) = (leave.map(row), arrive.map(row));
            let (sum, before) = (&mut sums.sums[viewer.index()], &before.sums[viewer.index()]);
            for n in 0..WIDTH {
                let left = less.iter().fold(before.0[n], |sum, row| sum.wrapping_sub(row.0[n]));
                sum.0[n] = more.iter().fold(left, |sum, row| sum.wrapping_add(row.0[n]));
            }
        }
    }

    #[inline(always)]
    fn row(&self, piece: Piece, square: Square, viewer: Colour, mirrored: bool) -> &Row {
        &self.rows[self.numbers.input(piece, square, viewer, mirrored)]
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
fn weigh(sum: &Row, weights: &Row) -> i32 {
    let clipped = sum.0.map(|number| number.clamp(0, SUM_ONE as i16));
    // Weights are small enough for this product.
    let weighted: [i16; WIDTH] = std::array::from_fn(|n| clipped[n].wrapping_mul(weights.0[n]));
    let product = |n: usize| i32::from(clipped[n]) * i32::from(weighted[n]);
    // In pairs, for which processors have an instruction.
    (0..WIDTH / 2).map(|pair| product(2 * pair) + product(2 * pair + 1)).sum()
}
