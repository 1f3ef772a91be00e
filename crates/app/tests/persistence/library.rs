//! The library: import, search, names, deletion with undo, export.

use std::path::Path;

use xxlchess_app::services::{Files, Storage};

use crate::common::Window;
use crate::table::{play, write};

const GAMES: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n[Date \"2024.05.01\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 1-0\n\n[White \"Carla\"]\n[Black \"Dan\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n\
    [White \"Eve\"]\n\n1. e4 e4 *\n";

fn prepare(_: &dyn Storage, files: &dyn Files) {
    write(files, "/games.pgn", GAMES);
}

/// A window on the library, with the games of the file.
fn library() -> Window {
    let mut window = Window::with(prepare);
    window.click("Your games");
    window.click("Import…");
    window.click("games.pgn");
    window.click("Open");
    assert!(window.shows("2 games were added, 1 are faulty and were left out."));
    window.click("Close");
    window
}

#[test]
fn a_file_is_imported_and_its_games_found() {
    let mut window = library();
    assert!(window.shows("2 games"));
    assert!(window.shows_part("Open Anna – Ben · 1–0 · Chess · 1 May 2024 · 2 moves"));
    window.click("Search");
    window.type_text("carla draw");
    assert!(window.shows("1 game"));
    assert!(window.shows_part("Open Carla – Dan · ½–½") && !window.shows_part("Open Anna"));
    window.type_text("xyz");
    assert!(window.shows("Nothing was found"));
}

#[test]
fn a_game_is_opened_for_replay() {
    let mut window = library();
    window.click_part("Open Anna – Ben");
    assert!(window.plays("standard"));
    assert_eq!(window.reads("f3"), "f3 white knight");
    assert!(window.shows("Go to move 2. Nf3"));
}

#[test]
fn a_game_is_renamed() {
    let mut window = library();
    window.click("Rename Anna – Ben");
    window.type_text("The one with the knight");
    window.click("Rename");
    assert!(window.shows_part("Open The one with the knight · 1–0 · Anna – Ben"));
    let mut window = window.crash();
    window.click("Your games");
    assert!(window.shows_part("The one with the knight"));
}

#[test]
fn a_game_is_deleted_and_brought_back() {
    let mut window = library();
    window.click("Delete Anna – Ben");
    assert!(window.shows("1 game") && window.shows("“Anna – Ben” was deleted."));
    window.click("Undo");
    assert!(window.shows("2 games"));
    window.click("Delete Anna – Ben");
    window.wait(12.0);
    assert!(!window.shows("Undo"));
    window.click("Deleted games");
    assert!(window.shows_part("Open Anna – Ben"));
    window.click("Take back Anna – Ben");
    assert!(window.shows("Nothing was deleted"));
    window.click("Deleted games");
    assert!(window.shows("2 games"));
}

#[test]
fn a_game_is_exported_as_an_archive_and_as_pgn() {
    let mut window = library();
    window.click("Export Carla – Dan");
    window.click("Save");
    assert!(window.shows("Saved as /Carla - Dan.json"));
    assert!(window.file("/Carla - Dan.json").contains("\"format\": \"xxlchess-game\""));
    window.click("Export Anna – Ben");
    window.press(&[egui::Key::Escape]);
    window.click("Back");
    window.open_file("/Carla - Dan.json");
    assert!(window.plays("standard"));
}

#[test]
fn what_is_no_game_is_told() {
    let mut window = Window::with(|_, files| {
        files.write(Path::new("/a.pgn"), b"\xFF\xFE\0nothing").expect("written");
    });
    window.click("Your games");
    window.click("Import…");
    window.click("a.pgn");
    window.click("Open");
    assert!(window.shows("The games could not be added") || window.shows_part("faulty"));
}

#[test]
fn a_game_with_another_promotion_has_its_name_and_picture() {
    let mut window = play(
        r#""rules": "xxl", "opponent": "human", "clock": "none", "promotion": ["queen", "rook"]"#,
    );
    window.drag("a2", "a4");
    window.press(&[egui::Key::Escape]);
    window.wait(7.0);
    window.leave_game();
    window.click("Your games");
    window.rest();
    assert!(window.shows_part("XXL chess"));
    let row = window.place_of_part("· XXL chess");
    assert!(window.has_picture(row));
}
