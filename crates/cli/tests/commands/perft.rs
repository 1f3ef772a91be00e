//! `perft`: counts as published, or as a generator of another program counts them.

use crate::program::{START, argument, file, lines, refuses};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[track_caller]
fn counts(arguments: &[&str], nodes: u64) {
    let printed = lines(&[&["perft"], arguments].concat());
    assert_eq!(printed, [format!("nodes {nodes}")], "{arguments:?}");
}

#[test]
fn the_only_line_is_the_count() {
    for (depth, nodes) in [("0", 1), ("1", 20), ("2", 400), ("3", 8902), ("4", 197_281)] {
        counts(&["--rules", "standard", "--depth", depth], nodes);
    }
    counts(&["--rules", "standard", "--depth", "3", "--fen", KIWIPETE], 97_862);
    counts(&["--rules", "xxl", "--depth", "3"], 111_887);
    counts(&["--depth", "1"], 46);
}

#[test]
fn check_does_not_restrict_moves_where_kings_are_taken() {
    for rules in ["king-capture", "casual"] {
        counts(&["--rules", rules, "--depth", "4"], 197_742);
        counts(&["--rules", rules, "--depth", "3", "--fen", KIWIPETE], 87_218);
    }
    counts(
        &["--rules", "standard", "--fog", "--depth", "1", "--fen", "4k3/8/8/8/8/8/4r3/4K3 w"],
        5,
    );
    counts(&["--rules", "standard", "--depth", "1", "--fen", "4k3/8/8/8/8/8/4r3/4K3 w"], 3);
}

#[test]
fn counts_can_be_json() {
    let arguments = ["perft", "--rules", "chess", "--moves", "e2e4", "--depth"];
    let json = |rest: &[&str]| lines(&[&arguments[..], rest].concat());
    assert_eq!(json(&["2", "--json"]), [r#"{"depth":2,"nodes":600}"#]);
    let divided = json(&["1", "--json", "--divide"]).concat();
    assert!(divided.contains(r#""divide":{"a7a5":1,"a7a6":1,"#), "{divided}");
    assert_eq!(json(&["0", "--json"]), [r#"{"depth":0,"nodes":1}"#]);
}

#[test]
fn divide_shows_each_move_and_then_the_sum() {
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let arguments = ["perft", "--rules", "standard", "--depth", "1", "--divide", "--fen", fen];
    let expected = [
        "a1a2: 1", "a1b1: 1", "a1b2: 1", "a7a8b: 1", "a7a8n: 1", "a7a8q: 1", "a7a8r: 1", "nodes 7",
    ];
    assert_eq!(lines(&arguments), expected);
    let printed = lines(&["perft", "--depth", "3", "--divide"]);
    let counts = printed.iter().filter_map(|line| line.split_once(": "));
    let sum: u64 = counts.map(|(_, count)| count.parse::<u64>().expect("a count")).sum();
    assert_eq!((printed.len(), sum), (47, 111_887));
    assert_eq!(printed.last().map(String::as_str), Some("nodes 111887"));
}

#[test]
fn threads_change_nothing() {
    let alone = lines(&["perft", "--depth", "3", "--divide"]);
    for threads in ["2", "100"] {
        assert_eq!(lines(&["perft", "--depth", "3", "--divide", "--threads", threads]), alone);
    }
    refuses(&["perft", "--depth", "1", "--threads", "0"]);
}

#[test]
fn a_layout_is_a_start_position_as_well() {
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/../../level1.txt");
    for player in ["white", "black"] {
        counts(&["--layout", level, "--player", player, "--depth", "2"], 2116);
    }
    // Small letters are White's here. For a black player the board is turned, not mirrored.
    let layout = file("perft/turned.txt", "k......\r\n\r\n.......p\r\n\r\n\r\n\r\n\r\n...K");
    let layout = argument(&layout);
    let white = ["perft", "--rules", "standard", "--layout", layout, "--depth", "1", "--divide"];
    assert_eq!(lines(&white)[..4], ["a8a7: 1", "a8b7: 1", "a8b8: 1", "h6h7: 1"]);
    let black = lines(&[&white[..], &["--player", "black"]].concat());
    assert_eq!(black[..4], ["a3a4: 1", "h1g1: 1", "h1g2: 1", "h1h2: 1"]);
}

#[test]
fn bad_input_is_refused_with_its_reason() {
    let refuses = |arguments: &[&str], words: &str| {
        let message = refuses(&[&["perft", "--rules", "standard"], arguments].concat());
        assert!(message.contains(words), "{words} is not in {message}");
    };
    refuses(&["--depth", "1", "--fen", "rnbqkbnr/8 w"], "the board has 2 ranks; expected 8");
    refuses(&["--depth", "1", "--fen", &START.replace('R', "X")], "`X` in rank 1 is no piece");
    refuses(&["--depth", "1", "--fen", &START.replace(" w", " x")], "expected `w` or `b`");
    refuses(&["--depth", "1", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"], "black has no king");
    refuses(&["--depth", "1", "--fen", ""], "the FEN is empty");
    refuses(&["--depth", "1", "--fen", START, "--layout", "x"], "cannot be used with");
    refuses(&["--depth", "1", "--layout", "there-is-none.txt"], "cannot read there-is-none.txt");
    refuses(&["--depth", "1", "--player", "green"], "expected white or black");
    refuses(&["--depth", "-1"], "-1");
    refuses(&["--depth", "x"], "x");
    refuses(&["--depth", "101"], "101 is not in 0..=100");
    refuses(&[], "--depth");
    let tab = file("perft/tab.txt", "\tk\nq.x\n");
    refuses(&["--depth", "1", "--layout", argument(&tab)], "tab.txt: ");
}
