//! Fog, puzzles, games between computers, and other themes and sizes in the middle of a game.

use egui::Key;
use egui_kittest::kittest::Queryable;

use crate::common::{Window, window};
use crate::table::{play, two_players};

#[test]
fn the_theme_is_changed_while_playing_and_the_game_goes_on() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    let before = window.theme();
    window.press(&[Key::Comma]);
    window.click_far("Night");
    assert_ne!(window.theme(), before);
    window.press(&[Key::Escape]);
    assert_eq!(window.reads("e4"), "e4 white pawn");
    window.drag("e7", "e5");
    assert_eq!(window.reads("e5"), "e5 black pawn");
}

#[test]
fn two_people_under_fog_pass_the_board() {
    let mut window =
        play(r#""rules": "standard", "opponent": "human", "clock": "none", "fog": true"#);
    assert!(window.shows("Pass to White") && !window.shows_part("white pawn"));
    window.press(&[Key::Enter]);
    window.drag("e2", "e4");
    assert!(window.shows("Pass to Black") && !window.shows_part("black pawn"));
    window.click("Show the board");
    assert_eq!(window.reads("e2"), "e2 hidden");
    assert_eq!(window.reads("e7"), "e7 black pawn");
}

#[test]
fn a_puzzle_is_failed_tried_again_and_solved() {
    let config = r#""rules": "standard", "levels": [
        {"fen": "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", "goal": "mate in 1", "text": "Back rank."},
        {"fen": "kr6/8/8/8/8/8/5PPP/6K1 b - - 0 1", "goal": "mate in 1"}]"#;
    let mut window = play(config);
    assert!(window.shows("Puzzle 1 of 2") && window.shows("Back rank."));
    window.drag("b1", "b7");
    window.wait_for("Not this one");
    window.click("Try again");
    window.drag("b1", "b8");
    window.wait_for("Solved!");
    window.press(&[Key::Enter]);
    assert!(window.shows("Puzzle 2 of 2") && window.shows("1 solved"));
    window.open_file("/game.json");
    assert!(window.shows("1 solved"), "it is remembered");
}

/// How many moves are listed.
fn listed(window: &Window) -> usize {
    window.harness.query_all_by_label_contains("Go to move").count()
}

#[test]
fn a_game_between_computers_is_watched_and_held_by_button_and_key() {
    let mut window = window();
    window.click("Watch a game");
    window.click_far("Watch the game");
    window.wait_for("Go to move 1. ");
    window.click("Pause the game (Space)");
    assert!(window.shows("Paused"));
    let held_at = listed(&window);
    window.wait(20.0);
    assert_eq!(listed(&window), held_at);
    window.press(&[Key::Space]);
    assert!(!window.shows("Paused"));
    window.wait_for("Go to move 2. ");
    window.press(&[Key::Space]);
    assert!(window.shows("Paused") && window.shows("Go on (Space)"));
    window.press(&[Key::Escape]);
    assert!(!window.shows_part("resign"), "nobody here can give up");
}

#[test]
fn a_game_fits_every_window() {
    let mut window = play(r#""rules": "xxl", "difficulty": "random""#);
    for size in [[480.0, 420.0], [600.0, 1000.0], [1280.0, 800.0], [2560.0, 1440.0]] {
        window.resize(size);
        let bounds = window.bounds();
        for name in ["a1", "a14", "n1", "n14"] {
            assert!(bounds.contains_rect(window.place(name)), "{name} at {size:?}");
        }
        let buttons = ["Take back (Ctrl+Z)", "Resign (Esc)", "Menu (M)", "More"];
        for rect in window.rects_of(&buttons) {
            assert!(bounds.contains_rect(rect), "{rect:?} at {size:?}");
            assert!(rect.size().min_elem() >= 24.0, "{rect:?} at {size:?} is hard to hit");
        }
        // No button lies over the cards of the players.
        let first = window.rects_of(&["To the start (Home)"])[0];
        for card in ["Computer", "You"] {
            let begins = format!("{card}, ");
            let is_card = move |name: String| name.starts_with(&begins);
            let node = window.harness.get_by(move |node| {
                node.value().is_some_and(&is_card) || node.label().is_some_and(&is_card)
            });
            assert!(!node.rect().intersects(first), "{card} at {size:?}");
        }
    }
    window.resize([792.0, 672.0]);
    window.drag("a2", "a4");
    assert_eq!(window.reads("a4"), "a4 white pawn");
}

#[test]
fn escape_leaves_a_puzzle() {
    let config = r#""rules": "standard", "levels": [
        {"fen": "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", "goal": "mate in 1"}]"#;
    let mut window = play(config);
    assert!(window.shows("Puzzle 1 of 1"));
    window.press(&[Key::Escape]);
    assert!(window.shows("Ready for a game?"));
    assert!(window.shows("Continue"), "it is not solved yet");
}
