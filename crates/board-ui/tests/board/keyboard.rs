//! The board without a mouse.

use egui::Key;
use egui_kittest::kittest::Queryable;
use rules::Colour;
use xxlchess_board_ui::BoardAction::*;

use super::table::{Game, Table, square};

/// The board with the keyboard's focus on it.
fn focused(table: Table) -> Game {
    let mut game = Game::new(table);
    game.key(Key::Tab);
    game.key(Key::Tab);
    game
}

#[test]
fn the_board_is_one_tab_stop() {
    let mut game = Game::new(Table::new());
    game.key(Key::Tab);
    assert!(game.is_focused("above"));
    game.key(Key::Tab);
    assert!(game.is_focused("e1 white king"));
    game.key(Key::Tab);
    assert!(game.is_focused("below"));
    game.shift(Key::Tab);
    assert!(game.is_focused("e1 white king"));
}

#[test]
fn arrows_move_the_focus_and_stop_at_the_edge() {
    let mut game = focused(Table::new());
    game.key(Key::ArrowUp);
    assert!(game.is_focused("e2 white pawn"));
    game.key(Key::ArrowLeft);
    assert!(game.is_focused("d2 empty"));
    game.key(Key::ArrowDown);
    game.key(Key::ArrowDown);
    assert!(game.is_focused("d1 empty"));
    for _ in 0..9 {
        game.key(Key::ArrowRight);
    }
    assert!(game.is_focused("h1 empty"));
    assert_eq!(game.actions(), []);
}

#[test]
fn arrows_go_the_way_they_point_on_a_turned_board() {
    let mut table = Table::new();
    table.bottom = Colour::Black;
    let mut game = focused(table);
    assert!(game.is_focused("e8 black king"));
    game.key(Key::ArrowUp);
    assert!(game.is_focused("e7 empty"));
    game.key(Key::ArrowRight);
    assert!(game.is_focused("d7 empty"));
}

#[test]
fn enter_and_space_select_and_move() {
    let mut game = focused(Table::new());
    game.key(Key::ArrowUp);
    game.key(Key::Enter);
    game.key(Key::ArrowUp);
    game.key(Key::ArrowUp);
    assert!(game.is_focused("e4 empty, can move here"));
    game.key(Key::Space);
    let step = Move { from: square("e2"), to: square("e4") };
    assert_eq!(game.actions(), [Select(square("e2")), step]);
}

#[test]
fn shift_and_an_arrow_jump_to_the_next_square_that_matters() {
    let mut game = focused(Table::new());
    game.shift(Key::ArrowRight);
    assert!(game.is_focused("g1 white knight"));
    game.key(Key::Enter);
    game.shift(Key::ArrowUp);
    assert!(
        game.is_focused("f3 black knight, can be taken")
            || game.is_focused("h3 empty, can move here")
    );
    game.key(Key::Enter);
    assert!(matches!(game.actions()[..], [Select(_), Move { .. }]));
}

#[test]
fn shift_and_an_arrow_pass_over_pieces_that_cannot_move() {
    let mut table = Table::new();
    table.targets.remove(&square("g1"));
    let mut game = focused(table);
    game.shift(Key::ArrowRight);
    assert!(!game.is_focused("g1 white knight"));
}

#[test]
fn escape_is_left_to_others_and_the_board_keeps_the_focus() {
    let mut game = focused(Table::new());
    game.key(Key::ArrowUp);
    game.key(Key::Enter);
    game.actions();
    game.key(Key::Escape);
    assert_eq!(game.actions(), []);
    assert_eq!(game.table().state.selected(), Some(square("e2")));
    assert!(game.is_focused("e2 white pawn, selected"));
}

#[test]
fn the_focus_follows_the_mouse() {
    let mut game = Game::new(Table::new());
    game.click("g1 white knight");
    game.key(Key::ArrowUp);
    assert!(game.is_focused("g2 empty"));
}

#[test]
fn assistive_programs_can_click_and_focus_squares() {
    let mut game = Game::new(Table::new());
    game.harness.get_by_label("e2 white pawn").click_accesskit();
    game.run();
    game.harness.get_by_label("e4 empty, can move here").click_accesskit();
    game.run();
    let step = Move { from: square("e2"), to: square("e4") };
    assert_eq!(game.actions(), [Select(square("e2")), step]);
    game.harness.get_by_label("b7 empty").focus();
    game.run();
    assert!(game.is_focused("b7 empty"));
}
