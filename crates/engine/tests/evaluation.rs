//! The evaluation treats both sides alike, on every board.

use std::sync::Arc;

use fastrand::Rng;
use notation::{fen, ruleset};
use rules::{Piece, Position, Ray, Rules, Setup, Square};
use test_kit::random::{self, Random};
use xxlchess_engine::Evaluator;

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

fn random_position(rules: &Arc<Rules>, plies: usize, rng: &mut Rng) -> Position {
    let mut position = Position::start(rules);
    for _ in 0..plies {
        let Some(chess_move) = rng.choice(&position.legal_moves()).copied() else { break };
        position.play_unchecked(chess_move);
    }
    position
}

/// Compares a position with its mirror image; false if there is none.
fn check_mirror(evaluator: &Evaluator, position: &Position) -> bool {
    let Some(mirror) = mirrored(position) else { return false };
    let text = fen::format(position);
    // Both are scores for the side to move, which is the other side in the mirror.
    assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&mirror), "{text}");
    true
}

#[test]
fn exchanged_colours_negate_the_score() {
    let mut rng = Rng::with_seed(3);
    for rules in test_kit::every_rule_set() {
        let evaluator = Evaluator::new(&rules);
        let positions = (0..120).map(|plies| random_position(&rules, plies, &mut rng));
        let compared = positions.filter(|position| check_mirror(&evaluator, position)).count();
        assert!(compared > 20, "{}: {compared}", rules.id());
    }
}

#[test]
fn fewer_pieces_are_better_where_their_loss_wins() {
    let rules = ruleset::shipped("antichess").expect("it ships");
    let text = "8/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R w - - 0 1";
    let (position, _) = fen::parse(&rules, text).expect("a valid FEN");
    for evaluator in [Evaluator::new(&rules), Evaluator::written(&rules)] {
        assert!(evaluator.evaluate(&position) < -100);
    }
}

/// Do all pieces move to the left as they do to the right? Others look different in a mirror.
fn is_symmetric(rules: &Rules) -> bool {
    rules.piece_types().all(|kind| {
        let rays = rules.piece_spec(kind).movement.rays();
        rays.iter().all(|ray| rays.contains(&Ray { files: -ray.files, ..*ray }))
    })
}

#[test]
fn exchanged_colours_negate_the_score_by_any_rules() {
    let mut random = Random::new(8);
    let mut compared = 0;
    for _ in 0..1500 {
        let rules = random::rules(&mut random);
        if !is_symmetric(&rules) {
            continue;
        }
        let evaluator = Evaluator::new(&rules);
        for _ in 0..20 {
            let setup = random::odd_setup(&mut random, rules.spec());
            if let Ok((position, _)) = Position::new(Arc::clone(&rules), setup) {
                compared += usize::from(check_mirror(&evaluator, &position));
            }
        }
    }
    assert!(compared > 1000, "{compared}");
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
