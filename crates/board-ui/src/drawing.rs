//! Arrows and circles that are drawn on the board.

use egui::Modifiers;
use rules::Square;

/// The colour of a drawing; the style says how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ink {
    /// Drawn without a modifier key.
    #[default]
    Green,
    /// Drawn with Shift.
    Red,
    /// Drawn with Alt.
    Blue,
    /// Drawn with Ctrl or Command.
    Yellow,
}

impl Ink {
    pub(crate) fn from_modifiers(modifiers: Modifiers) -> Ink {
        if modifiers.command || modifiers.ctrl {
            Ink::Yellow
        } else if modifiers.alt {
            Ink::Blue
        } else if modifiers.shift {
            Ink::Red
        } else {
            Ink::Green
        }
    }
}

/// An arrow from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardArrow {
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
    /// Its colour.
    pub ink: Ink,
}

/// A circle around a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circle {
    /// The marked square.
    pub square: Square,
    /// Its colour.
    pub ink: Ink,
}

/// What the player drew on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawings {
    /// Drawn in this order, later ones on top.
    pub arrows: Vec<BoardArrow>,
    /// At most one a square.
    pub circles: Vec<Circle>,
}

impl Drawings {
    /// Is nothing drawn?
    pub fn is_empty(&self) -> bool {
        self.arrows.is_empty() && self.circles.is_empty()
    }

    /// Erases everything.
    pub fn clear(&mut self) {
        self.arrows.clear();
        self.circles.clear();
    }

    /// Draws an arrow; the same one again is erased, in another colour it is redrawn.
    pub fn toggle_arrow(&mut self, arrow: BoardArrow) {
        let known = self.arrows.iter().position(|a| (a.from, a.to) == (arrow.from, arrow.to));
        let erased = known.map(|index| self.arrows.remove(index));
        if erased != Some(arrow) {
            self.arrows.push(arrow);
        }
    }

    /// Draws a circle; the same one again is erased, in another colour it is redrawn.
    pub fn toggle_circle(&mut self, circle: Circle) {
        let known = self.circles.iter().position(|c| c.square == circle.square);
        let erased = known.map(|index| self.circles.remove(index));
        if erased != Some(circle) {
            self.circles.push(circle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_twice_erases_and_another_colour_redraws() {
        let mut drawings = Drawings::default();
        let arrow = BoardArrow { from: Square::new(0, 0), to: Square::new(3, 3), ink: Ink::Green };
        drawings.toggle_arrow(arrow);
        drawings.toggle_arrow(BoardArrow { ink: Ink::Red, ..arrow });
        assert_eq!(drawings.arrows, [BoardArrow { ink: Ink::Red, ..arrow }]);
        drawings.toggle_arrow(BoardArrow { ink: Ink::Red, ..arrow });
        assert!(drawings.is_empty());

        let circle = Circle { square: Square::new(5, 5), ink: Ink::Blue };
        drawings.toggle_circle(circle);
        drawings.toggle_circle(circle);
        assert!(drawings.is_empty());
    }
}
