//! Profiles: made, chosen, changed and deleted; each with settings, games and a rating of its own.

use egui::Key;

use crate::common::{Window, window};
use crate::table::{against_computer, write};

fn make(window: &mut Window, name: &str) {
    window.click("New profile");
    window.type_text(name);
    window.press(&[Key::Enter]);
}

#[test]
fn a_profile_is_made_renamed_and_deleted() {
    let mut window = window();
    window.click("Player: Guest");
    make(&mut window, "Anna");
    assert!(window.shows_part("Since "));
    window.click("Rename");
    window.type_text("Anna Maria");
    window.press(&[Key::Enter]);
    window.click("Back");
    assert!(window.shows("Player: Anna Maria"));
    let mut window = window.crash();
    assert!(window.shows("Player: Anna Maria"), "she is there at the next start");
    window.click("Player: Anna Maria");
    window.click("Delete");
    assert!(window.shows("Delete Anna Maria?"));
    window.click("Cancel");
    assert!(window.shows("Picture: queen"));
    window.click("Delete");
    window.click("Delete for good");
    window.click("Back");
    assert!(window.shows("Player: Guest"));
}

#[test]
fn names_are_checked() {
    let mut window = window();
    window.click("Player: Guest");
    make(&mut window, "Anna");
    window.click("New profile");
    window.press(&[Key::Enter]);
    assert!(window.shows("The name is empty; expected 1 to 32 characters"));
    window.type_text("ANNA");
    window.press(&[Key::Enter]);
    assert!(window.shows("Somebody else has this name."));
}

#[test]
fn each_profile_has_its_own_settings() {
    let mut window = window();
    window.click("Player: Guest");
    make(&mut window, "Anna");
    window.click("Back");
    let usual = window.theme();
    window.click("Settings");
    window.click("Day");
    window.click("Back");
    assert_eq!(window.theme(), "day");
    window.click("Player: Anna");
    window.click("Guest");
    window.rest();
    assert_eq!(window.theme(), usual, "the guest's");
    window.click("Anna");
    window.rest();
    assert_eq!(window.theme(), "day", "Anna's");
    let window = window.crash();
    assert_eq!(window.theme(), "day", "and at the next start");
}

#[test]
fn a_picture_is_chosen_from_pieces_and_from_a_file() {
    let mut window = Window::with(|_, files| write(files, "/me.png", "no picture"));
    window.click("Player: Guest");
    make(&mut window, "Anna");
    window.click("Picture: camel");
    window.click("Colour 3");
    window.click("From a file…");
    window.click("me.png");
    window.click("Open");
    assert!(window.shows("The picture cannot be used"));
    window.click("Close");
    window.click("Initial");
    assert!(window.shows_part("Since "));
}

/// Anna has made the first move of a rated game against the computer.
fn rated_game() -> Window {
    let mut window = against_computer();
    window.leave_game();
    window.click("Player: Guest");
    make(&mut window, "Anna");
    window.open_file("/game.json");
    window.rest();
    window.drag("e2", "e4");
    window.wait_for("Your move");
    window
}

#[test]
fn a_rated_game_against_a_level_changes_the_rating() {
    let mut window = rated_game();
    window.press(&[Key::Escape]);
    window.wait(7.0);
    assert!(window.shows_part("Anna: rating "), "it is told");
    window.leave_game();
    window.click("Ranking");
    window.click("Rules: XXL chess");
    window.click("Chess");
    assert!(window.shows_part("1. Anna, "));
    assert!(window.shows_part("How Anna’s rating changed"));
    window.click("Back");
    window.click("Player: Anna");
    assert!(window.shows_part("Games: 1") && window.shows_part("Against the computer"));
}

#[test]
fn help_makes_a_game_unrated() {
    let mut window = rated_game();
    window.click("Take back (Ctrl+Z)");
    window.drag("d2", "d4");
    window.wait_for("Your move");
    window.press(&[Key::Escape]);
    window.wait(7.0);
    assert!(!window.shows_part("Anna: rating "));
    window.leave_game();
    window.click("Ranking");
    assert!(window.shows("Nobody is rated yet"));
}

#[test]
fn the_profiles_picture_is_in_the_game() {
    let mut window = against_computer();
    window.resize([1280.0, 800.0]);
    let of_computer = window.place_of_part("Computer, ");
    let of_guest = window.place_of_part("You, ");
    assert!(!window.has_picture(of_guest) && !window.has_picture(of_computer));
    window.leave_game();
    window.click("Player: Guest");
    make(&mut window, "Anna");
    window.click("Picture: camel");
    window.open_file("/game.json");
    window.rest();
    let of_anna = window.place_of_part("Anna, ");
    assert!(window.has_picture(of_anna));
}
