//! The labels of the squares for assistive technology: the board gives the facts, and the
//! application puts it into words.

use rules::{Piece, PieceType, Square};

use crate::placement::PieceLetters;

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareContent {
    /// Standing on the square.
    Piece(Piece),
    /// No piece.
    Empty,
    /// Unknown, because of the fog.
    Hidden,
}

/// Further facts about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareRemark {
    /// Its piece is selected.
    Selected,
    /// The reach of its piece is shown.
    Inspected,
    /// Another player's pointer is on it.
    PointedAt,
    /// Another player has selected its piece or drags it.
    InHand,
    /// Its king is in check.
    InCheck,
    /// Its king is checkmated.
    Mated,
    /// The selected piece can take what stands on it.
    CanBeTaken,
    /// The selected piece can move to it.
    CanMoveHere,
    /// The inspected piece could go to it.
    CouldGoHere,
}

/// Puts the facts for assistive technology into words.
pub trait A11yLabels {
    /// The name of the board itself.
    fn board(&self) -> String;

    /// A square with what stands on it and further facts.
    fn square(&self, square: Square, content: SquareContent, remarks: &[SquareRemark]) -> String;

    /// A choice of a promotion.
    fn promote_to(&self, kind: PieceType) -> String;
}

/// Labels in no language: names of squares and letters of pieces, capital ones for White.
impl A11yLabels for PieceLetters {
    fn board(&self) -> String {
        String::new()
    }

    fn square(&self, square: Square, content: SquareContent, _remarks: &[SquareRemark]) -> String {
        match content {
            SquareContent::Piece(piece) => {
                let letter = self.letter(piece.kind());
                let is_white = piece.colour() == rules::Colour::White;
                let letter = if is_white { letter.to_ascii_uppercase() } else { letter };
                format!("{square} {letter}")
            }
            SquareContent::Empty | SquareContent::Hidden => square.to_string(),
        }
    }

    fn promote_to(&self, kind: PieceType) -> String {
        format!("={}", self.letter(kind).to_ascii_uppercase())
    }
}
