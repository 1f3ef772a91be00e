//! A move as UCI writes it, apart from any position.

use std::fmt;
use std::str::FromStr;

use rules::{Move, Position, Rules, Square};
use serde::{Deserialize, Serialize};

/// A move such as `e2e4` or `n13n14q`. Whether it is legal depends on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UciMove {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes; castling is the king's own step.
    pub to: Square,
    /// The small letter of what a pawn becomes.
    pub promotion: Option<char>,
}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two squares and perhaps a promotion letter such as `e2e4`, found {0:?}")]
pub struct UciMoveError(String);

impl UciMove {
    /// A move of a position as it is written.
    pub fn of(rules: &Rules, chess_move: Move) -> UciMove {
        let promotion = chess_move.promotion();
        let letter = |kind: rules::PieceType| rules.spec().pieces.get(kind.index());
        UciMove {
            from: chess_move.from(),
            to: chess_move.to(),
            promotion: promotion.and_then(letter).map(|piece| piece.letter),
        }
    }

    /// The legal move of a position that is written so. What a pawn becomes may be left out where
    /// there is one choice, and castling may be written as the king taking his own rook.
    pub fn find(self, position: &Position) -> Option<Move> {
        let goes = |found: &Move| {
            let castles =
                || position.castling_squares(*found).is_some_and(|way| way.rook == self.to);
            found.from() == self.from && (found.to() == self.to || castles())
        };
        let mut moves = position.legal_moves();
        moves.retain(goes);
        match (self.promotion, moves.as_slice()) {
            (None, [only]) => Some(*only),
            (None, _) => None,
            (Some(letter), _) => {
                let kind = position.rules().piece_type(letter)?;
                moves.into_iter().find(|found| found.promotion() == Some(kind))
            }
        }
    }
}

impl FromStr for UciMove {
    type Err = UciMoveError;

    fn from_str(text: &str) -> Result<UciMove, UciMoveError> {
        let parse = || {
            let (from, rest) = Square::parse_prefix(text)?;
            let (to, rest) = Square::parse_prefix(rest)?;
            let mut letters = rest.chars();
            let promotion = letters.next();
            let is_whole =
                letters.next().is_none() && promotion.is_none_or(|c| c.is_ascii_alphabetic());
            let promotion = promotion.map(|letter| letter.to_ascii_lowercase());
            is_whole.then_some(UciMove { from, to, promotion })
        };
        parse().ok_or_else(|| UciMoveError(text.chars().take(20).collect()))
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

impl TryFrom<String> for UciMove {
    type Error = UciMoveError;

    fn try_from(text: String) -> Result<UciMove, UciMoveError> {
        text.parse()
    }
}

impl From<UciMove> for String {
    fn from(chess_move: UciMove) -> String {
        chess_move.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_and_written() {
        for text in ["e2e4", "n13n14q", "p16p15", "a7a8n"] {
            assert_eq!(text.parse::<UciMove>().expect("a move").to_string(), text);
        }
        assert_eq!("a7a8N".parse::<UciMove>().expect("a move").to_string(), "a7a8n");
        for text in ["", "e2", "e2e4qq", "e2e4é", "e2e4+", "z1a1", "e2e17", "--", "0000"] {
            assert!(text.parse::<UciMove>().is_err(), "{text:?}");
        }
    }
}
