//! Tiles and their colours in one mesh, with crisp edges and rounded corners of the board.

use std::f32::consts::FRAC_PI_2;

use egui::{Color32, CornerRadius, Mesh, Pos2, Rect, Shape, Vec2, pos2, vec2};
use rules::Square;

use super::Canvas;
use crate::geometry::BoardGeometry;

/// How many pieces the arc of a rounded corner has.
const ARC_STEPS: usize = 10;

/// Coloured tiles.
pub(crate) struct TileMesh<'a> {
    geometry: &'a BoardGeometry,
    radius: f32,
    mesh: Mesh,
}

impl<'a> TileMesh<'a> {
    pub fn new(canvas: Canvas<'a>) -> TileMesh<'a> {
        let (geometry, radius) = (canvas.geometry, canvas.corner_radius());
        TileMesh { geometry, radius, mesh: Mesh::default() }
    }

    /// Colours the tile of a square.
    pub fn fill(&mut self, square: Square, colour: Color32) {
        let rect = self.geometry.square_rect(square);
        match corner_of(self.geometry, square).filter(|_| self.radius > 0.0) {
            Some(inward) => self.fill_rounded(rect, inward, colour),
            None => self.mesh.add_colored_rect(rect, colour),
        }
    }

    pub fn into_shape(self) -> Shape {
        Shape::mesh(self.mesh)
    }

    /// A tile whose one corner is round: the one from which `inward` points to its middle.
    fn fill_rounded(&mut self, rect: Rect, inward: Vec2, colour: Color32) {
        let outer = pos2(
            if inward.x > 0.0 { rect.left() } else { rect.right() },
            if inward.y > 0.0 { rect.top() } else { rect.bottom() },
        );
        let across = outer + inward * rect.width();
        let centre = outer + inward * self.radius;
        let half_pixel = self.geometry.pixel() / 2.0;
        let on_arc = |step: usize, radius: f32| -> Pos2 {
            let angle = FRAC_PI_2 * step as f32 / ARC_STEPS as f32;
            centre - vec2(angle.cos() * inward.x, angle.sin() * inward.y) * radius
        };

        let first = self.mesh.vertices.len() as u32;
        let mut outline = vec![across, pos2(outer.x, across.y)];
        outline.extend((0..=ARC_STEPS).map(|step| on_arc(step, self.radius - half_pixel)));
        outline.push(pos2(across.x, outer.y));
        for pos in &outline {
            self.mesh.colored_vertex(*pos, colour);
        }
        for step in 1..outline.len() as u32 - 1 {
            self.mesh.add_triangle(first, first + step, first + step + 1);
        }
        // The arc fades out over one pixel, so that it looks smooth.
        let faded = self.mesh.vertices.len() as u32;
        for step in 0..=ARC_STEPS {
            self.mesh.colored_vertex(on_arc(step, self.radius + half_pixel), Color32::TRANSPARENT);
        }
        for step in 0..ARC_STEPS as u32 {
            let (inner, outer) = (first + 2 + step, faded + step);
            self.mesh.add_triangle(inner, outer, outer + 1);
            self.mesh.add_triangle(inner, outer + 1, inner + 1);
        }
    }
}

impl Canvas<'_> {
    /// The radius of the board's corners in points.
    pub fn corner_radius(&self) -> f32 {
        (self.geometry.tile() * self.style.corner.clamp(0.0, 0.5)).min(12.0)
    }

    /// The corners of a tile, of which one may be a corner of the board.
    pub fn tile_corners(&self, square: Square) -> CornerRadius {
        let radius = self.corner_radius().round() as u8;
        let mut corners = CornerRadius::ZERO;
        if let Some(inward) = corner_of(self.geometry, square) {
            match (inward.x > 0.0, inward.y > 0.0) {
                (true, true) => corners.nw = radius,
                (false, true) => corners.ne = radius,
                (true, false) => corners.sw = radius,
                (false, false) => corners.se = radius,
            }
        }
        corners
    }
}

/// The way from the board's corner into the tile, if the square is at a corner.
fn corner_of(geometry: &BoardGeometry, square: Square) -> Option<Vec2> {
    let (column, row) = geometry.column_and_row(square);
    let towards = |place: u8, count: u8| match place {
        0 => Some(1.0),
        last if last + 1 == count => Some(-1.0),
        _ => None,
    };
    let size = geometry.size();
    Some(vec2(towards(column, size.files())?, towards(row, size.ranks())?))
}
