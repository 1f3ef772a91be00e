//! The labels of the board for assistive technology, in the user's language.

use std::sync::Arc;

use board_ui::{A11yLabels, SquareContent, SquareRemark};
use rules::{PieceType, Rules, Square};

use crate::texts::Texts;

/// The labels of a board with these rules.
pub struct BoardLabels {
    pub texts: &'static Texts,
    pub rules: Arc<Rules>,
}

impl BoardLabels {
    fn piece(&self, kind: PieceType) -> String {
        self.texts.piece(&self.rules.piece_spec(kind).name)
    }

    fn remark(&self, remark: SquareRemark) -> &'static str {
        let words = &self.texts.board;
        match remark {
            SquareRemark::Selected => words.selected,
            SquareRemark::Inspected => words.looked_at,
            SquareRemark::PointedAt => words.pointed_at,
            SquareRemark::InHand => words.in_hand,
            SquareRemark::InCheck => words.in_check,
            SquareRemark::Mated => words.mated,
            SquareRemark::CanBeTaken => words.can_be_taken,
            SquareRemark::CanMoveHere => words.can_move_here,
            SquareRemark::CouldGoHere => words.could_go_here,
        }
    }
}

impl A11yLabels for BoardLabels {
    fn board(&self) -> String {
        self.texts.board.name.to_owned()
    }

    fn square(&self, square: Square, content: SquareContent, remarks: &[SquareRemark]) -> String {
        let words = &self.texts.board;
        let content = match content {
            SquareContent::Piece(piece) => {
                words.piece(self.piece(piece.kind()), piece.colour().name())
            }
            SquareContent::Empty => words.empty.to_owned(),
            SquareContent::Hidden => words.hidden.to_owned(),
        };
        let mut label = words.square(content, &square);
        for remark in remarks {
            label.push_str(", ");
            label.push_str(self.remark(*remark));
        }
        label
    }

    fn promote_to(&self, kind: PieceType) -> String {
        self.texts.board.promote_to(self.piece(kind))
    }
}
