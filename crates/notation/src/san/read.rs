//! What the text of a move asks for, before anybody looks whether a legal move fits.

use record::UciMove;
use rules::{Move, MoveKind, PieceType, Position, Rules, Square};

use super::is_right;
use crate::uci::Illegality;

/// What the text of a move asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SanMove {
    /// Castling to White's right or left.
    Castling { right: bool },
    /// Any other move.
    Step(Step),
}

/// A piece that goes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The piece; nothing if the text gives only squares.
    piece: Option<PieceType>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<char>,
}

/// Why a text asks for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SanFault {
    Syntax,
    NullMove,
    UnknownPiece(char),
}

impl SanMove {
    /// Understands a text.
    pub(super) fn read(rules: &Rules, text: &str) -> Result<SanMove, SanFault> {
        match text {
            "--" | "Z0" | "0000" | "@@@@" | "null" | "pass" => return Err(SanFault::NullMove),
            _ => {}
        }
        let core = without_signs(text);
        match core {
            "O-O" | "0-0" | "o-o" => return Ok(SanMove::Castling { right: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Ok(SanMove::Castling { right: false }),
            _ => {}
        }
        let mut rest = core;
        let letter = rest.chars().next().filter(char::is_ascii_uppercase);
        if letter.is_some() {
            rest = &rest[1..];
        }
        let mut step = Step::read(rest).ok_or(SanFault::Syntax)?;
        step.piece = match letter {
            Some(letter) => Some(rules.piece_type(letter).ok_or(SanFault::UnknownPiece(letter))?),
            // Squares in full say enough, whatever piece stands there.
            None if step.file.is_some() && step.rank.is_some() => None,
            None => rules.pawn(),
        };
        Ok(SanMove::Step(step))
    }

    /// Is this the move, or one of the moves, that the text means, promotion apart?
    pub(super) fn is_met_by(&self, position: &Position, chess_move: Move) -> bool {
        match self {
            SanMove::Castling { right } => {
                chess_move.kind() == MoveKind::Castling && is_right(chess_move) == *right
            }
            SanMove::Step(step) => step.is_met_by(position, chess_move),
        }
    }

    /// The letter of what a pawn shall become.
    pub(super) fn promotion(&self) -> Option<char> {
        match self {
            SanMove::Castling { .. } => None,
            SanMove::Step(step) => step.promotion,
        }
    }

    /// Why no legal move fits.
    pub(super) fn refusal(&self, position: &Position) -> Illegality {
        match self {
            SanMove::Castling { right } => Illegality::of_castling(position, *right),
            SanMove::Step(step) => step.refusal(position),
        }
    }
}

impl Step {
    /// Reads all but the piece: `f3`, `bxa13`, `12a13`, `b12-a13`, `e8=Q`, `e7e8q`.
    fn read(text: &str) -> Option<Step> {
        let (file, rest) = read_file(text);
        let (rank, rest) = read_rank(rest)?;
        let separated = rest.strip_prefix(['x', '-', ':']);
        let target = Square::parse_prefix(separated.unwrap_or(rest));
        let (file, rank, to, rest) = match (target, separated, file, rank) {
            (Some((to, rest)), ..) => (file, rank, to, rest),
            (None, None, Some(file), Some(rank)) => (None, None, Square::new(file, rank), rest),
            _ => return None,
        };
        Some(Step { piece: None, file, rank, to, promotion: read_promotion(rest)? })
    }

    fn is_met_by(&self, position: &Position, chess_move: Move) -> bool {
        let from = chess_move.from();
        // A king who castles onto a file of the rules may be written as his way there.
        let to = match chess_move.kind() {
            MoveKind::Castling => UciMove::of(position.rules(), chess_move).to,
            _ => chess_move.to(),
        };
        (to == self.to || chess_move.to() == self.to)
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
            && self.piece.is_none_or(|kind| {
                position.piece_at(from).is_some_and(|piece| piece.kind() == kind)
            })
    }

    fn refusal(&self, position: &Position) -> Illegality {
        let origin = self.file.zip(self.rank).map(|(file, rank)| Square::new(file, rank));
        let size = position.rules().size();
        if let Some(square) = origin.iter().chain([&self.to]).find(|s| !size.contains(**s)) {
            return Illegality::OffBoard { square: *square, size };
        }
        let (Some(kind), false) = (self.piece, crate::uci::is_over(position)) else {
            return Illegality::of_step(position, origin.unwrap_or(self.to), self.to);
        };
        let is_meant = |free: &Position, m: Move| self.is_met_by(free, m);
        Illegality::because_of_check(position, is_meant).unwrap_or_else(|| Illegality::NoneCanGo {
            piece: position.rules().piece_spec(kind).name.clone(),
            to: self.to,
            file: self.file,
            rank: self.rank,
        })
    }
}

/// The text without signs of check, mate, praise and en passant at its end.
fn without_signs(text: &str) -> &str {
    const SIGNS: [char; 5] = ['+', '#', '!', '?', ' '];
    let mut core = text.trim_end_matches(SIGNS);
    for sign in ["e.p.", "e.p", "ep"] {
        core = core.strip_suffix(sign).unwrap_or(core);
    }
    core.trim_end_matches(SIGNS)
}

/// A file's letter at the front, if there is one, counted from 0.
fn read_file(text: &str) -> (Option<u8>, &str) {
    match text.bytes().next() {
        Some(letter @ b'a'..=b'p') => (Some(letter - b'a'), &text[1..]),
        _ => (None, text),
    }
}

/// A rank's number at the front, if there is one, counted from 0; nothing if it is too large.
fn read_rank(text: &str) -> Option<(Option<u8>, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    if number.is_empty() {
        return Some((None, rest));
    }
    let rank = number.parse::<u8>().ok().filter(|n| (1..=16).contains(n))?;
    (!number.starts_with('0')).then_some((Some(rank - 1), rest))
}

/// What follows the target: nothing, or a letter as in `=Q`, `Q`, `(Q)` or `/Q`.
fn read_promotion(text: &str) -> Option<Option<char>> {
    if text.is_empty() {
        return Some(None);
    }
    let bracketed = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let letter = bracketed.or(text.strip_prefix(['=', '/'])).unwrap_or(text);
    let mut letters = letter.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => Some(Some(letter)),
        _ => None,
    }
}
