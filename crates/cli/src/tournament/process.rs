//! Another program that is talked to line by line, and ended with the match.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use app::engines::Process;

use super::player::Failure;
use crate::files;
use crate::interrupt::Interrupt;

/// How often a waiting match looks whether it is to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A running program.
pub struct Program {
    process: Process,
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
        command.args(arguments);
        keep_from_interrupts(&mut command);
        let process = Process::start(command).with_context(|| format!("cannot start `{name}`"))?;
        let open = |path: &Path| {
            let file = File::options().create(true).append(true).open(path);
            file.with_context(|| files::unwritable(path))
        };
        let log = log.map(open).transpose()?;
        Ok(Program { process, log, interrupt: interrupt.clone() })
    }

    /// Says a line to the program.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.note('>', line);
        self.process.send(line).map_err(|_| self.crash())
    }

    /// Waits for the next line, until the deadline.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, Failure> {
        loop {
            // Checked before each line, so that a program that never stops writing can be interrupted.
            if self.interrupt.is_set() {
                return Err(Failure::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.line(left.min(POLL_INTERVAL)) {
                Ok(Some(line)) => {
                    self.note('<', &line);
                    return Ok(line);
                }
                Ok(None) if left.is_zero() => return Err(Failure::Hang),
                Ok(None) => {}
                Err(_) => return Err(self.crash()),
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
        while let Ok(Some(line)) = self.process.line(Duration::ZERO) {
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
        match self.process.wait_to_end() {
            Some(status) => Failure::Crash(status.to_string()),
            None => Failure::Crash("its output is closed".to_owned()),
        }
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
