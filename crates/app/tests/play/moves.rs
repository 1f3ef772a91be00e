//! Selecting, moving and taking; check, mate and promotion; premoves.

use egui::{Event, Key, Modifiers, PointerButton};

use crate::common::Window;
use crate::table::{against_computer, open, play, play_layout, two_players};

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
    assert_eq!(window.reads("d2"), "d2 white pawn, looked at", "it is Black's turn");
}

#[test]
fn pieces_are_dragged_and_take_others() {
    let mut window = two_players("");
    window.drag("e2", "e4");
    window.drag("d7", "d5");
    window.click_square("e4");
    assert_eq!(window.reads("d5"), "d5 black pawn, can be taken");
    window.click_square("d5");
    assert_eq!(window.reads("d5"), "d5 white pawn", "taken by a click");
    window.drag("d8", "h4");
    assert_eq!(window.reads("d8"), "d8 black queen", "no move at all");
    window.drag("d8", "d5");
    assert_eq!(window.reads("d5"), "d5 black queen", "taken by dragging");
    assert!(window.shows("Go to move 2. exd5"));
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
    for _ in 0..3 {
        window.combination(Modifiers::COMMAND, Key::Z);
    }
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
    assert_eq!(window.reads("e4"), "e4 empty, it could go here");
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
fn a_piece_of_the_other_side_shows_how_it_moves() {
    let mut window = play(r#""rules": "xxl", "opponent": "human", "clock": "none""#);
    window.click_square("e14");
    // A camel leaps three squares one way and one the other.
    for target in ["d11", "f11"] {
        assert!(window.reads(target).ends_with("it could go here"), "{}", window.reads(target));
    }
    window.click_square("e8");
    assert_eq!(window.reads("d11"), "d11 empty");
}

#[test]
fn a_piece_is_explained_to_those_who_wait() {
    let mut window = play(r#""rules": "xxl", "opponent": "human", "clock": "none""#);
    let camel = window.place("e14").center();
    window.happens(Event::PointerMoved(camel));
    window.wait(1.5);
    assert!(window.shows("Camel") && window.shows("Worth about 2 pawns"));
    assert!(window.shows("Leaps 3 by 1."));
    let empty = window.place("e8").center();
    window.happens(Event::PointerMoved(empty));
    window.wait(0.5);
    assert!(!window.shows("Camel"));
    let knight = window.place("b14").center();
    window.happens(Event::PointerMoved(knight));
    window.wait(1.5);
    assert!(!window.shows("Knight"), "everybody knows it");
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
    let pos = window.place("a6").center();
    window.click_at(pos, PointerButton::Secondary);
    assert!(!window.shows_part("Cancel premoves"));
    assert_eq!(window.reads("d2"), "d2 white pawn");
}

#[test]
fn a_premove_is_played_in_its_turn() {
    let mut window = against_computer();
    // The computer takes a moment before each of its moves, so that they can be followed.
    window.drag_now("e2", "e4");
    window.drag_now("a2", "a3");
    assert!(window.shows("Cancel premoves · 1 waiting"));
    window.wait_for("Go to move 2. a3");
    assert!(!window.shows_part("Cancel premoves"));
}

#[test]
fn the_end_is_told_when_the_mating_piece_has_arrived() {
    let mut window = open(
        r#""rules": "standard", "opponent": "human", "clock": "none",
           "piece_movement_speed": 1, "max_movement_time": 2"#,
        "",
    );
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4")] {
        window.drag(from, to);
        window.wait(3.0);
    }
    window.click_square("d8");
    let to = window.place("h4").center();
    window.happens(Event::PointerMoved(to));
    for pressed in [true, false] {
        window.happens(Event::PointerButton {
            pos: to,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    window.frame();
    assert!(!window.shows("Black won by checkmate") && !window.shows("Play again"));
    window.wait(3.0);
    assert!(window.shows("Black won by checkmate") && window.shows("Play again"));
}

/// Where king and rook may stand anywhere, castling is entered as the king taking the rook.
#[test]
fn the_king_takes_the_rook_to_castle() {
    let layout = "\
....K...
........
........
........
........
........
........
.r..kr..
";
    let config = r#""rules": "chess960", "opponent": "human", "clock": "none""#;
    let mut window = play_layout(config, layout);
    window.click_square("e1");
    assert!(window.reads("f1").contains(", can "), "{}", window.reads("f1"));
    window.click_square("f1");
    assert_eq!(window.reads("g1"), "g1 white king");
    assert_eq!(window.reads("f1"), "f1 white rook");
    assert_eq!(window.reads("b1"), "b1 white rook");
}
