//! The computer, taking back, giving up, offers, hints, looking back.

use egui::Key;

use crate::common::Window;
use crate::table::{against_computer, play, two_players, write};

#[test]
fn the_computer_answers_and_moves_are_taken_back() {
    let mut window = against_computer();
    window.drag("e2", "e4");
    window.wait_for("Go to move 1. ");
    window.wait_for("Your move");
    window.click("Take back (Ctrl+Z)");
    assert_eq!(window.reads("e2"), "e2 white pawn");
    assert!(window.shows("No moves yet"));
}

#[test]
fn escape_resigns_and_a_moment_later_it_can_be_undone() {
    let mut window = against_computer();
    window.press(&[Key::Escape]);
    assert!(window.shows("You resigned"));
    window.click("Undo");
    assert!(!window.shows("You resigned"));
    window.drag("e2", "e4");
    window.wait_for("Your move");
    window.press(&[Key::Escape]);
    window.wait(6.0);
    assert!(!window.shows("Undo") && window.shows("You resigned"));
    window.click("Play again");
    assert_eq!(window.reads("e2"), "e2 white pawn");
}

#[test]
fn who_wants_to_be_asked_is_asked_before_resigning() {
    let mut window = Window::with(|storage, files| {
        storage.write("settings.json", br#"{"confirm_resign": true}"#).expect("written");
        write(files, "/game.json", r#"{"rules": "standard", "clock": "none"}"#);
    });
    window.open_file("/game.json");
    window.press(&[Key::Escape]);
    assert!(window.shows("Resign?") && !window.shows("You resigned"));
    window.click("Play on");
    window.press(&[Key::Escape]);
    window.click("Resign");
    assert!(window.shows("You resigned"));
}

#[test]
fn a_game_that_goes_on_is_started_again_only_after_a_question() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.press(&[Key::R]);
    assert!(window.shows("Start again?"));
    window.press(&[Key::Escape]);
    assert_eq!(window.reads("e4"), "e4 white pawn");
    window.press(&[Key::R]);
    window.click("Start again");
    assert_eq!(window.reads("e4"), "e4 empty");
}

#[test]
fn a_draw_is_offered_and_taken() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.click("Offer a draw (D)");
    window.click("Accept");
    assert!(window.shows_part("draw"), "the end is told");
    window.drag("e7", "e5");
    assert_eq!(window.reads("e5"), "e5 empty, it could go here", "but the game is over");
}

#[test]
fn the_board_is_turned_round() {
    let mut window = two_players("");
    let before = window.place("a1");
    window.press(&[Key::F]);
    assert_eq!(window.place("h8"), before);
    window.drag("e2", "e4");
    assert_eq!(window.reads("e4"), "e4 white pawn");
}

#[test]
fn a_hint_shows_the_piece_then_the_move_and_a_click_plays_it() {
    let mut window = play(r#""rules": "casual", "opponent": "human", "clock": "none""#);
    window.press(&[Key::H]);
    assert!(window.shows("Hint: where it goes (H)"));
    window.press(&[Key::H]);
    assert_eq!(window.reads("h4"), "h4 empty, can move here");
    window.click_square("h4");
    assert_eq!(window.reads("h4"), "h4 white pawn");
    window.press(&[Key::H, Key::H]);
    window.click_square("e5");
    assert!(window.shows("Hint: the piece (H)"), "clicking elsewhere cancels");
    assert_eq!(window.reads("a7"), "a7 black pawn");
}

#[test]
fn cards_of_players_are_read_out_without_gaps() {
    let window = two_players("");
    assert!(window.shows_part("White, To move"));
    assert!(!window.shows_part(", ,"));
}

#[test]
fn earlier_moments_are_looked_at_by_a_click_on_the_move() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.drag("e7", "e5");
    window.click("Go to move 1. e4");
    assert_eq!(window.reads("e7"), "e7 black pawn");
    assert!(window.shows("Looking at move 1"));
    window.drag("g1", "f3");
    assert_eq!(window.reads("g1"), "g1 white knight, looked at", "and nothing else");
    window.click("Back to the game");
    assert_eq!(window.reads("e5"), "e5 black pawn");
}

#[test]
fn the_keys_are_listed() {
    let mut window = two_players("");
    window.press(&[Key::F1]);
    assert!(window.shows("Take back") && window.shows("Resign"));
    window.press(&[Key::Escape]);
    assert!(!window.shows("Resign"));
    assert!(!window.shows_part("won by resignation"), "Escape closed the list and nothing else");
}

#[test]
fn the_list_of_moves_follows_the_game() {
    let mut window = play(r#""rules": "casual", "opponent": "human", "clock": "none""#);
    let is_seen = |window: &Window, name: &str| {
        let places = window.rects_of(&[name, "To the start (Home)"]);
        places[0].bottom() <= places[1].top()
    };
    for number in 1..=12 {
        let there = number % 2 == 1;
        for (home, away) in [("g1", "f3"), ("g8", "f6")] {
            let (from, to) = if there { (home, away) } else { (away, home) };
            window.drag(from, to);
            let name = format!("Go to move {number}. N{to}");
            assert!(is_seen(&window, &name), "{name}");
        }
    }
    // A message takes some of its room.
    window.press(&[Key::Escape]);
    window.wait(2.0);
    assert!(is_seen(&window, "Go to move 12. Ng8"), "and it stays there");
}

/// The fool's mate by clocks of five minutes; each move takes a second or more.
fn mated_by_the_clock() -> Window {
    let clock = r#""time_controls": {"player": {"seconds": 300}, "cpu": {"seconds": 300}}"#;
    let mut window = play(&format!(r#""rules": "standard", "opponent": "human", {clock}"#));
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        window.wait(20.0);
        window.drag(from, to);
    }
    window.wait(1.0);
    window
}

#[test]
fn clocks_follow_the_move_that_is_shown() {
    let mut window = mated_by_the_clock();
    assert!(!window.shows_part(", 5:00"), "both have thought");
    window.press(&[Key::Home]);
    assert!(window.shows_part(", 5:00") && !window.shows_part(", 4:"), "as at the start");
    window.combination(egui::Modifiers::ALT, Key::ArrowRight);
    assert!(window.shows_part(", 5:00") && window.shows_part(", 4:"), "White has moved");
    window.press(&[Key::End]);
    assert!(!window.shows_part(", 5:00"));
}

#[test]
fn a_game_that_is_over_is_shared() {
    let mut window = mated_by_the_clock();
    window.resize([1280.0, 800.0]);
    window.click("Share");
    window.click("Copy the game as PGN");
    assert!(window.shows_part("copied as PGN"));
    window.click("Share");
    window.click("Save the board as a picture");
    window.click("Save");
    window.wait(0.5);
    assert!(window.shows_part("Saved as /standard.png"));
    let picture = window.bytes("/standard.png");
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn rare_commands_are_in_a_menu_with_their_keys() {
    let mut window = two_players("");
    assert!(!window.shows("Settings (,)") && !window.shows("Keys (F1)"));
    window.click("More");
    assert!(window.shows("Settings (,)") && window.shows("Keys (F1)"));
    window.click("Turn the board to the side to move (T)");
    assert!(!window.shows("Settings (,)"), "it has closed");
    let before = window.place("a1");
    window.drag("e2", "e4");
    window.wait(1.0);
    assert_eq!(window.place("h8"), before, "the board has turned");
}

#[test]
fn two_fingers_enlarge_the_board_and_move_it() {
    let mut window = two_players("");
    let before = window.place("e4");
    let board = window.place("a8").union(window.place("h1"));
    let touch = |id: u64, phase: egui::TouchPhase, pos: egui::Pos2| egui::Event::Touch {
        device_id: egui::TouchDeviceId(1),
        id: egui::TouchId(id),
        phase,
        pos,
        force: None,
    };
    let apart = egui::vec2(60.0, 0.0);
    let centre = board.center();
    // The first finger is a pointer too.
    window.happens(egui::Event::PointerMoved(centre - apart));
    window.happens(touch(1, egui::TouchPhase::Start, centre - apart));
    window.happens(touch(2, egui::TouchPhase::Start, centre + apart));
    for step in 1..=10 {
        let wider = apart * (1.0 + 0.1 * step as f32);
        window.harness.event(touch(1, egui::TouchPhase::Move, centre - wider));
        window.happens(touch(2, egui::TouchPhase::Move, centre + wider));
    }
    let up = egui::vec2(0.0, -200.0);
    window.harness.event(touch(1, egui::TouchPhase::Move, centre - 2.0 * apart + up));
    window.happens(touch(2, egui::TouchPhase::Move, centre + 2.0 * apart + up));
    window.happens(touch(1, egui::TouchPhase::End, centre - 2.0 * apart + up));
    window.happens(touch(2, egui::TouchPhase::End, centre + 2.0 * apart + up));
    window.rest();
    let after = window.place("e4");
    assert!(after.width() > 1.6 * before.width(), "{before:?} {after:?}");
    // The squares that are seen can be played on as before.
    window.click_square("e2");
    window.click_square("e4");
    assert_eq!(window.reads("e4"), "e4 white pawn");
}
