//! Conversations with the program over its pipes: `>` is written to it, `<` must be its answer.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::Verdict;
use crate::console::{line_matches, program};

/// Timeout for an answer; only a wrong page reaches it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// Holds the conversation. A line `< ...` stands for any number of answers.
pub fn run(text: &str, folder: &Path) -> Verdict {
    let (command, lines) = text.split_once('\n').ok_or("it has one line only")?;
    let arguments = command.strip_prefix("$ xxlchess ").and_then(shlex::split);
    let arguments = arguments.ok_or("it does not begin with `$ xxlchess `")?;
    let mut process = program(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = process.stdin.take().expect("a pipe");
    let output = BufReader::new(process.stdout.take().expect("a pipe"));
    let (said, heard) = mpsc::channel();
    let listener = thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            // Nobody may be left to hear the end of it.
            let _ = said.send(line);
        }
    });
    let verdict = lines.lines().try_fold(false, |skips, line| {
        if let Some(request) = line.strip_prefix("> ") {
            writeln!(input, "{request}").map_err(|error| format!("`{request}`: {error}"))?;
            return Ok(false);
        }
        let shown = line.strip_prefix("< ").ok_or_else(|| format!("`{line}` has no mark"))?;
        if shown == "..." {
            return Ok(true);
        }
        loop {
            let answer = heard.recv_timeout(ANSWER_TIMEOUT);
            let answer = answer.map_err(|_| format!("`{shown}` is never answered"))?;
            if is_same(shown, &answer) {
                return Ok(false);
            }
            if !skips {
                return Err(format!("the answer is said to be\n{shown}\nbut is\n{answer}"));
            }
        }
    });
    drop(input);
    process.wait().expect("the program ends when its input does");
    listener.join().expect("nothing goes wrong with listening");
    verdict.map(drop)
}

/// Is this the answer that is shown? The keys of JSON may come in any order.
fn is_same(shown: &str, answer: &str) -> bool {
    let json = |text: &str| serde_json::from_str::<Value>(text).ok();
    match (json(shown), json(answer)) {
        (Some(shown), Some(answer)) => shown == answer,
        _ => line_matches(shown, answer.trim_end()),
    }
}
