//! Plays games in the window by mouse and keyboard, finding everything by its accessible name.

mod common;

use std::path::Path;

use app::services::Files;
use common::Window;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};

/// A window on the game of a config, with pieces that do not glide for long.
fn play(config: &str) -> Window {
    let text = format!("{{\"piece_movement_speed\": 100, \"max_movement_time\": 0.05, {config}}}");
    let mut window = Window::with(|_, files| write(files, "/game.json", &text));
    window.open_file("/game.json");
    window.rest();
    window
}

fn write(files: &dyn Files, path: &str, text: &str) {
    files.write(Path::new(path), text.as_bytes()).expect("written");
}

/// Two people at an ordinary board, from a drawing of it if there is one.
fn two_players(layout: &str) -> Window {
    let rules = r#""rules": "standard", "opponent": "human", "clock": "none""#;
    if layout.is_empty() {
        return play(rules);
    }
    let text = format!(
        "{{\"piece_movement_speed\": 100, \"max_movement_time\": 0.05, \"layout\": \"a.txt\", {rules}}}"
    );
    let mut window = Window::with(|_, files| {
        write(files, "/game.json", &text);
        write(files, "/a.txt", layout);
    });
    window.open_file("/game.json");
    window.rest();
    window
}

/// An ordinary board on which the computer has Black and moves at random.
fn against_computer() -> Window {
    play(r#""rules": "standard", "difficulty": "random", "clock": "none""#)
}

trait Playing {
    fn square(&self, name: &str) -> Pos2;
    fn click_square(&mut self, name: &str);
    fn click_at(&mut self, pos: Pos2, button: PointerButton);
    fn drag(&mut self, from: &str, to: &str);
    fn wait(&mut self, seconds: f32);
    fn wait_for(&mut self, name: &str);
    fn combination(&mut self, modifiers: Modifiers, key: Key);
    fn reads(&self, name: &str) -> String;
}

impl Playing for Window {
    /// The middle of a square, whatever stands there.
    fn square(&self, name: &str) -> Pos2 {
        let begins = format!("{name} ");
        let node = self
            .harness
            .get_by(|node| node.label().is_some_and(|label| label.starts_with(&begins)));
        node.rect().center()
    }

    fn click_square(&mut self, name: &str) {
        let pos = self.square(name);
        self.click_at(pos, PointerButton::Primary);
    }

    fn click_at(&mut self, pos: Pos2, button: PointerButton) {
        self.harness.event(Event::PointerMoved(pos));
        for pressed in [true, false] {
            let modifiers = Modifiers::NONE;
            self.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
            self.harness.step();
        }
        self.wait(0.2);
    }

    fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.square(from), self.square(to));
        let modifiers = Modifiers::NONE;
        let button = PointerButton::Primary;
        self.harness.event(Event::PointerMoved(from));
        self.harness.event(Event::PointerButton { pos: from, button, pressed: true, modifiers });
        self.harness.step();
        for step in 1..=4 {
            self.harness.event(Event::PointerMoved(from + (to - from) * step as f32 / 4.0));
            self.harness.step();
        }
        self.harness.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
        self.wait(0.2);
    }

    fn wait(&mut self, seconds: f32) {
        const FRAME: f32 = 0.25;
        self.harness.run_steps((seconds / FRAME).ceil() as usize + 1);
    }

    /// Waits until the computer, which thinks on its own thread, has done something.
    fn wait_for(&mut self, part: &str) {
        for _ in 0..20_000 {
            if self.shows_part(part) {
                return;
            }
            self.harness.step();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        panic!("{part} was never shown");
    }

    fn combination(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.rest();
    }

    /// The whole name of the square.
    fn reads(&self, name: &str) -> String {
        let begins = format!("{name} ");
        let node = self
            .harness
            .get_by(|node| node.label().is_some_and(|label| label.starts_with(&begins)));
        node.accesskit_node().label().unwrap_or_default()
    }
}

#[test]
fn a_piece_is_selected_moved_and_deselected_by_clicks() {
    let mut window = two_players("");
    window.click_square("e2");
    assert_eq!(window.reads("e2"), "e2 white pawn, selected");
    assert_eq!(window.reads("e4"), "e4 empty, can move here");
    window.click_square("e2");
    assert_eq!(window.reads("e2"), "e2 white pawn", "clicked again");
    window.click_square("e2");
    window.click_square("d2");
    assert_eq!(window.reads("d2"), "d2 white pawn, selected", "another of mine");
    window.click_square("h6");
    assert_eq!(window.reads("d2"), "d2 white pawn", "any other square");
    window.click_square("e2");
    window.click_square("e4");
    assert_eq!(window.reads("e4"), "e4 white pawn");
    window.click_square("d2");
    assert_eq!(window.reads("d2"), "d2 white pawn", "it is Black's turn");
}

#[test]
fn pieces_are_dragged_and_take_others() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.drag("d7", "d5");
    window.click_square("e4");
    assert_eq!(window.reads("d5"), "d5 black pawn, can be taken");
    window.click_square("e4");
    window.drag("e4", "d5");
    assert_eq!(window.reads("d5"), "d5 white pawn");
    window.drag("d8", "h4");
    assert_eq!(window.reads("d8"), "d8 black queen", "no move at all");
    assert!(window.shows("Go to move 2. exd5"));
}

#[test]
fn a_pinned_piece_makes_the_king_flash() {
    let mut window =
        two_players("....R.K\n.......\n.......\n.......\n.......\n.......\n....b..\n....k..");
    window.click_square("e2");
    window.click_square("d3");
    assert!(window.shows("You must defend your king!"));
    assert_eq!(window.reads("e2"), "e2 white bishop");
    window.wait(5.0);
    assert!(!window.shows("You must defend your king!"));
}

#[test]
fn check_and_mate_are_told() {
    let mut window = two_players(
        "......K.\n.....PPP\n........\n........\n........\n........\n........\nkr...r..",
    );
    window.drag("f1", "e1");
    window.drag("h7", "h6");
    window.drag("e1", "e8");
    assert!(window.shows("Check!"));
    assert_eq!(window.reads("g8"), "g8 black king, in check");
    window.drag("g8", "h7");
    window.drag("b1", "b7");
    window.combination(Modifiers::COMMAND, Key::Z);
    window.combination(Modifiers::COMMAND, Key::Z);
    window.combination(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.reads("e1"), "e1 white rook", "taken back three times");
    window.combination(Modifiers::COMMAND, Key::Y);
    assert_eq!(window.reads("e8"), "e8 white rook", "and played again");
}

#[test]
fn the_keyboard_alone_plays_a_game_to_mate() {
    let mut window = two_players("");
    window.press(&[Key::Tab]);
    // The keyboard is on e1 at first: 1. f3 e5 2. g4 Qh4 mate.
    let mut at = (4_i32, 0_i32);
    let mut go = |window: &mut Window, file: i32, rank: i32| {
        let (files, ranks) = (file - at.0, rank - at.1);
        let across = if files > 0 { Key::ArrowRight } else { Key::ArrowLeft };
        let along = if ranks > 0 { Key::ArrowUp } else { Key::ArrowDown };
        window.press(&vec![across; files.unsigned_abs() as usize]);
        window.press(&vec![along; ranks.unsigned_abs() as usize]);
        window.press(&[Key::Enter]);
        window.wait(0.2);
        at = (file, rank);
    };
    for (file, rank) in [(5, 1), (5, 2), (4, 6), (4, 4), (6, 1), (6, 3), (3, 7), (7, 3)] {
        go(&mut window, file, rank);
    }
    assert!(window.shows("Black won by checkmate"));
    assert_eq!(window.reads("e1"), "e1 white king, checkmated");
    // The board is frozen; `r` starts again.
    window.drag("e2", "e4");
    assert_eq!(window.reads("e2"), "e2 white pawn");
    window.press(&[Key::R]);
    assert_eq!(window.reads("f2"), "f2 white pawn");
    window.drag("e2", "e4");
    assert_eq!(window.reads("e4"), "e4 white pawn");
}

#[test]
fn a_pawn_is_promoted_by_choice_at_its_square() {
    let layout = "....K...\np.......\n........\n........\n........\n........\n........\n....k...";
    let mut window = two_players(layout);
    window.click_square("a7");
    window.click_square("a8");
    for name in ["queen", "rook", "bishop", "knight"] {
        assert!(window.shows(&format!("Promote to {name}")), "{name}");
    }
    window.press(&[Key::Escape]);
    assert_eq!(window.reads("a7"), "a7 white pawn");
    assert!(!window.shows("White won by resignation") && !window.shows("Black won by resignation"));
    window.click_square("a7");
    window.click_square("a8");
    window.press(&[Key::N]);
    assert_eq!(window.reads("a8"), "a8 white knight");
}

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
fn a_premove_waits_is_shown_and_can_be_cancelled() {
    // The strongest level without a clock thinks for seconds.
    let mut window = play(r#""rules": "standard", "difficulty": "15", "clock": "none""#);
    window.drag("e2", "e4");
    window.drag("d2", "d4");
    assert!(window.shows("Cancel premoves · 1 waiting"));
    assert_eq!(window.reads("d4"), "d4 white pawn", "where it will stand");
    window.drag("g1", "f3");
    assert!(window.shows("Cancel premoves · 2 waiting"));
    let pos = window.square("a6");
    window.click_at(pos, PointerButton::Secondary);
    assert!(!window.shows_part("Cancel premoves"));
    assert_eq!(window.reads("d2"), "d2 white pawn");
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
fn a_file_with_a_fault_is_told_with_its_place_and_the_game_stays() {
    let mut window = Window::with(|_, files| {
        let game = r#"{"rules": "standard", "opponent": "human", "clock": "none"}"#;
        write(files, "/game.json", game);
        write(
            files,
            "/bad.json",
            "{\"format\": \"xxlchess-game\", \"version\": 1,\n \"rules\": 5}",
        );
    });
    window.open_file("/game.json");
    window.drag("e2", "e4");
    window.open_file("/bad.json");
    assert!(window.shows_part("/bad.json cannot be opened") && window.shows_part("line 2"));
    window.click("Close");
    assert_eq!(window.reads("e4"), "e4 white pawn");
}

#[test]
fn a_piece_is_explained_to_those_who_wait() {
    let mut window = play(r#""rules": "xxl", "opponent": "human", "clock": "none""#);
    let camel = window.square("e14");
    window.harness.event(Event::PointerMoved(camel));
    window.wait(1.5);
    assert!(window.shows("Camel") && window.shows("Worth 2"));
    let empty = window.square("e8");
    window.harness.event(Event::PointerMoved(empty));
    window.wait(0.5);
    assert!(!window.shows("Camel"));
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
fn a_file_that_cannot_be_loaded_leaves_the_game() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window
        .harness
        .state()
        .borrow_mut()
        .as_mut()
        .expect("the program")
        .open_file(Path::new("/none"));
    window.rest();
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
    assert_eq!(window.reads("g1"), "g1 white knight", "only looked at");
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
    assert!(window.kept("progress.json").contains("mate in 1"));
}
