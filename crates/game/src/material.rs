//! Pieces that were taken, and who has more.

use rules::{Colour, Piece, PieceType, Rules, Square, SquareSet};

use crate::Game;

/// A piece that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// What it was when it was taken.
    pub kind: PieceType,
    /// Had a pawn become it?
    pub was_promoted: bool,
}

/// What both sides have lost and what is left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// White's pieces that were taken, the most valuable first.
    pub white_lost: Vec<Taken>,
    /// Black's pieces that were taken, the most valuable first.
    pub black_lost: Vec<Taken>,
    /// By how many pawns White's pieces on the board are worth more than Black's, kings apart.
    /// Under fog it is hidden before the end, as pawns promote out of sight.
    pub balance: Option<f64>,
}

impl Material {
    /// The pieces that a side has lost, the most valuable first.
    pub fn lost_by(&self, colour: Colour) -> &[Taken] {
        match colour {
            Colour::White => &self.white_lost,
            Colour::Black => &self.black_lost,
        }
    }
}

impl Game {
    /// What both sides had lost at a ply. Under fog, too, both players know of every
    /// capture: one takes the piece and the other loses it.
    pub fn material_at(&self, ply: usize) -> Material {
        let mut lost = [Vec::new(), Vec::new()];
        let mut promoted = SquareSet::EMPTY;
        for turn in self.turns().iter().take(ply) {
            let Some(chess_move) = turn.chess_move() else { continue };
            if let Some(capture) = turn.captured {
                let was_promoted = promoted.contains(capture.square);
                promoted.remove(capture.square);
                let taken = Taken { kind: capture.piece.kind(), was_promoted };
                lost[capture.piece.colour().index()].push(taken);
            }
            let is_promoted = turn.is_promotion() || promoted.contains(chess_move.from());
            promoted.remove(chess_move.from());
            if is_promoted {
                promoted.insert(chess_move.to());
            }
        }
        let value = |kind| self.rules().piece_spec(kind).value;
        for side in &mut lost {
            side.sort_by(|a, b| value(b.kind).total_cmp(&value(a.kind)));
        }
        let is_open = !self.rules().spec().fog || self.is_over();
        let [white_lost, black_lost] = lost;
        let balance = is_open.then(|| balance(self.rules(), self.position_at(ply).pieces()));
        Material { white_lost, black_lost, balance }
    }

    /// What both sides have lost.
    pub fn material(&self) -> Material {
        self.material_at(self.ply())
    }
}

/// By how many pawns White's pieces are worth more; kings have no worth that could be counted.
fn balance(rules: &Rules, pieces: impl Iterator<Item = (Square, Piece)>) -> f64 {
    let worth = |(_, piece): (Square, Piece)| {
        let value = rules.piece_spec(piece.kind()).value;
        match piece.colour() {
            _ if !value.is_finite() => 0.0,
            Colour::White => value,
            Colour::Black => -value,
        }
    };
    pieces.map(worth).sum()
}
