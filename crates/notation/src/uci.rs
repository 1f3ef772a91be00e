//! Moves as UCI writes them: `a2a4`, castling as the king's own step, `c7c8q`.
//!
//! ```
//! use xxlchess_notation::{ruleset, uci};
//! use rules::Position;
//!
//! let xxl = ruleset::shipped("xxl").expect("it ships");
//! let position = Position::start(&xxl);
//! let step = uci::parse(&position, "a2a4").expect("a legal move");
//! assert_eq!(uci::format(&position, step), "a2a4");
//! assert_eq!(
//!     uci::parse(&position, "a3a4").expect_err("nothing stands there").to_string(),
//!     "`a3a4` is not legal: there is no piece on a3",
//! );
//! ```

mod illegality;

use record::UciMove;
use rules::message::{Fault, FaultMessage};
use rules::{Move, PieceType, Position, Rules, faults, message};
use thiserror::Error;

use crate::diagnostics::excerpt;
pub(crate) use illegality::is_over;
pub use illegality::{Choices, Illegality};

faults! {
    /// Why a text is no move of a position.
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    pub enum MoveError {
        /// It could be a move in no position at all.
        Syntax(text: String) => message!(
            "uci-syntax",
            "`{text}` is no move; expected two squares and perhaps a promotion letter, such as \
             `e2e4` or `c7c8q`"
        ),
        /// It is no legal move here.
        Illegal {
            /// What was read.
            text: String,
            /// What is wrong with it.
            why: Illegality,
        } = illegal(text, why),
    }
}

/// A move is not legal.
pub(crate) fn illegal(text: &str, why: &Illegality) -> FaultMessage {
    message!("illegal", "`{text}` is not legal: {why}", text, why)
}

/// Writes a move of a position.
pub fn format(position: &Position, chess_move: Move) -> String {
    UciMove::of(position.rules(), chess_move).to_string()
}

/// Reads a legal move of a position.
///
/// The promotion letter may be capital, and may be left out where there is one choice or the piece may
/// stay what it is. Castling may also be written as the king taking its own rook.
///
/// # Errors
/// If the text is no move, or the move is not legal here; then with the reason.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    let asked: UciMove = text.parse().map_err(|_| MoveError::Syntax(excerpt(text).into_owned()))?;
    find(position, asked)
        .map_err(|why| MoveError::Illegal { text: excerpt(text).into_owned(), why })
}

/// The small letter of a piece type.
fn letter(rules: &Rules, kind: PieceType) -> Option<char> {
    rules.spec().pieces.get(kind.index()).map(|piece| piece.letter)
}

fn find(position: &Position, asked: UciMove) -> Result<Move, Illegality> {
    let candidates = asked.candidates(position);
    if candidates.is_empty() {
        return Err(Illegality::of_step(position, asked.from, asked.to));
    }
    choose(position.rules(), &candidates, asked.promotion)
}

/// Of moves that differ only in what a pawn becomes, the one that the letter means.
pub(crate) fn choose(
    rules: &Rules,
    candidates: &[Move],
    letter: Option<char>,
) -> Result<Move, Illegality> {
    let choices = || Choices::of(rules, candidates);
    match (letter, candidates) {
        (None, [only]) => Ok(*only),
        // Where a piece need not promote, saying nothing means that it does not.
        (None, _) if candidates.iter().any(|m| m.promotion().is_none()) => {
            let plain = candidates.iter().find(|m| m.promotion().is_none());
            plain.copied().ok_or_else(|| Illegality::PromotionMissing { choices: choices() })
        }
        (None, _) => Err(Illegality::PromotionMissing { choices: choices() }),
        (Some(letter), _) => {
            let kind = rules.piece_type(letter);
            let is_meant = |m: &&Move| m.promotion().is_some() && m.promotion() == kind;
            candidates
                .iter()
                .find(is_meant)
                .copied()
                .ok_or_else(|| Illegality::PromotionChoice { letter, choices: choices() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, ruleset};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    fn position(rules: &str, text: &str) -> Position {
        let rules = ruleset::shipped(rules).expect("it ships");
        fen::parse(&rules, text).expect("a position").0
    }

    /// Reads a move and writes it again, or tells why not.
    fn check(rules: &str, text: &str, input: &str, expected: Result<&str, &str>) {
        let position = position(rules, text);
        let found = parse(&position, input);
        let found = found.map(|m| format(&position, m)).map_err(|error| error.to_string());
        assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{text} {input}");
    }

    #[test]
    fn moves_are_read_and_written() {
        check("standard", START, "e2e4", Ok("e2e4"));
        check("standard", CASTLES, "e1g1", Ok("e1g1"));
        check("standard", CASTLES, "e1h1", Ok("e1g1"));
        check("standard", CASTLES, "e1a1", Ok("e1c1"));
        check("standard", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", Ok("e5d6"));
        // Castling onto files is written as the king's way, unless it could step there.
        let janus = "10/10/10/10/10/10/10/R3K4R w KQ - 0 1";
        check("janus", &janus.replacen("10", "k9", 1), "e1i1", Ok("e1i1"));
        check("janus", &janus.replacen("10", "k9", 1), "e1j1", Ok("e1i1"));
        check("janus", &janus.replacen("10", "k9", 1), "e1b1", Ok("e1b1"));
        check("chess960", "k7/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", Ok("e1h1"));
        check("chess960", "k7/8/8/8/8/8/8/1R3K1R w KQ - 0 1", "f1g1", Ok("f1g1"));
        // A pawn of grand chess may promote on the eighth rank or not.
        let grand = "k9/10/10/4P5/10/10/10/10/10/K9 w - - 0 1";
        check("grand", grand, "e7e8", Ok("e7e8"));
        check("standard", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", Ok("a7a8q"));
        check("standard", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8N", Ok("a7a8n"));
        let xxl = "k13/14/14/14/14/14/14/2P11/14/14/14/14/14/R6K5R w KQ - 0 1";
        check("xxl", xxl, "c7c8", Ok("c7c8q"));
        check("xxl", xxl, "h1j1", Ok("h1j1"));
        check("xxl", xxl, "a1a14", Err("`a1a14` is not legal: a king is never taken here"));
        check("xxl", xxl, "n1n14", Ok("n1n14"));
    }

    #[test]
    fn a_record_finds_a_pawn_that_stays_a_pawn() {
        let position = position("grand", "k9/10/10/4P5/10/10/10/10/10/K9 w - - 0 1");
        let asked: UciMove = "e7e8".parse().expect("a move");
        let found = asked.find(&position).expect("it is legal");
        assert_eq!(found.promotion(), None);
    }

    #[test]
    fn what_is_no_move_is_told_from_what_is_illegal() {
        let syntax = |text: &str| {
            format!(
                "`{text}` is no move; expected two squares and perhaps a promotion letter, \
                 such as `e2e4` or `c7c8q`"
            )
        };
        for text in ["", "e2", "e2e4qq", "e2-e4", "0000", "O-O", "é2e4", "e2e4é", "e2e99999999"] {
            check("standard", START, text, Err(&syntax(text)));
        }
        let long = "e2e4".repeat(1000);
        check("standard", START, &long, Err(&syntax(&format!("{}...", &long[..40]))));
    }

    #[test]
    fn illegal_moves_say_why() {
        let check = |rules, text, input: &str, why: &str| {
            let message = format!("`{input}` is not legal: {why}");
            check(rules, text, input, Err(&message));
        };
        check("standard", START, "e3e4", "there is no piece on e3");
        check("standard", START, "e7e5", "the pawn on e7 is black's, and it is white's move");
        check("standard", START, "e2e5", "the pawn on e2 cannot go to e5");
        check("standard", START, "a1i1", "i1 is not on this 8x8 board");
        check("standard", START, "e2e4q", "nothing becomes `q` in this move; no pawn promotes");
        let pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
        check("standard", pinned, "e2d3", "it would leave the king in check");
        let racing = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1";
        check("racing-kings", racing, "e2c3", "no move may give check here");
        let facing = "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1";
        check("xiangqi", facing, "e6d6", "the kings would face each other on an open line");
        let open = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
        check("xiangqi", open, "e1e10", "the king on e1 cannot go to e10");
        let taking = "8/8/8/3p4/4P3/8/8/K7 w - - 0 1";
        check("antichess", taking, "e4e5", "a piece can be taken, and who can take must take");
        check("antichess", taking, "e4f5", "the pawn on e4 cannot go to f5");
        let promotes = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
        check(
            "standard",
            promotes,
            "a7a8",
            "what the pawn becomes is missing; expected q, r, b or n",
        );
        check("standard", promotes, "a7a8k", "a pawn cannot become `k`; expected q, r, b or n");
        check("standard", promotes, "a7a8x", "a pawn cannot become `x`; expected q, r, b or n");
        let attacked = "5r1k/8/8/8/8/8/8/4K2R w K - 0 1";
        check("standard", attacked, "e1g1", "a king may not castle out of, through or into check");
        check("standard", attacked, "e1h1", "a king may not castle out of, through or into check");
        check("standard", START, "e1h1", "the king on e1 cannot go to h1");
    }

    #[test]
    fn after_a_king_is_taken_there_are_no_moves() {
        let mut position = position("king-capture", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1");
        position.play(parse(&position, "e7e8").expect("it takes the king")).expect("it is legal");
        let error = parse(&position, "a1a2").expect_err("the game is over");
        assert_eq!(
            error.to_string(),
            "`a1a2` is not legal: a king has been taken: the game is over"
        );
    }
}
