//! Provides the pictures of the pieces.

use egui::{Context, Rect, TextureId};
use rules::Piece;

use crate::pieces::Atlas;

/// A picture in a texture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceTexture {
    /// The texture that holds it.
    pub texture: TextureId,
    /// Its place there, where the whole texture is from (0, 0) to (1, 1).
    pub uv: Rect,
}

/// The pictures of the pieces. A picture covers a whole tile.
pub trait PieceRenderer {
    /// Makes the pictures fit tiles of this size in points; called before they are used.
    fn prepare(&mut self, ctx: &Context, tile: f32);

    /// The picture of a piece; a piece without one is shown as its letter on a disc.
    fn picture(&self, piece: Piece) -> Option<PieceTexture>;
}

impl PieceRenderer for Atlas {
    fn prepare(&mut self, ctx: &Context, tile: f32) {
        let style = self.style().clone();
        Atlas::prepare(self, ctx, &style, tile);
    }

    fn picture(&self, piece: Piece) -> Option<PieceTexture> {
        Some(PieceTexture { texture: self.texture()?.id(), uv: self.uv_rect(piece)? })
    }
}

/// No pictures at all: every piece is a letter on a disc.
#[derive(Clone, Copy, Debug, Default)]
pub struct Letters;

impl PieceRenderer for Letters {
    fn prepare(&mut self, _ctx: &Context, _tile: f32) {}

    fn picture(&self, _piece: Piece) -> Option<PieceTexture> {
        None
    }
}
