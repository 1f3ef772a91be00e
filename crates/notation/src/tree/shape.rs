//! Arrows and circles drawn on the board, as `[%cal Ga1b3]` and `[%csl Rd4]` keep them.

use std::fmt;

use rules::Square;

/// An arrow between two squares, or a circle on one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawnShape {
    /// From the first square to the second.
    Arrow(ShapeColour, Square, Square),
    /// Around a square.
    Circle(ShapeColour, Square),
}

/// The colours that other programs know for shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ShapeColour {
    Green,
    Red,
    Yellow,
    Blue,
}

impl ShapeColour {
    const LETTERS: [(char, ShapeColour); 4] = [
        ('G', ShapeColour::Green),
        ('R', ShapeColour::Red),
        ('Y', ShapeColour::Yellow),
        ('B', ShapeColour::Blue),
    ];

    fn letter(self) -> char {
        ShapeColour::LETTERS.iter().find(|(_, colour)| *colour == self).map_or('G', |pair| pair.0)
    }
}

impl DrawnShape {
    /// Reads a shape: `Ga1b3` is an arrow, `Rd4` a circle.
    pub fn parse(text: &str) -> Option<DrawnShape> {
        let letter = text.chars().next()?;
        let colour = ShapeColour::LETTERS.iter().find(|(known, _)| *known == letter)?.1;
        let (from, rest) = Square::parse_prefix(&text[1..])?;
        if rest.is_empty() {
            return Some(DrawnShape::Circle(colour, from));
        }
        match Square::parse_prefix(rest)? {
            (to, "") if to != from => Some(DrawnShape::Arrow(colour, from, to)),
            (_, "") => Some(DrawnShape::Circle(colour, from)),
            _ => None,
        }
    }

    pub(super) fn is_arrow(&self) -> bool {
        matches!(self, DrawnShape::Arrow(..))
    }
}

impl fmt::Display for DrawnShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawnShape::Arrow(colour, from, to) => write!(f, "{}{from}{to}", colour.letter()),
            DrawnShape::Circle(colour, square) => write!(f, "{}{square}", colour.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_written_as_they_are_read() {
        for text in ["Ga1b3", "Rd4", "Yn14a1", "Ba10b12"] {
            assert_eq!(
                DrawnShape::parse(text).map(|shape| shape.to_string()).as_deref(),
                Some(text)
            );
        }
        for text in ["", "G", "a1", "Xa1", "Ga1b", "Ga1b3c4", "Ga0", "éa1"] {
            assert_eq!(DrawnShape::parse(text), None, "{text}");
        }
        assert_eq!(DrawnShape::parse("Ga1a1"), DrawnShape::parse("Ga1"));
    }
}
