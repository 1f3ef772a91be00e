//! Commands that are not run, since that would take too long or change too much: they are
//! understood by the program nevertheless, and name only what there is.

use std::fs;
use std::path::Path;

use test_kit::book::root;

use crate::Verdict;
use crate::console::program;

/// Why a block is not run.
const REASONS: [&str; 6] = [
    "build",     // It compiles, or runs the tests.
    "elsewhere", // It needs other programs or files.
    "install",   // It changes the system.
    "slow",      // It takes minutes or hours.
    "stays",     // It runs until it is stopped.
    "window",    // It opens a window.
];

/// Checks all commands of a block.
pub fn check(text: &str, reason: &str) -> Verdict {
    if !REASONS.contains(&reason) {
        return Err(format!("`{reason}` is no reason; expected one of {}", REASONS.join(", ")));
    }
    let joined = text.replace("\\\n", " ");
    for line in joined.lines().filter(|line| !line.trim().is_empty()) {
        // What is left of a line without its comment.
        let words = shlex::split(line).ok_or_else(|| format!("`{line}` is no command"))?;
        check_command(&words, reason).map_err(|fault| format!("`{line}`: {fault}"))?;
    }
    Ok(())
}

fn check_command(words: &[String], reason: &str) -> Verdict {
    let words = words.iter().map(String::as_str);
    // Variables come first, and what comes after a bar or an arrow is for the shell.
    let is_variable = |word: &&str| word.split_once('=').is_some_and(|(name, _)| is_name(name));
    let words = words.skip_while(is_variable);
    let words: Vec<&str> = words.take_while(|word| ![">", "|", "&&"].contains(word)).collect();
    match words[..] {
        [] => Ok(()),
        ["xxlchess" | "./xxlchess" | "target/release/xxlchess", ref arguments @ ..] => {
            understood(arguments)
        }
        ["cargo", ref arguments @ ..] => cargo(arguments),
        ["python3", file, ..] => exists(file),
        _ if ["install", "elsewhere"].contains(&reason) => Ok(()),
        _ => Err("it is an unknown program".to_owned()),
    }
}

/// The names of variables have capital letters only.
fn is_name(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// Does the program understand these arguments? Asked for help at their end, it does nothing else.
pub fn understood(arguments: &[&str]) -> Verdict {
    let mut command = program(Path::new("."));
    let output = command.args(arguments).arg("--help").output().expect("the program starts");
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn cargo(arguments: &[&str]) -> Verdict {
    match arguments {
        ["xtask", name, ..] => is_chore(name),
        ["run", rest @ ..] => match rest.iter().position(|word| *word == "--") {
            Some(at) => understood(&rest[at + 1..]),
            None => Ok(()),
        },
        ["test" | "build" | "bench" | "doc", rest @ ..] => targets(rest),
        ["fmt" | "install" | "clippy", ..] => Ok(()),
        _ => Err("it is an unknown command of cargo".to_owned()),
    }
}

/// Is there such a chore?
pub fn is_chore(name: &str) -> Verdict {
    let main = fs::read_to_string(root().join("xtask/src/main.rs")).expect("the chores");
    let member: String = name.split('-').map(capital).collect();
    let is_member =
        |line: &str| line.trim_end_matches([',', ' ', '{']).split('(').next() == Some(&member);
    match main.lines().map(str::trim).any(is_member) {
        true => Ok(()),
        false => Err(format!("there is no chore `{name}`")),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Are there the crates, tests and benchmarks that are named?
fn targets(arguments: &[&str]) -> Verdict {
    let named = |options: &[&str]| {
        let mut pairs = arguments.windows(2);
        pairs.find(|pair| options.contains(&pair[0])).map(|pair| pair[1])
    };
    let Some(name) = named(&["-p", "--package"]) else { return Ok(()) };
    let folder = match name {
        "xxlchess" => "crates/cli".to_owned(),
        name => {
            format!("crates/{}", name.strip_prefix("xxlchess-").unwrap_or("no package of ours"))
        }
    };
    exists(&folder)?;
    for (option, place) in [("--test", "tests"), ("--bench", "benches"), ("--example", "examples")]
    {
        if let Some(target) = named(&[option]) {
            exists(&format!("{folder}/{place}/{target}.rs"))
                .or_else(|_| exists(&format!("{folder}/{place}/{target}/main.rs")))?;
        }
    }
    Ok(())
}

fn exists(path: &str) -> Verdict {
    match root().join(path).exists() {
        true => Ok(()),
        false => Err(format!("there is no {path}")),
    }
}

#[test]
fn what_is_wrong_is_found() {
    let fault = |text| check(text, "slow").expect_err(text);
    assert!(fault("xxlchess perft --dephth 3").contains("--dephth"));
    assert!(fault("xxlchess perft --depth three").contains("three"));
    assert!(fault("xxlchess fly").contains("fly"));
    assert!(fault("cargo xtask fly").contains("fly"));
    assert!(fault("cargo test -p xxlchess-fly").contains("crates/fly"));
    assert!(fault("rm x").contains("unknown"));
    assert!(check("xxlchess perft --depth 3", "for fun").is_err());
    assert!(fault("NO_COLOR=1 xxlchess fly").contains("fly"));
    assert_eq!(check("# counts\nxxlchess perft \\\n  --depth 3  # moves", "slow"), Ok(()));
}
