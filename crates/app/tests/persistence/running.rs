//! Games that are going on are offered again, whatever happens to the program.

use egui::Key;

use crate::table::{against_computer, two_players};

#[test]
fn a_game_is_kept_after_every_move_and_offered_after_a_crash() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.drag("e7", "e5");
    let mut window = window.crash();
    assert!(window.shows("Your game: Chess") && window.shows_part("Move 2"));
    window.click("Continue");
    assert_eq!(window.reads("e5"), "e5 black pawn");
    window.drag("g1", "f3");
    let mut window = window.crash();
    window.click("Continue");
    assert_eq!(window.reads("f3"), "f3 white knight");
    assert!(window.shows("Go to move 2. Nf3"));
}

#[test]
fn a_game_that_is_over_is_not_offered_but_in_the_library() {
    let mut window = two_players("");
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        window.drag(from, to);
    }
    assert!(window.shows("Black won by checkmate"));
    let mut window = window.crash();
    assert!(!window.shows("Continue"));
    window.click("Your games");
    assert!(window.shows_part("0–1") && window.shows_part("2 moves"));
}

#[test]
fn another_game_sends_the_one_before_to_the_library() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.drag("e7", "e5");
    window.open_file("/game.json");
    window.rest();
    window.drag("d2", "d4");
    let mut window = window.crash();
    assert!(window.shows("Continue"));
    window.click("Your games");
    assert!(window.shows("1 game") && window.shows_part("Unfinished"));
}

#[test]
fn a_resignation_counts_when_it_can_no_longer_be_undone() {
    let mut window = against_computer();
    window.drag("e2", "e4");
    window.wait_for("Your move");
    window.press(&[Key::Escape]);
    window.click("Undo");
    let mut window = window.crash();
    window.click("Your games");
    assert!(window.shows("No games yet"));
    window.click("Back");
    window.click("Continue");
    assert_eq!(window.reads("e4"), "e4 white pawn");
    window.press(&[Key::Escape]);
    window.wait(7.0);
    let mut window = window.crash();
    window.click("Your games");
    assert!(window.shows("1 game") && window.shows_part("Lost"));
}

#[test]
fn a_game_of_the_library_goes_on_and_stays_one_game() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.drag("e7", "e5");
    window.open_file("/game.json");
    window.leave_game();
    window.click("Your games");
    window.click_part("Unfinished");
    assert_eq!(window.reads("e5"), "e5 black pawn");
    window.drag("g1", "f3");
    window.open_file("/game.json");
    window.leave_game();
    window.click("Your games");
    assert!(window.shows("1 game"));
    window.click_part("Unfinished");
    assert_eq!(window.reads("f3"), "f3 white knight");
}

#[test]
fn a_game_that_is_over_cannot_be_continued_from_the_menu() {
    let mut window = two_players("");
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        window.drag(from, to);
    }
    window.leave_game();
    assert!(!window.shows("Continue"));
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.leave_game();
    assert!(window.shows("Continue"));
}

#[test]
fn a_game_that_was_offered_is_found_in_the_library_after_another_was_opened() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.drag("e7", "e5");
    let mut window = window.crash();
    assert!(window.shows("Continue"));
    window.open_file("/game.json");
    window.leave_game();
    window.click("Your games");
    assert!(window.shows("1 game") && window.shows_part("Unfinished"));
}
