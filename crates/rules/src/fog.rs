//! What each side sees under fog of war.

use std::sync::Arc;

use crate::{Colour, Piece, Position, Rules, Square, SquareSet};

/// What one side sees of a position: nothing in here tells what is hidden from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    rules: Arc<Rules>,
    viewer: Colour,
    turn: Colour,
    visible: SquareSet,
    pieces: Vec<(Square, Piece)>,
    /// The viewer's own rooks that may still castle.
    castling_rooks: SquareSet,
    en_passant: Option<Square>,
}

impl View {
    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The side that sees this.
    pub fn viewer(&self) -> Colour {
        self.viewer
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The squares that are seen; all others are grey.
    pub fn visible(&self) -> SquareSet {
        self.visible
    }

    /// The pieces that are seen, in rising order of squares.
    pub fn pieces(&self) -> &[(Square, Piece)] {
        &self.pieces
    }

    /// The piece that is seen on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(s, _)| *s == square).map(|(_, piece)| *piece)
    }

    /// The viewer's own rooks that may still castle.
    pub fn castling_rooks(&self) -> SquareSet {
        self.castling_rooks
    }

    /// The square where the viewer can take a pawn in passing.
    pub fn en_passant_square(&self) -> Option<Square> {
        self.en_passant
    }
}

impl Position {
    /// The squares that a side sees: under fog its own pieces and where they can go, else all.
    ///
    /// The view of the side not to move is as if it were its turn.
    pub fn visible(&self, viewer: Colour) -> SquareSet {
        if self.rules().spec().fog {
            self.of(viewer) | self.with_turn(viewer).move_targets()
        } else {
            self.rules().size().squares().collect()
        }
    }

    /// What a side sees.
    pub fn view(&self, viewer: Colour) -> View {
        let visible = self.visible(viewer);
        View {
            rules: Arc::clone(self.rules()),
            viewer,
            turn: self.turn(),
            visible,
            pieces: self.pieces().filter(|(square, _)| visible.contains(*square)).collect(),
            castling_rooks: self.castling_rooks(viewer),
            en_passant: self.en_passant_square().filter(|_| viewer == self.turn()),
        }
    }
}
