//! Premoves, one or more, during the other side's turn.

use record::GameTerms;
use rules::{Colour, Position};
use xxlchess_game::{MOST_PREMOVES, Premove, PremoveError};

use crate::table::{Table, against_computer, fischer, fog, per_turn, position, rules, square};

/// White is a person and it is the computer's turn.
fn waiting(id: &str, text: &str) -> Table {
    Table::new(position(&rules(id), text), against_computer(Colour::White))
}

#[test]
fn a_premove_is_played_at_once_when_its_turn_comes() {
    let terms = GameTerms { clocks: fischer(60.0, 2.0), ..against_computer(Colour::White) };
    let mut table = Table::new(Position::start(&rules("standard")), terms);
    table.play("e2e4");
    table.premove(Colour::White, "g1f3").expect("a premove");
    table.wait(10.0).play("e7e5");
    assert_eq!(table.happened(), ["e2e4", "white premove", "e7e5", "g1f3 premove"]);
    assert_eq!(table.clocks(), [64.0, 52.0], "it takes no time");
    assert!(table.premoves(Colour::White).is_empty());
}

#[test]
fn premoves_wait_in_a_queue_one_for_each_turn() {
    let mut table = waiting("standard", "7k/8/8/8/8/8/8/RN5K b - - 0 1");
    for squares in ["b1c3", "c3e4", "e4g5", "a1a7"] {
        table.premove(Colour::White, squares).expect(squares);
    }
    let shown = table.pieces_with_premoves(Colour::White);
    let squares: Vec<String> = shown.iter().map(|(square, _)| square.to_string()).collect();
    assert_eq!(squares, ["h1", "g5", "a7", "h8"]);
    table.play("h8g8 g8h8");
    assert_eq!(table.premoves(Colour::White).len(), 2);
    table.play("h8g8 g8f8");
    assert_eq!(table.fen(), "5k2/R7/8/6N1/8/8/8/7K b - - 8 5");
}

#[test]
fn the_whole_queue_is_dropped_when_one_is_not_legal() {
    let mut table = waiting("standard", "7k/8/8/8/8/8/8/R6K b - - 0 1");
    for squares in ["a1h1", "h1h2", "a1a8"] {
        // The king stands on h1 now, but may have left.
        let _ = table.premove(Colour::White, squares);
    }
    assert_eq!(table.premoves(Colour::White).len(), 2);
    table.happened();
    table.play("h8g8");
    assert_eq!(table.happened(), ["h8g8", "white dropped 2"]);
    assert_eq!((table.turn(), table.premoves(Colour::White).len()), (Colour::White, 0));
}

#[test]
fn a_premove_that_leaves_the_king_in_check_is_dropped() {
    let mut table = waiting("standard", "r6k/8/8/8/8/8/7P/K6B b - - 0 1");
    table.premove(Colour::White, "h2h3").expect("a premove");
    table.happened();
    table.play("a8b8");
    assert_eq!(table.happened(), ["a8b8", "h2h3 premove"]);
    table.premove(Colour::White, "h3h4").expect("a premove");
    table.play("b8a8");
    assert_eq!(table.happened(), ["white premove", "b8a8 check", "white dropped 1"]);
}

#[test]
fn only_what_the_piece_could_do_on_some_board_is_queued() {
    let table = &mut waiting("standard", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1");
    let allowed = ["e2e3", "e2e4", "e2d3", "a1a8", "a1h1", "e1g1", "e1c1", "e1d2"];
    let refused = ["e2e5", "e2e1", "a1b2", "e1e3", "e1b1", "e2f4"];
    for squares in allowed {
        table.premove(Colour::White, squares).expect(squares);
        assert_eq!(table.cancel_premoves(Colour::White), 1);
    }
    for squares in refused {
        let why = table.premove(Colour::White, squares).expect_err(squares);
        assert!(matches!(why, PremoveError::NeverAMove { .. }), "{squares}: {why}");
    }
    for squares in ["e4e5", "e7e5"] {
        let why = table.premove(Colour::White, squares).expect_err(squares);
        assert!(matches!(why, PremoveError::NoPiece(_)), "{squares}: {why}");
    }
    assert_eq!(table.premove_targets(Colour::White, square("e2")).len(), 4);
}

#[test]
fn every_piece_of_the_big_board_has_its_own_pattern() {
    let mut table = Table::new(Position::start(&rules("xxl")), against_computer(Colour::White));
    table.play("a2a3");
    for (squares, is_one) in [
        ("d1e3", true),  // archbishop as a knight
        ("d1h5", true),  // and as a bishop
        ("d1d5", false), // not as a rook
        ("e1f4", true),  // camel
        ("e1f3", false), // not as a knight
        ("f1f2", true),  // general as a king
        ("f1g3", true),  // and as a knight
        ("f1f3", false),
        ("g1g14", true), // amazon
        ("g1h3", true),
        ("k1k14", true), // chancellor as a rook
        ("k1l2", false), // not as a bishop
        ("a3a5", false), // a pawn that has moved
        ("b2b4", true),
    ] {
        assert_eq!(table.premove(Colour::White, squares).is_ok(), is_one, "{squares}");
        table.cancel_premoves(Colour::White);
    }
}

#[test]
fn black_pawns_go_down_the_board() {
    let mut table = Table::new(Position::start(&rules("xxl")), against_computer(Colour::Black));
    for (squares, is_one) in [("b13b11", true), ("b13a12", true), ("b13b14", false)] {
        assert_eq!(table.premove(Colour::Black, squares).is_ok(), is_one, "{squares}");
        table.cancel_premoves(Colour::Black);
    }
    table.premove(Colour::Black, "b13b11").expect("a premove");
    table.play("a2a4");
    assert_eq!((table.ply(), table.turn()), (2, Colour::White));
}

#[test]
fn castling_can_be_premoved_and_shows_both_pieces() {
    let table = &mut waiting("standard", "4k3/8/8/8/8/8/8/R3KB1R b KQ - 0 1");
    table.premove(Colour::White, "f1c4").expect("a premove");
    table.premove(Colour::White, "e1g1").expect("a premove");
    let shown = table.pieces_with_premoves(Colour::White);
    let at = |name: &str| shown.iter().find(|(s, _)| *s == square(name)).map(|(_, piece)| *piece);
    let letter = |name: &str| at(name).map(|piece| table.rules().letter(piece));
    assert_eq!([letter("g1"), letter("f1"), letter("h1")], [Some('K'), Some('R'), None]);
    // The king will have moved: he cannot castle again.
    assert!(!table.premove_targets(Colour::White, square("g1")).contains(square("e1")));
    table.play("e8e7 e7e8");
    assert_eq!(table.fen(), "4k3/8/8/8/2B5/8/8/R4RK1 b - - 4 3");
}

#[test]
fn a_rook_that_will_have_moved_castles_no_more() {
    let table = &mut waiting("standard", "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
    table.premove(Colour::White, "h1h4").expect("a premove");
    assert!(!table.premove_targets(Colour::White, square("e1")).contains(square("g1")));
    table.premove(Colour::White, "h4h1").expect("a premove");
    assert!(!table.premove_targets(Colour::White, square("e1")).contains(square("g1")));
    table.play("e8e7 e7e8");
    assert_eq!(
        table.premove(Colour::White, "e1g1").map_err(|why| why.to_string()),
        Err("the piece on e1 never goes to g1".to_owned())
    );
}

#[test]
fn a_pawn_that_promotes_moves_on_as_what_it_became() {
    let table = &mut waiting("standard", "7k/P7/8/8/8/8/8/7K b - - 0 1");
    table.premove(Colour::White, "a7a8").expect("a premove");
    table.premove(Colour::White, "a8a1").expect("a queen's move");
    table.play("h8g7 g7h7");
    assert_eq!(table.fen(), "8/7k/8/8/8/8/8/Q6K b - - 2 3");
    let table = &mut waiting("standard", "7k/P7/8/8/8/8/8/7K b - - 0 1");
    let knight = table.rules().piece_named("knight");
    let premove = Premove { from: square("a7"), to: square("a8"), promotion: knight };
    let now = table.now;
    table.queue_premove(now, Colour::White, premove).expect("a premove");
    assert!(table.premove(Colour::White, "a8a1").is_err());
    let foreign = rules("xxl").piece_named("queen");
    let premove = Premove { from: square("h1"), to: square("h2"), promotion: foreign };
    assert!(table.queue_premove(now, Colour::White, premove).is_err());
    table.play("h8g7");
    assert_eq!(table.fen(), "N7/6k1/8/8/8/8/8/7K b - - 0 2");
}

#[test]
fn premoves_are_for_people_who_wait_for_somebody_else() {
    let start = Position::start(&rules("standard"));
    let mut table = Table::new(start.clone(), against_computer(Colour::White));
    assert_eq!(table.premove(Colour::White, "e2e4"), Err(PremoveError::YourTurn));
    assert_eq!(table.premove(Colour::Black, "e7e5"), Err(PremoveError::NotForThisPlayer));
    let mut two = Table::new(start, GameTerms::default());
    assert_eq!(two.premove(Colour::Black, "e7e5"), Err(PremoveError::NotForThisPlayer));
    let now = table.now;
    table.play("e2e4").resign(now, Colour::Black).expect("a resignation");
    assert_eq!(table.premove(Colour::White, "d2d4"), Err(PremoveError::NotPlaying));
}

#[test]
fn a_queue_has_an_end_and_can_be_emptied() {
    let table = &mut waiting("standard", "7k/8/8/8/8/8/8/R6K b - - 0 1");
    for number in 0..MOST_PREMOVES {
        let squares = if number % 2 == 0 { "a1a2" } else { "a2a1" };
        table.premove(Colour::White, squares).expect("a premove");
    }
    assert_eq!(table.premove(Colour::White, "a1a2"), Err(PremoveError::TooMany));
    assert_eq!(table.cancel_premoves(Colour::White), MOST_PREMOVES);
    assert_eq!(table.cancel_premoves(Colour::White), 0);
}

#[test]
fn premoves_end_with_the_game_and_with_taking_back() {
    let mut table =
        Table::new(Position::start(&rules("standard")), against_computer(Colour::White));
    table.play("e2e4");
    table.premove(Colour::White, "d2d4").expect("a premove");
    let now = table.now;
    table.take_back(now).expect("a move");
    assert!(table.premoves(Colour::White).is_empty());
    table.play("f2f3 e7e5 g2g4");
    table.premove(Colour::White, "d2d4").expect("a premove");
    table.play("d8h4");
    assert!(table.is_over() && table.premoves(Colour::White).is_empty());
}

#[test]
fn a_turn_that_passes_lets_premoves_through() {
    let terms = GameTerms { clocks: per_turn(5.0), ..against_computer(Colour::White) };
    let mut table = Table::new(Position::start(&rules("standard")), terms);
    table.play("e2e4");
    table.premove(Colour::White, "d2d4").expect("a premove");
    table.happened();
    table.wait(5.0);
    assert_eq!(table.happened(), ["black low time", "black passed", "d2d4 premove"]);
}

#[test]
fn under_fog_a_premove_tells_nothing_of_what_is_hidden() {
    // A hidden queen blocks the rook's file; the premove is queued all the same.
    let start = position(&fog("standard"), "4k3/8/8/8/q7/8/P7/R3K3 b Q - 0 1");
    let mut table = Table::new(start, against_computer(Colour::White));
    table.premove(Colour::White, "a1a8").expect("a premove");
    table.cancel_premoves(Colour::White);
    table.premove(Colour::White, "a2a3").expect("a premove");
    let shown = table.pieces_with_premoves(Colour::White);
    assert!(shown.iter().all(|(_, piece)| piece.colour() == Colour::White));
}
