//! Arrows and circles with the right button.

use egui::{Modifiers, PointerButton, pos2};
use xxlchess_board_ui::BoardAction::*;
use xxlchess_board_ui::{BoardArrow, Circle, Ink};

use super::table::{Game, Table, WINDOW, square};

fn draw(game: &mut Game, from: &str, to: &str, modifiers: Modifiers) {
    let to = game.centre(to);
    game.drag(from, to, PointerButton::Secondary, modifiers);
}

fn arrow(from: &str, to: &str, ink: Ink) -> BoardArrow {
    BoardArrow { from: square(from), to: square(to), ink }
}

#[test]
fn a_right_drag_draws_an_arrow_and_the_same_again_erases_it() {
    let mut game = Game::new(Table::new());
    draw(&mut game, "g1", "f3", Modifiers::NONE);
    assert_eq!(game.table().state.drawings.arrows, [arrow("g1", "f3", Ink::Green)]);
    assert_eq!(game.actions(), [DrawingsChanged]);
    draw(&mut game, "g1", "f3", Modifiers::NONE);
    assert!(game.table().state.drawings.is_empty());
}

#[test]
fn a_right_click_draws_a_circle() {
    let mut game = Game::new(Table::new());
    draw(&mut game, "c6", "c6", Modifiers::NONE);
    let circle = Circle { square: square("c6"), ink: Ink::Green };
    assert_eq!(game.table().state.drawings.circles, [circle]);
}

#[test]
fn modifier_keys_choose_the_colour() {
    let mut game = Game::new(Table::new());
    draw(&mut game, "a1", "a8", Modifiers::SHIFT);
    draw(&mut game, "b1", "b8", Modifiers::ALT);
    draw(&mut game, "c1", "c8", Modifiers::CTRL);
    assert_eq!(
        game.table().state.drawings.arrows,
        [arrow("a1", "a8", Ink::Red), arrow("b1", "b8", Ink::Blue), arrow("c1", "c8", Ink::Yellow)]
    );
}

#[test]
fn a_left_click_erases_everything() {
    let mut game = Game::new(Table::new());
    draw(&mut game, "a1", "a8", Modifiers::NONE);
    draw(&mut game, "c6", "c6", Modifiers::NONE);
    game.actions();
    game.click("h5 empty");
    assert_eq!(game.actions(), [DrawingsChanged]);
    assert!(game.table().state.drawings.is_empty());
}

#[test]
fn an_arrow_that_leaves_the_board_is_not_drawn() {
    let mut game = Game::new(Table::new());
    let outside = pos2(300.0, WINDOW + 50.0);
    game.drag("e2", outside, PointerButton::Secondary, Modifiers::NONE);
    assert!(game.table().state.drawings.is_empty());
}
