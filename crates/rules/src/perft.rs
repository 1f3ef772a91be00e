//! Counting move sequences, the classic check of a move generator.

use crate::{Move, Position};

/// Room is made for so many plies at once; nobody counts further.
const MOST_PLIES: u32 = 32;

/// How many sequences of so many legal moves there are.
///
/// The last move of each sequence is counted, not played.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    // One list serves all plies: nothing is allocated while it is long enough.
    let plies = depth.min(MOST_PLIES) as usize;
    descend(position, depth, &mut Vec::with_capacity(64 * plies))
}

/// The count below each legal move.
pub fn perft_divide(position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
    let below = |chess_move| {
        let undo = position.play_unchecked(chess_move);
        let nodes = perft(position, depth.saturating_sub(1));
        position.undo(chess_move, undo);
        (chess_move, nodes)
    };
    moves.into_iter().map(below).collect()
}

fn descend(position: &mut Position, depth: u32, list: &mut Vec<Move>) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_legal_moves(),
        _ => {}
    }
    let start = list.len();
    position.legal_moves_into(list);
    let mut nodes = 0;
    for index in start..list.len() {
        let chess_move = list[index];
        let undo = position.play_unchecked(chess_move);
        nodes += descend(position, depth - 1, list);
        position.undo(chess_move, undo);
    }
    list.truncate(start);
    nodes
}
