//! The referee over its pipe, and the client in Python.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::program::{as_text, run_with_input};

const PROGRAM: &str = env!("CARGO_BIN_EXE_xxlchess");
const CLIENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/referee_client.py");

/// The answers of a referee, one for each request.
fn talk(rules: &str, requests: &str) -> Vec<Value> {
    let output = run_with_input(&["referee", "--rules", rules], requests);
    assert!(output.status.success(), "{:?}", output.status);
    as_text(output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A request about a move of a side, which may be left out, as a line.
fn request(cmd: &str, [x, y, dest_x, dest_y]: [i64; 4], side: Option<&str>) -> String {
    let request = json!({
        "cmd": cmd, "x": x, "y": y, "dest_x": dest_x, "dest_y": dest_y, "side": side,
    });
    format!("{request}\n")
}

#[test]
fn can_move_answers_for_either_side_at_any_time() {
    let ask = |x, y, dest_x, dest_y, side| request("can_move", [x, y, dest_x, dest_y], Some(side));
    let table = [
        (ask(4, 6, 4, 4, "white"), true),
        (ask(4, 1, 4, 3, "black"), true),
        // Another's piece, an empty square, the same square, an own piece, a blocked way.
        (ask(4, 6, 4, 4, "black"), false),
        (ask(4, 4, 4, 3, "white"), false),
        (ask(6, 7, 6, 7, "white"), false),
        (ask(6, 7, 4, 6, "white"), false),
        (ask(0, 7, 0, 4, "white"), false),
        (ask(6, 7, 5, 5, "white"), true),
        // Beyond the board.
        (ask(-1, 6, 4, 4, "white"), false),
        (ask(4, 6, 4, 8, "white"), false),
        (ask(i64::MAX, i64::MIN, 4, 4, "white"), false),
    ];
    let requests: String = table.iter().map(|(request, _)| request.as_str()).collect();
    for ((request, expected), answer) in table.iter().zip(talk("king-capture", &requests)) {
        assert_eq!(answer, json!({ "result": expected }), "{request}");
    }
}

#[test]
fn a_draw_by_itself_ends_the_game() {
    let moved = |x, y, dest_x, dest_y| request("move", [x, y, dest_x, dest_y], None);
    let fen = "{\"cmd\":\"new\",\"fen\":\"7k/8/5KQ1/8/8/8/8/8 w - - 98 80\"}\n";
    let moves = [moved(6, 2, 6, 3), moved(7, 0, 7, 1), moved(6, 3, 6, 1)].concat();
    let requests =
        [fen, &moves, "{\"cmd\":\"board\"}\n{\"cmd\":\"history\"}\n{\"cmd\":\"undo\"}\n"].concat();
    let answers = talk("standard", &(requests + &moved(7, 0, 7, 1)));
    let results: Vec<_> = answers.iter().map(|answer| &answer["result"]).collect();
    assert_eq!(results[1..4], [true, true, false]);
    let draw = json!({ "reason": "fifty-moves", "winner": null });
    assert_eq!(*results[4], draw, "the result stays");
    let last = answers[5]["history"].as_array().expect("a list").last();
    assert_eq!(last, Some(&json!({ "type": "draw", "reason": "fifty-moves" })));
    assert_eq!(results[6..], [true, true], "after a move is taken back, the game goes on");
}

#[test]
fn a_draw_that_must_be_claimed_ends_nothing() {
    let rows = "7k6/14/14/14/14/14/14/14/14/14/14/14/14/Q6K6 w - - 98 80";
    let moves = [[0, 13, 0, 12], [7, 0, 8, 0], [0, 12, 0, 11], [8, 0, 7, 0]];
    let moves = moves.map(|cells| request("move", cells, None)).concat();
    let requests = format!("{}\n{moves}", json!({ "cmd": "new", "fen": rows }));
    let answers = talk("xxl", &requests);
    assert!(answers.iter().all(|answer| answer["result"] == true), "{answers:?}");
}

#[test]
fn where_check_counts_only_legal_moves_are_moves() {
    let requests = r#"{"cmd":"new","fen":"4k3/8/8/8/4r3/8/4B3/4K2R w K - 0 1"}
        {"cmd":"can_move","x":4,"y":6,"dest_x":3,"dest_y":5,"side":"white"}
        {"cmd":"can_move","x":4,"y":7,"dest_x":6,"dest_y":7,"side":"white"}
        {"cmd":"can_move","x":4,"y":4,"dest_x":4,"dest_y":6,"side":"black"}
        {"cmd":"new","fen":"4k3/8/8/8/8/8/8/4R1K1 b - - 0 1"}
        {"cmd":"can_move","x":4,"y":7,"dest_x":4,"dest_y":0,"side":"white"}
        {"cmd":"new","fen":"4k3/8/8/8/3pP3/8/5P2/4K3 b - e3 0 1"}
        {"cmd":"can_move","x":3,"y":4,"dest_x":4,"dest_y":5,"side":"black"}
        {"cmd":"can_move","x":5,"y":6,"dest_x":4,"dest_y":5,"side":"white"}"#;
    let answers: Vec<_> = talk("standard", requests).iter().map(|a| a["result"].clone()).collect();
    assert_eq!(answers, [true, false, true, true, true, false, true, true, false]);
}

#[test]
fn the_client_in_python_plays_a_game() {
    assert!(Path::new(CLIENT).exists());
    for rules in ["king-capture", "standard", "xxl"] {
        let played = Command::new("python3").args([CLIENT, PROGRAM, rules, "7"]).output();
        let Ok(output) = played else {
            println!("skipped: there is no python3");
            return;
        };
        let (printed, complaints) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{rules}: {complaints}");
        assert!(printed.starts_with("white moves ("), "{rules}: {printed}");
        assert!(printed.lines().count() > 10, "{rules}: {printed}");
        let result = printed.lines().last().unwrap_or_default();
        assert!(result.starts_with("result: "), "{rules}: {printed}");
    }
}
