//! What is done with the moves that the generator finds: listing, counting or marking them.

use crate::line::steps_from;
use crate::{Move, MoveKind, PieceType, Square, SquareSet};

/// Squares of one straight line, as the line's bits.
#[derive(Clone, Copy)]
pub(crate) struct LineTargets {
    pub(crate) from: Square,
    /// The bit of `from`.
    pub(crate) bit: u32,
    /// The targets, each either by its bit or by its image.
    pub(crate) bits: u64,
    /// The bits of the enemies on the line, and their images.
    pub(crate) enemies: u64,
    /// What one bit is as a difference of square numbers.
    pub(crate) delta: i16,
}

impl LineTargets {
    /// The target squares.
    #[inline(always)]
    fn squares(self) -> impl Iterator<Item = Square> {
        steps_from(self.bit, self.bits).map(move |steps| self.from.step(steps * self.delta))
    }
}

/// Takes moves in bundles, as the generator finds them.
pub(crate) trait Sink {
    /// Are moves to empty squares wanted that do not promote?
    const QUIETS: bool = true;
    /// Are captures wanted?
    const CAPTURES: bool = true;

    /// Moves of one piece to each of these squares.
    fn moves(&mut self, from: Square, targets: SquareSet);

    /// Moves of one piece along a straight line.
    fn line(&mut self, targets: LineTargets);

    /// Pawns that come to each of these squares from `delta` away, and what they may become.
    fn pawns(&mut self, targets: SquareSet, delta: i16, choices: &[PieceType]);

    /// Pawns that come to each of these squares by a double step, `delta` being a single one.
    fn double_steps(&mut self, targets: SquareSet, delta: i16);

    /// One move of a special kind.
    fn special(&mut self, chess_move: Move);

    /// One move of any kind, and whether it takes something.
    fn single(&mut self, chess_move: Move, takes: bool);
}

/// Lists moves.
impl Sink for Vec<Move> {
    #[inline(always)]
    fn moves(&mut self, from: Square, targets: SquareSet) {
        for to in targets {
            self.push(Move::new(from, to, MoveKind::Plain));
        }
    }

    #[inline(always)]
    fn line(&mut self, targets: LineTargets) {
        for to in targets.squares() {
            self.push(Move::new(targets.from, to, MoveKind::Plain));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: SquareSet, delta: i16, choices: &[PieceType]) {
        for to in targets {
            let from = to.step(-delta);
            if choices.is_empty() {
                self.push(Move::new(from, to, MoveKind::Plain));
            }
            for kind in choices {
                self.push(Move::new(from, to, MoveKind::Promotion(*kind)));
            }
        }
    }

    #[inline(always)]
    fn double_steps(&mut self, targets: SquareSet, delta: i16) {
        for to in targets {
            self.push(Move::new(to.step(-2 * delta), to, MoveKind::DoubleStep));
        }
    }

    #[inline(always)]
    fn special(&mut self, chess_move: Move) {
        self.push(chess_move);
    }

    fn single(&mut self, chess_move: Move, _: bool) {
        self.push(chess_move);
    }
}

/// Counts moves without listing them.
#[derive(Default)]
pub(crate) struct Counter(pub(crate) u32);

impl Sink for Counter {
    #[inline(always)]
    fn moves(&mut self, _: Square, targets: SquareSet) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn line(&mut self, targets: LineTargets) {
        self.0 += targets.bits.count_ones();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: SquareSet, _: i16, choices: &[PieceType]) {
        self.0 += targets.len() * choices.len().max(1) as u32;
    }

    #[inline(always)]
    fn double_steps(&mut self, targets: SquareSet, _: i16) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }

    fn single(&mut self, _: Move, _: bool) {
        self.0 += 1;
    }
}

/// Marks the squares that moves end on.
impl Sink for SquareSet {
    #[inline(always)]
    fn moves(&mut self, _: Square, targets: SquareSet) {
        *self |= targets;
    }

    #[inline(always)]
    fn line(&mut self, targets: LineTargets) {
        for to in targets.squares() {
            self.insert(to);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: SquareSet, _: i16, _: &[PieceType]) {
        *self |= targets;
    }

    #[inline(always)]
    fn double_steps(&mut self, targets: SquareSet, _: i16) {
        *self |= targets;
    }

    #[inline(always)]
    fn special(&mut self, chess_move: Move) {
        self.insert(chess_move.to());
    }

    fn single(&mut self, chess_move: Move, _: bool) {
        self.insert(chess_move.to());
    }
}
