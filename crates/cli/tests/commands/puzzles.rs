//! `puzzles` makes a set that can be opened, and the same one every time.

use std::fs;

use crate::program::{argument, file, lines, program, refuses};

#[test]
fn a_set_is_made_and_can_be_read() {
    let make = |name: &str| {
        let path = file(&format!("puzzles/{name}.json"), "");
        let mut command = program();
        command.args(["puzzles", "--rules", "standard", "--count", "3", "--games", "3"]);
        command.args(["--nodes", "4000", "--seed", "1", "--out", argument(&path)]);
        assert!(command.output().expect("the program starts").status.success());
        path
    };
    let (once, again) = (make("once"), make("again"));
    let text = fs::read_to_string(&once).expect("a set");
    assert!(text.contains("\"goal\": ") && text.contains("\"solution\": "), "{text}");
    assert_eq!(text, fs::read_to_string(&again).expect("a set"));
    let told = lines(&["validate", argument(&once)]);
    assert!(told.len() == 1 && told[0].ends_with("ok"), "{told:?}");
}

#[test]
fn what_cannot_be_done_is_told_at_once() {
    let message = refuses(&["puzzles", "--rules", "king-capture"]);
    assert!(message.contains("expected a rule set that is won by checkmate"), "{message}");
    let message = refuses(&["puzzles", "--out", "/no/such/folder/set.json"]);
    assert!(message.contains("cannot write /no/such/folder/set.json"), "{message}");
    refuses(&["puzzles", "--count", "0"]);
}
