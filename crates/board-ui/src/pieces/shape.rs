//! The shapes of generated pieces, written as SVG in the manner of the drawn ones.

use std::fmt;

/// A filled shape.
pub struct Shape {
    /// The data of an SVG path.
    path: String,
    /// A class that sets it off from the rest, or nothing.
    accent: &'static str,
}

impl Shape {
    /// A shape with the data of an SVG path.
    pub fn new(path: String) -> Shape {
        Shape { path, accent: "" }
    }

    /// A circle around a point.
    pub fn circle(x: f32, y: f32, r: f32) -> Shape {
        let (left, right) = (x - r, x + r);
        Shape::new(format!("M{left} {y}A{r} {r} 0 1 1 {right} {y}A{r} {r} 0 1 1 {left} {y}Z"))
    }

    /// The shape in a colour of its own.
    pub fn accented(self, accent: &'static str) -> Shape {
        Shape { accent, ..self }
    }
}

/// Shapes one over the other, with one outline around all of them.
pub struct Shapes<'a>(pub &'a [Shape]);

impl fmt::Display for Shapes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Shape { path, .. } in self.0 {
            writeln!(f, "<path class=\"outline\" d=\"{path}\"/>")?;
        }
        for Shape { path, accent } in self.0 {
            writeln!(f, "<path class=\"body {accent}\" d=\"{path}\"/>")?;
        }
        Ok(())
    }
}
