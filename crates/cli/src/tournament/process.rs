//! Another program that is talked to line by line, and ended with the match.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

use super::player::Failure;
use crate::files;
use crate::interrupt::Interrupt;

/// How often a waiting match looks whether it is to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long a program may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program.
pub struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    log: Option<File>,
    interrupt: Interrupt,
}

impl Program {
    /// Starts a program with its arguments; if wanted, all that is said is written to a file.
    pub fn start(
        command: &[String],
        log: Option<&Path>,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Program> {
        let (name, arguments) = command.split_first().ok_or_else(|| anyhow!("no program given"))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        keep_from_interrupts(&mut command);
        let mut child = command.spawn().with_context(|| format!("cannot start `{name}`"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| anyhow!("cannot talk to `{name}`"))?;
        let (sender, lines) = channel();
        thread::spawn(move || listen(output, &sender));
        let open = |path: &Path| {
            let file = File::options().create(true).append(true).open(path);
            file.with_context(|| files::unwritable(path))
        };
        let log = log.map(open).transpose()?;
        Ok(Program { child, input, lines, log, interrupt: interrupt.clone() })
    }

    /// Says a line to the program.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.note('>', line);
        let written = self.input.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.input.flush()).map_err(|_| self.crash())
    }

    /// Waits for the next line, until the deadline.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, Failure> {
        loop {
            // Checked before each line, so that a program that never stops writing can be interrupted.
            if self.interrupt.is_set() {
                return Err(Failure::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => {
                    self.note('<', &line);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Failure::Hang),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits until a line satisfies, and gives what it found there.
    pub fn wait_for<T>(
        &mut self,
        patience: Duration,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(found) = find(&self.receive(deadline)?) {
                return Ok(found);
            }
        }
    }

    /// Forgets what the program has said so far.
    pub fn forget(&mut self) {
        while let Ok(line) = self.lines.try_recv() {
            self.note('<', &line);
        }
    }

    fn note(&mut self, direction: char, line: &str) {
        if let Some(log) = &mut self.log {
            // A match is worth more than its log.
            let _ = writeln!(log, "{direction} {line}");
        }
    }

    /// What to tell about a program that has gone.
    fn crash(&mut self) -> Failure {
        match self.wait_to_end(FAREWELL) {
            Some(status) => Failure::Crash(status.to_string()),
            None => Failure::Crash("its output is closed".to_owned()),
        }
    }

    fn wait_to_end(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Both protocols end with the same word; a program that does not quit is killed.
        let _ = self.input.write_all(b"quit\n").and_then(|()| self.input.flush());
        if self.wait_to_end(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn listen(output: ChildStdout, sender: &Sender<String>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if sender.send(line).is_err() {
            return;
        }
        bytes.clear();
    }
}

/// Ctrl-C goes to the match only, which ends its programs itself.
#[cfg(unix)]
fn keep_from_interrupts(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn keep_from_interrupts(_: &mut Command) {}
