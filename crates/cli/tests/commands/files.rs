//! `validate` and `convert`: every kind of file, and every code.

use std::fs;
use std::path::Path;

use crate::program::{START, argument, file, prints, program};

/// What `validate` says about a file that it must refuse.
#[track_caller]
fn fault_of(name: &str, text: &str) -> String {
    let path = file(&format!("faulty/{name}"), text);
    let output = program().args(["validate", argument(&path)]).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{name}");
    let message = String::from_utf8(output.stderr).expect("text");
    message.replace(argument(&path), name)
}

#[test]
fn sound_files_are_ok() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in ["config.json", "level1.txt", "rulesets/xxl.toml", "rulesets/casual.toml"] {
        assert_eq!(prints(&["validate", argument(&root.join(name))]), "ok\n", "{name}");
    }
    let game = file("sound/game.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n");
    let position = file("sound/position.fen", START);
    let both = prints(&["validate", argument(&game), argument(&position)]);
    assert_eq!(both, format!("{}: ok\n{}: ok\n", game.display(), position.display()));
}

#[test]
fn each_code_has_its_fault() {
    let archive = |change: &dyn Fn(String) -> String| {
        let game = file("codes/game.pgn", "1. e4 e5 2. Nf3 *\n");
        let made = game.with_extension("json");
        prints(&["convert", argument(&game), argument(&made)]);
        fault_of("game.json", &change(fs::read_to_string(made).expect("it was written")))
    };
    let cases = [
        ("101", fault_of("small.fen", "8/8/8 w")),
        ("101", fault_of("wide.fen", "rnbqkbnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")),
        ("102", fault_of("piece.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNZQKBNR w - - 0 1")),
        ("103", fault_of("turn.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")),
        ("104", fault_of("text.json", "this is no JSON\n")),
        ("104", fault_of("json.txt", "{\"layout\": \"level1.txt\"}")),
        ("105", fault_of("illegal.pgn", "1. e4 e5 2. Ke3 *\n")),
        ("101", archive(&|text| text.replacen("8/8/8/8", "8/8/8", 1))),
        ("102", archive(&|text| text.replacen("RNBQKBNR", "RNBZKBNR", 1))),
        ("103", archive(&|text| text.replace("\"turn\": \"black\",", ""))),
        ("105", archive(&|text| text.replace("g1f3", "g1g3"))),
    ];
    for (code, message) in cases {
        assert!(message.contains(&format!(": {code} line ")), "{code}: {message}");
    }
}

#[test]
fn a_game_survives_every_form() {
    let game = file("forms/game.pgn", "[White \"Ada\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n");
    let archive = game.with_extension("json");
    let again = game.with_file_name("again.pgn");
    let position = game.with_extension("fen");
    prints(&["convert", argument(&game), argument(&archive)]);
    prints(&["convert", argument(&archive), argument(&again)]);
    prints(&["convert", argument(&archive), argument(&position)]);
    let text = fs::read_to_string(&again).expect("it was written");
    assert!(text.contains("[White \"Ada\"]") && text.contains("2. exd5 Qxd5 1-0"), "{text}");
    let fen = fs::read_to_string(&position).expect("it was written");
    assert_eq!(fen.trim(), "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
}

#[test]
fn a_failed_conversion_leaves_the_old_file_whole() {
    let old = file("whole/old.fen", "precious");
    let bad = file("whole/bad.pgn", "1. e5 *\n");
    let status = program().args(["convert", argument(&bad), argument(&old)]).status();
    assert_eq!(status.expect("it starts").code(), Some(2));
    assert_eq!(fs::read_to_string(&old).expect("it is still there"), "precious");
}
