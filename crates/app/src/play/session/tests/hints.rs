//! Hints in two stages, the engine's and the free chessboard's.

use super::table::{Table, preferences, square};
use crate::play::session::{Preferences, Stage};
use crate::settings::HintKind;

#[test]
fn a_hint_shows_the_piece_first_and_then_where_it_goes() {
    let mut table = Table::of_two("standard", "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1");
    table.session.press_hint();
    table.wait(0.1);
    let hint = table.session.hint().expect("a hint");
    assert_eq!((hint.stage, hint.chess_move.from()), (Stage::Piece, square("b1")));
    assert_eq!(hint.squares().iter().collect::<Vec<_>>(), [square("b1")]);
    table.session.press_hint();
    let hint = table.session.hint().expect("a hint");
    assert_eq!((hint.stage, hint.chess_move.to()), (Stage::Target, square("b8")));
    assert_eq!(table.session.take_selection(), Some(Some(square("b1"))));
    table.try_move_now("b1b8");
    assert_eq!(table.said(), "White won by checkmate");
    assert!(table.session.hint().is_none());
}

#[test]
fn the_free_chessboard_shows_its_own_hint() {
    let mut table = Table::of_two("casual", "");
    table.session.press_hint();
    table.session.press_hint();
    let hint = table.session.hint().expect("at once");
    assert_eq!((hint.chess_move.from(), hint.chess_move.to()), (square("h2"), square("h4")));
    table.session.play_hint(table.now);
    table.wait(0.1);
    assert_eq!(table.ply(), 1);
}

#[test]
fn other_rules_can_choose_the_simple_hint() {
    let mut table = Table::of_two("standard", "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1");
    table.session.set_preferences(Preferences { hint: HintKind::Simple, ..preferences() });
    table.session.press_hint();
    let hint = table.session.hint().expect("a hint");
    assert_eq!(hint.chess_move.to(), square("h1"), "furthest to the right");
}

#[test]
fn doing_something_else_cancels_the_hint() {
    let mut table = Table::of_two("casual", "");
    table.session.press_hint();
    table.session.cancel_hint();
    assert!(table.session.hint().is_none());
    table.session.press_hint();
    table.try_move("e2e4");
    assert!(table.session.hint().is_none());
    assert_eq!(table.ply(), 1);
}

#[test]
fn nobody_gets_a_hint_for_the_computers_move() {
    let mut table = Table::against("random", "standard", "");
    table.try_move_now("e2e4");
    table.session.press_hint();
    assert!(table.session.hint().is_none() && !table.session.is_hint_asked());
}
