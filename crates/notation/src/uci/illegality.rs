//! Why a move that somebody wrote is not legal, in words that help.

use std::fmt;

use record::UciMove;
use rules::{BoardSize, Colour, Move, MoveKind, Position, Rules, Square};
use thiserror::Error;

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Illegality {
    #[error("{square} is not on this {size} board")]
    OffBoard { square: Square, size: BoardSize },
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    #[error("the {piece} on {square} is {owner}'s, and it is {}'s move", !*.owner)]
    NotYours { square: Square, piece: String, owner: Colour },
    #[error("the {piece} on {from} cannot go to {to}")]
    CannotGo { piece: String, from: Square, to: Square },
    #[error("no {piece} can go to {to}{}", clause(.origin))]
    NoneCanGo { piece: String, to: Square, origin: String },
    #[error("it would leave the king in check")]
    LeavesKingInCheck,
    #[error("a king is never taken here")]
    TakesKing,
    #[error("a king may not castle out of, through or into check")]
    CastlesInCheck,
    #[error("{0}")]
    CannotCastle(&'static str),
    #[error("a king has been taken: the game is over")]
    GameOver,
    #[error("the game is over")]
    AlreadyWon,
    #[error("what the pawn becomes is missing; expected {choices}")]
    PromotionMissing { choices: Choices },
    #[error("{}", refusal(*.letter, .choices))]
    PromotionChoice { letter: char, choices: Choices },
}

/// The letters of what a pawn may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices(Vec<char>);

impl Choices {
    /// What the pawn becomes in each of these moves.
    pub(crate) fn of(rules: &Rules, moves: &[Move]) -> Choices {
        let kinds = moves.iter().filter_map(|m| m.promotion());
        Choices(kinds.filter_map(|kind| super::letter(rules, kind)).collect())
    }

    /// The small letters, the usual choice first; none where no pawn promotes.
    pub fn letters(&self) -> &[char] {
        &self.0
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letter) in self.0.iter().enumerate() {
            let separator = match self.0.len() - index {
                _ if index == 0 => "",
                1 => " or ",
                _ => ", ",
            };
            write!(f, "{separator}{letter}")?;
        }
        Ok(())
    }
}

impl Illegality {
    /// Why nothing can go from one square to another.
    pub(crate) fn of_step(position: &Position, from: Square, to: Square) -> Illegality {
        let rules = position.rules();
        let size = rules.size();
        if let Some(square) = [from, to].into_iter().find(|square| !size.contains(*square)) {
            return Illegality::OffBoard { square, size };
        }
        if position.is_cut_short() {
            return Illegality::AlreadyWon;
        }
        if is_over(position) {
            return Illegality::GameOver;
        }
        let Some(piece) = position.piece_at(from) else { return Illegality::NoPiece(from) };
        let name = rules.piece_spec(piece.kind()).name.clone();
        if piece.colour() != position.turn() {
            return Illegality::NotYours { square: from, piece: name, owner: piece.colour() };
        }
        let asked = UciMove { from, to, promotion: None };
        let is_meant = |free: &Position, m: Move| asked.goes(free, m);
        let check = Illegality::because_of_check(position, is_meant);
        check.unwrap_or(Illegality::CannotGo { piece: name, from, to })
    }

    /// Why none of the moves that are meant is legal, if only check forbids one.
    pub(crate) fn because_of_check(
        position: &Position,
        is_meant: impl Fn(&Position, Move) -> bool,
    ) -> Option<Illegality> {
        let free = without_check(position)?;
        let forbidden = free.legal_moves().into_iter().find(|m| is_meant(&free, *m))?;
        Some(if forbidden.kind() == MoveKind::Castling {
            Illegality::CastlesInCheck
        } else if Some(forbidden.to()) == position.king(!position.turn()) {
            Illegality::TakesKing
        } else {
            Illegality::LeavesKingInCheck
        })
    }

    /// Why the king cannot castle to his right, as White sees it, or to his left.
    pub(crate) fn of_castling(position: &Position, right: bool) -> Illegality {
        let towards = |from: Square, to: Square| (to.file() > from.file()) == right;
        let has_rook = position.king(position.turn()).is_some_and(|king| {
            position.castling_rooks(position.turn()).iter().any(|rook| towards(king, rook))
        });
        let is_meant =
            |_: &Position, m: Move| m.kind() == MoveKind::Castling && towards(m.from(), m.to());
        if position.rules().spec().castling.is_none() {
            Illegality::CannotCastle("there is no castling in this rule set")
        } else if is_over(position) {
            Illegality::GameOver
        } else if !has_rook {
            Illegality::CannotCastle("there is no rook on that side with which the king may castle")
        } else {
            Illegality::because_of_check(position, is_meant)
                .unwrap_or(Illegality::CannotCastle("a piece stands between the king and the rook"))
        }
    }
}

/// Has a king been taken where that ends the game?
pub(crate) fn is_over(position: &Position) -> bool {
    position.rules().king_capture_wins()
        && Colour::BOTH.iter().any(|colour| position.king(*colour).is_none())
}

/// The position as if check did not count, where it does.
fn without_check(position: &Position) -> Option<Position> {
    let rules = position.rules();
    if !rules.check_counts() {
        return None;
    }
    let (free, _) = Position::new(rules.with_fog(true).ok()?, position.to_setup()).ok()?;
    Some(free)
}

fn clause(origin: &str) -> String {
    if origin.is_empty() { String::new() } else { format!(" from {origin}") }
}

fn refusal(letter: char, choices: &Choices) -> String {
    if choices.letters().is_empty() {
        format!("nothing becomes `{letter}` in this move; no pawn promotes")
    } else {
        format!("a pawn cannot become `{letter}`; expected {choices}")
    }
}
