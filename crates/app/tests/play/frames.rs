//! Motion, frame by frame, and rest.

use egui::{Event, Modifiers, PointerButton, Rect, Vec2, pos2, vec2};

use crate::common::Window;
use crate::table::{open, play, two_players};

/// How many frames pass until nothing moves.
fn frames_until_rest(window: &mut Window) -> usize {
    (0..1000)
        .find(|_| {
            window.frame();
            !window.moves()
        })
        .expect("it moves for ever")
}

/// Selects a piece and sends it somewhere; tells how many frames its journey takes.
fn frames_of_move(window: &mut Window, from: &str, to: &str) -> usize {
    window.click_square(from);
    let pos = window.place(to).center();
    window.happens(Event::PointerMoved(pos));
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.happens(Event::PointerButton { pos, button, pressed, modifiers });
    }
    frames_until_rest(window)
}

#[test]
fn the_window_opens_with_tiles_of_48_pixels_and_a_sidebar_at_the_right() {
    let mut window = play(r#""rules": "xxl", "opponent": "human", "clock": "none""#);
    // Around what is tested there is a margin that no real window has.
    const MARGIN: f32 = 8.0;
    window.harness.set_size(vec2(792.0, 672.0) + Vec2::splat(2.0 * MARGIN));
    window.rest();
    let inside = |rect: Rect| rect.translate(Vec2::splat(-MARGIN));
    for (name, left, top) in [("a14", 0.0, 0.0), ("n1", 624.0, 624.0), ("h1", 336.0, 624.0)] {
        let expected = Rect::from_min_size(pos2(left, top), Vec2::splat(48.0));
        assert_eq!(inside(window.place(name)), expected, "{name}");
    }
    let menu = inside(window.rects_of(&["Menu (M)"])[0]);
    assert!(menu.left() >= 672.0 && menu.right() <= 792.0, "{menu:?}");
}

#[test]
fn a_game_at_rest_asks_for_no_frames() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.wait(5.0);
    assert!(!window.moves());
}

#[test]
fn the_king_who_must_be_defended_flashes_three_times_for_half_a_second() {
    let layout = "....R.K.\n\n\n\n\n\n....b...\n....k...";
    let mut window = two_players(layout);
    let frames = frames_of_move(&mut window, "e2", "d3");
    assert!(window.shows("You must defend your king!"));
    // The press and the release take a frame each, and one more shows that all is over.
    assert!((88..=92).contains(&frames), "{frames} frames");
    assert_eq!(window.reads("e2"), "e2 white bishop");
    window.wait(5.0);
    assert!(!window.shows("You must defend your king!"));
}

#[test]
fn ten_tiles_at_speed_six_take_eighty_frames_and_sixty_with_a_limit_of_a_second() {
    let layout = "K.............\n\n\n..............\n\n\n\n\n\n\n\n\n\nk.r...........";
    for (longest, expected) in [(2, 80), (1, 60)] {
        let glide = format!(r#""piece_movement_speed": 6, "max_movement_time": {longest}"#);
        let config = format!(r#""rules": "xxl", "opponent": "human", "clock": "none", {glide}"#);
        let mut window = open(&config, layout);
        let frames = frames_of_move(&mut window, "c1", "c11");
        // The release of the button takes a frame, and one more shows that all is over.
        assert!(frames.abs_diff(expected) <= 2, "{frames} frames in place of {expected}");
        assert_eq!(window.reads("c11"), "c11 white rook");
    }
}
