//! Moves as people write them: `Nf3`, `bxa13`, `e8=Q`, `O-O`, for every rule set.
//!
//! A piece's letter is the capital of its letter in the rule set; small letters are files. `O-O`
//! castles to White's right and `O-O-O` to White's left. A check is marked where it is worth
//! telling, and the capture of a king that wins the game is marked as mate is.
//!
//! ```
//! use xxlchess_notation::{ruleset, san};
//! use rules::Position;
//!
//! let xxl = ruleset::shipped("xxl").expect("it ships");
//! let position = Position::start(&xxl);
//! let leap = san::parse(&position, "Ni2-j5").expect_err("only a pawn stands there");
//! assert_eq!(leap.to_string(), "`Ni2-j5` is not legal: no knight can go to j5 from i2");
//! let leap = san::parse(&position, "Cd4").expect("a camel's leap");
//! assert_eq!(san::format(&position, leap), "Cd4");
//! ```

mod read;
#[cfg(test)]
mod tests;

use rules::message::{Fault, joined, or};
use rules::{Colour, Move, MoveKind, Piece, PieceType, Position, Turn, faults};
use thiserror::Error;

use crate::diagnostics::excerpt;
use crate::uci::{self, Illegality};
use read::{SanFault, SanMove};

faults! {
    /// Why a text is no move of a position.
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    pub enum SanError {
        /// It could be a move in no position at all.
        Syntax(text: String) => message!(
            "san-syntax",
            "`{text}` is no move; expected one such as `e4`, `Nf3`, `Rad1`, `exd5`, `e8=Q` or \
             `O-O`"
        ),
        /// It names a piece that the rule set does not have.
        UnknownPiece {
            /// What was read.
            text: String,
            /// The letter that means nothing.
            letter: char,
            /// The rule set.
            rules: String,
            /// The letters that it has.
            letters: String,
        } => message!(
            "san-unknown-piece",
            "`{letter}` in `{text}` is no piece of `{rules}`; expected one of {letters}"
        ),
        /// It lets a move pass, which chess does not know.
        NullMove(text: String) => message!(
            "san-null-move",
            "`{text}` is a null move; expected a move of a piece"
        ),
        /// It is no legal move here.
        Illegal {
            /// What was read.
            text: String,
            /// What is wrong with it.
            why: Illegality,
        } = uci::illegal(text, why),
        /// It may mean several moves.
        Ambiguous {
            /// What was read.
            text: String,
            /// The moves it may mean, as they should be written.
            candidates: Vec<String>,
        } => message!(
            "san-ambiguous",
            "`{text}` is ambiguous; expected {candidates}",
            text,
            candidates = joined(candidates, or)
        ),
    }
}

/// What stands in place of a move where a turn passed: PGN's null move.
pub(crate) const PASS: &str = "--";

/// Writes a turn: a move as [`format()`] does, or a pass.
pub fn format_turn(position: &Position, turn: Turn) -> String {
    match turn {
        Turn::Move(chess_move) => format(position, chess_move),
        Turn::Pass => PASS.to_owned(),
    }
}

/// Writes a move of a position; one that is not legal there is written as UCI does.
pub fn format(position: &Position, chess_move: Move) -> String {
    format_among(position, chess_move, &position.legal_moves())
        .unwrap_or_else(|| uci::format(position, chess_move))
}

/// Reads a legal move of a position, leniently.
///
/// Signs of check and praise, needless origins and a missing `x` do not matter; long forms such
/// as `e2-e4` and `Ng1xf3` are understood, and so are `e8Q`, `e8(Q)` and `0-0`. What a pawn
/// becomes may be left out where there is one choice.
///
/// # Errors
/// If the text is no move, no legal move here, or may mean several.
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    parse_among(position, text, &position.legal_moves())
}

/// As [`format()`], with the legal moves of the position at hand; nothing for any other move.
pub(crate) fn format_among(
    position: &Position,
    chess_move: Move,
    legal: &[Move],
) -> Option<String> {
    if !legal.contains(&chess_move) {
        return None;
    }
    let piece = position.piece_at(chess_move.from())?;
    let mut text = match chess_move.kind() {
        MoveKind::Castling if is_right(chess_move) => "O-O".to_owned(),
        MoveKind::Castling => "O-O-O".to_owned(),
        _ => step_text(position, piece, chess_move, legal),
    };
    text.extend(suffix(position, chess_move));
    Some(text)
}

/// As [`parse`], with the legal moves of the position at hand.
pub(crate) fn parse_among(
    position: &Position,
    text: &str,
    legal: &[Move],
) -> Result<Move, SanError> {
    let quoted = || excerpt(text).into_owned();
    let illegal = |why| SanError::Illegal { text: quoted(), why };
    let wish = SanMove::read(position.rules(), text).map_err(|fault| match fault {
        SanFault::Syntax => SanError::Syntax(quoted()),
        SanFault::NullMove => SanError::NullMove(quoted()),
        SanFault::UnknownPiece(letter) => unknown_piece(position, quoted(), letter),
    })?;
    let mut candidates = legal.iter().copied().filter(|m| wish.is_met_by(position, *m));
    let Some(first) = candidates.next() else { return Err(illegal(wish.refusal(position))) };
    match candidates.next() {
        None if wish.promotion().is_none() => Ok(first),
        second => {
            let all: Vec<Move> =
                [Some(first), second].into_iter().flatten().chain(candidates).collect();
            if all.iter().any(|m| m.from() != first.from()) {
                return Err(ambiguous(position, quoted(), &all, legal));
            }
            uci::choose(position.rules(), &all, wish.promotion()).map_err(illegal)
        }
    }
}

fn ambiguous(position: &Position, text: String, moves: &[Move], legal: &[Move]) -> SanError {
    let name = |m: &Move| format_among(position, *m, legal);
    SanError::Ambiguous { text, candidates: moves.iter().filter_map(name).collect() }
}

fn unknown_piece(position: &Position, text: String, letter: char) -> SanError {
    let spec = position.rules().spec();
    let letters = spec.pieces.iter().map(|piece| piece.letter.to_ascii_uppercase().to_string());
    let letters = letters.collect::<Vec<_>>().join(" ");
    SanError::UnknownPiece { text, letter, rules: spec.id.clone(), letters }
}

/// Does a castling move go to White's right?
fn is_right(castling: Move) -> bool {
    castling.to().file() > castling.from().file()
}

/// The capital letter of a piece type.
fn capital(position: &Position, kind: PieceType) -> Option<char> {
    let spec = position.rules().spec().pieces.get(kind.index())?;
    Some(spec.letter.to_ascii_uppercase())
}

/// A move that is not castling, without signs of check.
fn step_text(position: &Position, piece: Piece, chess_move: Move, legal: &[Move]) -> String {
    let (from, to) = (chess_move.from(), chess_move.to());
    let takes = position.is_capture(chess_move);
    let mut text = String::with_capacity(10);
    let origin = origin(position, piece, chess_move, legal);
    if Some(piece.kind()) != position.rules().pawn() {
        text.extend(capital(position, piece.kind()));
        text += &origin;
    } else if origin.contains(|c: char| c.is_ascii_digit()) {
        // A rank alone would look like the number of a move.
        text += &from.to_string();
    } else if takes || !origin.is_empty() {
        text.push(file_letter(from.file()));
    }
    if takes {
        text.push('x');
    }
    text += &to.to_string();
    if let Some(letter) = chess_move.promotion().and_then(|kind| capital(position, kind)) {
        text.extend(['=', letter]);
    }
    text
}

/// The shortest part of the origin that distinguishes a move from those of other such pieces to the same square.
fn origin(position: &Position, piece: Piece, chess_move: Move, legal: &[Move]) -> String {
    let from = chess_move.from();
    let is_rival = |m: &&Move| {
        m.to() == chess_move.to()
            && m.from() != from
            && m.kind() != MoveKind::Castling
            && position.piece_at(m.from()) == Some(piece)
    };
    let (mut rivals, mut same_file, mut same_rank) = (false, false, false);
    for rival in legal.iter().filter(is_rival) {
        rivals = true;
        same_file |= rival.from().file() == from.file();
        same_rank |= rival.from().rank() == from.rank();
    }
    match (rivals, same_file, same_rank) {
        (false, ..) => String::new(),
        (true, false, _) => file_letter(from.file()).to_string(),
        (true, true, false) => (from.rank() + 1).to_string(),
        (true, true, true) => from.to_string(),
    }
}

fn file_letter(file: u8) -> char {
    (b'a' + file) as char
}

/// The sign of a check, of mate, or of a king taken where that wins.
fn suffix(position: &Position, chess_move: Move) -> Option<char> {
    let rules = position.rules();
    if !rules.reports_check() && !rules.king_capture_wins() {
        return None;
    }
    let mut after = position.clone();
    after.play_unchecked(chess_move);
    let is_lost = |colour: &Colour| after.king(*colour).is_none();
    if rules.king_capture_wins() && Colour::BOTH.iter().any(is_lost) {
        return Some('#');
    }
    if !rules.reports_check() || !after.is_in_check(after.turn()) {
        return None;
    }
    let is_mate = rules.check_counts() && after.count_legal_moves() == 0;
    Some(if is_mate { '#' } else { '+' })
}
