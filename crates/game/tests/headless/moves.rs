//! Moves: turns, refusals and their reasons, promotion, messages.

use record::GameTerms;
use rules::{Colour, Move, MoveKind, Position};
use test_kit::random::{self, Random};
use xxlchess_game::{Game, MoveAttempt, Phase, PlayError, Status};

use crate::table::{Table, against_computer, rules, square};

#[test]
fn sides_alternate_and_nobody_moves_out_of_turn() {
    let mut table = Table::of("xxl");
    assert_eq!(table.turn(), Colour::White);
    let black = Move::new(square("a13"), square("a12"), MoveKind::Plain);
    let now = table.now;
    assert_eq!(table.game.play(now, black), Err(PlayError::NotYourTurn { turn: Colour::White }));
    let white = Move::new(square("a2"), square("a3"), MoveKind::Plain);
    let credit = std::time::Duration::ZERO;
    assert_eq!(
        table.game.play_by(now, Colour::Black, white, credit),
        Err(PlayError::NotYourTurn { turn: Colour::White })
    );
    assert!(table.turns().is_empty() && table.happened().is_empty());
    table.play("a2a4 a13a11");
    assert_eq!(table.turn(), Colour::White);
    assert_eq!(table.happened(), ["a2a4", "a13a11"]);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut table = Table::of("standard");
    table.play("e2e4");
    let before = table.record().clone();
    table.happened();
    for (squares, why) in [
        ("e4e5", PlayError::NotYourTurn { turn: Colour::Black }),
        ("e7e4", PlayError::Illegal { from: square("e7"), to: square("e4") }),
        ("e5e4", PlayError::Illegal { from: square("e5"), to: square("e4") }),
        ("a8a8", PlayError::Illegal { from: square("a8"), to: square("a8") }),
        // A square that is on no board of this size.
        ("h7h16", PlayError::Illegal { from: square("h7"), to: square("h16") }),
    ] {
        assert_eq!(table.carry(squares), Err(why), "{squares}");
    }
    assert_eq!(*table.record(), before);
    assert!(table.happened().is_empty());
}

#[test]
fn a_move_that_leaves_the_king_in_check_is_told_from_nonsense() {
    // Check along the file; the knight on d2 is pinned as well, the rook on a4 could block.
    let mut table = Table::from_fen("standard", "4r1k1/8/8/8/R7/8/b2N4/4K3 w - - 0 1");
    let king = square("e1");
    assert_eq!(table.attempt("a4a5"), MoveAttempt::LeavesKingInCheck { king });
    assert_eq!(table.attempt("e1e2"), MoveAttempt::LeavesKingInCheck { king });
    assert!(matches!(table.attempt("a4e4"), MoveAttempt::Legal(_)));
    assert_eq!(table.attempt("a4b5"), MoveAttempt::NotAMove);
    assert_eq!(table.attempt("a2b1"), MoveAttempt::NotAMove);
    assert_eq!(table.carry("a4a5"), Err(PlayError::LeavesKingInCheck { king }));
    assert_eq!(table.told()[0], Some(Status::Check));
    table.play("a4e4");
    assert_eq!(table.told(), [None; 3]);
}

#[test]
fn castling_out_of_check_leaves_the_king_to_be_defended_but_through_it_is_no_move() {
    let in_check = Table::from_fen("standard", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(in_check.attempt("e1g1"), MoveAttempt::LeavesKingInCheck { king: square("e1") });
    let into = Table::from_fen("standard", "6r1/6k1/8/8/8/8/8/4K2R w K - 0 1");
    // The rook attacks g1 only when nothing stands between; here its own king does.
    assert!(matches!(into.attempt("e1g1"), MoveAttempt::Legal(_)));
    let through = Table::from_fen("standard", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(through.attempt("e1g1"), MoveAttempt::NotAMove);
}

#[test]
fn kings_need_no_defence_where_check_does_not_count() {
    for id in ["king-capture", "casual"] {
        let table = Table::from_fen(id, "4r1k1/8/8/8/R7/8/8/4K3 w - - 0 1");
        assert!(matches!(table.attempt("a4a5"), MoveAttempt::Legal(_)), "{id}");
    }
}

#[test]
fn a_king_is_never_taken_where_check_counts() {
    let table = Table::from_fen("standard", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1");
    assert_eq!(table.attempt("e1e8"), MoveAttempt::NotAMove);
}

#[test]
fn a_promotion_asks_for_a_choice_where_there_is_one() {
    let mut table = Table::from_fen("standard", "8/P5pk/8/8/8/8/8/K7 w - - 0 1");
    let MoveAttempt::Promotion(choices) = table.attempt("a7a8") else { panic!("no choice") };
    assert_eq!(choices.len(), 4);
    assert_eq!(table.carry("a7a8"), Err(PlayError::NeedsPromotion));
    let plain = Move::new(square("a7"), square("a8"), MoveKind::Plain);
    let now = table.now;
    assert_eq!(table.game.play(now, plain), Err(PlayError::NeedsPromotion));
    table.play("a7a8n");
    assert_eq!(table.fen(), "N7/6pk/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(table.happened(), ["a7a8 promotion"]);
}

#[test]
fn a_promotion_with_one_choice_is_a_move_like_any_other() {
    let mut table =
        Table::from_fen("xxl", "k13/14/14/14/14/14/14/P13/14/14/14/14/14/7K6 w - - 0 1");
    let knight = table.rules().piece_named("knight").expect("there are knights");
    let other = Move::new(square("a7"), square("a8"), MoveKind::Promotion(knight));
    let now = table.now;
    assert!(table.game.play(now, other).is_err());
    table.carry("a7a8").expect("a promotion to a queen");
    assert!(table.fen().starts_with("k13/14/14/14/14/14/Q13/"));
}

#[test]
fn events_tell_what_a_sound_and_an_animation_need() {
    let text = "r3k2r/7p/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    let mut table = Table::from_fen("standard", text);
    table.play("e5d6 e8g8 h1h7 g8h7");
    assert_eq!(table.happened(), ["e5d6 capture", "e8g8 castling", "h1h7 capture", "g8h7 capture"]);
    let turns = table.turns();
    let capture = turns[0].captured.expect("en passant");
    assert_eq!(capture.square, square("d5"));
    let way = turns[1].castling.expect("castling");
    assert_eq!((way.rook, way.rook_to), (square("h8"), square("f8")));
    let king = turns[1].piece.expect("a king");
    assert_eq!(table.rules().letter(king), 'k');
}

#[test]
fn it_is_told_who_is_to_move_now() {
    let start = Position::start(&rules("standard"));
    let mut table = Table::new(start, against_computer(Colour::White));
    assert_eq!((table.human_to_move(), table.computer_to_move()), (Some(Colour::White), None));
    table.play("e2e4");
    assert_eq!((table.human_to_move(), table.computer_to_move()), (None, Some("level-3")));
    let now = table.now;
    table.pause(now);
    assert_eq!((table.human_to_move(), table.computer_to_move()), (None, None));
}

#[test]
fn nothing_moves_while_the_game_is_paused_or_over() {
    let mut table = Table::of("standard");
    let now = table.now;
    table.pause(now);
    assert_eq!(table.phase(), Phase::Paused);
    assert_eq!(table.carry("e2e4"), Err(PlayError::Paused));
    assert!(table.legal_moves().is_empty() && table.moves_from("e2").is_empty());
    table.resume(now);
    assert_eq!(table.moves_from("e2").len(), 2);
    table.resign(now, Colour::White).expect("a resignation");
    assert_eq!(table.carry("e2e4"), Err(PlayError::Over));
    assert_eq!(table.attempt("e2e4"), MoveAttempt::NotAMove);
    assert_eq!(table.happened(), ["paused", "resumed", "black wins by resignation"]);
}

/// What is legal but for the king is told as such, in random positions with many checks.
#[test]
fn a_move_is_legal_or_leaves_the_king_in_check_or_is_none() {
    let mut random = Random::new(3);
    let mut refused = 0;
    for id in ["standard", "xxl", "capablanca"] {
        random::walk(&mut random, Position::start(&rules(id)), 150, |position, _| {
            let game = Game::new(position.clone(), GameTerms::default(), Default::default());
            if game.is_over() {
                return;
            }
            for chess_move in position.moves_ignoring_check() {
                let mut after = position.clone();
                after.play_unchecked(chess_move);
                let is_left = after.is_in_check(position.turn());
                let attempt = game.attempt(chess_move.from(), chess_move.to());
                match attempt {
                    MoveAttempt::Legal(_) | MoveAttempt::Promotion(_) => assert!(!is_left),
                    MoveAttempt::LeavesKingInCheck { king } => {
                        assert!(is_left || chess_move.kind() == MoveKind::Castling);
                        assert_eq!(Some(king), position.king(position.turn()));
                        refused += 1;
                    }
                    MoveAttempt::NotAMove => assert_eq!(chess_move.kind(), MoveKind::Castling),
                }
            }
        });
    }
    assert!(refused > 100, "{refused}");
}
