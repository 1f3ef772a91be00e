//! The colours and shapes of a board, which a theme may restyle.

use egui::{Color32, Shadow};
use rules::Square;

/// How the squares that a piece can go to are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TargetShape {
    /// The whole tile changes its colour.
    #[default]
    Tiles,
    /// A dot on an empty square, a ring around a piece that can be taken.
    Dots,
}

/// The colours of a board. Marks are laid over the tiles as strongly as they are opaque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardColours {
    /// Light tiles.
    pub light: Color32,
    /// Dark tiles.
    pub dark: Color32,
    /// The selected piece.
    pub selected: Color32,
    /// Where the selected piece can go.
    pub moves: Color32,
    /// What the selected piece can take.
    pub captures: Color32,
    /// Where the last move came from and went to.
    pub last_move: Color32,
    /// A king in check, and a king's square that flashes.
    pub check: Color32,
    /// A king that is mated.
    pub mated: Color32,
    /// The pieces that give checkmate.
    pub contributing: Color32,
    /// The squares of moves made in advance.
    pub premove: Color32,
    /// The squares that a hint points at.
    pub hint: Color32,
    /// A piece that is looked at but cannot be moved, and its reach.
    pub inspected: Color32,
    /// Dots on empty targets, where targets are marked with dots.
    pub dots: Color32,
    /// Rings around what can be taken, where targets are marked with dots.
    pub rings: Color32,
    /// The frame of the square under the pointer.
    pub hover: Color32,
    /// The ring of the square that the keyboard is on.
    pub focus: Color32,
    /// Squares that cannot be seen.
    pub fog: Color32,
    /// Arrows and circles, in the order of [`Ink`](crate::Ink).
    pub inks: [Color32; 4],
}

/// The look of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardStyle {
    /// The colours of tiles and marks.
    pub colours: BoardColours,
    /// How targets are marked.
    pub targets: TargetShape,
    /// What covers the board while a choice has to be made.
    pub veil: Color32,
    /// The cards on which the choices stand.
    pub card: Color32,
    /// The radius of the board's corners, as a part of a tile.
    pub corner: f32,
    /// The shadow that the board throws.
    pub shadow: Shadow,
}

impl BoardStyle {
    /// The colour of a bare tile.
    pub fn tile(&self, square: Square) -> Color32 {
        if square.is_dark() { self.colours.dark } else { self.colours.light }
    }
}

impl Default for BoardColours {
    /// The colours of the first XXL chess: green, blue, light red, yellow, dark red, orange.
    fn default() -> BoardColours {
        let over = Color32::from_rgba_unmultiplied;
        BoardColours {
            light: Color32::from_rgb(240, 217, 181),
            dark: Color32::from_rgb(181, 136, 99),
            selected: over(94, 150, 72, 225),
            moves: over(120, 190, 222, 200),
            captures: over(248, 140, 112, 220),
            last_move: over(214, 205, 62, 165),
            check: over(178, 16, 24, 230),
            mated: over(232, 32, 32, 240),
            contributing: over(250, 150, 30, 225),
            premove: over(70, 100, 150, 150),
            hint: over(150, 90, 200, 150),
            inspected: over(110, 100, 140, 120),
            dots: over(20, 30, 20, 70),
            rings: over(20, 30, 20, 80),
            hover: over(255, 255, 255, 150),
            focus: Color32::from_rgb(24, 90, 200),
            fog: Color32::from_rgb(112, 114, 120),
            inks: [
                over(40, 140, 60, 190),
                over(200, 50, 50, 190),
                over(40, 100, 210, 190),
                over(225, 160, 20, 200),
            ],
        }
    }
}

impl Default for BoardStyle {
    fn default() -> BoardStyle {
        let over = Color32::from_rgba_unmultiplied;
        BoardStyle {
            colours: BoardColours::default(),
            targets: TargetShape::Tiles,
            veil: over(12, 14, 18, 120),
            card: Color32::from_rgb(246, 243, 236),
            corner: 0.1,
            shadow: Shadow { offset: [0, 3], blur: 14, spread: 0, color: over(0, 0, 0, 80) },
        }
    }
}
