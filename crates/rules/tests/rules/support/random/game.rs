//! Random games in which the rare moves are not so rare.

use xxlchess_rules::{Move, MoveKind, Position};

use super::Random;

/// A random legal move, if there is one; special moves and captures come more often.
pub fn legal_move(random: &mut Random, position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let special = |m: &Move| !matches!(m.kind(), MoveKind::Plain | MoveKind::DoubleStep);
    let capture = |m: &Move| position.piece_at(m.to()).is_some();
    let preferred: Vec<Move> = match random.below(10) {
        0..3 => moves.iter().copied().filter(special).collect(),
        3..5 => moves.iter().copied().filter(capture).collect(),
        _ => Vec::new(),
    };
    if preferred.is_empty() { random.pick(&moves) } else { random.pick(&preferred) }
}

/// Plays a random game of at most so many moves and shows each position with the move to come.
pub fn walk(
    random: &mut Random,
    mut position: Position,
    most_moves: usize,
    mut visit: impl FnMut(&Position, Option<Move>),
) {
    for _ in 0..most_moves {
        let next = legal_move(random, &position);
        visit(&position, next);
        match next {
            Some(chess_move) => position.play_unchecked(chess_move),
            None => return,
        };
    }
    visit(&position, None);
}
