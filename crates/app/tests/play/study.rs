//! The analysis board and the review of a game.

use egui::{Event, Key, Modifiers};

use crate::common::Window;
use crate::table::{Playing, two_players};

/// The fool's mate, played to its end.
fn mated() -> Window {
    let mut window = two_players("");
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        window.drag(from, to);
        window.wait(1.0);
    }
    window
}

/// Waits for the engine, which thinks on a thread of its own.
fn wait_for(window: &mut Window, part: &str) {
    for _ in 0..3000 {
        window.harness.step();
        if window.shows_part(part) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("`{part}` was never shown");
}

#[test]
fn a_game_is_reviewed_and_the_mistake_is_explained() {
    let mut window = mated();
    window.click("Review");
    wait_for(&mut window, "Learn from mistakes");
    assert!(window.shows_part("0 mistakes, 1 blunder") && window.shows_part("0 blunders"));
    // The blunder is the move before the last.
    window.press(&[Key::ArrowLeft]);
    assert!(window.shows("Blunder") && window.shows("It allows mate in 1."));
    assert!(window.shows_part("The best move was"));
    // A better line was added as a variation, and everything is written.
    window.harness.event(Event::Copy);
    window.rest();
    assert!(window.shows_part("copied as PGN"));
    window.press(&[Key::Escape]);
    assert!(window.shows("Play again"), "back at the game");
}

#[test]
fn mistakes_are_tried_again() {
    let mut window = mated();
    window.click("Review");
    wait_for(&mut window, "Learn from mistakes");
    window.click_part("Learn from mistakes");
    assert!(window.shows("Mistake 1 of 1") && window.shows_part("Find a better move"));
    window.drag("g2", "g4");
    wait_for(&mut window, "That is not good either");
    window.click("Try again");
    window.click("Show the solution");
    assert!(window.shows("The arrow shows the best move."));
    window.click("Done");
    assert!(window.shows_part("Learn from mistakes"));
}

#[test]
fn variations_are_entered_deleted_and_saved() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.wait(1.0);
    window.press(&[Key::A]);
    assert!(window.shows("Engine") && window.shows_part("Copy PGN"));
    window.drag("e7", "e5");
    window.combination(Modifiers::ALT, Key::ArrowLeft);
    window.drag("c7", "c5");
    window.drag("g1", "f3");
    assert!(window.shows_part("1…") && window.shows_part("c5"));
    window.combination(Modifiers::COMMAND, Key::S);
    window.click("Save");
    window.wait(0.5);
    let saved = window.file("/standard.pgn");
    assert!(saved.contains("( 1... c5 2. Nf3 )"), "{saved}");
}

#[test]
fn a_position_is_pasted_and_played() {
    let mut window = two_players("");
    window.press(&[Key::A]);
    window.harness.event(Event::Paste("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()));
    window.rest();
    assert_eq!(window.reads("e8"), "e8 black king");
    assert_eq!(window.reads("d8"), "d8 empty");
    window.harness.event(Event::Paste("what is this".to_owned()));
    window.rest();
    assert!(window.shows_part("neither a game nor a position"));
    window.click("Close");
    window.click("Play from here");
    assert!(window.plays("standard"));
    window.drag("e2", "e4");
    assert_eq!(window.reads("e4"), "e4 white pawn");
}
