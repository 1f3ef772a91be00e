//! Icons: lines on a grid of 24 by 24, drawn at any size in any colour.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use egui::epaint::{CubicBezierShape, PathShape, PathStroke};
use egui::{Color32, Painter, Pos2, Rect, Stroke, Vec2, pos2};

/// Declares the icons with the drawing of each.
macro_rules! icons {
    ($($(#[$doc:meta])* $name:ident: $drawing:literal,)*) => {
        /// A small picture that says what a button does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Icon { $($(#[$doc])* $name,)* }

        impl Icon {
            /// Every icon.
            #[cfg(test)]
            const ALL: &[Icon] = &[$(Icon::$name),*];

            fn drawing(self) -> &'static str {
                match self { $(Icon::$name => $drawing,)* }
            }
        }
    };
}

// A drawing is made of `M` (go to), `L` (line to), `C` (curve to), `Z` (back to where the line
// began), `O` (circle: centre and radius), `D` (dot: the same) and `R` (rectangle: corner, size
// and the radius of its corners).
icons! {
    /// An arrow to the left.
    Back: "M19.5 12 L4.5 12 M11 5.5 L4.5 12 L11 18.5",
    /// An arrow upwards.
    Up: "M12 19.5 L12 4.5 M5.5 11 L12 4.5 L18.5 11",
    /// One step back.
    ChevronLeft: "M15 5 L8 12 L15 19",
    /// One step on.
    ChevronRight: "M9 5 L16 12 L9 19",
    /// More below.
    ChevronDown: "M5.5 9 L12 15.5 L18.5 9",
    /// To the beginning.
    First: "M18 5 L10 12 L18 19 M6 5 L6 19",
    /// To the end.
    Last: "M6 5 L14 12 L6 19 M18 5 L18 19",
    /// A cross.
    Close: "M6 6 L18 18 M18 6 L6 18",
    /// A tick.
    Check: "M4.5 12.5 L9.8 17.8 L19.8 6.8",
    /// More.
    Plus: "M12 5 L12 19 M5 12 L19 12",
    /// Less.
    Minus: "M5 12 L19 12",
    /// Three lines.
    Menu: "M4 7 L20 7 M4 12 L20 12 M4 17 L20 17",
    /// A triangle.
    Play: "M7.5 4.5 L19 12 L7.5 19.5 Z",
    /// Two bars.
    Pause: "M8.5 5 L8.5 19 M15.5 5 L15.5 19",
    /// A board that is set up.
    Restart: "R4 4 16 16 2 M12 4 L12 20 M4 12 L20 12 D8 8 1.9 D16 16 1.9",
    /// An arrow that turns back.
    Undo: "M8.5 5 L4.2 9.2 L8.5 13.5 M4.2 9.2 L14.2 9.2 C17.6 9.2 19.8 11.5 19.8 14.5 C19.8 17.6 17.6 19.8 14.2 19.8 L9 19.8",
    /// An arrow that turns forward again.
    Redo: "M15.5 5 L19.8 9.2 L15.5 13.5 M19.8 9.2 L9.8 9.2 C6.4 9.2 4.2 11.5 4.2 14.5 C4.2 17.6 6.4 19.8 9.8 19.8 L15 19.8",
    /// Two arrows that pass each other.
    Flip: "M8 4 L8 20 M4.2 16.2 L8 20 L11.8 16.2 M16 20 L16 4 M12.2 7.8 L16 4 L19.8 7.8",
    /// A cog wheel.
    Gear: "M10.0 5.7 L10.2 3.0 L13.8 3.0 L14.0 5.7 L15.1 6.2 L17.1 4.3 L19.7 6.9 L17.8 8.9 L18.3 10.0 L21.0 10.2 L21.0 13.8 L18.3 14.0 L17.8 15.1 L19.7 17.1 L17.1 19.7 L15.1 17.8 L14.0 18.3 L13.8 21.0 L10.2 21.0 L10.0 18.3 L8.9 17.8 L6.9 19.7 L4.3 17.1 L6.2 15.1 L5.7 14.0 L3.0 13.8 L3.0 10.2 L5.7 10.0 L6.2 8.9 L4.3 6.9 L6.9 4.3 L8.9 6.2 Z O12 12 2.9",
    /// A tool to build with.
    Hammer: "M13 4.5 L16.5 3 L21 7.5 L19.5 11 L17.5 9.5 L15.2 11.8 L11.2 7.8 L13.5 5.5 Z M12.8 9.8 L4.2 18.4 L5.6 19.8 L14.2 11.2",
    /// A painter's palette.
    Palette: "M12 3 C7 3 3 7 3 12 C3 17 7 21 12 21 C13.4 21 14.2 20.1 14.2 19 C14.2 17.6 13.2 17.3 13.2 16.1 C13.2 15 14 14.4 15.1 14.4 L17.4 14.4 C19.5 14.4 21 12.9 21 10.9 C21 6.5 17 3 12 3 Z D7.4 12.2 1.2 D9.4 7.9 1.2 D14 6.9 1.2 D17.3 10 1.2",
    /// A loudspeaker.
    Sound: "M4 9.5 L4 14.5 L7.6 14.5 L12.5 18.6 L12.5 5.4 L7.6 9.5 Z M16 9.2 C17.4 10.8 17.4 13.2 16 14.8 M18.7 6.6 C21.6 9.6 21.6 14.4 18.7 17.4",
    /// A loudspeaker that is crossed out.
    Mute: "M4 9.5 L4 14.5 L7.6 14.5 L12.5 18.6 L12.5 5.4 L7.6 9.5 Z M16.5 9.5 L21.5 14.5 M21.5 9.5 L16.5 14.5",
    /// A computer's chip.
    Chip: "R6 6 12 12 2 R9.6 9.6 4.8 4.8 0.8 M9.5 3 L9.5 6 M14.5 3 L14.5 6 M9.5 18 L9.5 21 M14.5 18 L14.5 21 M3 9.5 L6 9.5 M3 14.5 L6 14.5 M18 9.5 L21 9.5 M18 14.5 L21 14.5",
    Person: "O12 7.8 3.6 M5 20.5 C5 16.3 7.9 14.3 12 14.3 C16.1 14.3 19 16.3 19 20.5",
    /// Two people.
    People: "O9 8 3.4 M2.8 20 C2.8 16.2 5.4 14.3 9 14.3 C12.6 14.3 15.2 16.2 15.2 20 M15.4 4.8 C17.5 4.9 18.9 6.2 18.9 8.1 C18.9 9.9 17.7 11.2 16 11.4 M17.4 14.5 C19.9 15.2 21.2 17.1 21.2 20",
    /// An eye that watches.
    Eye: "M2.5 12 C5 7.6 8.3 5.4 12 5.4 C15.7 5.4 19 7.6 21.5 12 C19 16.4 15.7 18.6 12 18.6 C8.3 18.6 5 16.4 2.5 12 Z O12 12 2.9",
    /// A cloud with mist below.
    Fog: "M7 14.6 C4.6 14.6 3 13.1 3 11.2 C3 9.3 4.5 7.8 6.5 7.7 C7.2 5.4 9.2 3.8 11.7 3.8 C14.8 3.8 17.1 6 17.3 9 C19.4 9.1 21 10.3 21 12 C21 13.6 19.8 14.6 18 14.6 Z M5 18 L13.5 18 M16.5 18 L19 18 M9 21 L16 21",
    /// A piece of a jigsaw.
    Puzzle: "M4.8 8.6 L9 8.6 C8 6.2 9 4 11.1 4 C13.2 4 14.2 6.2 13.2 8.6 L17 8.6 L17 12.6 C19.3 11.6 21.3 12.6 21.3 14.7 C21.3 16.8 19.3 17.8 17 16.8 L17 20.6 L4.8 20.6 L4.8 16.8 C7.1 17.8 8.9 16.8 8.9 14.7 C8.9 12.6 7.1 11.6 4.8 12.6 Z",
    /// Waves from an aerial.
    Wifi: "D12 18.8 1.4 M8.4 15.2 C10.4 13.3 13.6 13.3 15.6 15.2 M5.2 11.8 C9 8.2 15 8.2 18.8 11.8 M2.2 8.4 C7.6 3.2 16.4 3.2 21.8 8.4",
    Folder: "M3 18.5 L3 6.5 C3 5.7 3.7 5 4.5 5 L9.2 5 L11.4 7.6 L19.5 7.6 C20.3 7.6 21 8.3 21 9.1 L21 17.5 C21 18.3 20.3 19 19.5 19 L4.5 19 C3.7 19 3 18.8 3 18.5",
    FolderOpen: "M3.2 18.4 L3.2 6.5 C3.2 5.7 3.9 5 4.7 5 L9 5 L11.2 7.6 L17.6 7.6 C18.4 7.6 19.1 8.3 19.1 9.1 L19.1 11.2 M3.2 18.4 L6 12.2 C6.3 11.6 6.8 11.2 7.4 11.2 L20.6 11.2 C21.6 11.2 22.2 12.1 21.8 13 L19.6 18.1 C19.3 18.7 18.8 19 18.2 19 L3.9 19 C3.4 19 3.1 18.8 3.2 18.4",
    /// A sheet of paper.
    File: "M6 3.2 L13.6 3.2 L18.5 8.2 L18.5 20.8 L6 20.8 Z M13.6 3.2 L13.6 8.2 L18.5 8.2",
    /// A sheet of paper with writing.
    Document: "M6 3.2 L13.6 3.2 L18.5 8.2 L18.5 20.8 L6 20.8 Z M13.6 3.2 L13.6 8.2 L18.5 8.2 M9 12.5 L15.5 12.5 M9 16.3 L15.5 16.3",
    /// An open book.
    Book: "M12 6.2 C10 4.7 7 4.1 3 4.1 L3 18 C7 18 10 18.6 12 20.1 C14 18.6 17 18 21 18 L21 4.1 C17 4.1 14 4.7 12 6.2 Z M12 6.2 L12 20",
    /// A crown, the mark of the program.
    Crown: "M4.4 17 L3 7 L8.4 11.2 L12 5 L15.6 11.2 L21 7 L19.6 17 Z M5 20.5 L19 20.5",
    /// A house.
    Home: "M3.4 11.4 L12 4 L20.6 11.4 M5.6 9.6 L5.6 20 L18.4 20 L18.4 9.6 M10 20 L10 14.4 L14 14.4 L14 20",
    /// An arrow down to a line.
    Download: "M12 4 L12 15.4 M7 10.6 L12 15.6 L17 10.6 M4.5 20 L19.5 20",
    /// A screen.
    Desktop: "R3 4 18 12.4 1.6 M12 16.4 L12 20 M8 20 L16 20",
    /// A drive.
    Disk: "R3 6.5 18 11 2 M3 13 L21 13 D17 15.3 1",
    /// A diskette.
    Save: "M4 5.5 C4 4.7 4.7 4 5.5 4 L15.8 4 L20 8.2 L20 18.5 C20 19.3 19.3 20 18.5 20 L5.5 20 C4.7 20 4 19.3 4 18.5 Z M8 4 L8 8.6 L14.6 8.6 L14.6 4 M7.4 20 L7.4 13.6 L16.6 13.6 L16.6 20",
    /// Five points, for what a lesson gives.
    Star: "M12 3 L14.7 8.9 L21 9.6 L16.3 13.9 L17.6 20.3 L12 17 L6.4 20.3 L7.7 13.9 L3 9.6 L9.3 8.9 Z",
    /// Three dots.
    More: "D5.5 12 1.7 D12 12 1.7 D18.5 12 1.7",
    /// An arrow out of a box.
    Share: "M12 15 L12 3.5 M7.6 7.8 L12 3.5 L16.4 7.8 M8 11 L5.5 11 L5.5 20.5 L18.5 20.5 L18.5 11 L16 11",
    /// A framed landscape.
    Image: "R3.5 4.5 17 15 2 O8.6 9.4 1.7 M3.8 17.4 L9.6 13 L13 15.8 L16.2 12.6 L20.3 16.4",
    /// Two sheets.
    Copy: "R8.4 8.4 12 12 2 M5.4 15.6 C4.4 15.6 3.6 14.8 3.6 13.8 L3.6 5.4 C3.6 4.4 4.4 3.6 5.4 3.6 L13.8 3.6 C14.8 3.6 15.6 4.4 15.6 5.4",
    /// A triangle with an exclamation mark.
    Warning: "M12 3.8 L21.6 20 L2.4 20 Z M12 10 L12 14.4 D12 17.2 1.1",
    /// An i in a circle.
    Info: "O12 12 9 M12 11 L12 16.6 D12 7.7 1.1",
    Flag: "M5 21 L5 4 M5 5 C9.5 2.6 13.5 7.4 19 5 L19 13.8 C13.5 16.2 9.5 11.4 5 13.8",
    /// A pair of scales: both sides are even.
    Scales: "M12 4 L12 20 M8 20 L16 20 M5 6.6 L19 6.6 M5 6.6 L2.4 13 C3.4 15 6.6 15 7.6 13 Z M19 6.6 L16.4 13 C17.4 15 20.6 15 21.6 13 Z",
    /// A light bulb.
    Bulb: "M9.2 16.6 C9.2 14.6 6 13.4 6 9.4 C6 6 8.7 3.4 12 3.4 C15.3 3.4 18 6 18 9.4 C18 13.4 14.8 14.6 14.8 16.6 Z M9.6 20 L14.4 20",
    Clock: "O12 12 8.8 M12 6.8 L12 12 L15.6 14.2",
    /// A cup.
    Trophy: "M7 4 L17 4 L17 9.8 C17 13 15 15 12 15 C9 15 7 13 7 9.8 Z M7 6 L3.6 6 C3.6 9 4.8 11 7.3 11.4 M17 6 L20.4 6 C20.4 9 19.2 11 16.7 11.4 M12 15 L12 19.6 M8 20 L16 20",
    /// A speech bubble.
    Chat: "M4 5 L20 5 L20 16 L11 16 L6.6 20 L6.6 16 L4 16 Z",
    /// A dustbin.
    Trash: "M4.5 6.5 L19.5 6.5 M9 6.5 L9 4 L15 4 L15 6.5 M6.4 6.5 L7.4 20 L16.6 20 L17.6 6.5 M10.2 10 L10.2 16.4 M13.8 10 L13.8 16.4",
    Pencil: "M4 20 L4.9 16 L16.4 4.5 L19.5 7.6 L8 19.1 Z M13.9 7 L17 10.1",
    /// A row of books.
    Library: "M4.5 4 L4.5 20 M9 4 L9 20 M13.2 5.2 L17.4 19.6 M4.5 20 L20 20",
    /// Arrows up and down.
    Sort: "M8 5 L8 19 M4.6 8.4 L8 5 L11.4 8.4 M16 5 L16 19 M12.6 15.6 L16 19 L19.4 15.6",
    /// A hand that points.
    Hand: "M8.6 13.6 L8.6 5.2 C8.6 3.2 11.4 3.2 11.4 5.2 L11.4 10.6 L17.4 12 C19 12.4 19.8 13.4 19.6 15 L18.8 20.6 L11 20.6 L5.4 15 C4 13.4 5.6 11.6 7.2 12.8 Z",
    /// A door with an arrow.
    Quit: "M14 4 L6 4 C5.2 4 4.5 4.7 4.5 5.5 L4.5 18.5 C4.5 19.3 5.2 20 6 20 L14 20 M10 12 L20.5 12 M16.3 7.6 L20.6 12 L16.3 16.4",
}

/// A part of a drawing.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Line { points: Vec<Pos2>, closed: bool },
    Circle { centre: Pos2, radius: f32 },
    Dot { centre: Pos2, radius: f32 },
    Rectangle { rect: Rect, radius: f32 },
}

/// Icons are drawn in every frame but read only once.
static PARTS: LazyLock<Mutex<HashMap<Icon, Arc<[Part]>>>> = LazyLock::new(Mutex::default);

impl Icon {
    /// Draws the icon into a square.
    pub fn paint(self, painter: &Painter, rect: Rect, colour: Color32) {
        let side = rect.width().min(rect.height());
        let scale = side / 24.0;
        let origin = rect.center() - Vec2::splat(side / 2.0);
        let place = |point: Pos2| origin + point.to_vec2() * scale;
        let stroke = Stroke::new((1.8 * scale).max(1.1), colour);
        for part in self.parts().iter() {
            match part {
                Part::Line { points, closed } => {
                    let points: Vec<Pos2> = points.iter().map(|point| place(*point)).collect();
                    if !closed {
                        // Rounded ends.
                        for end in [points.first(), points.last()].into_iter().flatten() {
                            painter.circle_filled(*end, stroke.width / 2.0, colour);
                        }
                    }
                    let fill = Color32::TRANSPARENT;
                    let stroke = PathStroke::from(stroke);
                    painter.add(PathShape { points, closed: *closed, fill, stroke });
                }
                Part::Circle { centre, radius } => {
                    painter.circle_stroke(place(*centre), radius * scale, stroke);
                }
                Part::Dot { centre, radius } => {
                    painter.circle_filled(place(*centre), radius * scale, colour);
                }
                Part::Rectangle { rect, radius } => {
                    let rect = Rect::from_min_max(place(rect.min), place(rect.max));
                    let radius = radius * scale;
                    painter.rect_stroke(rect, radius, stroke, egui::StrokeKind::Middle);
                }
            }
        }
    }

    /// Draws the icon around a point.
    pub fn paint_at(self, painter: &Painter, centre: Pos2, size: f32, colour: Color32) {
        self.paint(painter, Rect::from_center_size(centre, Vec2::splat(size)), colour);
    }

    fn parts(self) -> Arc<[Part]> {
        let mut known = PARTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.entry(self).or_insert_with(|| parse(self.drawing()).into()).clone()
    }
}

/// Reads a drawing.
fn parse(drawing: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut line: Vec<Pos2> = Vec::new();
    let is_command = |c: char| c.is_ascii_uppercase();
    let mut rest = drawing;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(is_command).map_or(rest.len(), |end| end + 1);
        let numbers: Vec<f32> =
            rest[1..end].split_whitespace().filter_map(|number| number.parse().ok()).collect();
        rest = &rest[end..];
        if command != 'L' && command != 'C' && command != 'Z' {
            finish(&mut line, false, &mut parts);
        }
        match (command, numbers.as_slice()) {
            ('M' | 'L', [x, y]) => line.push(pos2(*x, *y)),
            ('C', [a, b, c, d, x, y]) => {
                let start = line.last().copied().unwrap_or_default();
                let points = [start, pos2(*a, *b), pos2(*c, *d), pos2(*x, *y)];
                let curve = CubicBezierShape::from_points_stroke(
                    points,
                    false,
                    Color32::TRANSPARENT,
                    Stroke::NONE,
                );
                line.extend((1..=10).map(|step| curve.sample(step as f32 / 10.0)));
            }
            ('Z', []) => finish(&mut line, true, &mut parts),
            ('O', [x, y, radius]) => {
                parts.push(Part::Circle { centre: pos2(*x, *y), radius: *radius });
            }
            ('D', [x, y, radius]) => {
                parts.push(Part::Dot { centre: pos2(*x, *y), radius: *radius });
            }
            ('R', [x, y, width, height, radius]) => {
                let rect = Rect::from_min_size(pos2(*x, *y), Vec2::new(*width, *height));
                parts.push(Part::Rectangle { rect, radius: *radius });
            }
            _ => debug_assert!(false, "an icon has {command} with {numbers:?}"),
        }
    }
    finish(&mut line, false, &mut parts);
    parts
}

fn finish(line: &mut Vec<Pos2>, closed: bool, parts: &mut Vec<Part>) {
    if line.len() > 1 {
        parts.push(Part::Line { points: std::mem::take(line), closed });
    }
    line.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_can_be_read_and_stays_on_its_grid() {
        for icon in Icon::ALL {
            let parts = parse(icon.drawing());
            assert!(!parts.is_empty(), "{icon:?} is empty");
            for part in parts {
                let rect = match part {
                    Part::Line { points, .. } => Rect::from_points(&points),
                    Part::Circle { centre, radius } | Part::Dot { centre, radius } => {
                        Rect::from_center_size(centre, Vec2::splat(2.0 * radius))
                    }
                    Part::Rectangle { rect, .. } => rect,
                };
                let grid = Rect::from_min_size(Pos2::ZERO, Vec2::splat(24.0));
                assert!(grid.contains_rect(rect), "{icon:?} leaves its grid: {rect:?}");
            }
        }
    }
}
