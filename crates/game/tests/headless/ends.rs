//! How games end, and what is told about it.

use record::{GameTerms, Perspective};
use rules::{Colour, Reason};
use xxlchess_game::Status;

use crate::table::{Table, against_computer, fischer, fog, position, rules, seconds, square};

const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

#[test]
fn checkmate_is_told_to_each_from_his_side() {
    let mut table = Table::of("standard");
    table.play(FOOLS_MATE);
    assert_eq!(table.told_result(), "black wins by checkmate");
    assert_eq!(table.happened().last().map(String::as_str), Some("black wins by checkmate"));
    assert!(table.contributing_pieces().contains(square("h4")));
    assert!(table.kings_in_check().contains(square("e1")));
}

#[test]
fn the_person_at_the_screen_is_told_as_you() {
    let start = rules::Position::start(&rules("standard"));
    for colour in Colour::BOTH {
        let mut table = Table::new(start.clone(), against_computer(colour));
        table.play(FOOLS_MATE);
        assert_eq!(table.players().perspective(), Perspective::Player(colour));
        assert_eq!(table.told_result(), "black wins by checkmate");
    }
    assert_eq!(
        Table::new(start, GameTerms::default()).players().perspective(),
        Perspective::NEUTRAL
    );
}

#[test]
fn time_is_told() {
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.wait(60.0);
    assert_eq!(table.told_result(), "black wins by time");
}

#[test]
fn resignation_is_told() {
    let mut table = Table::of("xxl");
    let now = table.now;
    table.resign(now, Colour::White).expect("a resignation");
    assert_eq!(table.told_result(), "black wins by resignation");
}

#[test]
fn stalemate_is_told() {
    let mut table =
        Table::from_fen("xxl", "k13/14/14/14/14/14/14/14/14/14/14/1Q12/14/7K6 w - - 0 1");
    table.play("b3b12");
    assert_eq!(table.told_result(), "draw by stalemate");
}

#[test]
fn draws_that_come_by_themselves() {
    let circle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let mut table = Table::of("standard");
    table.play(circle);
    assert_eq!(table.told_result(), "draw by threefold-repetition");

    let mut table = Table::from_fen("standard", "6k1/5pp1/8/8/8/8/r7/3Q3K w - - 0 1");
    table.play("d1d8 g8h7 d8h4 h7g8 h4d8 g8h7 d8h4 h7g8 h4d8");
    assert_eq!(table.told_result(), "draw by perpetual-check");

    let mut table = Table::from_fen("standard", "7k/8/8/8/8/8/8/KR6 w - - 99 80");
    table.play("b1b2");
    assert_eq!(table.told_result(), "draw by fifty-moves");

    let mut table = Table::from_fen("standard", "7k/8/8/8/8/8/1p6/K7 w - - 0 1");
    table.play("a1b2");
    assert_eq!(table.told_result(), "draw by insufficient-material");
}

#[test]
fn big_board_draws_must_be_claimed() {
    let mut table = Table::of("xxl");
    table.play("b1c3 b14c12 c3b1 c12b14 b1c3 b14c12 c3b1 c12b14");
    assert_eq!(table.result(), "");
    assert_eq!(table.claimable_draw(), Some(Reason::ThreefoldRepetition));
}

#[test]
fn taking_the_king_wins_where_it_does_and_play_goes_on_where_it_does_not() {
    let text = "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1";
    let mut table = Table::from_fen("king-capture", text);
    assert_eq!(table.told(), [Some(Status::Check); 3]);
    table.play("e7e8");
    assert_eq!(table.told_result(), "white wins by king-capture");
    let mut table = Table::from_fen("casual", "4k2r/4Q3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(table.told(), [None; 3]);
    table.play("e7e8 h8e8 e1f1 e8e1 f1e1");
    assert_eq!(table.result(), "");
}

#[test]
fn a_side_without_a_move_is_told_so_where_that_ends_nothing() {
    let table = Table::from_fen("casual", "8/8/8/8/8/p7/P7/8 b - - 0 1");
    assert!(table.is_stuck());
    let [white, black] = Colour::BOTH.map(Perspective::Player);
    let no_move = |to| Some(Status::NoMove { side: Colour::Black, to });
    assert_eq!(table.told(), [white, black, Perspective::NEUTRAL].map(no_move));
}

#[test]
fn a_bare_king_wins_nothing_on_time_where_material_counts() {
    let out_of_time = |id: &str, text: &str| {
        let terms = GameTerms { clocks: fischer(5.0, 0.0), ..GameTerms::default() };
        let mut table = Table::new(position(&rules(id), text), terms);
        table.wait(6.0);
        table.result()
    };
    let text = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    assert_eq!(out_of_time("standard", text), "draw by insufficient-material");
    assert_eq!(out_of_time("king-capture", text), "black wins by time");
    assert_eq!(out_of_time("standard", "6pk/8/8/8/8/8/8/KQ6 w - - 0 1"), "black wins by time");
}

#[test]
fn a_position_that_is_over_at_once_is_over() {
    let table = Table::from_fen("standard", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(table.result(), "white wins by checkmate");
}

#[test]
fn nothing_is_told_about_check_under_fog() {
    let start = position(&fog("standard"), "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
    let terms = against_computer(Colour::White);
    let mut table = Table::new(start, terms);
    assert_eq!(table.told(), [None; 3]);
    table.play("e8d8 e2d2 d8e8 d2e2");
    assert!(table.turns().iter().all(|turn| !turn.gives_check));
    assert!(table.kings_in_check().is_empty());
    table.play("e8f8 e2e8 f8e8");
    assert_eq!(table.result(), "", "a rook was given away, and nothing else");
}

#[test]
fn a_frozen_board_stays_and_starts_again() {
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.wait(7.0).play(FOOLS_MATE);
    let (end, clocks) = (table.fen(), table.clocks());
    table.wait(100.0);
    assert_eq!((table.fen(), table.clocks()), (end, clocks));
    let now = table.now;
    table.restart(now);
    assert_eq!(table.result(), "");
    assert_eq!((table.clocks(), table.ply()), ([60.0, 60.0], 0));
    assert_eq!(table.remaining(Colour::White, now + seconds(1.0)), Some(seconds(59.0)));
    assert_eq!(table.happened().last().map(String::as_str), Some("restarted"));
}
