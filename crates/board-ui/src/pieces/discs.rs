//! The generated set: a disc with the piece's letter, and marks for its moves around it.

use rules::Role;

use super::marks::{Ring, marks};
use super::shape::{Shape, Shapes};
use super::{Subject, letters, palette};

const RING: Ring = Ring { x: 48.0, y: 48.0, inner: 30.5, outer: 42.0 };

/// The picture of a piece.
pub fn draw(subject: &Subject) -> String {
    let canvas = include_str!("../../assets/pieces/discs/disc.svg");
    palette::completed(canvas, &token(subject, RING), subject.style_sheet())
}

/// A disc that fills the ring, with its marks, the letter, and a sign for what else the piece is.
pub fn token(subject: &Subject, ring: Ring) -> String {
    let spec = subject.spec();
    let Ring { x, y, inner, .. } = ring;
    let mut shapes = marks(&spec.movement, ring, subject.is_turned());
    shapes.push(Shape::circle(x, y, inner));
    let forward = if subject.is_turned() { 1.0 } else { -1.0 };
    let (sign, shift, height) = match spec.role {
        Role::Royal => (crown(x, y - 0.53 * inner, inner), 0.29, 0.72),
        Role::Pawn => (arrow(x, y + 0.58 * inner * forward, inner, forward), -0.24 * forward, 0.72),
        Role::Ordinary | Role::CastlingPartner => (String::new(), 0.0, 0.98),
    };
    let letter = letters::letter(spec.letter, x, y + shift * inner, height * inner);
    format!("{}{sign}{letter}\n", Shapes(&shapes))
}

/// A small crown around a point, for a disc of the given radius.
fn crown(x: f32, y: f32, radius: f32) -> String {
    let scale = radius / 30.5;
    format!(
        "<path class=\"dot\" transform=\"translate({x} {y}) scale({scale:.3})\" \
         d=\"M-9 6L-11.5 -4.5L-5 -0.5L0 -8L5 -0.5L11.5 -4.5L9 6Z\"/>\n"
    )
}

/// A small arrow's head around a point, for a disc of the given radius; -1 is up the screen.
fn arrow(x: f32, y: f32, radius: f32, forward: f32) -> String {
    let scale = radius / 30.5;
    format!(
        "<path class=\"dot\" transform=\"translate({x} {y}) scale({scale:.3} {:.3})\" \
         d=\"M0 -6L10 5L0 1.5L-10 5Z\"/>\n",
        -forward * scale
    )
}
