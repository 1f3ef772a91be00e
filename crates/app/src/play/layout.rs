//! Where the board and what is beside it are, at every size of the window.

use egui::{Rect, Vec2, pos2, vec2};
use rules::BoardSize;

use crate::style::space;

/// The narrowest sidebar.
const NARROW: f32 = 120.0;

/// The narrowest column of panels.
const LEAST_PANELS: f32 = 264.0;

/// The widest column of panels.
const MOST_PANELS: f32 = 480.0;

/// The share of the board's width that panels may take.
const WORTH: f32 = 0.9;

/// Below a board there is room for panels from this height on.
const LEAST_BELOW: f32 = 250.0;

/// A window narrower than this and clearly higher is a phone that is held upright.
const UPRIGHT: (f32, f32) = (560.0, 1.3);

/// A window lower than this and clearly wider is a phone that is held sideways.
const SIDEWAYS: (f32, f32) = (420.0, 1.6);

/// The height of a player's line above or below the board of a phone.
pub const STRIP: f32 = 46.0;

/// What stands below the board of a phone needs this height at least.
const LEAST_UPRIGHT: f32 = 150.0;

/// How much is shown beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Clocks, messages and small buttons.
    Narrow,
    /// Panels beside the board.
    Beside,
    /// Panels below the board.
    Below,
    /// As on a phone: a line for each player above and below the board, and the rest below that.
    Upright,
    /// As on a phone that is turned: the board as high as it can be, and beside it a line for each
    /// player with the rest between them.
    Sideways,
}

/// Where everything is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrangement {
    /// How much is shown.
    pub kind: Kind,
    /// The place of the board.
    pub board: Rect,
    /// The place of what is beside or below it.
    pub side: Rect,
    /// A column for the chat to the left of the board, where there is room for it.
    pub chat: Option<Rect>,
}

impl Arrangement {
    /// The line above the board of a phone.
    pub fn above(&self) -> Rect {
        let top = self.board.top() - STRIP;
        Rect::from_min_max(pos2(self.side.left(), top), pos2(self.side.right(), self.board.top()))
    }

    /// With a column for the chat, if the space is wide enough.
    pub fn with_chat(self, space: Rect) -> Arrangement {
        let space = space.shrink(space::L);
        let used = self.side.right() - self.board.left();
        let width = (space.width() - used - space::L).min(CHAT.1);
        if self.kind != Kind::Beside || width < CHAT.0 {
            return self;
        }
        let left = space.center().x - (width + space::L + used) / 2.0;
        let moved = vec2((left + width + space::L - self.board.left()).floor(), 0.0);
        let chat =
            Rect::from_min_size(pos2(left, self.side.top()), vec2(width, self.side.height()));
        let (board, side) = (self.board.translate(moved), self.side.translate(moved));
        Arrangement { board, side, chat: Some(chat), ..self }
    }
}

/// The narrowest and the widest column for the chat.
const CHAT: (f32, f32) = (260.0, 360.0);

/// Arranges everything in a space, with this many pixels per point.
pub fn arrange(space: Rect, size: BoardSize, pixels: f32) -> Arrangement {
    let phone = upright(space, size, pixels).or_else(|| sideways(space, size, pixels));
    if let Some(phone) = phone {
        return phone;
    }
    let narrow = narrow(space, size);
    let beside = beside(space, size);
    let below = below(space, size);
    let side_of = |arrangement: &Arrangement| arrangement.board.width();
    if side_of(&beside) >= WORTH * side_of(&narrow) {
        return beside;
    }
    match below {
        Some(below) if side_of(&below) > side_of(&narrow) => below,
        _ => narrow,
    }
}

fn narrow(space: Rect, size: BoardSize) -> Arrangement {
    let room = vec2(space.width() - NARROW, space.height());
    let board = Rect::from_min_size(space.min, fit(room, size));
    let side = Rect::from_min_max(pos2(board.right(), space.top()), space.max);
    Arrangement { kind: Kind::Narrow, board, side, chat: None }
}

fn beside(space: Rect, size: BoardSize) -> Arrangement {
    let space = space.shrink(space::L);
    let least = fit(vec2(space.width() - LEAST_PANELS - space::L, space.height()), size);
    let panels = (space.width() - least.x - space::L).clamp(LEAST_PANELS, MOST_PANELS);
    // What neither needs is left to the right and to the left.
    let spare = (space.width() - least.x - space::L - panels).max(0.0) / 2.0;
    let board = Rect::from_min_size(pos2(space.left() + spare, space.top()), least);
    let top = board.top() + ((space.height() - least.y) / 2.0).max(0.0).floor();
    let board = Rect::from_min_size(pos2(board.left().floor(), top), least);
    let left = board.right() + space::L;
    let height = least.y.max(space.height().min(560.0));
    let side_top = space.center().y - height / 2.0;
    let side = Rect::from_min_size(pos2(left, side_top), vec2(panels, height));
    Arrangement { kind: Kind::Beside, board, side, chat: None }
}

fn below(space: Rect, size: BoardSize) -> Option<Arrangement> {
    let room = vec2(space.width(), space.height() - LEAST_BELOW);
    if room.y <= 0.0 {
        return None;
    }
    let fitted = fit(room, size);
    let left = space.left() + ((space.width() - fitted.x) / 2.0).floor();
    let board = Rect::from_min_size(pos2(left, space.top()), fitted);
    let side = Rect::from_min_max(pos2(space.left(), board.bottom()), space.max);
    Some(Arrangement { kind: Kind::Below, board, side: side.shrink(space::S), chat: None })
}

fn upright(space: Rect, size: BoardSize, pixels: f32) -> Option<Arrangement> {
    let is_upright = space.width() < UPRIGHT.0 && space.height() > UPRIGHT.1 * space.width();
    let room = vec2(space.width(), space.height() - 2.0 * STRIP - LEAST_UPRIGHT);
    if !is_upright || room.y <= 0.0 {
        return None;
    }
    // A phone has small pixels and no room to give away.
    let fitted = fit(room * pixels, size) / pixels;
    let left = space.left() + ((space.width() - fitted.x) / 2.0 * pixels).floor() / pixels;
    let board = Rect::from_min_size(pos2(left, space.top() + STRIP), fitted);
    let side = Rect::from_min_max(pos2(space.left(), board.bottom()), space.max);
    Some(Arrangement { kind: Kind::Upright, board, side, chat: None })
}

fn sideways(space: Rect, size: BoardSize, pixels: f32) -> Option<Arrangement> {
    let is_sideways = space.height() < SIDEWAYS.0 && space.width() > SIDEWAYS.1 * space.height();
    let room = vec2(space.width() - LEAST_PANELS, space.height());
    if !is_sideways || room.x <= 0.0 {
        return None;
    }
    let fitted = fit(room * pixels, size) / pixels;
    let top = space.top() + ((space.height() - fitted.y) / 2.0 * pixels).floor() / pixels;
    let board = Rect::from_min_size(pos2(space.left(), top), fitted);
    let side = Rect::from_min_max(pos2(board.right(), space.top()), space.max);
    Some(Arrangement { kind: Kind::Sideways, board, side, chat: None })
}

/// The size of the largest board in a room, before its tiles are made whole pixels.
fn fit(room: Vec2, size: BoardSize) -> Vec2 {
    let tiles = vec2(f32::from(size.files()), f32::from(size.ranks()));
    let tile = (room.x / tiles.x).min(room.y / tiles.y).max(4.0);
    tiles * tile.floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrange_in(width: f32, height: f32) -> Arrangement {
        let size = BoardSize::new(14, 14).expect("a valid size");
        arrange(Rect::from_min_size(egui::Pos2::ZERO, vec2(width, height)), size, 1.0)
    }

    #[test]
    fn the_window_opens_with_a_board_of_672_and_a_sidebar_of_120() {
        let arrangement = arrange_in(792.0, 672.0);
        assert_eq!(arrangement.kind, Kind::Narrow);
        assert_eq!(arrangement.board.size(), vec2(672.0, 672.0));
        assert_eq!(arrangement.side.size(), vec2(120.0, 672.0));
        assert_eq!(arrangement.board.min, egui::Pos2::ZERO);
    }

    #[test]
    fn with_more_room_the_sidebar_grows_into_panels() {
        for (width, height, kind) in [
            (1280.0, 800.0, Kind::Beside),
            (1600.0, 900.0, Kind::Beside),
            (1024.0, 700.0, Kind::Beside),
            (600.0, 900.0, Kind::Below),
            (480.0, 420.0, Kind::Narrow),
            (390.0, 844.0, Kind::Upright),
            (360.0, 560.0, Kind::Upright),
            (844.0, 390.0, Kind::Sideways),
            (667.0, 375.0, Kind::Sideways),
        ] {
            assert_eq!(arrange_in(width, height).kind, kind, "{width}x{height}");
        }
    }

    #[test]
    fn a_very_wide_window_has_a_column_for_the_chat() {
        let column = |width: f32, height: f32| {
            let space = Rect::from_min_size(egui::Pos2::ZERO, vec2(width, height));
            arrange_in(width, height).with_chat(space).chat
        };
        assert!(column(1920.0, 1080.0).is_some_and(|chat| chat.width() >= 260.0));
        assert_eq!(column(1280.0, 800.0), None);
        assert_eq!(column(390.0, 844.0), None);
    }

    #[test]
    fn nothing_leaves_the_window_and_nothing_overlaps() {
        for width in (320..2000).step_by(97) {
            for height in (340..1400).step_by(83) {
                let (width, height) = (width as f32, height as f32);
                let space = Rect::from_min_size(egui::Pos2::ZERO, vec2(width, height));
                let arrangement = arrange_in(width, height);
                let Arrangement { board, side, kind, .. } = arrangement;
                if kind == Kind::Upright {
                    let above = arrangement.above();
                    assert!(space.contains_rect(above), "{width}x{height} {above:?}");
                }
                assert!(space.expand(0.5).contains_rect(board), "{width}x{height} {board:?}");
                assert!(space.expand(0.5).contains_rect(side), "{width}x{height} {side:?}");
                assert!(!board.shrink(1.0).intersects(side), "{width}x{height}");
                let Arrangement { board, side, chat, .. } = arrangement.with_chat(space);
                assert!(!board.shrink(1.0).intersects(side), "{width}x{height}");
                assert!(space.expand(0.5).contains_rect(side), "{width}x{height} {side:?}");
                if let Some(chat) = chat {
                    assert!(space.contains_rect(chat), "{width}x{height} {chat:?}");
                    assert!(!chat.intersects(board), "{width}x{height} {chat:?}");
                }
            }
        }
    }
}
