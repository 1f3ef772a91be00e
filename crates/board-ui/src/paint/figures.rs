//! The pieces: pictures in one mesh, or letters on discs.

use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use rules::{Colour, Piece};

use crate::piece_renderer::PieceRenderer;
use crate::placement::PieceLetters;

/// Pieces that are painted one above the other, in order.
pub(crate) struct Figures<'a> {
    painter: &'a Painter,
    art: &'a dyn PieceRenderer,
    letters: &'a PieceLetters,
    mesh: Mesh,
}

impl<'a> Figures<'a> {
    pub fn new(
        painter: &'a Painter,
        art: &'a dyn PieceRenderer,
        letters: &'a PieceLetters,
    ) -> Figures<'a> {
        Figures { painter, art, letters, mesh: Mesh::default() }
    }

    /// Adds a piece in a square around a point.
    pub fn add(&mut self, piece: Piece, centre: Pos2, side: f32, opacity: f32) {
        let rect = Rect::from_center_size(centre, Vec2::splat(side));
        let tint = Color32::WHITE.gamma_multiply(opacity);
        match self.art.picture(piece) {
            Some(picture) => {
                if self.mesh.texture_id != picture.texture {
                    self.flush();
                    self.mesh.texture_id = picture.texture;
                }
                self.mesh.add_rect_with_uv(rect, picture.uv, tint);
            }
            None => {
                self.flush();
                self.add_letter(piece, rect, opacity);
            }
        }
    }

    /// Paints what has been added.
    pub fn flush(&mut self) {
        if !self.mesh.is_empty() {
            self.painter.add(Shape::mesh(std::mem::take(&mut self.mesh)));
        }
    }

    fn add_letter(&self, piece: Piece, rect: Rect, opacity: f32) {
        let (disc, ink) = match piece.colour() {
            Colour::White => (Color32::from_gray(250), Color32::from_gray(30)),
            Colour::Black => (Color32::from_gray(40), Color32::from_gray(245)),
        };
        let side = rect.width();
        self.painter.circle(
            rect.center(),
            side * 0.38,
            disc.gamma_multiply(opacity),
            Stroke::new(side * 0.03, ink.gamma_multiply(opacity)),
        );
        self.painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            self.letters.letter(piece.kind()).to_ascii_uppercase(),
            FontId::proportional(side * 0.44),
            ink.gamma_multiply(opacity),
        );
    }
}
