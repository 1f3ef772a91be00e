//! The computer, taking back, giving up, offers, hints, looking back.

use egui::Key;

use crate::common::Window;
use crate::table::{Playing, against_computer, play, two_players, write};

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
