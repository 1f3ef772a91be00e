//! The workshop: a game is invented, tried, saved and found again.

use egui::{Key, Modifiers};

use crate::common::{Window, window};

fn workshop() -> Window {
    let mut window = window();
    window.resize([1280.0, 900.0]);
    window.click("Workshop");
    window
}

/// Types over what stands in a field.
fn retype(window: &mut Window, field: &str, text: &str) {
    window.focus_text_field(field);
    window.combination(Modifiers::COMMAND, Key::A);
    window.type_text(text);
    window.press(&[Key::Escape]);
}

/// Chooses from a list, which shows what was chosen before.
fn choose(window: &mut Window, list: &str, before: &str, choice: &str) {
    window.click_far(&format!("{list}: {before}"));
    window.click(choice);
}

fn draft(window: &Window) -> String {
    window.kept("workshop.toml")
}

#[test]
fn a_game_with_a_cannon_and_a_griffon_is_invented_and_played() {
    let mut window = workshop();
    assert!(window.shows("This game can be played."));
    window.click("Pieces");
    window.click("Add");
    retype(&mut window, "Name of the piece", "cannon");
    retype(&mut window, "Letter of the piece", "c");
    // What is clicked first takes the place of the step that a new piece has.
    choose(&mut window, "A click means: it", "leaps there", "slides there");
    window.click("For what: Moves");
    window.click("0 across, 4 ahead: nothing");
    choose(&mut window, "A click means: it", "slides there", "hops over a piece");
    window.click("For what: Takes");
    window.click("0 across, 4 ahead: moves");
    assert!(window.shows("0 across, 2 ahead: moves and takes"));
    assert!(window.shows("0 across, 1 ahead: moves"));
    assert!(draft(&window).contains("betza = \"mRpcR\""), "{}", draft(&window));
    assert!(draft(&window).contains("value = 3.75\n"), "less than a rook: {}", draft(&window));
    window.click("Add");
    retype(&mut window, "Name of the piece", "griffon");
    retype(&mut window, "Letter of the piece", "g");
    choose(&mut window, "A click means: it", "leaps there", "turns a corner there");
    window.click("1 across, 1 ahead: nothing");
    assert!(window.shows("1 across, 4 ahead: moves and takes"));
    assert!(window.shows("0 across, 1 ahead: nothing"));
    assert!(draft(&window).contains("t[FR]"), "{}", draft(&window));
    assert!(draft(&window).contains("value = 11\n"), "it is estimated: {}", draft(&window));
    choose(&mut window, "Body", "As its name or its moves suggest", "Camel");
    assert!(draft(&window).contains("drawing = \"camel\""));

    window.click("Board and start");
    window.click("White cannon");
    window.click_square("b3");
    window.click("White griffon");
    window.click_square("d1");
    assert_eq!(window.reads("b6"), "b6 black cannon");
    assert_eq!(window.reads("d8"), "d8 black griffon");
    window.click("Look");
    window.click_square("b3");
    assert!(window.reads("b5").contains("could go"), "{}", window.reads("b5"));

    retype(&mut window, "Title", "Cannons and griffons");
    window.combination(Modifiers::COMMAND, Key::S);
    assert!(window.shows_part("Cannons and griffons is saved"));
    assert!(window.kept("rulesets/cannons-and-griffons.toml").contains("griffon"));
    window.click("Play it");
    assert!(window.plays("cannons-and-griffons"));
    window.drag("e2", "e4");
    assert_eq!(window.reads("e4"), "e4 white pawn");

    let mut window = window.start_again();
    window.click("Play the computer");
    window.click("Rules: XXL chess");
    window.focus_text_field("Search");
    window.type_text("griffon");
    window.click("Cannons and griffons");
    window.click_far("Start the game");
    assert!(window.plays("cannons-and-griffons"));
    window.leave_game();
    window.click("Workshop");
    assert_eq!(window.reads("b3"), "b3 white cannon", "the draft is still there");
}

/// The list of games knows such a game by its title, and shows its board.
#[test]
fn an_invented_game_is_found_among_the_games() {
    let mut window = workshop();
    window.click("Pieces");
    window.click("Add");
    window.click("Board and start");
    window.click("White new-a");
    window.click_square("b3");
    retype(&mut window, "Title", "Steps & leaps");
    window.click("Play it");
    window.drag("e2", "e4");
    window.press(&[Key::Escape]);
    window.wait(10.0);
    window.leave_game();
    window.click("Your games");
    window.wait_for("Steps & leaps · ");
    window.wait(0.5);
    let row = window.place_of_part("Steps & leaps · ");
    assert!(window.has_picture(row.with_max_x(row.left() + 90.0)), "the board is shown");
}

#[test]
fn faults_are_told_and_changes_are_taken_back() {
    let mut window = workshop();
    window.click("Clear the board");
    assert!(window.shows_part("has no king"));
    assert!(!window.shows("This game can be played."));
    window.combination(Modifiers::COMMAND, Key::Z);
    assert!(window.shows("This game can be played."));
    assert_eq!(window.reads("e1"), "e1 white king");
    window.click("Redo");
    assert_eq!(window.reads("e1"), "e1 empty");
    window.click("Undo");
    window.click_first("More");
    assert!(draft(&window).contains("board = \"9x8\""), "{}", draft(&window));
}

#[test]
fn the_file_and_the_switches_are_in_step() {
    let mut window = workshop();
    let file = "# Mine.\ninherits = \"standard\"\ntitle = \"Typed\"\n";
    retype(&mut window, "The file", file);
    assert_eq!(draft(&window), file);
    window.click("Rules");
    window.click_far("Fog of war");
    assert_eq!(draft(&window), format!("{file}fog = true\n"), "the remark stays");
    retype(&mut window, "The file", "title = \n");
    assert!(window.shows_part("line 1"));
    window.click("Undo");
    assert_eq!(draft(&window), format!("{file}fog = true\n"));
    window.click("Share as text");
    assert!(window.shows("The game is copied as text."));
}

#[test]
fn the_computer_shows_how_it_plays() {
    let mut window = workshop();
    window.click("How it plays");
    window.wait_for("Move 2, White to move");
    window.click("Pause");
    window.click("A new game");
    assert!(window.shows("Move 1, White to move"));
    window.click("Board and start");
    window.click("Open: Begin with another game…");
    window.click("XXL chess");
    assert!(draft(&window).contains("board = \"14x14\""), "{}", draft(&window));
}

#[test]
fn the_laboratory_measures_and_keeps_what_was_played() {
    let mut window = workshop();
    window.click("Open: Begin with another game…");
    window.focus_text_field("Search");
    window.type_text("gardner");
    window.click("Gardner's minichess");
    window.click("Laboratory");
    assert!(window.shows("0 of 300 games"));
    choose(&mut window, "Positions a move", "300", "100");
    window.click("Measure");
    window.wait_for("12 of 300 games");
    window.click("End");
    assert!(window.shows("Measure") && window.shows_part("White: +"));
    let kept = window.kept("laboratory.jsonl");
    assert!(kept.lines().count() > 10, "{kept}");
    let mut window = window.start_again();
    window.click("Workshop");
    window.click("Laboratory");
    assert!(window.shows("Positions a move: 100"), "as it was measured");
    assert!(!window.shows("0 of 300 games"), "the games are still there");
}

#[test]
fn a_phone_has_it_below_the_board() {
    let mut window = Window::of_size([390.0, 844.0]);
    window.click("Learn the rules");
    window.click_far("Invent a game");
    assert!(window.shows("This game can be played."));
    window.click("The file");
    window.click("Play it");
    assert!(window.plays("my-game"));
}

#[test]
fn squares_are_painted_and_pieces_become_others() {
    let mut window = workshop();
    window.click("Rules");
    choose(&mut window, "Squares to paint", "None", "Where pieces win");
    window.click_square("a5");
    window.click_square("h6");
    assert!(draft(&window).contains("squares = \"a5 h6\""), "{}", draft(&window));
    window.click_square("h6");
    assert!(draft(&window).contains("squares = \"a5\""), "{}", draft(&window));
    choose(&mut window, "Squares to paint", "Where pieces win", "Where triple steps begin");
    window.click_square("b2");
    assert!(draft(&window).contains("triple_steps = \"b2\""), "{}", draft(&window));
    window.click("Pieces");
    window.click("Knight");
    choose(&mut window, "What it becomes", "Nothing else", "Becomes: queen");
    assert!(draft(&window).contains("becomes = \"queen\""), "{}", draft(&window));
    window.click_far("Moves otherwise further ahead");
    assert!(draft(&window).contains("later = { rank = 5, betza = \"N\" }"), "{}", draft(&window));
    assert!(window.shows("This game can be played."));
}
