//! Gliding pieces and flashing squares, frame by frame.

use egui::{Event, Modifiers, PointerButton, Pos2};
use xxlchess_board_ui::Glide;

use super::table::{Game, Table, piece, square};

fn gliding(max_seconds: f32) -> Game {
    let mut table = Table::new();
    table.size = rules::BoardSize::new(14, 14).expect("a valid size");
    table.glide = Some(Glide { pixels_per_frame: 6.0, max_seconds });
    table.plays = true;
    table.pieces.set(square("a1"), Some(piece('Q')));
    Game::new(table)
}

/// How many frames pass until nothing moves.
fn frames_of_motion(game: &mut Game) -> usize {
    game.frames(1);
    let mut frames = 0;
    while game.table().moving {
        game.frames(1);
        frames += 1;
        assert!(frames < 1000, "it moves for ever");
    }
    frames
}

#[test]
fn ten_tiles_take_eighty_frames_and_sixty_with_a_limit_of_a_second() {
    for (limit, frames) in [(10.0, 80), (1.0, 60)] {
        let mut game = gliding(limit);
        let queen = game.table().pieces.get(square("a1"));
        game.table().pieces.set(square("a1"), None);
        game.table().pieces.set(square("a11"), queen);
        assert_eq!(frames_of_motion(&mut game), frames);
    }
}

/// One event and the frame in which it is seen.
fn event(game: &mut Game, event: Event) {
    game.harness.event(event);
    game.harness.step();
}

fn button(pos: Pos2, pressed: bool) -> Event {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    Event::PointerButton { pos, button, pressed, modifiers }
}

#[test]
fn a_clicked_move_glides() {
    let mut game = gliding(1.0);
    game.click("e2 white pawn");
    let target = game.centre("e4");
    event(&mut game, Event::PointerMoved(target));
    event(&mut game, button(target, true));
    assert_eq!(game.table().pieces.get(square("e4")), Some(piece('P')));
    assert_eq!(frames_of_motion(&mut game), 16);
}

#[test]
fn a_dragged_move_is_there_at_once() {
    let mut game = gliding(1.0);
    let (start, target) = (game.centre("e2"), game.centre("e4"));
    event(&mut game, Event::PointerMoved(start));
    event(&mut game, button(start, true));
    event(&mut game, Event::PointerMoved(target));
    event(&mut game, button(target, false));
    assert_eq!(game.table().pieces.get(square("e4")), Some(piece('P')));
    assert_eq!(frames_of_motion(&mut game), 0);
}

#[test]
fn a_piece_that_was_dropped_in_vain_goes_home() {
    let mut game = gliding(1.0);
    let (start, target) = (game.centre("e2"), game.centre("m9"));
    event(&mut game, Event::PointerMoved(start));
    event(&mut game, button(start, true));
    event(&mut game, Event::PointerMoved(target));
    event(&mut game, button(target, false));
    assert!(game.table().moving);
    assert!(frames_of_motion(&mut game) < 12);
}

#[test]
fn without_a_glide_pieces_jump() {
    let mut table = Table::new();
    table.plays = true;
    let mut game = Game::new(table);
    game.click("e2 white pawn");
    game.click("e4 empty, can move here");
    assert_eq!(frames_of_motion(&mut game), 0);
}

#[test]
fn a_flash_takes_a_second_and_a_half() {
    let mut game = Game::new(Table::new());
    game.table().state.highlight(square("e1"));
    assert_eq!(frames_of_motion(&mut game), 90);
}

#[test]
fn an_idle_board_asks_for_no_frames() {
    let mut game = Game::new(Table::new());
    game.run();
    let delay = |game: &Game| {
        let outputs = &game.harness.output().viewport_output;
        outputs.values().map(|output| output.repaint_delay).min()
    };
    assert_eq!(delay(&game), Some(std::time::Duration::MAX));
    let knight = game.centre("f3");
    game.move_to(knight);
    game.frames(120);
    assert_eq!(delay(&game), Some(std::time::Duration::MAX));
}
