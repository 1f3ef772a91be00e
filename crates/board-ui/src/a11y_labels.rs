//! The texts that the board says to people who cannot see it.

use rules::{Colour, Piece, Square};

use crate::placement::PieceNames;

/// The words from which the names of squares are made, in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct A11yLabels {
    /// The name of the board itself.
    pub board: &'static str,
    /// The adjectives of the two sides, White first.
    pub sides: [&'static str; 2],
    /// A square without a piece.
    pub empty: &'static str,
    /// A square that cannot be seen.
    pub hidden: &'static str,
    /// The selected piece.
    pub selected: &'static str,
    /// A square to which the selected piece can go.
    pub can_move_here: &'static str,
    /// A piece that the selected piece can take.
    pub can_be_taken: &'static str,
    /// A piece of the other side that is looked at.
    pub looked_at: &'static str,
    /// A square to which the piece that is looked at could go.
    pub could_go_here: &'static str,
    /// A square that another player's pointer is on.
    pub pointed_at: &'static str,
    /// A piece that another player has selected or drags.
    pub in_hand: &'static str,
    /// A king in check.
    pub in_check: &'static str,
    /// A king that is mated.
    pub mated: &'static str,
    /// What comes before the name of a piece that a pawn can become.
    pub promote_to: &'static str,
}

impl A11yLabels {
    /// The words in English.
    pub const ENGLISH: A11yLabels = A11yLabels {
        board: "Board",
        sides: ["white", "black"],
        empty: "empty",
        hidden: "hidden",
        selected: "selected",
        can_move_here: "can move here",
        can_be_taken: "can be taken",
        looked_at: "looked at",
        could_go_here: "it could go here",
        pointed_at: "pointed at",
        in_hand: "in another player's hand",
        in_check: "in check",
        mated: "checkmated",
        promote_to: "Promote to",
    };

    pub(crate) fn piece(&self, piece: Piece, names: &PieceNames) -> String {
        format!("{} {}", self.side(piece.colour()), names.name(piece.kind()))
    }

    pub(crate) fn square(&self, square: Square, content: &str, remarks: &[&str]) -> String {
        let mut name = format!("{square} {content}");
        for remark in remarks {
            name.push_str(", ");
            name.push_str(remark);
        }
        name
    }

    fn side(&self, colour: Colour) -> &'static str {
        self.sides[colour.index()]
    }
}
