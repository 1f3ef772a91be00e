//! `inspect`: what a position is, what each side sees, and which moves may lead to it.

use serde_json::{Value, json};

use crate::program::{START, argument, file, inspect, prints, refuses, xxl_board};

#[test]
fn every_field_is_there() {
    let report = inspect("standard", &[]);
    let expected = json!({
        "rules": "standard",
        "fen": START,
        "turn": "white",
        "in_check": [],
        "outcome": null,
        "claimable_draw": null,
        "contributing": [],
        "visible": null,
        "legal_moves": 20,
        "warnings": [],
    });
    assert_eq!(report, expected);
    let moved = inspect("xxl", &["--moves", "  a2a4\ta13a12 "]);
    assert_eq!(moved["turn"], "white");
    assert_eq!(
        moved["fen"],
        "rnbhcgakgcebnr/1ppppppppppppp/p13/14/14/14/14/14/14/14/P13/14/1PPPPPPPPPPPPP/RNBHCGAKGCEBNR w KQkq - 0 2"
    );
}

#[test]
fn kings_in_check_are_told_where_check_means_something() {
    let check = |rules: &str, more: &[&str], expected: Value| {
        let arguments = [&["--moves", "e2e4 f7f6 d1h5"], more].concat();
        assert_eq!(inspect(rules, &arguments)["in_check"], expected, "{rules}");
    };
    check("standard", &[], json!(["e8"]));
    check("king-capture", &[], json!(["e8"]));
    check("casual", &[], json!([]));
    check("standard", &["--fog"], json!([]));
    let both = inspect("king-capture", &["--fen", "4k3/8/8/8/8/8/4R3/3rK3 b - - 0 1"]);
    assert_eq!(both["in_check"], json!(["e1", "e8"]));
}

#[test]
fn oddities_of_a_position_are_warnings() {
    let warnings = |fen: &str| inspect("standard", &["--fen", fen])["warnings"].to_string();
    let check = warnings("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1");
    assert_eq!(check, r#"["black is in check although it is not to move"]"#);
    assert!(warnings("4k3/8/8/8/8/8/8/4K3 w - e6 0 1").contains("en passant square e6"));
    assert_eq!(warnings("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "[]");
}

/// What a side sees under fog in `standard`.
#[track_caller]
fn check_view(fen: &str, side: &str, expected: &str) {
    let report = inspect("standard", &["--fog", "--fen", fen]);
    let squares = report["visible"][side].as_array().expect("a list of squares");
    let mut squares: Vec<_> = squares.iter().filter_map(Value::as_str).collect();
    squares.sort_unstable();
    assert_eq!(squares.join(" "), expected, "{side} in {fen}");
}

#[test]
fn each_side_sees_where_its_pieces_can_go() {
    let report = inspect("standard", &["--fog"]);
    for (side, ranks) in [("white", "1234"), ("black", "5678")] {
        let squares = report["visible"][side].as_array().expect("a list of squares");
        let is_near =
            |square: &Value| square.as_str().is_some_and(|square| ranks.contains(&square[1..]));
        assert!(squares.len() == 32 && squares.iter().all(is_near), "{squares:?}");
    }
    // A pawn sees neither what blocks it nor an empty diagonal.
    let blocked = "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1";
    check_view(blocked, "white", "d1 d2 d4 e1 e2 f1 f2");
    check_view(blocked, "black", "d5 d7 d8 e7 e8 f7 f8");
    // It sees the square where it takes in passing, but not the pawn that it takes there.
    check_view("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "white", "d1 d2 d6 e1 e2 e5 e6 f1 f2");
    // A slider sees the first piece on its way, and only that.
    check_view(
        "4k3/8/8/8/8/8/8/R2qK3 w - - 0 1",
        "white",
        "a1 a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 d2 e1 e2 f1 f2",
    );
}

#[test]
fn illegal_moves_are_refused_with_their_number_and_reason() {
    let check = |rules: &str, moves: &str, words: &str| {
        let message = refuses(&["inspect", "--rules", rules, "--moves", moves]);
        assert!(message.contains(words), "{words} is not in {message}");
    };
    check("standard", "e2e4 e7e5 e4e5", "move 3 of `--moves`: `e4e5` is not legal");
    check("standard", "e2e4 e2e3", "move 2");
    check("standard", "e9e4", "move 1");
    check("standard", "hello", "`hello` is no move; expected two squares");
    check("xxl", "h1j1", "`h1j1` is not legal");
    check("king-capture", "e2e4 f7f6 d1h5 a7a6 h5e8 a6a5", "a king has been taken");
    check("standard", "f2f3 e7e5 g2g4 d8h4 a2a3", "move 5");
}

#[test]
fn a_promotion_may_leave_its_letter_out_only_where_there_is_one_choice() {
    let board = xxl_board(&[(14, "k13"), (8, "P13"), (1, "13K")]);
    let fen = format!("{board} w - - 0 1");
    for written in ["a8a9", "a8a9q", "a8a9Q"] {
        let report = inspect("xxl", &["--fen", &fen, "--moves", written]);
        assert!(report["fen"].as_str().is_some_and(|fen| fen.contains("/Q13/")), "{report}");
    }
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    let message = refuses(&["inspect", "--rules", "standard", "--fen", fen, "--moves", "a7a8"]);
    assert!(message.contains("`a7a8` is not legal"), "{message}");
    let knight = inspect("standard", &["--fen", fen, "--moves", "a7a8n"]);
    assert_eq!(knight["fen"], "N6k/8/8/8/8/8/8/K7 b - - 0 1");
}

#[test]
fn a_pawn_that_has_moved_onto_its_second_rank_goes_one_square() {
    let arguments = ["--fen", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "--moves", "a1a2 e8d8"];
    assert_eq!(inspect("standard", &arguments)["legal_moves"], 6);
    let message = refuses(
        &[&["inspect", "--rules", "standard"], &arguments[..3], &["a1a2 e8d8 a2a4"]].concat(),
    );
    assert!(message.contains("move 3 of `--moves`: `a2a4` is not legal"), "{message}");
}

#[test]
fn castling_moves_the_rook_and_keeps_other_rights() {
    let check = |white: &str, rights: &str, moves: &str, expected: &str| {
        let fen = format!("{} w {rights} - 0 1", xxl_board(&[(14, "7k6"), (1, white)]));
        let report = inspect("xxl", &["--fen", &fen, "--moves", moves]);
        let found = report["fen"].as_str().expect("a FEN");
        assert!(found.contains(&format!("/{expected} ")), "{fen} {moves}: {found}");
    };
    check("R6K5R", "KQ", "h1j1", "R7RK4 b -");
    check("R6K5R", "KQ", "h1f1", "5KR6R b -");
    check("R6K5R", "KQ", "a1a2", "7K5R b K");
    check("R6K5R", "KQ", "h1h2", "R12R b -");
    // The inner rook castles first; when it has left, the outer one may.
    check("7K2R2R", "Kk1", "h1j1", "8RK3R b -");
    check("7K2R2R", "Kk1", "k1k5 h14h13 h1j1", "8RK4 b -");
    // All pieces of a layout count as unmoved.
    let layout = file("inspect/castling.txt", ".......K\n\n\n\n\n\n\n\n\n\n\n\n\nr......k..r..r\n");
    let layout = argument(&layout);
    let found = prints(&["moves", "--layout", layout]);
    assert!(found.contains("h1f1") && found.contains("h1j1"), "{found}");
}
