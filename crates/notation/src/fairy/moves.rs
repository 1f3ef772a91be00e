//! Moves as Fairy-Stockfish writes them: as UCI does, but for pieces that become others.

use rules::{Move, MoveKind, Position, Square};

use super::export::demotions;
use crate::uci::{self, MoveError};

/// Writes a move: `c3d5+` where a piece becomes what it promotes to, `c3d5-` where it becomes again what
/// it was.
pub fn format_move(position: &Position, chess_move: Move) -> String {
    let spec = position.rules().spec();
    let piece = position.piece_at(chess_move.from()).map(|piece| piece.kind());
    let becomes = piece.and_then(|kind| spec.pieces[kind.index()].becomes);
    let step = || format!("{}{}", chess_move.from(), chess_move.to());
    match (chess_move.kind(), piece) {
        (MoveKind::Promotion(kind), Some(was)) if becomes == Some(kind) => {
            let goes_back = demotions(spec).contains(&(was, kind));
            format!("{}{}", step(), if goes_back { '-' } else { '+' })
        }
        _ => uci::format(position, chess_move),
    }
}

/// Reads a legal move in either way of writing.
///
/// # Errors
/// If the text is no move, or the move is not legal here.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let becomes = |step: &str| {
        let spec = position.rules().spec();
        let piece = position.piece_at(Square::parse_prefix(step)?.0)?;
        let kind = spec.pieces[piece.kind().index()].becomes?;
        Some(format!("{step}{}", spec.pieces[kind.index()].letter))
    };
    let ours = text.strip_suffix(['+', '-']).and_then(becomes);
    uci::parse(position, ours.as_deref().unwrap_or(text))
}
