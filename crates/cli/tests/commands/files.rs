//! `validate` and `convert`: every kind of file, and every code.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::program::{START, argument, as_text, file, prints, program, run, run_with_input};

/// What `validate` says about a file that it must refuse.
#[track_caller]
fn fault_of(name: &str, text: &str) -> String {
    let path = file(&format!("faulty/{name}"), text);
    let output = run(&["validate", argument(&path)]);
    assert_eq!(output.status.code(), Some(2), "{name}");
    as_text(output.stderr).replace(argument(&path), name)
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
fn a_faulty_game_does_not_stop_the_others() {
    let games = file("faulty-game/in.pgn", "1. e4 (1. d4) *\n\n1. e5 *\n\n1. c4 *\n");
    let out = games.with_file_name("out.pgn");
    let output = run(&["convert", argument(&games), argument(&out)]);
    assert_eq!(output.status.code(), Some(2));
    let message = as_text(output.stderr);
    assert!(message.contains(": 105 line 3, column 4: game 2: "), "{message}");
    let written = fs::read_to_string(&out).expect("it was written");
    assert!(written.contains("1. e4 ( 1. d4 ) *") && written.contains("1. c4 *"), "{written}");
    let output = run(&["analyse", argument(&games), "--depth", "1"]);
    let message = as_text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(": 105 line 3, column 4: game 2: "), "{message}");
    assert!(message.ends_with("error: 1 of 3 games are faulty and left out\n"), "{message}");
    let analysed = as_text(output.stdout);
    assert_eq!(analysed.matches("[Event ").count(), 2, "{analysed}");
}

#[test]
fn whoever_stops_reading_makes_nothing_panic() {
    let bad = file("closed/bad.pgn", &"1. e5 *\n\n".repeat(50));
    let arguments = ["validate"].into_iter().chain([argument(&bad); 20]);
    let mut child = program()
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop((child.stdout.take(), child.stderr.take()));
    let code = child.wait().expect("it ends").code();
    assert!(matches!(code, Some(0 | 2)), "{code:?}");
}

#[test]
fn what_the_window_refuses_is_not_sound() {
    for (config, expected) in [
        (r#"{"difficulty": 99}"#, ": line 1, column 16: `difficulty` is \"99\"; expected one of "),
        (r#"{"difficulty": "grandmaster"}"#, "`difficulty` is \"grandmaster\"; expected one of "),
        (
            r#"{"theme": "nihgt"}"#,
            ": line 1, column 11: there is no theme `nihgt`; expected one of ",
        ),
        (
            r#"{"pieces": [{"name": "u", "symbol": "u", "betza": "N", "sprite": "u.svg"}]}"#,
            "the `sprite` of \"u\" is \"u.svg\"; expected the path of a picture",
        ),
        (
            r#"{"rules": "standard", "levels": [{"fen": "7k/8/5K2/8/8/8/8/R7 w - -",
               "goal": "mate in 1", "solution": "a1a2"}]}"#,
            "which does not reach the goal `mate in 1`",
        ),
    ] {
        let message = fault_of("config.json", config);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn an_end_without_a_king_can_be_read_again() {
    let game =
        file("taken/game.pgn", "[Variant \"king-capture\"]\n\n1. e4 f6 2. Qh5 a6 3. Qxe8 1-0\n");
    for ending in ["fen", "txt"] {
        let position = game.with_extension(ending);
        prints(&["convert", argument(&game), argument(&position)]);
        assert_eq!(prints(&["validate", argument(&position)]), "ok\n", "{ending}");
        let again = game.with_file_name("again.fen");
        prints(&["convert", argument(&position), argument(&again)]);
        let fen = fs::read_to_string(&again).expect("it was written");
        assert!(fen.starts_with("rnbqQbnr/"), "{fen}");
    }
}

#[test]
fn a_failed_conversion_leaves_the_old_file_whole() {
    let old = file("whole/old.fen", "precious");
    let bad = file("whole/bad.pgn", "1. e5 *\n");
    assert_eq!(run(&["convert", argument(&bad), argument(&old)]).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&old).expect("it is still there"), "precious");
}

/// What the program prints when this is its standard input.
#[track_caller]
fn piped(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = run_with_input(arguments, input);
    (output.status.code(), as_text(output.stdout), as_text(output.stderr))
}

#[test]
fn a_dash_is_standard_input_and_output() {
    let pgn = "1. e4 *\n\n1. d4 *\n";
    assert_eq!(piped(&["validate", "-"], pgn), (Some(0), "ok\n".to_owned(), String::new()));
    assert_eq!(piped(&["validate", "-"], "{}"), (Some(0), "ok\n".to_owned(), String::new()));
    let fen = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    let converted = piped(&["convert", "-", "-", "--to", "fen", "--game", "2"], pgn);
    assert_eq!(converted, (Some(0), format!("{fen}\n"), String::new()));
    let (code, _, told) = piped(&["convert", "-", "-"], pgn);
    assert!(code == Some(2) && told.contains("--to json"), "{told}");
    let (_, drawn, _) = piped(&["board", "-"], fen);
    assert!(drawn.ends_with(&format!("Black to move   {fen}\n")), "{drawn}");
    let (_, analysed, _) = piped(&["analyse", "-", "--game", "2", "--nodes", "50"], pgn);
    assert!(analysed.contains("1. d4") && !analysed.contains("1. e4"), "{analysed}");
    let (code, _, told) = piped(&["analyse", "-", "--game", "3", "--nodes", "50"], pgn);
    assert!(code == Some(2) && told.contains("there is no game 3"), "{told}");
}

#[test]
fn faults_can_be_json() {
    let (code, printed, told) = piped(&["validate", "--json", "-"], "1. e4 e5 2. Ke3 *\n");
    assert_eq!(code, Some(2), "{told}");
    let report: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((&report[0]["file"], &report[0]["ok"]), (&"-".into(), &false.into()));
    let fault = &report[0]["faults"][0];
    assert_eq!((&fault["severity"], &fault["code"]), (&"error".into(), &105.into()), "{printed}");
    assert_eq!((&fault["line"], &fault["column"]), (&1.into(), &13.into()), "{printed}");
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let sound = file("others/sound.fen", START);
    let missing = sound.with_file_name("missing.fen");
    let bad = file("others/bad.fen", "8/8 w");
    let files = [argument(&sound), argument(&missing), argument(&bad)];
    let output = run(&["validate", files[0], files[1], files[2]]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(as_text(output.stdout), format!("{}: ok\n", files[0]));
    let told = as_text(output.stderr);
    assert!(told.contains("missing.fen: the file cannot be read: "), "{told}");
    assert!(told.contains("bad.fen: 101 line 1") && told.contains("2 of 3 files"), "{told}");
    let (code, printed, _) = piped(&["validate", "--json", files[1]], "");
    assert_eq!(code, Some(2));
    let report: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    let message = report[0]["faults"][0]["message"].as_str().expect("a fault");
    assert!(message.starts_with("the file cannot be read: "), "{printed}");
}
