//! Captures and quiet moves together are all legal moves, and a view shows no more than it may.

use std::collections::BTreeSet;

use crate::support::{every_rule_set, random::Random};
use xxlchess_rules::{Colour, Move, MoveKind, Position};

fn set(moves: &[Move]) -> BTreeSet<String> {
    moves.iter().map(|chess_move| format!("{chess_move:?}")).collect()
}

/// Positions along random games of every rule set.
fn positions(each: impl Fn(&Position)) {
    for (seed, rules) in (1..).zip(every_rule_set()) {
        let mut random = Random::new(seed);
        let mut position = Position::start(&rules);
        for _ in 0..120 {
            each(&position);
            let Some(chess_move) = random.pick(&position.legal_moves()) else { break };
            position.play_unchecked(chess_move);
        }
    }
}

#[test]
fn captures_and_quiet_moves_make_up_all_moves() {
    positions(|position| {
        let (mut captures, mut quiets) = (Vec::new(), Vec::new());
        position.captures_into(&mut captures);
        position.quiets_into(&mut quiets);
        let all = set(&position.legal_moves());
        assert_eq!(captures.len() + quiets.len(), all.len());
        assert_eq!(&set(&captures) | &set(&quiets), all);
        assert!(quiets.iter().all(|m| !position.is_capture(*m) && m.promotion().is_none()));
        assert!(captures.iter().all(|m| position.is_capture(*m) || m.promotion().is_some()));
        assert!(captures.iter().chain(&quiets).all(|m| position.is_plausible(*m)));
    });
}

#[test]
fn a_view_shows_own_pieces_and_what_they_can_reach() {
    positions(|position| {
        let Ok(fog) = position.rules().with_fog(true) else { return };
        let Ok((position, _)) = Position::new(fog, position.to_setup()) else { return };
        if Colour::BOTH.iter().any(|colour| position.king(*colour).is_none()) {
            // The game is over: nobody has a move, but everybody sees what they saw.
            return;
        }
        for viewer in Colour::BOTH {
            let (view, turned) = (position.view(viewer), position.with_turn(viewer));
            let targets = turned.legal_moves().into_iter().map(|chess_move| chess_move.to());
            let expected = targets.collect::<xxlchess_rules::SquareSet>() | position.of(viewer);
            assert_eq!(view.visible(), expected);
            for square in position.rules().size().squares() {
                let shown = position.piece_at(square).filter(|_| expected.contains(square));
                assert_eq!(view.piece_at(square), shown);
            }
        }
    });
}

#[test]
fn plain_checks_are_seen() {
    positions(|position| {
        let mut after = position.clone();
        for chess_move in position.legal_moves() {
            let undo = after.play_unchecked(chess_move);
            // Where kings may stand in check, one may stand there before the move too.
            let was_in_check = position.is_in_check(!position.turn());
            let gives_check = after.is_in_check(after.turn());
            after.undo(chess_move, undo);
            let is_plain = matches!(
                chess_move.kind(),
                MoveKind::Plain | MoveKind::DoubleStep | MoveKind::Promotion(_)
            );
            if is_plain && !was_in_check && position.king(!position.turn()).is_some() {
                let seen = position.gives_plain_check(chess_move);
                let zone = position.check_zone();
                let is_near = zone.contains(chess_move.to()) || zone.contains(chess_move.from());
                assert!(is_near || !seen || position.is_capture(chess_move), "{chess_move:?}");
                assert_eq!(
                    seen,
                    gives_check,
                    "{chess_move:?} {}",
                    xxlchess_rules::fen::format(position)
                );
            }
        }
    });
}
