//! A puzzle that was found, and what it is worth.

use notation::config::PuzzleGoal;
use rules::{Colour, Move, Piece, PieceValues, Position, Rules};

use super::theme::Theme;

/// The worth of a king in exchanges: more than everything else together.
const KING: f64 = 1000.0;

/// A position with a single way to reach a goal.
#[derive(Clone, Debug)]
pub(super) struct FoundPuzzle {
    pub(super) position: Position,
    pub(super) goal: PuzzleGoal,
    /// The moves of both sides, beginning with the one to be found.
    pub(super) line: Vec<Move>,
    /// Is each of the solver's moves the only one, up to the last?
    pub(super) is_strict: bool,
    /// How many positions the engine looks at until it sees the first move.
    pub(super) found_after: u64,
    /// What it is about, the most striking first.
    pub(super) themes: Vec<Theme>,
    /// The number of the game, and of the move in it.
    pub(super) source: (usize, usize),
}

impl FoundPuzzle {
    /// The side that solves it.
    pub(super) fn side(&self) -> Colour {
        self.position.turn()
    }

    /// The first move; nothing only if there is no line.
    pub(super) fn key(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// The piece that makes the first move.
    pub(super) fn hero(&self) -> Option<Piece> {
        self.key().and_then(|key| self.position.piece_at(key.from()))
    }

    /// The position at the end of the line.
    pub(super) fn end(&self) -> Position {
        let mut position = self.position.clone();
        for chess_move in &self.line {
            position.play_unchecked(*chess_move);
        }
        position
    }

    /// How many moves the solver makes.
    pub(super) fn own_moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// How hard it is, in no unit: what takes longer, is less forcing and happens on a fuller
    /// board is harder.
    pub(super) fn difficulty(&self) -> u32 {
        let length = match self.goal {
            PuzzleGoal::MateIn(moves) => 110 * u32::from(moves),
            PuzzleGoal::Capture(_) => 170,
            PuzzleGoal::Win => 420,
            PuzzleGoal::Draw => 400,
        };
        let search = 12 * (self.found_after / 64).max(1).ilog2();
        let manner = self.themes.iter().map(|theme| theme.difficulty()).sum::<u32>();
        let choice = self.position.count_legal_moves() as u32 / 2;
        let crowd = self.position.pieces().count() as u32;
        length + search + manner + choice.min(60) + crowd
    }

    /// How much it is liked: for what is surprising and uses several pieces, against what is won
    /// anyway.
    pub(super) fn beauty(&self) -> i32 {
        let mut beauty: i32 = self.themes.iter().map(|theme| theme.beauty()).sum();
        let mut position = self.position.clone();
        let mut movers = Vec::new();
        for (number, chess_move) in self.line.iter().enumerate() {
            let mover = position.piece_at(chess_move.from()).map(|piece| piece.kind());
            if number % 2 == 0 && !movers.contains(&mover) {
                movers.push(mover);
            }
            position.play_unchecked(*chess_move);
        }
        beauty += 8 * movers.len() as i32 + 4 * position.contributing_pieces().len() as i32;
        if self.is_strict {
            beauty += 15;
        }
        if self.key().is_some_and(|key| self.position.is_capture(key)) {
            beauty -= 15;
        }
        let lead = study::lead(&self.position, &worth(self.position.rules()), self.side()) / 100;
        beauty - 2 * lead.max(0) + (-lead).clamp(0, 10)
    }
}

/// The worth of each piece type in hundredths of a pawn.
pub(super) fn worth(rules: &Rules) -> PieceValues {
    let mut worth = PieceValues::default();
    for kind in rules.piece_types() {
        let value = rules.piece_spec(kind).value;
        worth[kind.index()] = (100.0 * value.min(KING)) as i32;
    }
    worth
}
