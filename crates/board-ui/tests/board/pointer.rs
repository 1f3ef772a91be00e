//! Clicks and drags.

use egui::{Event, Modifiers, PointerButton, TouchDeviceId, TouchId, TouchPhase, pos2, vec2};
use rules::Colour;
use xxlchess_board_ui::BoardAction::{self, *};
use xxlchess_board_ui::Targets;

use super::table::{Game, Table, WINDOW, square, squares};

#[test]
fn every_square_has_a_name() {
    let mut game = Game::new(Table::new());
    assert!(game.has("e2 white pawn") && game.has("e4 empty") && game.has("f3 black knight"));
    game.click("e2 white pawn");
    for name in [
        "e2 white pawn, selected",
        "e4 empty, can move here",
        "f3 black knight, can be taken",
        "e5 empty",
    ] {
        assert!(game.has(name), "{name}");
    }
}

#[test]
fn a_click_selects_and_a_second_one_on_a_target_moves() {
    let mut game = Game::new(Table::new());
    game.click("e2 white pawn");
    assert_eq!(game.actions(), [Select(square("e2"))]);
    assert_eq!(game.table().state.selected(), Some(square("e2")));
    game.click("e4 empty, can move here");
    assert_eq!(game.actions(), [Move { from: square("e2"), to: square("e4") }]);
    assert_eq!(game.table().state.selected(), None);
}

#[test]
fn a_click_on_a_target_with_a_piece_takes_it() {
    let mut game = Game::new(Table::new());
    game.click("g1 white knight");
    game.click("f3 black knight, can be taken");
    assert_eq!(
        game.actions(),
        [Select(square("g1")), Move { from: square("g1"), to: square("f3") }]
    );
}

#[test]
fn a_click_on_another_own_piece_changes_the_selection() {
    let mut game = Game::new(Table::new());
    game.click("e2 white pawn");
    game.click("g1 white knight");
    assert_eq!(game.actions(), [Select(square("e2")), Select(square("g1"))]);
}

#[test]
fn a_click_on_the_same_piece_or_elsewhere_deselects() {
    let mut game = Game::new(Table::new());
    game.click("e2 white pawn");
    game.click("e2 white pawn, selected");
    assert_eq!(game.actions(), [Select(square("e2")), Deselect]);
    game.click("e2 white pawn");
    game.click("a7 empty");
    assert_eq!(
        game.actions(),
        [Select(square("e2")), AttemptElsewhere { from: square("e2"), to: square("a7") }, Deselect]
    );
}

#[test]
fn dragging_does_the_same_as_clicking() {
    let mut game = Game::new(Table::new());
    game.drag_piece("e2", "f3");
    assert_eq!(
        game.actions(),
        [
            Select(square("e2")),
            DragStarted(square("e2")),
            Move { from: square("e2"), to: square("f3") },
            DragEnded
        ]
    );
    game.drag_piece("g1", "a5");
    assert_eq!(
        game.actions(),
        [
            Select(square("g1")),
            DragStarted(square("g1")),
            AttemptElsewhere { from: square("g1"), to: square("a5") },
            Deselect,
            DragEnded
        ]
    );
}

#[test]
fn a_piece_dragged_off_the_board_stays_where_it_was() {
    let mut game = Game::new(Table::new());
    game.drag("e2", pos2(300.0, WINDOW + 55.0), PointerButton::Primary, Modifiers::NONE);
    assert_eq!(
        game.actions(),
        [Select(square("e2")), DragStarted(square("e2")), Deselect, DragEnded]
    );
}

#[test]
fn a_piece_dragged_back_home_stays_selected() {
    let mut game = Game::new(Table::new());
    let home = game.centre("e2");
    game.press(home, PointerButton::Primary, Modifiers::NONE);
    game.move_to(home - vec2(0.0, 150.0));
    assert_eq!(game.table().state.dragged(), Some(square("e2")));
    game.move_to(home);
    game.release(home, PointerButton::Primary);
    assert_eq!(game.table().state.selected(), Some(square("e2")));
    assert_eq!(game.actions().last(), Some(&DragEnded));
}

#[test]
fn a_trembling_hand_does_not_drag() {
    let mut game = Game::new(Table::new());
    let place = game.centre("e2");
    game.press(place, PointerButton::Primary, Modifiers::NONE);
    game.move_to(place + vec2(2.0, 2.0));
    game.release(place + vec2(2.0, 2.0), PointerButton::Primary);
    assert_eq!(game.actions(), [Select(square("e2"))]);
}

#[test]
fn others_hear_where_a_piece_is_held() {
    let mut game = Game::new(Table::new());
    let (start, end) = (game.centre("e2"), game.centre("e4"));
    game.press(start, PointerButton::Primary, Modifiers::NONE);
    game.move_to(end);
    let held = game.table().actions.iter().rev().find_map(|action| match action {
        DragMoved(place) => Some(*place),
        _ => None,
    });
    assert!(held.is_some_and(|place| place.distance(square("e4").into()) < 1e-3), "{held:?}");
}

#[test]
fn the_right_button_puts_a_dragged_piece_back() {
    let mut game = Game::new(Table::new());
    let (start, end) = (game.centre("e2"), game.centre("e4"));
    game.press(start, PointerButton::Primary, Modifiers::NONE);
    game.move_to(end);
    game.press(end, PointerButton::Secondary, Modifiers::NONE);
    game.release(end, PointerButton::Primary);
    assert_eq!(
        game.actions(),
        [Select(square("e2")), DragStarted(square("e2")), DragEnded, Deselect]
    );
    assert!(game.table().state.drawings.is_empty());
}

#[test]
fn a_piece_of_the_other_side_shows_its_reach() {
    let mut game = Game::new(Table::new());
    game.click("f3 black knight");
    assert_eq!(game.actions(), [Inspect(square("f3"))]);
    assert_eq!(game.table().state.inspected(), Some(square("f3")));
    assert!(game.has("h4 empty, it could go here"));
    game.click("f3 black knight, looked at");
    assert_eq!(game.actions(), [StopInspecting]);
    game.click("f3 black knight");
    game.click("e2 white pawn");
    assert_eq!(game.actions(), [Inspect(square("f3")), StopInspecting, Select(square("e2"))]);
}

#[test]
fn an_unreachable_enemy_ends_the_selection_and_is_looked_at() {
    let mut game = Game::new(Table::new());
    game.click("g1 white knight");
    game.click("e8 black king");
    assert_eq!(
        game.actions(),
        [
            Select(square("g1")),
            AttemptElsewhere { from: square("g1"), to: square("e8") },
            Deselect,
            Inspect(square("e8"))
        ]
    );
}

#[test]
fn a_piece_that_may_no_longer_be_moved_loses_the_selection() {
    let mut game = Game::new(Table::new());
    game.click("e2 white pawn");
    game.actions();
    game.table().movable = squares("g1");
    game.run();
    assert_eq!(game.actions(), [Deselect]);
}

#[test]
fn a_turned_board_is_clicked_where_it_is_seen() {
    let mut table = Table::new();
    table.bottom = Colour::Black;
    let mut game = Game::new(table);
    let corner = game.centre("h8");
    assert!(corner.x < 100.0 && corner.y > WINDOW * 0.8, "{corner:?}");
    game.click("e2 white pawn");
    game.click("e4 empty, can move here");
    assert_eq!(
        game.actions(),
        [Select(square("e2")), Move { from: square("e2"), to: square("e4") }]
    );
}

#[test]
fn hovering_names_the_square_and_after_a_while_asks_for_more() {
    let mut game = Game::new(Table::new());
    let (knight, empty) = (game.centre("f3"), game.centre("a5"));
    game.move_to(knight);
    let hovered =
        |game: &mut Game| -> Vec<BoardAction> { std::mem::take(&mut game.table().actions) };
    assert_eq!(hovered(&mut game), [Hovered(Some(square("f3")))]);
    game.frames(60);
    assert_eq!(hovered(&mut game), [HoverLong(square("f3"))]);
    game.frames(60);
    assert_eq!(hovered(&mut game), []);
    game.move_to(empty);
    game.frames(60);
    assert_eq!(hovered(&mut game), [Hovered(Some(square("a5")))]);
    game.harness.remove_cursor();
    game.run();
    assert_eq!(hovered(&mut game), [Hovered(None)]);
}

/// One touch as a touch screen reports it: with the pointer that it stands for.
fn touch(game: &mut Game, phase: TouchPhase, name: &str) {
    let pos = game.centre(name);
    let (device_id, id) = (TouchDeviceId(1), TouchId(1));
    game.harness.event(Event::Touch { device_id, id, phase, pos, force: None });
    let button = |pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    match phase {
        TouchPhase::Start => {
            game.harness.event(Event::PointerMoved(pos));
            game.harness.event(button(true));
        }
        TouchPhase::Move => game.harness.event(Event::PointerMoved(pos)),
        TouchPhase::End => {
            game.harness.event(button(false));
            game.harness.event(Event::PointerGone);
        }
        TouchPhase::Cancel => game.harness.event(Event::PointerGone),
    }
    game.run();
}

#[test]
fn a_finger_taps_and_drags() {
    let mut game = Game::new(Table::new());
    touch(&mut game, TouchPhase::Start, "e2");
    touch(&mut game, TouchPhase::End, "e2");
    touch(&mut game, TouchPhase::Start, "e4");
    touch(&mut game, TouchPhase::End, "e4");
    let step = Move { from: square("e2"), to: square("e4") };
    assert_eq!(game.actions(), [Select(square("e2")), step]);
    touch(&mut game, TouchPhase::Start, "e2");
    touch(&mut game, TouchPhase::Move, "e3");
    touch(&mut game, TouchPhase::Move, "e4");
    touch(&mut game, TouchPhase::End, "e4");
    assert_eq!(game.actions(), [Select(square("e2")), DragStarted(square("e2")), step, DragEnded]);
}

#[test]
fn a_touch_that_is_called_off_moves_nothing() {
    let mut game = Game::new(Table::new());
    touch(&mut game, TouchPhase::Start, "e2");
    touch(&mut game, TouchPhase::Move, "e3");
    touch(&mut game, TouchPhase::Move, "e4");
    touch(&mut game, TouchPhase::Cancel, "e4");
    assert_eq!(
        game.actions(),
        [Select(square("e2")), DragStarted(square("e2")), DragEnded, Deselect]
    );
}

#[test]
fn a_press_and_a_release_in_one_frame_are_a_click() {
    let mut game = Game::new(Table::new());
    let pos = game.centre("e2");
    game.move_to(pos);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        let event = Event::PointerButton { pos, button, pressed, modifiers };
        game.harness.input_mut().events.push(event);
    }
    game.run();
    assert_eq!(game.actions(), [Select(square("e2"))]);
}

#[test]
fn waiting_moves_are_played_on_in_advance_and_cancelled_by_a_right_click() {
    let mut table = Table::new();
    table.premoves = vec![(square("e2"), square("e4"))];
    table.movable = squares("e4 g1 e1");
    let targets = Targets { moves: squares("e5"), captures: squares("") };
    table.targets.insert(square("e4"), targets);
    let mut game = Game::new(table);
    assert!(game.has("e4 white pawn") && game.has("e2 empty"));
    game.click("e4 white pawn");
    game.click("e5 empty, can move here");
    assert_eq!(
        game.actions(),
        [Select(square("e4")), Move { from: square("e4"), to: square("e5") }]
    );
    let anywhere = game.centre("b6");
    game.press(anywhere, PointerButton::Secondary, Modifiers::NONE);
    game.release(anywhere, PointerButton::Secondary);
    assert_eq!(game.actions(), [CancelPremoves]);
    assert!(game.table().state.drawings.is_empty());
}
