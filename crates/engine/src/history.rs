//! Move histories: quiet, capture, continuation, pawn and correction history, and counter moves.

use rules::{Colour, Move, Piece, PieceType, Rules, Square};

use crate::search::params::{correction_others, correction_pawns};

/// No entry grows beyond this.
const LIMIT: i32 = 16_384;
/// The most entries of the continuation table, so that it stays small on large boards.
const MOST_CONTINUATIONS: usize = 1 << 21;
/// Entries of each correction table; a power of two.
const CORRECTIONS: usize = 1 << 14;
/// No correction entry grows beyond this; it stands for 64 hundredths of a pawn.
const CORRECTION_LIMIT: i32 = 1024;
/// Correction tables: by pawns, by the other pieces of either side, by the last two moves.
pub(crate) const CORRECTION_KEYS: usize = 4;
/// Rows of the pawn history for each side; a power of two.
const PAWN_ROWS: usize = 256;

/// A piece type and its target square, as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct PieceTo(u32);

/// The histories of one thread.
pub(crate) struct History {
    squares: usize,
    piece_to_count: usize,
    square_numbers: [u16; 256],
    quiet: Vec<i16>,
    captures: Vec<i16>,
    continuations: Vec<i16>,
    continuation_rows: usize,
    counters: Vec<Option<Move>>,
    corrections: Vec<i16>,
    pawns: Vec<i16>,
}

/// The histories of one side's quiet moves at one node.
pub(crate) struct QuietJudge<'a> {
    square_numbers: &'a [u16; 256],
    squares: usize,
    quiet: &'a [i16],
    /// Continuation history of the moves one and two plies ago.
    replies: [&'a [i16]; 2],
    /// The history with these pawns.
    pawns: &'a [i16],
}

impl QuietJudge<'_> {
    /// The quiet history of a move, its continuation histories one and two plies back, and its
    /// pawn history.
    #[inline(always)]
    pub(crate) fn judge(&self, kind: PieceType, chess_move: Move) -> [i32; 4] {
        let number = |square: Square| self.square_numbers[square.index()] as usize;
        let (from, to) = (number(chess_move.from()), number(chess_move.to()));
        let piece_to = kind.index() * self.squares + to;
        let [near, far] = self.replies.map(|replies| replies[piece_to].into());
        let pawns = self.pawns[piece_to].into();
        [self.quiet[from * self.squares + to].into(), near, far, pawns]
    }
}

impl History {
    pub(crate) fn new(rules: &Rules) -> History {
        let mut square_numbers = [0; 256];
        for (number, square) in rules.size().squares().enumerate() {
            square_numbers[square.index()] = number as u16;
        }
        let squares = rules.size().squares().count();
        let kinds = rules.piece_types().len();
        let piece_to_count = squares * kinds;
        let continuation_rows = (2 * piece_to_count).min(MOST_CONTINUATIONS / piece_to_count);
        History {
            squares,
            piece_to_count,
            square_numbers,
            quiet: vec![0; 2 * squares * squares],
            captures: vec![0; piece_to_count * kinds],
            continuations: vec![0; (continuation_rows + 1) * piece_to_count],
            continuation_rows,
            counters: vec![None; 2 * piece_to_count],
            corrections: vec![0; CORRECTION_KEYS * 2 * CORRECTIONS],
            pawns: vec![0; 2 * PAWN_ROWS * piece_to_count],
        }
    }

    /// Clears all histories.
    pub(crate) fn clear(&mut self) {
        for table in [
            &mut self.quiet,
            &mut self.captures,
            &mut self.continuations,
            &mut self.corrections,
            &mut self.pawns,
        ] {
            table.fill(0);
        }
        self.counters.fill(None);
    }

    /// The index of a piece type on a square.
    #[inline]
    pub(crate) fn piece_to(&self, kind: PieceType, to: Square) -> PieceTo {
        let square = self.square_numbers[to.index()] as usize;
        PieceTo((kind.index() * self.squares + square) as u32)
    }

    #[inline]
    fn quiet_index(&self, colour: Colour, chess_move: Move) -> usize {
        let number = |square: Square| self.square_numbers[square.index()] as usize;
        let path = number(chess_move.from()) * self.squares + number(chess_move.to());
        colour.index() * self.squares * self.squares + path
    }

    /// The continuation history row of a move.
    #[inline]
    pub(crate) fn row(&self, colour: Colour, piece_to: PieceTo) -> usize {
        let mut row = piece_to.0 as usize * 2 + colour.index();
        // Only large boards have more; the test avoids a division.
        if row >= self.continuation_rows {
            row %= self.continuation_rows;
        }
        row * self.piece_to_count
    }

    /// The continuation history row of a null move.
    #[inline]
    pub(crate) fn row_of_pass(&self) -> usize {
        self.continuation_rows * self.piece_to_count
    }

    /// The histories of a side's quiet moves, given the rows of the moves before.
    #[inline]
    pub(crate) fn quiet_judge(
        &self,
        colour: Colour,
        rows: [usize; 2],
        pawn_key: u64,
    ) -> QuietJudge<'_> {
        let paths = self.squares * self.squares;
        QuietJudge {
            square_numbers: &self.square_numbers,
            squares: self.squares,
            quiet: &self.quiet[colour.index() * paths..][..paths],
            replies: rows.map(|row| &self.continuations[row..][..self.piece_to_count]),
            pawns: &self.pawns[self.pawn_row(colour, pawn_key)..][..self.piece_to_count],
        }
    }

    #[inline]
    fn capture_index(&self, piece_to: PieceTo, captured: Option<Piece>) -> usize {
        captured.map_or(0, |piece| piece.kind().index()) * self.piece_to_count + piece_to.0 as usize
    }

    /// The history of a capture.
    #[inline]
    pub(crate) fn capture(&self, piece_to: PieceTo, captured: Option<Piece>) -> i32 {
        self.captures[self.capture_index(piece_to, captured)].into()
    }

    /// The counter move of a move.
    #[inline]
    pub(crate) fn counter(&self, colour: Colour, piece_to: PieceTo) -> Option<Move> {
        self.counters[piece_to.0 as usize * 2 + colour.index()]
    }

    pub(crate) fn set_counter(&mut self, colour: Colour, piece_to: PieceTo, reply: Move) {
        self.counters[piece_to.0 as usize * 2 + colour.index()] = Some(reply);
    }

    pub(crate) fn reward_quiet(&mut self, colour: Colour, chess_move: Move, bonus: i32) {
        let index = self.quiet_index(colour, chess_move);
        reward(&mut self.quiet[index], bonus);
    }

    pub(crate) fn reward_continuation(&mut self, row: usize, piece_to: PieceTo, bonus: i32) {
        reward(&mut self.continuations[row + piece_to.0 as usize], bonus);
    }

    pub(crate) fn reward_capture(
        &mut self,
        piece_to: PieceTo,
        captured: Option<Piece>,
        bonus: i32,
    ) {
        let index = self.capture_index(piece_to, captured);
        reward(&mut self.captures[index], bonus);
    }

    #[inline]
    fn pawn_row(&self, colour: Colour, pawn_key: u64) -> usize {
        (colour.index() * PAWN_ROWS + pawn_key as usize % PAWN_ROWS) * self.piece_to_count
    }

    pub(crate) fn reward_pawn(
        &mut self,
        colour: Colour,
        pawn_key: u64,
        piece_to: PieceTo,
        bonus: i32,
    ) {
        let index = self.pawn_row(colour, pawn_key) + piece_to.0 as usize;
        reward(&mut self.pawns[index], bonus);
    }

    #[inline]
    fn correction_indices(
        colour: Colour,
        keys: [u64; CORRECTION_KEYS],
    ) -> [usize; CORRECTION_KEYS] {
        std::array::from_fn(|n| {
            (2 * n + colour.index()) * CORRECTIONS + keys[n] as usize % CORRECTIONS
        })
    }

    /// The average error of the evaluation in such positions.
    #[inline]
    pub(crate) fn correction(&self, colour: Colour, keys: [u64; CORRECTION_KEYS]) -> i32 {
        let [pawns, white, black, moves] = History::correction_indices(colour, keys)
            .map(|index| i32::from(self.corrections[index]));
        (correction_pawns() * pawns + correction_others() * (white + black + moves)) / 520
    }

    /// Updates the correction history with the difference of search and evaluation.
    pub(crate) fn correct(
        &mut self,
        colour: Colour,
        keys: [u64; CORRECTION_KEYS],
        error: i32,
        depth: i32,
    ) {
        for index in History::correction_indices(colour, keys) {
            let entry = &mut self.corrections[index];
            let most = CORRECTION_LIMIT / 4;
            let bonus = (error * depth / 8).clamp(-most, most);
            let now = i32::from(*entry);
            *entry = (now + bonus - now * bonus.abs() / CORRECTION_LIMIT) as i16;
        }
    }
}

/// Adds a bonus with gravity: the nearer an entry is to its limit, the less it moves.
#[inline]
fn reward(entry: &mut i16, bonus: i32) {
    let now = i32::from(*entry);
    *entry = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}
