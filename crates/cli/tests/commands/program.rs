//! Runs the program and looks at what it printed.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The exit code for bad input.
const BAD_INPUT: i32 = 2;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A board of `xxl` on which only these ranks, counted from 1, are not empty.
pub fn xxl_board(ranks: &[(usize, &str)]) -> String {
    let mut all = ["14"; 14];
    for (rank, pieces) in ranks {
        all[14 - rank] = pieces;
    }
    all.join("/")
}

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    command.stdin(Stdio::null()).env_remove("NO_COLOR");
    command
}

/// What the program prints for arguments that it must accept.
#[track_caller]
pub fn prints(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", as_text(output.stderr));
    as_text(output.stdout)
}

/// The same as lines.
#[track_caller]
pub fn lines(arguments: &[&str]) -> Vec<String> {
    prints(arguments).lines().map(str::to_owned).collect()
}

/// The message for arguments that the program must refuse.
#[track_caller]
pub fn refuses(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = as_text(output.stderr);
    assert_eq!(output.status.code(), Some(BAD_INPUT), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?}: {}", as_text(output.stdout));
    assert!(message.starts_with("error: "), "{arguments:?}: {message}");
    message
}

/// What `inspect` says about a position.
#[track_caller]
pub fn inspect(rules: &str, arguments: &[&str]) -> Value {
    let all = [&["inspect", "--rules", rules], arguments].concat();
    serde_json::from_str(&prints(&all)).expect("one JSON object")
}

/// The moves that `moves` lists for a position.
#[track_caller]
pub fn moves(rules: &str, fen: &str) -> Vec<String> {
    lines(&["moves", "--rules", rules, "--fen", fen])
}

/// Runs the program to its end.
#[track_caller]
pub fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program starts")
}

/// Runs the program with this standard input.
#[track_caller]
pub fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped());
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let written = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    // A program that refuses its arguments ends without reading.
    if let Err(error) = written {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe, "{error}");
    }
    child.wait_with_output().expect("it ends")
}

pub fn as_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

/// A file of this run of the tests, for those that need one to read.
pub fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a place for files");
    fs::write(&path, content).expect("a place for files");
    path
}

/// A path as an argument.
pub fn argument(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}
