//! Two fingers enlarge the board and move it.

use egui::{MultiTouchInfo, Rect, Vec2};

/// The most that a board is enlarged.
const MOST: f32 = 4.0;

/// How far the board is enlarged, and which part of it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zoom {
    scale: f32,
    /// How far the enlarged board reaches beyond its place to the left and to the top.
    hidden: Vec2,
}

impl Default for Zoom {
    fn default() -> Zoom {
        Zoom { scale: 1.0, hidden: Vec2::ZERO }
    }
}

impl Zoom {
    /// Follows the fingers on the screen, and returns where the board is, which is seen only within
    /// its place.
    pub fn follow(&mut self, ui: &egui::Ui, place: Rect) -> Rect {
        if let Some(touch) = ui.input(|input| input.multi_touch())
            && place.contains(touch.center_pos)
        {
            self.pinch(&touch, place);
        }
        self.clamp(place);
        Rect::from_min_size(place.min - self.hidden, place.size() * self.scale)
    }

    /// What is between the fingers stays between them.
    fn pinch(&mut self, touch: &MultiTouchInfo, place: Rect) {
        let scale = (self.scale * touch.zoom_delta).clamp(1.0, MOST);
        let from_corner = touch.center_pos - place.min;
        let point = (from_corner + self.hidden) / self.scale;
        self.hidden = point * scale - from_corner - touch.translation_delta;
        self.scale = scale;
    }

    /// No gap appears at the edges.
    fn clamp(&mut self, place: Rect) {
        let most = place.size() * (self.scale - 1.0);
        self.hidden = self.hidden.clamp(Vec2::ZERO, most.max(Vec2::ZERO));
    }
}
