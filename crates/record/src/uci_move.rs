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
    /// Where it goes. Castling is the king's own step, or in rule sets such as Chess960 the king's own rook.
    pub to: Square,
    /// The small letter of what a pawn becomes.
    pub promotion: Option<char>,
}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two squares and perhaps a promotion letter such as `e2e4`, found {0:?}")]
pub struct UciMoveError(String);

impl UciMove {
    /// A move as it is written.
    pub fn of(rules: &Rules, chess_move: Move) -> UciMove {
        let promotion = chess_move.promotion();
        let letter = |kind: rules::PieceType| rules.spec().pieces.get(kind.index());
        UciMove {
            from: chess_move.from(),
            to: rules.written_target(chess_move),
            promotion: promotion.and_then(letter).map(|piece| piece.letter),
        }
    }

    /// The legal move of a position that is written so. What a pawn becomes may be left out where
    /// there is one choice or where it may stay a pawn.
    pub fn find(self, position: &Position) -> Option<Move> {
        let moves = self.candidates(position);
        match self.promotion {
            None if moves.len() == 1 => moves.first().copied(),
            None => moves.into_iter().find(|found| found.promotion().is_none()),
            Some(letter) => {
                let kind = position.rules().piece_type(letter)?;
                moves.into_iter().find(|found| found.promotion() == Some(kind))
            }
        }
    }

    /// The legal moves of a position between these squares, whatever a pawn becomes. Where a king can
    /// step to the square on which it ends when castling, the step is meant.
    pub fn candidates(self, position: &Position) -> Vec<Move> {
        position.moves_between(self.from, self.to)
    }

    /// Does a move of a position go between these squares? Castling may be written as the king taking
    /// its own rook or as the king's step to its target.
    pub fn goes(self, position: &Position, chess_move: Move) -> bool {
        position.goes_between(chess_move, self.from, self.to)
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
