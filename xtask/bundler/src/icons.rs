//! The icon as the pictures that browsers, phones and Windows ask for.

use anyhow::{Context, Result};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The colour around an icon that a phone may cut to any shape.
const GROUND: [u8; 3] = [0x18, 0x1a, 0x20];

/// Such an icon keeps its outer parts free, for they may be cut off.
const KEPT: f32 = 0.72;

/// All pictures by their names.
pub fn draw(svg: &str) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let tree = Tree::from_str(svg, &Options::default()).context("the icon cannot be drawn")?;
    let [red, green, blue] = GROUND;
    let ground = Some(Color::from_rgba8(red, green, blue, 255));
    let pictures = [
        ("icon-180.png", picture(&tree, 180, 0.9, ground)?),
        ("icon-192.png", picture(&tree, 192, 1.0, None)?),
        ("icon-512.png", picture(&tree, 512, 1.0, None)?),
        ("icon-maskable.png", picture(&tree, 512, KEPT, ground)?),
    ];
    Ok(pictures.into())
}

/// The sizes of the icon that Windows looks for.
const FOR_WINDOWS: [u32; 6] = [16, 24, 32, 48, 64, 256];

/// The icon as a file of Windows: a table of pictures, and then the pictures.
pub fn for_windows(svg: &str) -> Result<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).context("the icon cannot be drawn")?;
    let count = FOR_WINDOWS.len() as u16;
    let mut table = [0, 1, count].map(u16::to_le_bytes).concat();
    let mut pictures = Vec::new();
    let first = 6 + 16 * u32::from(count);
    for pixels in FOR_WINDOWS {
        let picture = picture(&tree, pixels, 1.0, None)?;
        // A size of 256 does not fit into a byte and is written as 0.
        let size = pixels as u8;
        table.extend([size, size, 0, 0, 1, 0, 32, 0]);
        table.extend((picture.len() as u32).to_le_bytes());
        table.extend((first + pictures.len() as u32).to_le_bytes());
        pictures.extend(picture);
    }
    Ok([table, pictures].concat())
}

/// The icon in the middle of a square, over a part of its width.
fn picture(tree: &Tree, pixels: u32, part: f32, ground: Option<Color>) -> Result<Vec<u8>> {
    let mut pixmap = Pixmap::new(pixels, pixels).context("no room for the icon")?;
    if let Some(ground) = ground {
        pixmap.fill(ground);
    }
    let whole = pixels as f32;
    let scale = whole * part / tree.size().width();
    let margin = whole * (1.0 - part) / 2.0;
    let place = Transform::from_scale(scale, scale).post_translate(margin, margin);
    resvg::render(tree, place, &mut pixmap.as_mut());

    let colours = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    let rgba: Vec<u8> = colours.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels, pixels);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&rgba)?;
    Ok(bytes)
}
