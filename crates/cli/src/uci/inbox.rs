//! Commands in the order in which they can be obeyed.
//!
//! A search that ends by itself is finished before the next one begins, so that commands can come
//! from a file. Those that change something wait in line meanwhile; questions are answered at once.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::command::Command;
use crate::lines::{self, Line};

/// No line that means anything is longer: this is room for a game of a hundred thousand moves.
pub(super) const LONGEST_LINE: usize = 1 << 20;
/// Number of lines that are read in advance.
const MOST_LINES: usize = 64;
/// How often the end of a search is polled.
const PAUSE: Duration = Duration::from_millis(2);

/// What was read and not obeyed yet.
pub(super) struct Inbox {
    lines: Receiver<io::Result<Line>>,
    waiting: VecDeque<Command>,
}

impl Inbox {
    /// Reads on a thread of its own, which ends with the input.
    pub(super) fn new(mut input: impl BufRead + Send + 'static) -> Inbox {
        let (sender, lines) = mpsc::sync_channel(MOST_LINES);
        thread::spawn(move || {
            while let Some(line) = lines::next(&mut input, LONGEST_LINE).transpose() {
                let has_failed = line.is_err();
                if sender.send(line).is_err() || has_failed {
                    return;
                }
            }
        });
        Inbox { lines, waiting: VecDeque::new() }
    }

    /// The next command; nothing at the end of the input. `is_busy` tells whether something is
    /// being done that will end by itself.
    pub(super) fn next(&mut self, is_busy: impl Fn() -> bool) -> io::Result<Option<Command>> {
        loop {
            if !is_busy() {
                if let Some(command) = self.waiting.pop_front() {
                    return Ok(Some(command));
                }
                return self.lines.recv().ok().map(|line| line.map(command)).transpose();
            }
            // What is first in line now may be meant for what is being done.
            if let Some(command) = self.waiting.pop_front_if(|first| is_possible(first, &[])) {
                return Ok(Some(command));
            }
            match self.lines.recv_timeout(PAUSE) {
                Ok(line) => {
                    let command = command(line?);
                    if is_possible(&command, self.waiting.make_contiguous()) {
                        return Ok(Some(command));
                    }
                    self.waiting.push_back(command);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if self.waiting.is_empty() => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => thread::sleep(PAUSE),
            }
        }
    }
}

/// Can a command be obeyed while something is being done and others wait before it?
fn is_possible(command: &Command, before: &[Command]) -> bool {
    let is_search = |command: &Command| matches!(command, Command::Go(_));
    match command {
        Command::Uci | Command::IsReady | Command::PonderHit | Command::Nothing => true,
        // They are meant for the last search.
        Command::Stop | Command::Quit => !before.iter().any(is_search),
        Command::Display | Command::Eval | Command::Unknown(_) => before.is_empty(),
        Command::NewGame
        | Command::SetOption { .. }
        | Command::Position { .. }
        | Command::Go(_) => false,
    }
}

fn command(line: Line) -> Command {
    match line {
        Line::Read(line) => Command::parse(&String::from_utf8_lossy(&line)),
        Line::TooLong => {
            Command::Unknown(format!("a line of more than {LONGEST_LINE} bytes was skipped"))
        }
    }
}
