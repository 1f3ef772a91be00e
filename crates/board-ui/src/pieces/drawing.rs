//! One picture, parsed once and turned into pixels at any size.

use egui::{Color32, ColorImage};
use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, PremultipliedColorU8, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use thiserror::Error;

/// Why bytes are not a picture.
#[derive(Debug, Error)]
pub enum SpriteError {
    /// The text is no SVG that can be drawn.
    #[error("it is not an SVG that can be drawn: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The bytes begin like a PNG but cannot be read as one.
    #[error("it is not a PNG that can be read: {0}")]
    Png(String),
    /// The picture would need too much memory.
    #[error("it is {width} by {height} pixels; at most {most} by {most} were expected", most = MOST_PIXELS)]
    TooLarge {
        /// How wide it is.
        width: u32,
        /// How high it is.
        height: u32,
    },
    /// Nothing can be seen in it.
    #[error("nothing can be seen in it")]
    Blank,
}

/// The largest side of a PNG that is accepted, and of a rasterised piece.
pub const MOST_PIXELS: u32 = 2048;

const PNG_SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// How much of its light a one-coloured picture keeps when it is used for Black.
const DARKENED: f32 = 0.36;

/// A parsed picture.
pub struct Drawing {
    form: Form,
    tone: Tone,
}

/// What is done to the pixels of a picture.
#[derive(Clone, Copy)]
enum Tone {
    AsDrawn,
    Darkened,
    /// White where the picture is light, nothing where it is dark.
    Stencil,
    /// White wherever there is anything.
    Silhouette,
}

enum Form {
    Vector(Box<Tree>),
    Pixels(Pixmap),
}

impl Drawing {
    /// A picture that comes with the program or was made by it.
    pub fn from_svg(svg: &str) -> Result<Drawing, SpriteError> {
        Ok(Drawing::new(Form::Vector(Box::new(Tree::from_str(svg, &Options::default())?))))
    }

    /// A user's picture, an SVG or a PNG.
    ///
    /// The shapes of an SVG that carry the classes of the style sheet get its colours.
    pub fn from_bytes(bytes: &[u8], style_sheet: &str) -> Result<Drawing, SpriteError> {
        let form = if bytes.starts_with(&PNG_SIGNATURE) {
            Form::Pixels(decode_png(bytes)?)
        } else {
            Form::Vector(Box::new(Tree::from_data(bytes, &users_options(style_sheet))?))
        };
        let drawing = Drawing::new(form);
        let is_blank = drawing.rasterise(32).pixels().iter().all(|pixel| pixel.alpha() == 0);
        if is_blank { Err(SpriteError::Blank) } else { Ok(drawing) }
    }

    /// The same picture with less light, to tell Black's from White's.
    pub fn darkened(self) -> Drawing {
        Drawing { tone: Tone::Darkened, ..self }
    }

    /// The light parts of the picture in white.
    pub fn stencil(self) -> Drawing {
        Drawing { tone: Tone::Stencil, ..self }
    }

    /// The whole shape of the picture in white.
    pub fn silhouette(self) -> Drawing {
        Drawing { tone: Tone::Silhouette, ..self }
    }

    fn new(form: Form) -> Drawing {
        Drawing { form, tone: Tone::AsDrawn }
    }

    /// The picture in the middle of a square with sides of `pixels`.
    pub fn image(&self, pixels: u32) -> ColorImage {
        let canvas = self.rasterise(pixels);
        let side = canvas.width() as usize;
        ColorImage::new([side, side], canvas.pixels().iter().map(colour).collect())
    }

    fn rasterise(&self, pixels: u32) -> Pixmap {
        let mut canvas = blank(pixels.clamp(1, MOST_PIXELS));
        let side = canvas.width() as f32;
        match &self.form {
            Form::Vector(tree) => {
                let fit = fit(tree.size().width(), tree.size().height(), side);
                resvg::render(tree, fit, &mut canvas.as_mut());
            }
            Form::Pixels(source) => {
                let fit = fit(source.width() as f32, source.height() as f32, side);
                let paint =
                    PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
                canvas.draw_pixmap(0, 0, source.as_ref(), &paint, fit, None);
            }
        }
        let pixels = canvas.pixels_mut().iter_mut();
        match self.tone {
            Tone::AsDrawn => {}
            Tone::Darkened => pixels.for_each(darken),
            Tone::Stencil => pixels.for_each(|pixel| *pixel = white(pixel.red())),
            Tone::Silhouette => pixels.for_each(|pixel| *pixel = white(pixel.alpha())),
        }
        canvas
    }
}

/// How a user's SVG is read: with a style sheet, and without a look at any other file.
fn users_options(style_sheet: &str) -> Options<'static> {
    let image_href_resolver =
        ImageHrefResolver { resolve_string: Box::new(|_, _| None), ..ImageHrefResolver::default() };
    Options { style_sheet: Some(style_sheet.to_owned()), image_href_resolver, ..Options::default() }
}

fn decode_png(bytes: &[u8]) -> Result<Pixmap, SpriteError> {
    // The size stands at a fixed place, so that a huge picture is refused before it is unpacked.
    let number = |at: usize| {
        bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_be_bytes)
    };
    let (width, height) = (number(16), number(20));
    if width > MOST_PIXELS || height > MOST_PIXELS {
        return Err(SpriteError::TooLarge { width, height });
    }
    Pixmap::decode_png(bytes).map_err(|error| SpriteError::Png(error.to_string()))
}

/// An empty square canvas; `side` is at least 1 and at most [`MOST_PIXELS`].
fn blank(side: u32) -> Pixmap {
    Pixmap::new(side, side).expect("a side between 1 and MOST_PIXELS")
}

/// Scales a picture so that it just fits into a square and puts it into the middle.
fn fit(width: f32, height: f32, side: f32) -> Transform {
    let scale = side / width.max(height);
    let margin = |length: f32| (side - length * scale) / 2.0;
    Transform::from_row(scale, 0.0, 0.0, scale, margin(width), margin(height))
}

fn colour(pixel: &PremultipliedColorU8) -> Color32 {
    Color32::from_rgba_premultiplied(pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
}

fn white(alpha: u8) -> PremultipliedColorU8 {
    PremultipliedColorU8::from_rgba(alpha, alpha, alpha, alpha)
        .unwrap_or(PremultipliedColorU8::TRANSPARENT)
}

fn darken(pixel: &mut PremultipliedColorU8) {
    let dark = |channel: u8| (f32::from(channel) * DARKENED) as u8;
    let darkened = PremultipliedColorU8::from_rgba(
        dark(pixel.red()),
        dark(pixel.green()),
        dark(pixel.blue()),
        pixel.alpha(),
    );
    *pixel = darkened.unwrap_or(*pixel);
}
