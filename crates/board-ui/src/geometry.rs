//! Where each square is on the screen, and which square a point is on.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use rules::{BoardSize, Colour, Square};

/// A place on the board in squares, the same for every size of window and either orientation.
///
/// The middle of a1 is `(0, 0)`, the middle of b1 is `(1, 0)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPoint {
    /// Files to the right of the middle of the a-file, as White sees it.
    pub file: f32,
    /// Ranks above the middle of the first rank, as White sees it.
    pub rank: f32,
}

impl BoardPoint {
    /// How far the other point is, in tiles.
    pub fn distance(self, other: BoardPoint) -> f32 {
        (self.file - other.file).hypot(self.rank - other.rank)
    }

    /// The point that lies so far on the way to `other`: 0 is here, 1 is there.
    pub fn towards(self, other: BoardPoint, part: f32) -> BoardPoint {
        BoardPoint {
            file: self.file + (other.file - self.file) * part,
            rank: self.rank + (other.rank - self.rank) * part,
        }
    }
}

impl From<Square> for BoardPoint {
    fn from(square: Square) -> BoardPoint {
        BoardPoint { file: f32::from(square.file()), rank: f32::from(square.rank()) }
    }
}

/// The board's place on the screen. Tiles are whole physical pixels, so that edges are crisp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardGeometry {
    size: BoardSize,
    bottom: Colour,
    min: Pos2,
    tile: f32,
    pixels_per_point: f32,
}

impl BoardGeometry {
    /// The largest board that fits into the space, at its upper left.
    pub fn fit(
        size: BoardSize,
        bottom: Colour,
        space: Rect,
        pixels_per_point: f32,
    ) -> BoardGeometry {
        let to_pixel = |points: f32| (points * pixels_per_point - 0.01).ceil() / pixels_per_point;
        let min = pos2(to_pixel(space.min.x), to_pixel(space.min.y));
        let room = (space.max - min) * pixels_per_point;
        let pixels = (room.x / f32::from(size.files())).min(room.y / f32::from(size.ranks()));
        let tile = (pixels + 0.01).floor().max(1.0) / pixels_per_point;
        BoardGeometry { size, bottom, min, tile, pixels_per_point }
    }

    /// The largest board that fits into the space, in its middle.
    pub fn fit_centred(
        size: BoardSize,
        bottom: Colour,
        space: Rect,
        pixels_per_point: f32,
    ) -> BoardGeometry {
        let fitted = BoardGeometry::fit(size, bottom, space, pixels_per_point);
        let spare = (space.max - fitted.rect().max).max(Vec2::ZERO) / 2.0;
        let whole = (spare * pixels_per_point).floor() / pixels_per_point;
        BoardGeometry { min: fitted.min + whole, ..fitted }
    }

    /// The same board so many times as large, with what lies at `point` shown at `shown_at`.
    pub(crate) fn magnified(&self, factor: f32, point: Pos2, shown_at: Pos2) -> BoardGeometry {
        let min = shown_at - (point - self.min) * factor;
        BoardGeometry { min, tile: self.tile * factor, ..*self }
    }

    /// How many files and ranks there are.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The length of a tile's side in points.
    pub fn tile(&self) -> f32 {
        self.tile
    }

    /// The length of one physical pixel in points.
    pub fn pixel(&self) -> f32 {
        1.0 / self.pixels_per_point
    }

    /// The whole board.
    pub fn rect(&self) -> Rect {
        let tiles = vec2(f32::from(self.size.files()), f32::from(self.size.ranks()));
        Rect::from_min_size(self.min, tiles * self.tile)
    }

    /// The tile of a square.
    pub fn square_rect(&self, square: Square) -> Rect {
        let (column, row) = self.column_and_row(square);
        let offset = vec2(f32::from(column), f32::from(row)) * self.tile;
        Rect::from_min_size(self.min + offset, Vec2::splat(self.tile))
    }

    /// The middle of a square.
    pub fn centre(&self, square: Square) -> Pos2 {
        self.square_rect(square).center()
    }

    /// The square under a point of the screen, if the point is on the board.
    pub fn square_at(&self, pos: Pos2) -> Option<Square> {
        let cell = ((pos - self.min) / self.tile).floor();
        self.on_screen(cell.x as i32, cell.y as i32)
    }

    /// The square so many columns to the right and rows down, as the screen shows it.
    pub fn neighbour(&self, square: Square, columns: i32, rows: i32) -> Option<Square> {
        let (column, row) = self.column_and_row(square);
        self.on_screen(i32::from(column) + columns, i32::from(row) + rows)
    }

    /// Column from the left and row from the top, as the screen shows the square.
    pub fn column_and_row(&self, square: Square) -> (u8, u8) {
        match self.bottom {
            Colour::White => (square.file(), self.size.ranks() - 1 - square.rank()),
            Colour::Black => (self.size.files() - 1 - square.file(), square.rank()),
        }
    }

    /// The square in a column and row of the screen, if there is one.
    pub fn on_screen(&self, column: i32, row: i32) -> Option<Square> {
        let (files, ranks) = (i32::from(self.size.files()), i32::from(self.size.ranks()));
        match self.bottom {
            Colour::White => self.size.square(column, ranks - 1 - row),
            Colour::Black => self.size.square(files - 1 - column, row),
        }
    }

    /// Where on the board a point of the screen is, also beyond the board's edge.
    pub fn point_at(&self, pos: Pos2) -> BoardPoint {
        let cell = (pos - self.min) / self.tile - Vec2::splat(0.5);
        match self.bottom {
            Colour::White => {
                BoardPoint { file: cell.x, rank: f32::from(self.size.ranks()) - 1.0 - cell.y }
            }
            Colour::Black => {
                BoardPoint { file: f32::from(self.size.files()) - 1.0 - cell.x, rank: cell.y }
            }
        }
    }

    /// Where on the screen a point of the board is.
    pub fn position(&self, point: BoardPoint) -> Pos2 {
        let (column, row) = match self.bottom {
            Colour::White => (point.file, f32::from(self.size.ranks()) - 1.0 - point.rank),
            Colour::Black => (f32::from(self.size.files()) - 1.0 - point.file, point.rank),
        };
        self.min + (vec2(column, row) + Vec2::splat(0.5)) * self.tile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_magnifier_shows_the_point_under_the_finger() {
        let size = BoardSize::new(14, 14).expect("a valid size");
        let space = Rect::from_min_size(pos2(6.0, 50.0), vec2(378.0, 378.0));
        let board = BoardGeometry::fit(size, Colour::White, space, 2.0);
        let (finger, lens) = (board.centre(Square::new(4, 9)) + vec2(3.0, -5.0), pos2(200.0, 80.0));
        let large = board.magnified(2.0, finger, lens);
        assert_eq!(large.tile(), 2.0 * board.tile());
        assert_eq!(large.square_at(lens), board.square_at(finger));
        assert_eq!(large.point_at(lens), board.point_at(finger));
    }

    fn every_geometry() -> impl Iterator<Item = BoardGeometry> {
        let sizes = (BoardSize::MIN..=BoardSize::MAX).flat_map(|files| {
            (BoardSize::MIN..=BoardSize::MAX).filter_map(move |ranks| BoardSize::new(files, ranks))
        });
        sizes.flat_map(|size| {
            Colour::BOTH.into_iter().flat_map(move |bottom| {
                [1.0, 1.25, 1.5, 2.0, 2.75].into_iter().map(move |scale| {
                    let space = Rect::from_min_size(pos2(7.3, 11.9), vec2(672.0, 590.4));
                    BoardGeometry::fit(size, bottom, space, scale)
                })
            })
        })
    }

    #[test]
    fn pointer_to_square_inverts_square_to_rect_everywhere() {
        for geometry in every_geometry() {
            for square in geometry.size().squares() {
                let rect = geometry.square_rect(square);
                let inset = rect.shrink(0.05);
                for pos in [rect.center(), inset.left_top(), inset.right_bottom()] {
                    assert_eq!(geometry.square_at(pos), Some(square), "{geometry:?}");
                }
                let point = geometry.point_at(rect.center());
                assert!(point.distance(square.into()) < 1e-3, "{geometry:?} {square}");
                assert!(geometry.position(square.into()).distance(rect.center()) < 1e-2);
                let (column, row) = geometry.column_and_row(square);
                assert_eq!(geometry.on_screen(column.into(), row.into()), Some(square));
            }
        }
    }

    #[test]
    fn tiles_are_whole_pixels_and_stay_inside() {
        let space = Rect::from_min_size(pos2(7.3, 11.9), vec2(672.0, 590.4));
        for geometry in every_geometry() {
            let pixels = geometry.tile() / geometry.pixel();
            assert!((pixels - pixels.round()).abs() < 1e-3, "{geometry:?}");
            let left = geometry.rect().min / geometry.pixel();
            assert!((left.x - left.x.round()).abs() < 1e-2, "{geometry:?}");
            assert!(space.expand(0.1).contains_rect(geometry.rect()), "{geometry:?}");
            assert_eq!(geometry.square_at(geometry.rect().min - Vec2::splat(0.1)), None);
            assert_eq!(geometry.square_at(geometry.rect().max + Vec2::splat(0.1)), None);
        }
    }

    #[test]
    fn the_default_window_has_tiles_of_48_pixels() {
        let size = BoardSize::new(14, 14).expect("a valid size");
        let space = Rect::from_min_size(Pos2::ZERO, vec2(672.0, 672.0));
        let geometry = BoardGeometry::fit(size, Colour::White, space, 1.0);
        assert_eq!((geometry.tile(), geometry.rect()), (48.0, space));
        assert_eq!(geometry.square_at(pos2(1.0, 1.0)), Some(Square::new(0, 13)));
        let turned = BoardGeometry::fit(size, Colour::Black, space, 1.0);
        assert_eq!(turned.square_at(pos2(1.0, 1.0)), Some(Square::new(13, 0)));
        assert_eq!(turned.neighbour(Square::new(13, 0), 1, 1), Some(Square::new(12, 1)));
        assert_eq!(turned.neighbour(Square::new(13, 0), -1, 0), None);
    }
}
