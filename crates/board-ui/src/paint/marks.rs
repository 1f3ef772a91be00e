//! Which colour each tile has, and the dots, rings and frames on it.

use egui::{Color32, Stroke, StrokeKind};
use rules::{Square, SquareSet};

use super::Canvas;
use super::tiles::TileMesh;
use crate::state::BoardState;
use crate::style::TargetShape;
use crate::view::{BoardView, Targets};

/// The colours that are laid over the tiles.
pub(crate) struct TileMarks {
    fills: [Option<Color32>; 256],
}

impl TileMarks {
    /// The marks of a frame; where several meet, the later one here wins.
    pub fn new(
        view: &BoardView<'_>,
        state: &BoardState,
        flash: Option<(Square, f32)>,
    ) -> TileMarks {
        let style = view.style;
        let marks = &view.marks;
        let mut tiles = TileMarks { fills: [None; 256] };
        tiles.mark(
            marks.last_move.into_iter().flat_map(|(from, to)| [from, to]),
            style.colours.last_move,
        );
        tiles.mark(view.premoves.iter().flat_map(|(from, to)| [*from, *to]), style.colours.premove);
        tiles.mark(marks.hint, style.colours.hint);
        tiles.mark(marks.contributing, style.colours.contributing);
        tiles.mark(marks.check, style.colours.check);
        tiles.mark(marks.mated, style.colours.mated);
        tiles.mark(state.inspected, style.colours.inspected);
        if let Some((square, level)) = flash {
            tiles.fills[square.index()] = Some(style.colours.check.gamma_multiply(level));
        }
        if style.targets == TargetShape::Tiles {
            let targets = selected_targets(view, state);
            tiles.mark(targets.moves, style.colours.moves);
            tiles.mark(targets.captures, style.colours.captures);
        }
        tiles.mark(state.selected, style.colours.selected);
        tiles
    }

    /// The colour over a tile.
    pub fn get(&self, square: Square) -> Option<Color32> {
        self.fills[square.index()]
    }

    pub fn paint(&self, mesh: &mut TileMesh<'_>, view: &BoardView<'_>) {
        for square in view.size.squares() {
            if let Some(colour) = self.get(square) {
                mesh.fill(square, colour);
            }
        }
    }

    fn mark(&mut self, squares: impl IntoIterator<Item = Square>, colour: Color32) {
        for square in squares {
            self.fills[square.index()] = Some(colour);
        }
    }
}

/// Where the selected piece can go.
pub(crate) fn selected_targets(view: &BoardView<'_>, state: &BoardState) -> Targets {
    state.selected.map_or(Targets::EMPTY, |square| (view.targets)(square))
}

impl Canvas<'_> {
    /// Dots on empty squares and rings around pieces that can be taken.
    pub fn targets(&self, targets: &Targets, dot: Color32, ring: Color32) {
        let tile = self.geometry.tile();
        for square in targets.moves {
            self.painter.circle_filled(self.geometry.centre(square), tile * 0.155, dot);
        }
        let width = tile * 0.085;
        let radius = (tile - width) / 2.0 - self.geometry.pixel();
        for square in targets.captures {
            let stroke = Stroke::new(width, ring);
            self.painter.circle_stroke(self.geometry.centre(square), radius, stroke);
        }
    }

    /// A frame inside a tile, whose width is a part of the tile, rounded to whole pixels.
    pub fn frame(&self, square: Square, width: f32, colour: Color32) {
        let (rect, pixel) = (self.geometry.square_rect(square), self.geometry.pixel());
        let pixels = (width * self.geometry.tile() / pixel).round().max(1.0);
        let stroke = Stroke::new(pixels * pixel, colour);
        self.painter.rect_stroke(rect, self.tile_corners(square), stroke, StrokeKind::Inside);
    }
}

/// The squares in check whose tile shows something else: they keep a frame.
pub(crate) fn overlaid_checks(view: &BoardView<'_>, tiles: &TileMarks) -> SquareSet {
    let overlaid = |square: &Square| tiles.get(*square) == Some(view.style.colours.selected);
    view.marks.check.iter().filter(overlaid).collect()
}
