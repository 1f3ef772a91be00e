//! Writes a sheet with all pieces of a rule set: every piece set, on the squares of several
//! themes, at several sizes.
//!
//! `cargo run -p xxlchess-board-ui --example piece_sheet -- sheet.png [RULES]`

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Color32, ColorImage};
use resvg::tiny_skia::{IntSize, Pixmap};
use rules::{Colour, Piece, PieceSpec, Rules, betza};
use xxlchess_board_ui::pieces::{Atlas, PieceSet, PieceStyle, icon};

/// The light and dark squares of a few boards.
const BOARDS: [[Color32; 2]; 4] = [
    [Color32::from_rgb(0xe9, 0xe4, 0xd4), Color32::from_rgb(0x6c, 0x8f, 0xa3)],
    [Color32::from_rgb(0xf0, 0xd9, 0xb5), Color32::from_rgb(0xb5, 0x88, 0x63)],
    [Color32::from_rgb(0x5b, 0x60, 0x6c), Color32::from_rgb(0x3a, 0x3e, 0x48)],
    [Color32::from_rgb(0xee, 0xee, 0xd2), Color32::from_rgb(0x76, 0x96, 0x56)],
];

/// The last of them, the largest, decides the width of the sheet.
const SIZES: [u32; 9] = [12, 14, 16, 20, 28, 32, 48, 96, 180];

/// The largest size.
const LARGEST: u32 = SIZES[SIZES.len() - 1];

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected the name of the PNG file to write")?;
    let rules = match std::env::args().nth(2) {
        Some(id) => notation::ruleset::shipped(&id).ok_or("there is no such rule set")?,
        None => with_odd_pieces()?,
    };
    let count = rules.piece_types().len();
    let width = count * LARGEST as usize;
    let mut rows: Vec<ColorImage> = Vec::new();
    for set in PieceSet::ALL {
        let style = PieceStyle::new(set, Arc::clone(&rules));
        println!("{}: parsed in {:.1?}", set.name, quickest(|| drop(Atlas::new(style.clone()))));
        let atlas = Atlas::new(style);
        for size in SIZES {
            let time = quickest(|| pieces(&rules).for_each(|piece| drop(atlas.image(piece, size))));
            println!("  {} pieces of {size} pixels: {time:.1?}", 2 * count);
            let boards = if size == LARGEST { &BOARDS[..1] } else { &BOARDS[..] };
            rows.extend(boards.iter().map(|board| row(&atlas, &rules, size, *board, width)));
        }
    }
    rows.push(icons(width));
    save(&stacked(&rows, width), &path)
}

/// The largest rule set, with a few pieces that have no drawing.
fn with_odd_pieces() -> Result<Arc<Rules>, Box<dyn Error>> {
    let xxl = notation::ruleset::shipped("xxl").ok_or("the rule set xxl is missing")?;
    let mut spec = xxl.spec().clone();
    for (name, letter, moves) in
        [("nightrider", 'i', "NN"), ("wizard", 'w', "FC"), ("duke", 'd', "R4fmF2bcN")]
    {
        let movement = betza::parse(moves)?;
        spec.pieces.push(PieceSpec { value: 3.0, ..PieceSpec::new(name, letter, movement) });
    }
    Rules::compile(spec).map_err(|faults| format!("{faults:?}").into())
}

/// The shortest of several runs, which other work on the machine disturbs least.
fn quickest(run: impl Fn()) -> Duration {
    let time = |_| {
        let started = Instant::now();
        run();
        started.elapsed()
    };
    (0..10).map(time).min().unwrap_or_default()
}

fn pieces(rules: &Rules) -> impl Iterator<Item = Piece> {
    let kinds = rules.piece_types();
    kinds.flat_map(|kind| Colour::BOTH.map(|colour| Piece::new(kind, colour)))
}

/// All pieces in both colours on light and dark squares.
fn row(atlas: &Atlas, rules: &Rules, size: u32, board: [Color32; 2], width: usize) -> ColorImage {
    let side = size as usize;
    let mut sheet = ColorImage::filled([width, 2 * side], Color32::DARK_GRAY);
    for piece in pieces(rules) {
        let (column, line) = (piece.kind().index(), piece.colour() as usize);
        let square = board[(column + line) % 2];
        let image = atlas.image(piece, size);
        lay_over(&mut sheet, &image, [column * side, line * side], square);
        // Beside them stand the same pieces on the other colour, where there is room.
        let beside = (column + rules.piece_types().len()) * side;
        if beside + side <= width {
            lay_over(&mut sheet, &image, [beside, line * side], board[(column + line + 1) % 2]);
        }
    }
    sheet
}

fn icons(width: usize) -> ColorImage {
    let mut sheet = ColorImage::filled([width, 256], Color32::from_rgb(0x24, 0x27, 0x2e));
    let mut left = 0;
    for size in [16, 24, 32, 48, 64, 128, 256] {
        let icon = icon(size);
        let image = ColorImage::from_rgba_unmultiplied([size as usize; 2], &icon.rgba);
        lay_over(&mut sheet, &image, [left, 0], Color32::TRANSPARENT);
        left += size as usize + 16;
    }
    sheet
}

fn lay_over(sheet: &mut ColorImage, image: &ColorImage, [left, top]: [usize; 2], square: Color32) {
    let stride = sheet.width();
    for (y, line) in image.pixels.chunks(image.width()).enumerate() {
        for (x, pixel) in line.iter().enumerate() {
            let under = &mut sheet.pixels[(top + y) * stride + left + x];
            *under = under.blend(square).blend(*pixel);
        }
    }
}

fn stacked(rows: &[ColorImage], width: usize) -> ColorImage {
    let pixels: Vec<Color32> = rows.iter().flat_map(|row| row.pixels.iter().copied()).collect();
    ColorImage::new([width, pixels.len() / width], pixels)
}

fn save(image: &ColorImage, path: &str) -> Result<(), Box<dyn Error>> {
    let [width, height] = image.size.map(|side| side as u32);
    let size = IntSize::from_wh(width, height).ok_or("the sheet is empty")?;
    let bytes = image.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
    let sheet = Pixmap::from_vec(bytes, size).ok_or("the sheet is too large")?;
    sheet.save_png(path)?;
    Ok(())
}
