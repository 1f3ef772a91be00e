//! Saving and loading, also what cannot be loaded.

use egui::{Key, Modifiers};

use crate::common::Window;
use crate::table::{two_players, write};

#[test]
fn a_file_with_a_fault_is_told_with_its_place_and_the_game_stays() {
    let mut window = Window::with(|_, files| {
        let game = r#"{"rules": "standard", "opponent": "human", "clock": "none"}"#;
        write(files, "/game.json", game);
        let bad = "{\"format\": \"xxlchess-game\", \"version\": 1,\n \"rules\": 5}";
        write(files, "/bad.json", bad);
    });
    window.open_file("/game.json");
    window.drag("e2", "e4");
    window.combination(Modifiers::COMMAND, Key::O);
    window.type_text("bad.json");
    window.press(&[Key::Enter]);
    assert!(window.shows_part("/bad.json cannot be opened") && window.shows_part("line 2"));
    window.click("Close");
    assert_eq!(window.reads("e4"), "e4 white pawn");
    window.drag("e7", "e5");
    assert_eq!(window.reads("e5"), "e5 black pawn");
}

#[test]
fn a_file_that_is_not_there_leaves_the_game() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.open_file("/none");
    assert!(window.shows_part("/none"));
    window.press(&[Key::Escape]);
    assert_eq!(window.reads("e4"), "e4 white pawn");
    window.drag("e7", "e5");
    assert_eq!(window.reads("e5"), "e5 black pawn");
}

#[test]
fn a_game_is_saved_and_opened_again() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.combination(Modifiers::COMMAND, Key::S);
    window.click("Save");
    window.wait(0.5);
    assert!(window.file("/standard.json").contains("xxlchess-game"));
    window.drag("e7", "e5");
    window.open_file("/standard.json");
    assert_eq!(window.reads("e4"), "e4 white pawn");
    assert_eq!(window.reads("e7"), "e7 black pawn", "as it was saved");
}
