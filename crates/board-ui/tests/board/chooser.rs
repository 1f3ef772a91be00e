//! The choice of a piece for a pawn.

use egui::Key;
use egui_kittest::kittest::Queryable;
use rules::Colour;
use xxlchess_board_ui::BoardAction::*;

use super::table::{Game, Table, kind, piece, square};

/// A pawn has been sent from e7 to `to`.
fn promoting(to: &str) -> Game {
    let mut table = Table::new();
    table.pieces.set(square("e7"), Some(piece('P')));
    table.promotion = Some((square("e7"), square(to), vec![kind('q'), kind('n'), kind('k')]));
    Game::new(table)
}

#[test]
fn the_choices_stand_at_the_square_towards_the_middle() {
    for bottom in Colour::BOTH {
        let mut table = Table::new();
        table.bottom = bottom;
        table.promotion = Some((square("e7"), square("d8"), vec![kind('q'), kind('n')]));
        let game = Game::new(table);
        let place = |label: &str| game.harness.get_by_label(label).rect().center();
        assert_eq!(place("Promote to queen"), game.centre("d8"), "{bottom}");
        assert_eq!(place("Promote to knight"), game.centre("d7"), "{bottom}");
    }
}

#[test]
fn a_click_chooses() {
    let mut game = promoting("d8");
    game.click("Promote to knight");
    assert_eq!(game.actions(), [Promote(kind('n'))]);
}

#[test]
fn a_click_elsewhere_cancels() {
    let mut game = promoting("d8");
    let elsewhere = game.centre("a1");
    game.harness.hover_at(elsewhere);
    game.harness.drag_at(elsewhere);
    game.harness.drop_at(elsewhere);
    game.run();
    assert_eq!(game.actions(), [PromotionCancelled]);
}

#[test]
fn nothing_else_can_be_done_meanwhile() {
    let game = promoting("d8");
    assert!(!game.has("e2 white pawn"));
    assert!(game.has("Promote to queen"));
}

#[test]
fn arrows_and_enter_choose() {
    let mut game = promoting("d8");
    assert!(game.is_focused("Promote to queen"));
    game.key(Key::ArrowUp);
    assert!(game.is_focused("Promote to queen"));
    game.key(Key::ArrowDown);
    assert!(game.is_focused("Promote to knight"));
    game.key(Key::Enter);
    assert_eq!(game.actions(), [Promote(kind('n'))]);
}

#[test]
fn a_letter_chooses_and_escape_cancels() {
    let mut game = promoting("d8");
    game.key(Key::N);
    assert_eq!(game.actions(), [Promote(kind('n'))]);
    game.key(Key::X);
    assert_eq!(game.actions(), []);
    game.key(Key::Escape);
    assert_eq!(game.actions(), [PromotionCancelled]);
}

#[test]
fn assistive_programs_can_choose() {
    let mut game = promoting("d8");
    game.harness.get_by_label("Promote to king").click_accesskit();
    game.run();
    assert_eq!(game.actions(), [Promote(kind('k'))]);
}

#[test]
fn more_choices_than_ranks_need_another_column() {
    let mut table = Table::new();
    table.size = rules::BoardSize::new(4, 4).expect("a valid size");
    let choices = vec![kind('q'), kind('n'), kind('k'), kind('p'), kind('q')];
    table.promotion = Some((square("a3"), square("a4"), choices));
    let game = Game::new(table);
    let pawn = game.harness.get_by_label("Promote to pawn").rect().center();
    assert_eq!(pawn, game.centre("a1"));
    let queens: Vec<_> = game.harness.get_all_by_label("Promote to queen").collect();
    assert_eq!(queens[1].rect().center(), game.centre("b4"));
}
