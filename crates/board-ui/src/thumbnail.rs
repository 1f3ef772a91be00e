//! A board thumbnail without input: for menus, lists of games and pages about the rules.

use egui::{Painter, Rect};
use rules::{BoardSize, Colour, Square};

use crate::geometry::BoardGeometry;
use crate::paint::{Canvas, Figures, TileMesh};
use crate::piece_renderer::PieceRenderer;
use crate::placement::{PieceLetters, Placement};
use crate::style::BoardStyle;
use crate::view::Targets;

/// A small board without input: pieces, dots for moves, rings for captures.
#[derive(Clone, Copy)]
pub struct BoardThumbnail<'a> {
    /// How many files and ranks there are.
    pub size: BoardSize,
    /// The side that sits at the bottom.
    pub bottom: Colour,
    /// The position to draw.
    pub pieces: &'a Placement,
    /// The letters of pieces without a picture.
    pub letters: &'a PieceLetters,
    /// Colours and shapes.
    pub style: &'a BoardStyle,
    /// Where the last move came from and went to.
    pub last_move: Option<(Square, Square)>,
    /// A square in the colour of the selected piece.
    pub selected: Option<Square>,
    /// Dots and rings.
    pub targets: Targets,
}

impl<'a> BoardThumbnail<'a> {
    /// A board with pieces and nothing else, White at the bottom.
    pub fn new(
        size: BoardSize,
        pieces: &'a Placement,
        letters: &'a PieceLetters,
        style: &'a BoardStyle,
    ) -> BoardThumbnail<'a> {
        BoardThumbnail {
            size,
            bottom: Colour::White,
            pieces,
            letters,
            style,
            last_move: None,
            selected: None,
            targets: Targets::EMPTY,
        }
    }

    /// Where the squares will be when the board is painted into a space.
    pub fn geometry(&self, space: Rect, pixels_per_point: f32) -> BoardGeometry {
        BoardGeometry::fit_centred(self.size, self.bottom, space, pixels_per_point)
    }

    /// Paints the board into the middle of a space and returns where it is.
    ///
    /// The art should have been prepared for tiles of this size.
    pub fn paint(&self, painter: &Painter, space: Rect, art: &dyn PieceRenderer) -> BoardGeometry {
        let geometry = self.geometry(space, painter.pixels_per_point());
        let style = self.style;
        let canvas = Canvas { painter, geometry: &geometry, style };
        canvas.ground(None);
        let mut marks = TileMesh::new(canvas);
        for square in self.last_move.into_iter().flat_map(|(from, to)| [from, to]) {
            marks.fill(square, style.colours.last_move);
        }
        if let Some(square) = self.selected {
            marks.fill(square, style.colours.selected);
        }
        painter.add(marks.into_shape());
        canvas.targets(&self.targets, style.colours.dots, style.colours.rings);
        let mut figures = Figures::new(painter, art, self.letters);
        for (square, piece) in self.pieces.iter().filter(|(s, _)| self.size.contains(*s)) {
            figures.add(piece, geometry.centre(square), geometry.tile(), 1.0);
        }
        figures.flush();
        geometry
    }
}
