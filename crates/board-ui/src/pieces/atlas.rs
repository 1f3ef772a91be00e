//! All pieces of a rule set in one texture, at the size in which they are shown.

use std::sync::Arc;
use std::time::Duration;

use egui::{Color32, ColorImage, Context, Painter, Rect, TextureHandle, TextureOptions, pos2};
use rules::{Colour, Piece, PieceType, Rules};
use thiserror::Error;

use super::drawing::{Drawing, MOST_PIXELS};
use super::{Finish, PieceSet, SpriteError, Subject, palette, svg_for};

/// A picture that a user gives for a piece type: the bytes of an SVG or a PNG file.
#[derive(Clone, Debug)]
pub struct PieceSprite {
    /// The piece type that it shows.
    pub kind: PieceType,
    /// What stands in the file.
    pub bytes: Arc<[u8]>,
}

/// Everything that the pictures depend on, apart from their size.
#[derive(Clone, Debug)]
pub struct PieceStyle {
    /// The piece set.
    pub set: PieceSet,
    /// The rule set whose pieces are shown.
    pub rules: Arc<Rules>,
    /// The side that sits at the bottom of the board.
    pub bottom: Colour,
    /// The user's own pictures.
    pub sprites: Arc<[PieceSprite]>,
    /// How the pieces are filled.
    pub finish: Finish,
}

impl PieceStyle {
    /// The pieces of a rule set as White sees them, without pictures of a user's own.
    pub fn new(set: PieceSet, rules: Arc<Rules>) -> PieceStyle {
        let (bottom, finish) = (Colour::White, Finish::Coloured);
        PieceStyle { set, rules, bottom, sprites: Arc::new([]), finish }
    }

    /// Would both give the same pictures? Cheap enough for every frame.
    fn is_same(&self, other: &PieceStyle) -> bool {
        let same_pieces = Arc::ptr_eq(&self.rules, &other.rules)
            || self.rules.spec().pieces == other.rules.spec().pieces;
        same_pieces
            && self.set == other.set
            && self.bottom == other.bottom
            && self.finish == other.finish
            && Arc::ptr_eq(&self.sprites, &other.sprites)
    }
}

/// A user's picture that could not be used; the piece set's own is shown instead.
#[derive(Debug, Error)]
#[error("the picture of the piece `{piece}` cannot be used: {reason}")]
pub struct PictureFault {
    /// The name of the piece.
    pub piece: String,
    /// What is wrong with the picture.
    pub reason: SpriteError,
}

/// How long a new size must last before the pieces are made sharp for it. Until then the graphics
/// card stretches the old ones, so that dragging a window's edge costs nothing.
const SETTLED_AFTER: f64 = 0.12;

/// Pieces are made anew at once when stretching by more than this would show.
const MOST_STRETCH: f32 = 1.5;

/// Transparent pixels around each piece, so that none bleeds into its neighbour.
const PADDING: usize = 1;

/// The pictures of all pieces of a rule set and the texture that holds them.
pub struct Atlas {
    style: PieceStyle,
    drawings: Vec<Option<Drawing>>,
    faults: Vec<PictureFault>,
    sheet: Option<Sheet>,
    awaited: Option<Awaited>,
}

/// A texture with a cell for every piece.
struct Sheet {
    texture: TextureHandle,
    pixels: u32,
    columns: usize,
    rows: usize,
}

/// A size that has been asked for, and since when.
struct Awaited {
    pixels: u32,
    since: f64,
}

impl Atlas {
    /// The pictures of a style; the texture is made by the first [`Atlas::prepare`].
    pub fn new(style: PieceStyle) -> Atlas {
        let (drawings, faults) = drawings(&style);
        Atlas { style, drawings, faults, sheet: None, awaited: None }
    }

    /// Makes the texture fit the style and the tile size; to be called in each frame.
    ///
    /// Does nothing when nothing has changed. A new style is there at once, a new size as soon as it
    /// has lasted a moment.
    pub fn prepare(&mut self, ctx: &Context, style: &PieceStyle, tile_in_points: f32) {
        if !self.style.is_same(style) {
            let (drawings, faults) = drawings(style);
            *self = Atlas { drawings, faults, sheet: None, awaited: None, style: style.clone() };
        }
        let most = largest_cell(ctx, self.drawings.len());
        let pixels = (tile_in_points * ctx.pixels_per_point()).round().clamp(1.0, most) as u32;
        if self.is_due(ctx, pixels) {
            self.sheet = Some(Sheet::new(ctx, &self.drawings, pixels));
            self.awaited = None;
        }
    }

    /// The user's pictures that could not be used.
    pub fn faults(&self) -> &[PictureFault] {
        &self.faults
    }

    /// What the pictures show.
    pub fn style(&self) -> &PieceStyle {
        &self.style
    }

    /// The texture, once it has been prepared.
    pub fn texture(&self) -> Option<&TextureHandle> {
        self.sheet.as_ref().map(|sheet| &sheet.texture)
    }

    /// Where a piece is found in the texture, once it has been prepared.
    pub fn uv_rect(&self, piece: Piece) -> Option<Rect> {
        self.drawings.get(piece.index())?;
        Some(self.sheet.as_ref()?.uv_rect(piece))
    }

    /// Paints a piece into `rect`; white as `tint` leaves its colours alone.
    pub fn paint(&self, painter: &Painter, piece: Piece, rect: Rect, tint: Color32) {
        if let (Some(texture), Some(uv)) = (self.texture(), self.uv_rect(piece)) {
            painter.image(texture.id(), rect, uv, tint);
        }
    }

    /// A piece by itself in a square with sides of `pixels`, for cards and menus.
    pub fn image(&self, piece: Piece, pixels: u32) -> ColorImage {
        match self.drawings.get(piece.index()) {
            Some(Some(drawing)) => drawing.image(pixels),
            _ => ColorImage::filled([1, 1], Color32::TRANSPARENT),
        }
    }

    /// Shall the texture be made now?
    fn is_due(&mut self, ctx: &Context, pixels: u32) -> bool {
        let Some(sheet) = &self.sheet else { return true };
        if sheet.pixels == pixels {
            self.awaited = None;
            return false;
        }
        let stretch = pixels as f32 / sheet.pixels as f32;
        if !(1.0 / MOST_STRETCH..=MOST_STRETCH).contains(&stretch) {
            return true;
        }
        let now = ctx.input(|input| input.time);
        let since = match &self.awaited {
            Some(awaited) if awaited.pixels == pixels => awaited.since,
            _ => now,
        };
        self.awaited = Some(Awaited { pixels, since });
        let left = since + SETTLED_AFTER - now;
        if left > 0.0 {
            ctx.request_repaint_after(Duration::from_secs_f64(left));
        }
        left <= 0.0
    }
}

impl Sheet {
    fn new(ctx: &Context, drawings: &[Option<Drawing>], pixels: u32) -> Sheet {
        let columns = columns(drawings.len());
        let rows = drawings.len().div_ceil(columns);
        let cell = pixels as usize + 2 * PADDING;
        let size = [columns * cell, rows * cell];
        let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
        for (index, drawing) in drawings.iter().enumerate() {
            if let Some(drawing) = drawing {
                let (column, row) = (index % columns, index / columns);
                let corner = [column * cell + PADDING, row * cell + PADDING];
                copy(&drawing.image(pixels), &mut image, corner);
            }
        }
        let texture = ctx.load_texture("pieces", image, TextureOptions::LINEAR);
        Sheet { texture, pixels, columns, rows }
    }

    fn uv_rect(&self, piece: Piece) -> Rect {
        let cell = self.pixels as usize + 2 * PADDING;
        let (column, row) = (piece.index() % self.columns, piece.index() / self.columns);
        let (width, height) = ((self.columns * cell) as f32, (self.rows * cell) as f32);
        let left = (column * cell + PADDING) as f32;
        let top = (row * cell + PADDING) as f32;
        let side = self.pixels as f32;
        Rect::from_min_max(
            pos2(left / width, top / height),
            pos2((left + side) / width, (top + side) / height),
        )
    }
}

fn columns(count: usize) -> usize {
    (1..).find(|side| side * side >= count).unwrap_or(1).max(1)
}

/// The largest piece for which the texture is not too large for the graphics card.
fn largest_cell(ctx: &Context, count: usize) -> f32 {
    let side = ctx.input(|input| input.max_texture_side) / columns(count);
    (side.saturating_sub(2 * PADDING) as f32).clamp(1.0, MOST_PIXELS as f32)
}

fn copy(source: &ColorImage, target: &mut ColorImage, [left, top]: [usize; 2]) {
    let (width, stride) = (source.width(), target.width());
    for (y, line) in source.pixels.chunks(width).enumerate() {
        let start = (top + y) * stride + left;
        target.pixels[start..start + width].copy_from_slice(line);
    }
}

/// The drawings of a style by [`Piece::index`], and what is wrong with the user's own.
fn drawings(style: &PieceStyle) -> (Vec<Option<Drawing>>, Vec<PictureFault>) {
    let mut faults = Vec::new();
    let mut drawings = Vec::new();
    for kind in style.rules.piece_types() {
        for colour in Colour::BOTH {
            let piece = Piece::new(kind, colour);
            let own = own_drawing(style, piece).unwrap_or_else(|reason| {
                // Both colours come from the same file; one message is enough.
                if colour == Colour::White {
                    faults.push(PictureFault {
                        piece: style.rules.piece_spec(kind).name.clone(),
                        reason,
                    });
                }
                None
            });
            let PieceStyle { rules, bottom, finish, .. } = style;
            let subject = Subject { rules, piece, bottom: *bottom, finish: *finish };
            let shipped = || {
                let drawing = Drawing::from_svg(&svg_for(style.set, &subject)).ok()?;
                Some(if *finish == Finish::Stencil { drawing.stencil() } else { drawing })
            };
            let drawing = own.or_else(shipped);
            drawings.resize_with(drawings.len().max(piece.index() + 1), || None);
            drawings[piece.index()] = drawing;
        }
    }
    (drawings, faults)
}

/// The user's picture of a piece, if there is one.
fn own_drawing(style: &PieceStyle, piece: Piece) -> Result<Option<Drawing>, SpriteError> {
    let sprite = style.sprites.iter().find(|sprite| sprite.kind == piece.kind());
    let drawing = style.rules.piece_spec(piece.kind()).drawing.as_deref();
    let svg = drawing.filter(|drawing| drawing.starts_with('<')).map(str::as_bytes);
    let Some(bytes) = sprite.map(|sprite| &*sprite.bytes).or(svg) else {
        return Ok(None);
    };
    let style_sheet = palette::style_sheet(style.finish, piece.colour());
    let drawing = Drawing::from_bytes(bytes, style_sheet)?;
    let is_ours = palette::colours_are_left_to_us(bytes);
    Ok(Some(match (style.finish, piece.colour()) {
        (Finish::Stencil, _) if is_ours => drawing.stencil(),
        (Finish::Stencil, _) => drawing.silhouette(),
        (Finish::Coloured, Colour::Black) if !is_ours => drawing.darkened(),
        (Finish::Coloured, _) => drawing,
    }))
}

#[cfg(test)]
mod tests;
