//! Arrows, circles and small badges above the pieces.

use egui::{Align2, Color32, FontId, Mesh, Pos2, Shape, Stroke, Vec2, vec2};

use super::Canvas;
use crate::drawing::{BoardArrow, Circle, Ink};
use crate::geometry::BoardGeometry;

/// All lengths are parts of a tile.
const SHAFT: f32 = 0.15;
const HEAD_LENGTH: f32 = 0.40;
const HEAD_WIDTH: f32 = 0.46;
const START: f32 = 0.30;
const RING: f32 = 0.07;

impl Canvas<'_> {
    pub fn arrow(&self, arrow: &BoardArrow) {
        if arrow.from == arrow.to {
            // An arrow that leads nowhere marks its square.
            return self.circle(&Circle { square: arrow.from, ink: arrow.ink });
        }
        let (from, to) = (self.geometry.centre(arrow.from), self.geometry.centre(arrow.to));
        if let Some(mesh) = arrow_mesh(from, to, self.geometry, self.ink(arrow.ink)) {
            self.painter.add(Shape::mesh(mesh));
        }
    }

    pub fn circle(&self, circle: &Circle) {
        let width = self.geometry.tile() * RING;
        let radius = (self.geometry.tile() - width) / 2.0 - self.geometry.pixel();
        let stroke = Stroke::new(width, self.ink(circle.ink));
        self.painter.circle_stroke(self.geometry.centre(circle.square), radius, stroke);
    }

    /// A number in a small disc at the upper right of a tile.
    pub fn badge(&self, centre: Pos2, number: usize, colour: Color32) {
        let tile = self.geometry.tile();
        let radius = (tile * 0.17).max(6.0);
        let place = centre + vec2(tile / 2.0 - radius * 0.95, radius * 0.95 - tile / 2.0);
        let (font, line) = (FontId::proportional(radius * 1.4), Stroke::new(1.0, Color32::WHITE));
        self.painter.circle(place, radius, colour.to_opaque(), line);
        self.painter.text(place, Align2::CENTER_CENTER, number, font, Color32::WHITE);
    }

    fn ink(&self, ink: Ink) -> Color32 {
        self.style.colours.inks[ink as usize]
    }
}

/// Shaft and head as one outline, so that a translucent arrow has no seams.
fn arrow_mesh(from: Pos2, to: Pos2, geometry: &BoardGeometry, colour: Color32) -> Option<Mesh> {
    let tile = geometry.tile();
    let way = to - from;
    let length = way.length();
    if length < tile * 0.5 {
        return None;
    }
    let along = way / length;
    let aside = along.rot90();
    let at = |forward: f32, sideways: f32| from + along * forward + aside * sideways * tile;
    let neck = length - HEAD_LENGTH * tile;
    let outline = [
        at(START * tile, -SHAFT / 2.0),
        at(neck, -SHAFT / 2.0),
        at(neck, -HEAD_WIDTH / 2.0),
        at(length, 0.0),
        at(neck, HEAD_WIDTH / 2.0),
        at(neck, SHAFT / 2.0),
        at(START * tile, SHAFT / 2.0),
    ];
    const TRIANGLES: [[u32; 3]; 3] = [[0, 1, 5], [0, 5, 6], [2, 3, 4]];
    Some(feathered(&outline, &TRIANGLES, colour, geometry.pixel()))
}

/// A filled outline, clockwise on the screen, that fades out over one pixel.
fn feathered(outline: &[Pos2], triangles: &[[u32; 3]], colour: Color32, pixel: f32) -> Mesh {
    let count = outline.len();
    let normal = |from: Pos2, to: Pos2| -> Vec2 { -(to - from).normalized().rot90() };
    let mut mesh = Mesh::default();
    for (index, pos) in outline.iter().enumerate() {
        let before = outline[(index + count - 1) % count];
        let after = outline[(index + 1) % count];
        let (n0, n1) = (normal(before, *pos), normal(*pos, after));
        let sum = n0 + n1;
        // At a corner the edges meet further out, but a sharp one must not grow a spike.
        let offset = sum / (sum.length_sq() / 2.0).max(0.35) * (pixel / 2.0);
        mesh.colored_vertex(*pos - offset, colour);
        mesh.colored_vertex(*pos + offset, Color32::TRANSPARENT);
    }
    for [a, b, c] in triangles {
        mesh.add_triangle(2 * a, 2 * b, 2 * c);
    }
    for index in 0..count as u32 {
        let next = (index + 1) % count as u32;
        mesh.add_triangle(2 * index, 2 * index + 1, 2 * next + 1);
        mesh.add_triangle(2 * index, 2 * next + 1, 2 * next);
    }
    mesh
}
