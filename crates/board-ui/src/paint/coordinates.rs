//! The names of files and ranks in the corners of the outer tiles, above the pieces.

use egui::{Align2, Color32, FontId, Pos2, vec2};
use rules::Square;

use super::Canvas;
use super::marks::TileMarks;
use crate::contrast::{contrast, luminance};

/// Names are left out on tiles smaller than this, in points.
const SMALLEST_TILE: f32 = 20.0;
/// A name that contrasts less with its tile would be hard to read.
const LEAST_CONTRAST: f32 = 3.0;

impl Canvas<'_> {
    pub fn coordinates(&self, colour_of: impl Fn(Square) -> Color32) {
        let Canvas { painter, geometry, style } = self;
        let tile = geometry.tile();
        if tile < SMALLEST_TILE {
            return;
        }
        let font = FontId::proportional((tile * 0.21).clamp(8.0, 15.0));
        let gap = tile * 0.055;
        let size = geometry.size();
        let write = |square: Square, place: Pos2, align: Align2, name: String| {
            let opposite = if square.is_dark() { style.colours.light } else { style.colours.dark };
            let ground = colour_of(square);
            let ink = readable(opposite, ground);
            let galley = painter.layout_no_wrap(name, font.clone(), ink);
            let rect = align.anchor_size(place, galley.size());
            // Sets the name off from a piece that reaches into the corner.
            painter.rect_filled(rect.shrink2(vec2(0.0, 0.12 * rect.height())), 2.0, ground);
            painter.galley(rect.min, galley, ink);
        };
        for row in 0..i32::from(size.ranks()) {
            let Some(square) = geometry.on_screen(0, row) else { continue };
            let place = geometry.square_rect(square).left_top() + vec2(gap, gap * 0.5);
            write(square, place, Align2::LEFT_TOP, (square.rank() + 1).to_string());
        }
        for column in 0..i32::from(size.files()) {
            let last = i32::from(size.ranks()) - 1;
            let Some(square) = geometry.on_screen(column, last) else { continue };
            let place = geometry.square_rect(square).right_bottom() - vec2(gap, gap * 0.4);
            write(
                square,
                place,
                Align2::RIGHT_BOTTOM,
                char::from(b'a' + square.file()).to_string(),
            );
        }
    }

    /// The colour of a tile with its mark.
    pub fn tile_colour(&self, marks: &TileMarks, square: Square) -> Color32 {
        let tile = self.style.tile(square);
        marks.get(square).map_or(tile, |mark| tile.blend(mark))
    }
}

/// The wanted colour, made darker or lighter until it can be read on the ground.
fn readable(wanted: Color32, ground: Color32) -> Color32 {
    const STEPS: u8 = 10;
    let [black, white] = [Color32::BLACK, Color32::WHITE];
    let darker = contrast(black, ground) >= contrast(white, ground);
    let away = if luminance(wanted) < luminance(ground) { black } else { white };
    let reaches = |extreme: Color32| contrast(extreme, ground) >= LEAST_CONTRAST;
    let strongest = if darker { black } else { white };
    let extreme = if reaches(away) { away } else { strongest };
    (0..=STEPS)
        .map(|step| wanted.lerp_to_gamma(extreme, f32::from(step) / f32::from(STEPS)))
        .find(|colour| contrast(*colour, ground) >= LEAST_CONTRAST)
        .unwrap_or(strongest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_read_on_every_ground() {
        for ground in (0..=255).step_by(15).map(Color32::from_gray) {
            for wanted in [Color32::from_gray(90), Color32::from_gray(200), ground] {
                let colour = readable(wanted, ground);
                assert!(contrast(colour, ground) >= LEAST_CONTRAST, "{wanted:?} on {ground:?}");
            }
        }
    }
}
