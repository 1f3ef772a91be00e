//! The process of an engine: its lines, and the `uci` handshake.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::time::{Duration, Instant};

use notation::diagnostics::system_error;
use rules::faults;
use rules::message::Fault;

use super::EngineOption;
use crate::services::Wake;

/// Timeout of the handshake and of `isready`.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 16;

/// How many lines wait to be read before the engine has to wait.
const MOST_LINES: usize = 4096;

faults! {
    /// Why an engine is of no use.
    #[derive(Debug, thiserror::Error)]
    #[error("{}", self.message())]
    pub enum EngineFault {
        NotStarted(error: io::Error) => message!(
            "engine-not-started",
            "it cannot be started: {why}",
            why = system_error(error)
        ),
        Ended => message!("engine-ended", "it has ended"),
        Silent => message!("engine-silent", "it does not answer"),
        OtherRules(rules: String) => message!(
            "engine-other-rules",
            "it does not know the rules `{rules}`"
        ),
        Illegal(step: String) => message!(
            "engine-illegal",
            "it wants to play `{step}`, which is no legal move"
        ),
    }
}

/// How long an engine may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running engine.
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(mut command: Command) -> io::Result<Process> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("it has no pipes"))?;
        let (sender, lines) = sync_channel(MOST_LINES);
        let read = move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {
                        let line = String::from_utf8_lossy(&line).trim().to_owned();
                        if sender.send(line).is_err() {
                            return;
                        }
                    }
                }
            }
        };
        std::thread::Builder::new().name("engine".to_owned()).spawn(read)?;
        Ok(Process { child, input, lines })
    }

    /// Says a line to the engine.
    ///
    /// # Errors
    /// If it has ended.
    pub fn send(&mut self, line: &str) -> Result<(), EngineFault> {
        let sent = self.input.write_all(format!("{line}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|_| EngineFault::Ended)
    }

    /// The next line, if there is one within a time.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn line(&mut self, time: Duration) -> Result<Option<String>, EngineFault> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(EngineFault::Ended),
        }
    }

    /// Waits a moment until the program has ended.
    pub fn wait_to_end(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                _ => return None,
            }
        }
    }

    /// Reads lines until one of them is this.
    ///
    /// # Errors
    /// If it does not come in time, or the engine has ended.
    pub fn wait_for(
        &mut self,
        wanted: &str,
        mut on_line: impl FnMut(&str),
    ) -> Result<(), EngineFault> {
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(EngineFault::Silent);
            }
            match self.line(left)? {
                Some(line) if line == wanted => return Ok(()),
                Some(line) => on_line(&line),
                None => return Err(EngineFault::Silent),
            }
        }
    }

    /// Sends `uci` and collects the name and the options.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn introduce(&mut self) -> Result<Probed, EngineFault> {
        self.send("uci")?;
        let mut probed = Probed::default();
        self.wait_for("uciok", |line| match line.strip_prefix("id name ") {
            Some(name) => probed.name = name.chars().take(60).collect(),
            None => probed.options.extend(EngineOption::parse(line)),
        })?;
        Ok(probed)
    }
}

impl Drop for Process {
    /// The engine is asked to go, and is not waited for.
    fn drop(&mut self) {
        let _ = self.send("quit");
        if self.wait_to_end().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Starts the program at a path.
pub(super) fn start(path: &str) -> Result<Process, EngineFault> {
    Process::start(Command::new(path)).map_err(EngineFault::NotStarted)
}

/// The name and the options that an engine reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probed {
    pub name: String,
    pub options: Vec<EngineOption>,
}

/// The `uci` handshake with a program, on a thread of its own.
pub struct Probe {
    answer: Receiver<Result<Probed, EngineFault>>,
}

impl Probe {
    /// Starts the program and asks.
    pub fn begin(path: &str, wake: Wake) -> Probe {
        let (sender, answer) = channel();
        let path = path.to_owned();
        let ask = move || {
            let found = start(&path).and_then(|mut process| process.introduce());
            let _ = sender.send(found);
            wake();
        };
        // If there is no thread, no answer comes, which is reported.
        let _ = std::thread::Builder::new().name("probe".to_owned()).spawn(ask);
        Probe { answer }
    }

    /// The answer, once there is one.
    pub fn take(&self) -> Option<Result<Probed, EngineFault>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(std::sync::mpsc::TryRecvError::Empty) => None,
            Err(std::sync::mpsc::TryRecvError::Disconnected) => Some(Err(EngineFault::Silent)),
        }
    }
}
