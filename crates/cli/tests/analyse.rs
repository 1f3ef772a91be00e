//! Recorded games with what the engine thinks of them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn run(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_xxlchess")).args(arguments).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("xxlchess-{}-{name}", std::process::id()));
    fs::write(&path, text).expect("a file");
    path
}

#[test]
fn the_games_themselves_are_never_written_over() {
    let path = file("kept.pgn", FOOLS_MATE);
    let name = path.to_str().expect("a path");
    let mut command = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    let output = command.args(["analyse", name, "--nodes", "10", "--out", name]).output();
    let output = output.expect("it starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("expected another one"), "{message}");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), FOOLS_MATE);
}

const FOOLS_MATE: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. f3 {oh} e5 2. g4 Qh4# 0-1\n\n[Variant \"xxl\"]\n\n1. a4 *\n";

#[test]
fn blunders_are_marked_in_the_record() {
    let path = file("fool.pgn", FOOLS_MATE);
    let text = run(&["analyse", path.to_str().expect("a path"), "--depth", "4"]);
    let games: Vec<_> = notation::pgn::Reader::new(text.as_bytes())
        .collect::<Result<_, _>>()
        .expect("what was written can be read");
    assert_eq!(games.len(), 2);
    let game = &games[0];
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("Anna"), Some("Ben")));
    assert_eq!(game.moves[2].nags, [4], "{text}");
    assert!(game.moves[2].comments[0].contains("#-1"), "{text}");
    assert!(game.moves[2].comments[0].contains("Blunder; better is"), "{text}");
    assert!(game.moves[3].nags.is_empty() && game.moves[1].nags.is_empty(), "{text}");
    assert_eq!(game.moves[0].comments[1], "oh");
    // A second look changes nothing.
    let again = file("again.pgn", &text);
    let second = run(&["analyse", again.to_str().expect("a path"), "--depth", "4"]);
    assert_eq!(second, text);
    fs::remove_file(path).expect("it was there");
    fs::remove_file(again).expect("it was there");
}

#[test]
fn a_table_is_told_beside_the_record() {
    let path = file("table.pgn", FOOLS_MATE);
    let out = file("out.pgn", "");
    let arguments = [
        "analyse",
        path.to_str().expect("a path"),
        "--nodes",
        "2000",
        "--out",
        out.to_str().expect("a path"),
    ];
    let text = run(&arguments);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "Anna - Ben 0-1");
    assert!(lines[3].starts_with("2. g4 ") && lines[3].ends_with("Blunder"), "{text}");
    assert!(lines[4].contains("black wins by checkmate"), "{text}");
    assert!(lines[5].starts_with("White (Anna): ") && lines[5].ends_with(" 1 blunders"), "{text}");
    assert!(lines[6].ends_with(" 0 blunders"), "{text}");
    assert!(fs::read_to_string(&out).expect("a record").contains("$4"));
    fs::remove_file(path).expect("it was there");
    fs::remove_file(out).expect("it was there");
}
