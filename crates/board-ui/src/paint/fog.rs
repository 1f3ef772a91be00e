//! The fog over squares that cannot be seen: grey, softly clouded, with soft edges.

use std::sync::Arc;

use egui::{Color32, Mesh, Pos2, Shape, vec2};
use rules::{Square, SquareSet};

use crate::geometry::BoardGeometry;

/// How far the fog reaches into squares that can be seen, as a part of a tile.
const EDGE: f32 = 0.24;
/// How dense the fog is where it begins to thin out.
const EDGE_DENSITY: f32 = 0.7;
/// Where a hidden tile is divided.
const INSIDE_GRID: [f32; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Where a tile at the edge is divided: finely where the fog thins out.
const EDGE_GRID: [f32; 10] = [0.0, 0.06, 0.12, 0.18, 0.24, 0.76, 0.82, 0.88, 0.94, 1.0];
/// How much lighter or darker the clouds are.
const CLOUDS: f32 = 0.14;
/// How much light tiles shine through.
const CHEQUER: f32 = 0.022;

/// The fog as it was last painted, to be used again while nothing changes.
#[derive(Default)]
pub(crate) struct FogCache {
    made: Option<(FogKey, Arc<Mesh>)>,
}

#[derive(Clone, Copy, PartialEq)]
struct FogKey {
    geometry: BoardGeometry,
    visible: SquareSet,
    colour: Color32,
    /// The radius of the board's corners.
    radius: f32,
}

impl FogCache {
    /// The fog over all squares that are not visible.
    pub fn shape(
        &mut self,
        geometry: &BoardGeometry,
        visible: SquareSet,
        colour: Color32,
        radius: f32,
    ) -> Shape {
        let key = FogKey { geometry: *geometry, visible, colour, radius };
        let mesh = match &self.made {
            Some((known, mesh)) if *known == key => mesh.clone(),
            _ => {
                let mesh = Arc::new(key.mesh());
                self.made = Some((key, mesh.clone()));
                mesh
            }
        };
        Shape::Mesh(mesh)
    }
}

impl FogKey {
    fn mesh(&self) -> Mesh {
        let mut mesh = Mesh::default();
        for square in self.geometry.size().squares() {
            if !self.visible.contains(square) {
                self.add_tile(&mut mesh, square, &INSIDE_GRID, |_, _| 1.0);
            } else if !self.hidden_neighbours(square).is_empty() {
                let neighbours = self.hidden_neighbours(square);
                let density = |x: f32, y: f32| edge_density(&neighbours, x, y);
                self.add_tile(&mut mesh, square, &EDGE_GRID, density);
            }
        }
        mesh
    }

    /// The hidden squares around a square, as columns to the right and rows down.
    fn hidden_neighbours(&self, square: Square) -> Vec<(f32, f32)> {
        let around = (-1..=1).flat_map(|column| (-1..=1).map(move |row| (column, row)));
        let hidden = around.filter(|(column, row)| {
            let neighbour = self.geometry.neighbour(square, *column, *row);
            neighbour.is_some_and(|neighbour| !self.visible.contains(neighbour))
        });
        hidden.map(|(column, row)| (column as f32, row as f32)).collect()
    }

    /// The point itself, or the nearest one that is not beyond a rounded corner of the board.
    fn within_corners(&self, pos: Pos2) -> Pos2 {
        let centre = self.geometry.rect().shrink(self.radius).clamp(pos);
        let out = pos - centre;
        if out.length() > self.radius { centre + out.normalized() * self.radius } else { pos }
    }

    /// A grid of triangles over a tile whose corners have their own colour and density.
    fn add_tile(
        &self,
        mesh: &mut Mesh,
        square: Square,
        grid: &[f32],
        density: impl Fn(f32, f32) -> f32,
    ) {
        let rect = self.geometry.square_rect(square);
        let (column, row) = self.geometry.column_and_row(square);
        let chequer = if square.is_dark() { -CHEQUER } else { CHEQUER };
        let base = mesh.vertices.len() as u32;
        for y in grid {
            for x in grid {
                let cloud = clouds(f32::from(column) + x, f32::from(row) + y);
                let colour = lightened(self.colour, cloud * CLOUDS + chequer);
                let pos = self.within_corners(rect.min + vec2(*x, *y) * rect.width());
                mesh.colored_vertex(pos, colour.gamma_multiply(density(*x, *y)));
            }
        }
        let line = grid.len() as u32;
        for j in 0..line - 1 {
            for i in 0..line - 1 {
                let [a, b] = [base + j * line + i, base + j * line + i + 1];
                let [c, d] = [a + line, b + line];
                // The cut runs towards the tile's nearest corner, as the fog does.
                let is_rising = (2 * i < line - 1) == (2 * j < line - 1);
                let cut = if is_rising { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] };
                for [p, q, r] in cut {
                    mesh.add_triangle(p, q, r);
                }
            }
        }
    }
}

/// How dense the fog is at a point of a tile that can be seen, from 0 to 1.
fn edge_density(neighbours: &[(f32, f32)], x: f32, y: f32) -> f32 {
    let beyond = |place: f32, low: f32| (low - place).max(place - low - 1.0).max(0.0);
    let nearest = neighbours
        .iter()
        .map(|(column, row)| beyond(x, *column).hypot(beyond(y, *row)))
        .fold(EDGE, f32::min);
    let part = 1.0 - nearest / EDGE;
    EDGE_DENSITY * part * part * (3.0 - 2.0 * part)
}

/// Soft clouds between -1 and 1: smooth noise in two sizes.
fn clouds(x: f32, y: f32) -> f32 {
    0.65 * noise(x * 0.45, y * 0.45) + 0.35 * noise(x * 1.3 + 17.0, y * 1.3 + 5.0)
}

fn noise(x: f32, y: f32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let smooth = |part: f32| part * part * (3.0 - 2.0 * part);
    let (u, v) = (smooth(x - left), smooth(y - top));
    let at = |i: f32, j: f32| scatter((left + i) as u32, (top + j) as u32);
    let upper = at(0.0, 0.0) * (1.0 - u) + at(1.0, 0.0) * u;
    let lower = at(0.0, 1.0) * (1.0 - u) + at(1.0, 1.0) * u;
    upper * (1.0 - v) + lower * v
}

/// A number between -1 and 1 that looks random but is always the same for a place.
fn scatter(x: u32, y: u32) -> f32 {
    let mut bits = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits ^= bits >> 13;
    (bits & 0xffff) as f32 / 32767.5 - 1.0
}

fn lightened(colour: Color32, by: f32) -> Color32 {
    let extreme = if by > 0.0 { Color32::WHITE } else { Color32::BLACK };
    colour.lerp_to_gamma(extreme, by.abs() * 0.6)
}
