//! The analysis board and the review of a game.

use egui::{Event, Key, Modifiers};

use crate::common::Window;
use crate::table::{two_players, write};

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
    // With little time the engine may count the first move as a mistake as well.
    assert!(window.shows_part("White") && window.shows_part(", 1 blunder"));
    assert!(window.shows_part("0 blunders"));
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

/// A search with little time may count the first move as a mistake as well.
fn skip_first_mistake(window: &mut Window) {
    if window.shows("Mistake 1 of 2") {
        window.click("Show the solution");
        window.click("Next mistake");
    }
}

#[test]
fn mistakes_are_tried_again() {
    let mut window = mated();
    window.click("Review");
    wait_for(&mut window, "Learn from mistakes");
    window.click_part("Learn from mistakes");
    skip_first_mistake(&mut window);
    assert!(window.shows("Mistake 1 of 1") || window.shows("Mistake 2 of 2"));
    assert!(window.shows_part("Find a better move") && window.shows_part("what was played"));
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
    assert!(window.shows_part("Go to move 1… e5"), "with the number that is not written");
    // The mouse was on the board, so the arrows are free for the moves.
    window.press(&[Key::ArrowLeft]);
    window.drag("c7", "c5");
    window.combination(Modifiers::ALT, Key::ArrowLeft);
    window.press(&[Key::ArrowRight, Key::ArrowLeft]);
    window.click_part("Go to move 1… c5");
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

#[test]
fn comments_and_signs_are_edited_and_variations_collapsed() {
    let mut window = Window::with(|_, files| {
        write(files, "/a.pgn", "1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3) d6) 2. Nf3 Nc6 *");
    });
    window.resize([1280.0, 800.0]);
    window.open_file("/a.pgn");
    assert!(window.shows("Comment"), "a file with variations opens on the analysis board");
    assert!(window.shows("sharp") && window.shows_part("Go to move 2. c3"));
    window.click_part("Go to move 1. e4");
    window.click("Sign ±");
    window.click("Sign !?");
    window.focus_text_field("Comment");
    window.type_text("best by test");
    assert!(window.shows("best by test"));
    // The variation is hidden with what branches off it, and comes back.
    window.click_first("Hide the variation");
    assert!(window.shows("sharp") && !window.shows_part("Go to move 2. c3"));
    assert!(window.shows_part("Go to move 2. Nf3"), "of the main line");
    window.click("Show the variation");
    assert!(window.shows_part("Go to move 2. c3"));
    window.click("Save as PGN");
    window.click("Save");
    window.wait(0.5);
    let saved = window.file("/standard.pgn");
    assert!(saved.contains("1. e4 $5 $16 {") && saved.contains("best by test"), "{saved}");
    window.click("Sign !?");
    window.click("Save the board as a picture");
    window.click("Save");
    window.wait(0.5);
    assert!(window.bytes("/standard.png").starts_with(b"\x89PNG"));
}

#[test]
fn a_game_of_the_library_is_analysed_and_shows_its_accuracy() {
    let mut window = Window::with(|_, files| {
        write(files, "/a.pgn", "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    });
    window.resize([1280.0, 800.0]);
    window.click("Your games");
    window.click("Import…");
    window.click("a.pgn");
    window.click("Open");
    assert!(!window.shows_part("accuracy"));
    window.click("Analyse Anna – Ben");
    window.wait(0.5);
    window.click("Review this game");
    wait_for(&mut window, "Learn from mistakes");
    window.press(&[Key::Escape]);
    wait_for(&mut window, "· accuracy ");
}

/// What is entered on the analysis board belongs to the game of the library, and the list says what
/// the review said.
#[test]
fn variations_and_comments_are_kept_with_the_game() {
    let mut window = mated();
    window.resize([1280.0, 800.0]);
    window.click("Review");
    wait_for(&mut window, "Learn from mistakes");
    let accuracy = |window: &Window, side: &str| {
        let told = (0..=100).find(|percent| window.shows_part(&format!("{side} {percent} %")));
        told.expect("an accuracy")
    };
    let [white, black] = ["White", "Black"].map(|side| accuracy(&window, side));
    window.press(&[Key::Home]);
    // No move that the review itself would add.
    window.drag("a2", "a4");
    window.focus_text_field("Comment");
    window.type_text("an idea");
    window.press(&[Key::Escape, Key::Escape]);
    assert!(window.shows("Play again"), "back at the game");
    // The same game is studied on, without another review.
    window.click("Review");
    assert!(window.shows_part("Learn from mistakes") && window.shows("an idea"));
    window.press(&[Key::Escape]);
    window.leave_game();
    window.click("Your games");
    wait_for(&mut window, &format!("accuracy {white} % and {black} %"));
    window.click_part("Analyse");
    window.wait(0.5);
    assert!(window.shows("an idea") && window.shows_part("Go to move 1. a4"));
    // So is the review: its figures, and what there is to learn.
    assert!(window.shows_part(&format!("White {white} % ")));
    window.press(&[Key::End, Key::ArrowLeft]);
    assert!(window.shows("Blunder") && window.shows_part("The best move was"));
    assert!(window.shows("Review again"));
    window.combination(Modifiers::COMMAND, Key::S);
    window.click("Save");
    window.wait(0.5);
    assert!(window.file("/standard.pgn").contains("( 1. a4 { an idea } )"));
}

/// A resignation can be taken back for a while; a review ends that, and is kept with the game.
#[test]
fn the_review_of_a_game_that_was_just_resigned_is_kept_with_it() {
    let mut window = two_players("");
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4")] {
        window.drag(from, to);
        window.wait(1.0);
    }
    window.press(&[Key::Escape]);
    window.click("Review");
    wait_for(&mut window, "Learn from mistakes");
    window.press(&[Key::Escape]);
    window.wait(10.0);
    window.leave_game();
    window.click("Your games");
    assert!(window.shows("1 game"));
    wait_for(&mut window, "· accuracy ");
}

#[test]
fn a_mistake_is_hinted_and_kept_as_a_puzzle() {
    let mut window = mated();
    window.click("Review");
    wait_for(&mut window, "Learn from mistakes");
    window.click_part("Learn from mistakes");
    skip_first_mistake(&mut window);
    window.click("Hint");
    assert!(!window.shows("Hint"), "the piece is shown");
    window.click("Show the solution");
    window.click("Keep as a puzzle");
    assert!(window.shows("Kept among your puzzles."));
    window.press(&[Key::Escape]);
    window.leave_game();
    window.click("Puzzles");
    assert!(window.shows("Your own puzzles"));
}

#[test]
fn a_position_is_edited_and_its_faults_told() {
    let mut window = two_players("");
    window.resize([1280.0, 900.0]);
    window.press(&[Key::A]);
    window.click("Edit the position");
    assert!(window.shows("This position can be played."));
    window.click("Clear the board");
    assert_eq!(window.reads("d1"), "d1 empty");
    window.drag("e1", "c1");
    assert_eq!(window.reads("c1"), "c1 white king");
    window.click("White queen");
    window.click_square("h7");
    assert_eq!(window.reads("h7"), "h7 white queen");
    window.click("White king");
    window.click_square("a1");
    assert!(window.shows("White has 2 kings; there must be one."));
    window.click("Take pieces away");
    window.click_square("a1");
    assert!(window.shows("This position can be played."));
    window.click_far("Copy FEN");
    window.click_far("Keep as a puzzle");
    assert!(window.shows("Kept among your puzzles."));
    window.click_far("Save as layout");
    window.click("Save");
    window.wait(0.5);
    assert!(
        window
            .file("/position.txt")
            .lines()
            .nth(1)
            .is_some_and(|line| line.to_uppercase().ends_with('Q'))
    );
    window.click_far("Play from here");
    assert!(window.plays("standard"));
    window.drag("h7", "h1");
    assert_eq!(window.reads("h1"), "h1 white queen");
}

#[cfg(unix)]
#[test]
fn another_engine_analyses_and_one_that_fails_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let path = std::env::temp_dir().join(format!("xxlchess-fish-{}.sh", std::process::id()));
    let script = r#"#!/bin/sh
        while read -r line; do case "$line" in
        uci) echo "id name Fish"; echo uciok;;
        isready) echo readyok;;
        "go infinite") echo "info depth 7 score cp 77 nodes 9 time 1 pv e2e4";;
        stop) echo "bestmove e2e4";;
        go*) exit;;
        quit) exit;;
        esac; done"#;
    std::fs::write(&path, script).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("set");
    let engines = serde_json::json!({
        "engines": [{"name": "Fish", "path": path.display().to_string()}], "analyst": "Fish"});
    let mut window = Window::with(|storage, _| {
        storage.write("engines.json", engines.to_string().as_bytes()).expect("written");
    });
    window.resize([1280.0, 800.0]);
    window.click("Analysis board");
    // It plays ordinary chess only.
    wait_for(&mut window, "does not know these rules");
    window.press(&[Key::Escape]);
    window.click("Play the computer");
    window.click("Rules: XXL chess");
    window.click("Chess");
    window.click("Engine: Built in");
    window.click("Fish");
    window.click_far("Start the game");
    assert!(window.shows_part("Fish") && !window.shows_part("Level 3"));
    window.drag("e2", "e4");
    wait_for(&mut window, "the built-in one plays on");
    assert!(window.shows_part("Level 3"), "it is the level of the built-in one");
    window.press(&[Key::A, Key::Home]);
    wait_for(&mut window, "Evaluation +0.8");
    let _ = std::fs::remove_file(path);
}

#[test]
fn a_lesson_is_done_and_kept() {
    let mut window = Window::with(|_, _| ());
    window.resize([1280.0, 800.0]);
    window.click("Puzzles");
    window.click("Begin");
    assert!(window.shows("Bring the piece to every star."));
    window.click("Rook");
    assert!(window.shows_part("so far; 2 is best"));
    // The rook goes to the stars, one after the other.
    let from = (0..14).flat_map(|file| (1..15).map(move |rank| (file, rank)));
    let name = |(file, rank): (u8, u8)| format!("{}{rank}", char::from(b'a' + file));
    let squares: Vec<String> = from.map(name).collect();
    for _ in 0..2 {
        let rook = squares.iter().find(|at| window.reads(at).contains("white rook"));
        let rook = rook.expect("a rook").clone();
        let stars = squares.iter().filter(|at| window.shows(&format!("Star on {at}")));
        let near = stars.clone().find(|at| at[..1] == rook[..1] || at[1..] == rook[1..]);
        let near = near.expect("a star in reach").clone();
        window.drag(&rook, &near);
    }
    assert!(window.shows_part("three stars!"), "{}", window.shows_part("one star"));
    assert!(window.shows("1: 3 of 3"));
    window.click("Next");
    assert!(window.shows("Bring the piece to every star.") && !window.shows_part("three stars!"));
    let mut window = window.start_again();
    window.click("Learn the rules");
    window.click_far("Learn the rook");
    assert!(window.shows("1: 3 of 3"), "it is kept");
}

/// What can be pressed or read beside a reviewed game.
const BESIDE: [&str; 10] = [
    "One line more",
    "Winning chances move by move",
    "Learn from mistakes",
    "Blunder",
    "The best move was",
    "Save as PGN",
    "Edit the position",
    "Copy PGN",
    "Copy FEN",
    "Play from here",
];

#[test]
fn a_review_has_room_in_windows_of_all_sizes() {
    let mut window = mated();
    window.click("Review");
    wait_for(&mut window, "Learn from mistakes");
    window.press(&[Key::ArrowLeft]);
    for (width, height) in [(792, 672), (1024, 640), (1280, 800), (1366, 768), (1920, 1080)] {
        window.resize([width as f32, height as f32]);
        let places: Vec<_> = BESIDE.iter().map(|part| (part, window.place_of_part(part))).collect();
        for (index, (part, place)) in places.iter().enumerate() {
            let inside = window.bounds().contains_rect(*place);
            assert!(inside, "{width}x{height}: {part} {place:?}");
            for (other, beside) in &places[index + 1..] {
                let apart = !place.shrink(1.0).intersects(*beside);
                assert!(apart, "{width}x{height}: {part} {place:?} {other} {beside:?}");
            }
        }
    }
}

#[test]
fn the_shown_move_stays_in_sight_and_keeps_its_number() {
    let moves: String =
        (0..40).map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2)).collect();
    let mut window =
        Window::with(|_, files| write(files, "/a.pgn", &format!("{{long}} {moves} *")));
    window.resize([1280.0, 1000.0]);
    window.open_file("/a.pgn");
    window.press(&[Key::End]);
    for height in [1000.0, 700.0, 800.0] {
        window.resize([1280.0, height]);
        let last = window.place_of_part("Go to move 80. Ng1");
        let list = window.rects_of(&["Comment"])[0];
        assert!(last.bottom() < list.top() && last.top() > 100.0, "{height}: {last:?} {list:?}");
        // The number belongs to the move: it is wider than one without.
        let without = window.place_of_part("Go to move 80… Ng8");
        assert!(last.width() > without.width() + 10.0, "{last:?} {without:?}");
    }
}
