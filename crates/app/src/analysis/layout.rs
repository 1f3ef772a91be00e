//! Where the analysis board and what is beside it are, at every size of the window.

use egui::{Rect, pos2, vec2};
use rules::BoardSize;

use crate::style::space;

/// The width of the evaluation beside the board, with the gap to it.
pub const BAR: f32 = 38.0;

/// The narrowest and the widest column for engine and moves.
const SIDE: (f32, f32) = (264.0, 440.0);

/// The narrowest and the widest column for the review alone.
const REVIEW: (f32, f32) = (320.0, 420.0);

/// A place clearly higher than wide has the board above everything else, which gets this height at least.
const UPRIGHT: f32 = 1.15;
const LEAST_BELOW: f32 = 240.0;

/// Below the board there is room for a few words from this height on.
const LEAST_FREE: f32 = 120.0;

/// Where everything is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrangement {
    /// The evaluation, at the left of the board.
    pub bar: Rect,
    pub board: Rect,
    /// The engine, the moves, and the review where it has no column of its own.
    pub side: Rect,
    /// A column for the review, where there is room for one.
    pub review: Option<Rect>,
    /// What is free below the board, if that is worth something.
    pub below: Option<Rect>,
}

/// Arranges everything in a place below the head of the page.
pub fn arrange(place: Rect, size: BoardSize) -> Arrangement {
    let place = place.with_max_y(place.bottom() - space::L);
    let tiles = vec2(f32::from(size.files()), f32::from(size.ranks()));
    let fit = |width: f32, height: f32| {
        let tile = ((width - BAR) / tiles.x).min(height / tiles.y);
        tiles * tile.floor().max(4.0)
    };
    if place.height() > UPRIGHT * place.width() {
        let board = fit(place.width(), place.height() - LEAST_BELOW);
        let spare = ((place.width() - BAR - board.x) / 2.0).max(0.0);
        let (bar, board) = with_bar(place.left() + spare, place.top(), board);
        let side = place.with_min_y(board.bottom() + space::M);
        return Arrangement { bar, board, side, review: None, below: None };
    }
    let board = fit(place.width() - space::L - SIDE.0, place.height());
    let beside = place.width() - BAR - board.x - space::L;
    let review = beside - SIDE.0 - space::L;
    let review = (review >= REVIEW.0).then(|| (beside / 2.0).clamp(REVIEW.0, REVIEW.1).min(review));
    let wanted = review.map_or(0.0, |review| review + space::L);
    let side = (beside - wanted).clamp(SIDE.0, SIDE.1);
    // What nothing needs is left to the right and to the left.
    let spare = ((beside - wanted - side) / 2.0).max(0.0);
    let (bar, board) = with_bar(place.left() + spare, place.top(), board);
    let column = |left: f32, width: f32| {
        Rect::from_min_size(pos2(left, place.top()), vec2(width, place.height()))
    };
    let side = column(board.right() + space::L, side);
    let review = review.map(|width| column(side.right() + space::L, width));
    let free = place.with_min_y(board.bottom() + space::M);
    let below = free.with_min_x(bar.left()).with_max_x(board.right());
    let below = (below.height() >= LEAST_FREE).then_some(below);
    Arrangement { bar, board, side, review, below }
}

fn with_bar(left: f32, top: f32, board: egui::Vec2) -> (Rect, Rect) {
    let left = left.floor();
    let bar = Rect::from_min_size(pos2(left, top), vec2(BAR - space::S, board.y));
    (bar, Rect::from_min_size(pos2(left + BAR, top), board))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrange_in(width: f32, height: f32, files: u8, ranks: u8) -> (Rect, Arrangement) {
        let place = Rect::from_min_size(pos2(20.0, 72.0), vec2(width, height));
        (place, arrange(place, BoardSize::new(files, ranks).expect("a valid size")))
    }

    #[test]
    fn everything_has_its_place_in_windows_of_all_sizes() {
        for width in (320..2600).step_by(97) {
            for height in (400..1400).step_by(83) {
                for (files, ranks) in [(14, 14), (8, 8), (16, 8), (5, 6)] {
                    let (place, found) = arrange_in(width as f32, height as f32, files, ranks);
                    let parts =
                        [Some(found.bar), Some(found.board), Some(found.side), found.review];
                    let parts: Vec<Rect> = parts.into_iter().flatten().collect();
                    for (index, part) in parts.iter().enumerate() {
                        let inside = place.expand(1.0).contains_rect(*part);
                        assert!(inside, "{width}x{height} {files}x{ranks} {part:?}");
                        let others = &parts[index + 1..];
                        let alone = others.iter().all(|other| !other.intersects(*part));
                        assert!(alone, "{width}x{height} {files}x{ranks} {found:?}");
                    }
                    assert!(found.side.width() >= SIDE.0.min(place.width()), "{width}x{height}");
                }
            }
        }
    }

    #[test]
    fn a_wide_window_has_a_column_for_the_review() {
        assert!(arrange_in(1824.0, 1008.0, 14, 14).1.review.is_some());
        assert_eq!(arrange_in(1184.0, 728.0, 14, 14).1.review, None);
        assert_eq!(arrange_in(358.0, 772.0, 14, 14).1.review, None);
    }
}
