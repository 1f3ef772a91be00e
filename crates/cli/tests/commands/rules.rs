//! `--rules`: ids and files, good and faulty ones; and a reader that goes away.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::program::{
    argument, as_text, file, lines, prints, program, refuses, run, run_with_input,
};

#[test]
fn an_unknown_rule_set_is_told_with_those_that_there_are() {
    let message = refuses(&["moves", "--rules", "standart"]);
    for id in ["xxl", "standard", "king-capture", "casual", "capablanca"] {
        assert!(message.contains(id), "{id} is not in {message}");
    }
    assert!(message.contains("did you mean `standard`?"), "{message}");
    assert!(!refuses(&["moves", "--rules", "zzzzzz"]).contains("did you mean"));
    assert!(!refuses(&["moves", "--rules", ""]).contains("did you mean"));
    let message = refuses(&["moves", "--rules", "there-is-none.toml"]);
    assert!(message.contains("cannot read there-is-none.toml"), "{message}");
}

#[test]
fn a_file_of_ones_own_is_played() {
    let text = "inherits = 'standard'\nstart = 'rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR'\n\
                [[pieces]]\nname = 'nightrider'\nsymbol = 's'\nbetza = 'NN'\n";
    let path = file("rules/night riders.toml", text);
    let listed = lines(&["moves", "--rules", argument(&path)]);
    // Two leaps in a row: over c3 to d5, and over a3 to nowhere.
    assert!(listed.contains(&"b1d5".to_owned()), "{listed:?}");
    assert!(listed.contains(&"b1e7".to_owned()), "{listed:?}");
    // It may inherit from a file beside it.
    let child = file("rules/child.toml", "inherits = 'night riders.toml'\ntitle = 'Child'\n");
    assert_eq!(lines(&["moves", "--rules", argument(&child)]), listed);
    // Chess programs find it in the same way.
    let asked = format!("setoption name RulesFile value {}\ngo perft 1\n", argument(&child));
    let told = as_text(run_with_input(&["uci"], &asked).stdout);
    assert!(told.contains("b1d5: 1\n"), "{told}");
    let with_mark = file("rules/mark.toml", &format!("\u{FEFF}{}", text.replace('\n', "\r\n")));
    assert_eq!(lines(&["moves", "--rules", argument(&with_mark)]), listed);
}

#[test]
fn a_file_with_an_unknown_key_is_played_with_a_warning() {
    let path = file("rules/odd.toml", "inherits = 'standard'\ncastlign = false\n");
    let output = run(&["moves", "--rules", argument(&path)]);
    assert!(output.status.success());
    let message = as_text(output.stderr);
    assert!(message.contains("warning: line 2, column 1: unknown key `castlign`"), "{message}");
}

#[test]
fn every_fault_of_a_file_is_shown() {
    let text = "inherits = 'standard'\nboard = '80x8'\nwin = 'luck'\nfog = 'yes'\n\
                pieces = ['dragon', { name = 'wazir', symbol = 'W', betza = 'jW' }]\n";
    let path = file("rules/faulty.toml", text);
    let message = refuses(&["perft", "--depth", "1", "--rules", argument(&path)]);
    for words in [
        "line 2, column 9: `board`",
        "line 3, column 7: `win`",
        "line 4, column 7: `fog`",
        "line 5, column 11: `pieces[0]`",
        "`pieces[1].symbol`",
        "`pieces[1].betza`",
    ] {
        assert!(message.contains(words), "{words} is not in {message}");
    }
    assert_eq!(message.matches("faulty.toml: ").count(), 6, "{message}");
    for (name, text, words) in [
        ("empty", "", "`board` is missing"),
        ("layout", "RNBQKBNR\nPPPPPPPP\n", "not valid TOML"),
        ("ring", "inherits = 'ring.toml'\n", "goes on for more than 8 files"),
        ("orphan", "inherits = 'nobody'\n", "`inherits` is \"nobody\""),
    ] {
        let path = file(&format!("rules/{name}.toml"), text);
        let message = refuses(&["moves", "--rules", argument(&path)]);
        assert!(message.contains(words), "{words} is not in {message}");
    }
}

#[test]
fn rule_sets_become_variants_and_come_back() {
    let own = file(
        "rules/cannons.toml",
        "inherits = 'standard'\nremove = ['knight']\n\
        pieces = [{ name = 'cannon', symbol = 'c', betza = 'mRcpR' }]\n\
        start = 'rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR'\n\
        promotion = { choices = ['queen', 'cannon'] }\n",
    );
    let ini = own.with_file_name("written.ini");
    let folder = own.with_file_name("read-again");
    lines(&["convert", "standard", argument(&own), argument(&ini)]);
    let told = lines(&["convert", argument(&ini), argument(&folder)]);
    assert_eq!(told, ["2 rule sets written, 0 refused"]);
    let count =
        |rules: &std::path::Path| lines(&["perft", "--depth", "2", "--rules", argument(rules)]);
    assert_eq!(count(&folder.join("cannons.toml")), count(&own));
    let message = refuses(&["convert", "xxl", argument(&ini)]);
    assert!(
        message
            .contains("xxl: it cannot be written for Fairy-Stockfish because of `board = 14x14`"),
        "{message}"
    );
    let message = refuses(&["convert", "a.pgn", "b.pgn", "c.pgn"]);
    assert!(message.contains("several files are converted only into"), "{message}");
    for (from, found) in [("game.pgn", "PGN"), ("two.fen", "FEN"), ("in.ini", "a file of variants")]
    {
        let path = own.with_file_name(from);
        let text = if from == "game.pgn" { "1. e4 *\n" } else { "4k3/8/8/8/8/8/8/4K3 b\n" };
        fs::write(&path, text).expect("it can be written");
        let message = refuses(&["convert", argument(&path), argument(&ini)]);
        let expected = format!(
            "{from} is {found}; a `.ini` is made of rule sets: expected their ids or files\n"
        );
        assert!(message.ends_with(&expected), "{message}");
    }
    let pgn = own.with_file_name("out.pgn");
    let message = refuses(&["convert", argument(&ini), argument(&pgn)]);
    assert!(message.contains("out.pgn` is the name of PGN; expected the name of a"), "{message}");
    assert!(!pgn.exists());
    let message = refuses(&["convert", argument(&ini), "-"]);
    assert!(message.contains("expected the name of a folder"), "{message}");
}

#[test]
fn wrong_commands_are_refused() {
    refuses(&["nonsense"]);
    refuses(&["moves", "--nonsense"]);
    refuses(&["moves", "nonsense"]);
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut command = program();
    let mut child = command
        .args(["referee", "--rules", "xxl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    // It may have gone by the time of the second request.
    let mut requests = child.stdin.take().expect("a pipe");
    let _ = requests.write_all(b"{\"cmd\":\"legal_moves\"}\n{\"cmd\":\"legal_moves\"}\n");
    drop(requests);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{:?}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
#[cfg(unix)]
fn head_can_cut_the_output_short() {
    let script = "set -o pipefail; \"$0\" perft --depth 2 --divide | head -1";
    let shell = Command::new("bash").args(["-c", script, env!("CARGO_BIN_EXE_xxlchess")]).output();
    let Ok(output) = shell else {
        println!("skipped: there is no bash");
        return;
    };
    assert!(output.status.success(), "{:?}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a2a3: 46\n");
}

#[test]
fn a_config_gives_its_rules() {
    let config = file(
        "config-rules/config.json",
        r#"{"rules": "standard", "pieces": [{"name": "camel", "symbol": "c", "betza": "C"}],
            "promotion": ["camel"]}"#,
    );
    let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let moves = prints(&["moves", "--rules", argument(&config), "--fen", fen]);
    assert!(moves.contains("a7a8c\n") && !moves.contains("a7a8q"), "{moves}");
}
