//! The evaluation treats both sides alike, on every board.

use std::sync::Arc;

use engine::{Dice, Evaluator};
use notation::{fen, ruleset};
use rules::{Piece, Position, Rules, Setup, Square};

/// The same position with the colours exchanged and the board turned over.
fn mirrored(position: &Position) -> Option<Position> {
    let size = position.rules().size();
    let flip = |square: Square| Square::new(square.file(), size.ranks() - 1 - square.rank());
    let before = position.to_setup();
    let mut setup = Setup::default();
    setup.turn = !before.turn;
    for (square, piece) in before.pieces() {
        setup.put(flip(square), Piece::new(piece.kind(), !piece.colour()));
    }
    setup.castling = before.castling.iter().map(flip).collect();
    // Once a king is taken, the position is none that could be set up.
    Position::new(Arc::clone(position.rules()), setup).ok().map(|(position, _)| position)
}

fn random_position(rules: &Arc<Rules>, plies: usize, dice: &mut Dice) -> Position {
    let mut position = Position::start(rules);
    for _ in 0..plies {
        let Some(chess_move) = dice.pick(&position.legal_moves()).copied() else { break };
        position.play_unchecked(chess_move);
    }
    position
}

#[test]
fn exchanged_colours_negate_the_score() {
    let mut dice = Dice::new(3);
    for id in ruleset::shipped_ids() {
        let rules = ruleset::shipped(id).expect("it ships");
        let evaluator = Evaluator::new(&rules);
        for plies in 0..120 {
            let position = random_position(&rules, plies, &mut dice);
            let Some(mirror) = mirrored(&position) else { continue };
            let text = fen::format(&position);
            // Both are scores for the side to move, which is the same side in the mirror.
            assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&mirror), "{id} {text}");
        }
    }
}

#[test]
fn pieces_are_worth_what_they_can_do() {
    let evaluator = |id: &str| Evaluator::new(&ruleset::shipped(id).expect("it ships"));
    let worth = |id: &str, letter: char| {
        let kind = ruleset::shipped(id).and_then(|rules| rules.piece_type(letter));
        evaluator(id).piece_worth(kind.expect("a piece"))
    };
    for (id, order) in [("standard", "pnbrq"), ("xxl", "pnbrqa"), ("capablanca", "pnbracq")] {
        let worths: Vec<_> = order.chars().map(|letter| worth(id, letter)).collect();
        assert!(worths.is_sorted(), "{id} {order} {worths:?}");
    }
    assert!((280..360).contains(&worth("standard", 'n')), "{}", worth("standard", 'n'));
    assert!((850..1100).contains(&worth("standard", 'q')), "{}", worth("standard", 'q'));
}
