//! A board as a picture of its own, without a window.

use egui::{Color32, ColorImage};
use rules::{BoardSize, Colour, Square};

use crate::pieces::Atlas;
use crate::placement::Placement;
use crate::style::BoardStyle;

/// The largest picture, in pixels along a side.
const LARGEST: u32 = 2048;

/// A position as a picture whose tiles have so many pixels.
pub fn board_image(
    size: BoardSize,
    bottom: Colour,
    pieces: &Placement,
    last_move: Option<(Square, Square)>,
    style: &BoardStyle,
    atlas: &Atlas,
    tile: u32,
) -> ColorImage {
    let most = LARGEST / u32::from(size.files().max(size.ranks()));
    let tile = tile.clamp(1, most) as usize;
    let (files, ranks) = (usize::from(size.files()), usize::from(size.ranks()));
    let mut image = ColorImage::filled([files * tile, ranks * tile], Color32::BLACK);
    for square in size.squares() {
        let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
        let (column, row) = match bottom {
            Colour::White => (file, ranks - 1 - rank),
            Colour::Black => (files - 1 - file, rank),
        };
        let mut ground = style.tile(square);
        if last_move.is_some_and(|(from, to)| square == from || square == to) {
            ground = ground.blend(style.colours.last_move);
        }
        let figure = pieces.get(square).map(|piece| atlas.image(piece, tile as u32));
        for y in 0..tile {
            for x in 0..tile {
                let over = figure.as_ref().filter(|figure| figure.size == [tile, tile]);
                let over = over.map_or(Color32::TRANSPARENT, |figure| figure[(x, y)]);
                image[(column * tile + x, row * tile + y)] = ground.blend(over);
            }
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rules::Position;

    use super::*;
    use crate::pieces::{PieceSet, PieceStyle};

    #[test]
    fn a_position_becomes_a_picture() {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let atlas = Atlas::new(PieceStyle::new(PieceSet::default(), Arc::clone(&rules)));
        let pieces: Placement = Position::start(&rules).pieces().collect();
        let style = BoardStyle::default();
        let image = board_image(rules.size(), Colour::White, &pieces, None, &style, &atlas, 20);
        assert_eq!(image.size, [160, 160]);
        let corner = Square::new(0, 0);
        assert_eq!(image[(0, 159)], style.tile(corner), "a1 is at the bottom left");
        let is_bare = |file: usize, rank: usize| {
            let ground = style.tile(Square::new(file as u8, rank as u8));
            (0..400).all(|i| image[(file * 20 + i % 20, (7 - rank) * 20 + i / 20)] == ground)
        };
        assert!(is_bare(4, 3) && !is_bare(4, 0) && !is_bare(4, 7));
    }
}
