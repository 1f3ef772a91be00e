use egui::RawInput;
use resvg::tiny_skia::{Color, Pixmap};
use test_kit::rules_by_name;

use super::*;

fn style() -> PieceStyle {
    PieceStyle::new(PieceSet::CLASSIC, rules_by_name("standard"))
}

/// One frame at a point in time.
fn frame(ctx: &Context, time: f64, mut run: impl FnMut(&Context)) {
    let input = RawInput { time: Some(time), max_texture_side: Some(4096), ..RawInput::default() };
    ctx.run_pass(input, |ctx| run(ctx)).drop_without_applying_deltas();
}

/// A user's picture for the knight.
fn with_sprite(bytes: &[u8]) -> PieceStyle {
    let style = style();
    let kind = knight(&style, Colour::White).kind();
    PieceStyle { sprites: Arc::new([PieceSprite { kind, bytes: bytes.into() }]), ..style }
}

fn knight(style: &PieceStyle, colour: Colour) -> Piece {
    Piece::new(style.rules.piece_named("knight").expect("a knight"), colour)
}

fn texture(atlas: &Atlas) -> &TextureHandle {
    atlas.texture().expect("a texture")
}

fn pixels_of(atlas: &Atlas) -> u32 {
    atlas.sheet.as_ref().expect("a sheet").pixels
}

#[test]
fn nothing_is_done_when_nothing_has_changed() {
    let ctx = Context::default();
    let style = style();
    let mut atlas = Atlas::new(style.clone());
    assert_eq!(atlas.uv_rect(knight(&style, Colour::White)), None);
    let mut textures = Vec::new();
    for tick in 0..10 {
        frame(&ctx, f64::from(tick), |ctx| atlas.prepare(ctx, &style, 48.0));
        textures.push(texture(&atlas).id());
    }
    assert!(textures.iter().all(|id| *id == textures[0]));
    let foggy = PieceStyle {
        rules: style.rules.with_fog(true).expect("each side has a king"),
        ..style.clone()
    };
    frame(&ctx, 11.0, |ctx| atlas.prepare(ctx, &foggy, 48.0));
    assert_eq!(texture(&atlas).id(), textures[0], "fog does not change the pieces");
}

#[test]
fn a_new_size_is_made_sharp_when_it_has_settled() {
    let ctx = Context::default();
    let style = style();
    let mut atlas = Atlas::new(style.clone());
    let mut after = |time, tile| {
        frame(&ctx, time, |ctx| atlas.prepare(ctx, &style, tile));
        pixels_of(&atlas)
    };
    assert_eq!(after(0.00, 48.0), 48);
    assert_eq!(after(0.02, 50.0), 48, "the window is still being dragged");
    assert_eq!(after(0.10, 52.0), 48);
    assert_eq!(after(0.20, 52.0), 48);
    assert_eq!(after(0.30, 52.0), 52, "it has settled");
    assert_eq!(after(0.31, 90.0), 90, "too far off to be stretched");
    assert_eq!(after(0.32, 48.0), 48);
}

#[test]
fn a_new_look_is_shown_at_once() {
    let ctx = Context::default();
    let style = style();
    let mut atlas = Atlas::new(style.clone());
    frame(&ctx, 0.0, |ctx| atlas.prepare(ctx, &style, 48.0));
    let piece = knight(&style, Colour::White);
    let classic = atlas.image(piece, 48);
    let discs = PieceStyle { set: PieceSet::DISCS, ..style };
    frame(&ctx, 0.01, |ctx| atlas.prepare(ctx, &discs, 48.0));
    assert_eq!(atlas.style().set, PieceSet::DISCS);
    assert!(atlas.texture().is_some());
    assert_ne!(atlas.image(piece, 48), classic);
}

#[test]
fn the_pieces_lie_apart_in_the_texture() {
    let ctx = Context::default();
    let style = PieceStyle::new(PieceSet::CLASSIC, rules_by_name("xxl"));
    let mut atlas = Atlas::new(style.clone());
    frame(&ctx, 0.0, |ctx| atlas.prepare(ctx, &style, 37.0));
    let rects: Vec<Rect> = style
        .rules
        .piece_types()
        .flat_map(|kind| Colour::BOTH.map(|colour| Piece::new(kind, colour)))
        .filter_map(|piece| atlas.uv_rect(piece))
        .collect();
    assert_eq!(rects.len(), 22);
    for (index, rect) in rects.iter().enumerate() {
        assert!(Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)).contains_rect(*rect));
        assert!(rects[..index].iter().all(|other| !other.intersects(*rect)));
    }
}

#[test]
fn a_texture_never_outgrows_the_graphics_card() {
    let ctx = Context::default();
    let style = style();
    let mut atlas = Atlas::new(style.clone());
    frame(&ctx, 0.0, |ctx| atlas.prepare(ctx, &style, 5000.0));
    assert!(texture(&atlas).size().iter().all(|side| *side <= 4096));
}

#[test]
fn a_users_svg_in_the_familys_classes_is_coloured_for_each_side() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'>\
        <path class=\"body\" style='' d='M20 20H76V76H20Z'/><path class='dot' d='M40 40H56V56H40Z'/></svg>";
    let style = with_sprite(svg.as_bytes());
    let atlas = Atlas::new(style.clone());
    assert!(atlas.faults().is_empty());
    let middle = |colour| atlas.image(knight(&style, colour), 96).pixels[48 * 96 + 48];
    assert!(middle(Colour::White).r() < 80);
    assert!(middle(Colour::Black).r() > 180);
}

#[test]
fn a_users_png_is_scaled_and_darker_for_black() {
    let mut picture = Pixmap::new(20, 10).expect("a canvas");
    picture.fill(Color::from_rgba8(200, 100, 0, 255));
    let style = with_sprite(&picture.encode_png().expect("a PNG"));
    let atlas = Atlas::new(style.clone());
    assert!(atlas.faults().is_empty());
    let image = atlas.image(knight(&style, Colour::White), 40);
    assert_eq!(image.pixels[0].a(), 0, "a wide picture stands in the middle");
    assert_eq!(image.pixels[20 * 40 + 20], Color32::from_rgb(200, 100, 0));
    let dark = atlas.image(knight(&style, Colour::Black), 40).pixels[20 * 40 + 20];
    assert_eq!(dark, Color32::from_rgb(72, 36, 0));
}

#[test]
fn a_broken_picture_is_reported_once_and_replaced() {
    let huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\0\0\0\0\0\x05";
    let cases: [(&[u8], &str); 6] = [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><path d=", "not an SVG"),
        (b"hello", "not an SVG"),
        (b"", "not an SVG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>", "nothing can be seen"),
        (b"\x89PNG\r\n\x1a\nrubbish", "not a PNG"),
        (huge, "65536 by 5 pixels"),
    ];
    let usual = Atlas::new(style());
    for (bytes, reason) in cases {
        let style = with_sprite(bytes);
        let atlas = Atlas::new(style.clone());
        let faults: Vec<String> = atlas.faults().iter().map(ToString::to_string).collect();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with("the picture of the piece `knight`"), "{faults:?}");
        assert!(faults[0].contains(reason), "{faults:?}");
        let piece = knight(&style, Colour::Black);
        assert_eq!(atlas.image(piece, 32), usual.image(piece, 32));
    }
}
