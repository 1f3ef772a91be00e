//! A stand-in in the style of the drawn set for pieces without a drawing.

use super::marks::Ring;
use super::{Subject, discs, palette};

const RING: Ring = Ring { x: 48.0, y: 38.0, inner: 21.5, outer: 31.0 };

/// The picture of a piece: its token on the foot that all drawn pieces stand on.
pub fn draw(subject: &Subject) -> String {
    let stand = include_str!("../../assets/pieces/classic/stand.svg");
    palette::completed(stand, &discs::token(subject, RING), subject.style_sheet())
}
