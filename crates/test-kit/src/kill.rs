//! Programs that are killed in the middle of their work, to see what they lose.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command};
use std::time::Duration;

/// How often to kill: what `XXLCHESS_KILLS` says, or what is usual.
///
/// # Panics
/// If the variable is no number.
pub fn kills(usual: u64) -> u64 {
    match std::env::var("XXLCHESS_KILLS") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{text}; expected a number")),
        Err(_) => usual,
    }
}

/// Sends a program a signal, such as `INT`, by the shell's own `kill`: not every system has another.
///
/// # Panics
/// If it cannot be sent.
pub fn send_signal(child: &Child, signal: &str) {
    let command = format!("kill -{signal} {}", child.id());
    let sent = Command::new("sh").args(["-c", &command]).status();
    assert!(sent.is_ok_and(|status| status.success()), "{command}");
}

/// Reads a number of lines that begin with a mark, waits and kills the program.
///
/// Gives the rest of all marked lines that were written whole before it died. Its output has to be
/// a pipe.
///
/// # Panics
/// If the program cannot be read or killed.
pub fn kill_after(mut child: Child, mark: &str, wanted: usize, wait: Duration) -> Vec<String> {
    let mut output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
    let mut lines = Vec::new();
    let mut line = String::new();
    while lines.len() < wanted && output.read_line(&mut line).expect("read") > 0 {
        lines.extend(line.strip_prefix(mark).map(|told| told.trim_end().to_owned()));
        line.clear();
    }
    std::thread::sleep(wait);
    child.kill().expect("killed");
    child.wait().expect("gone");
    while output.read_line(&mut line).expect("read") > 0 {
        // The last line may have been cut short.
        let whole = line.ends_with('\n').then(|| line.strip_prefix(mark)).flatten();
        lines.extend(whole.map(|told| told.trim_end().to_owned()));
        line.clear();
    }
    lines
}
