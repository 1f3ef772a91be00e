//! The engine beside the board: its best lines for the position that is shown.

use std::time::Duration;

use engine::{Bound, Limits, Line, Score};
use notation::tree::NodeId;
use rules::{Colour, History};

use crate::play::{EngineHandle, EngineReport, EngineRequest, Task};

/// Longest analysis of one position.
const LONGEST: Duration = Duration::from_secs(120);

/// The most lines that are shown.
pub const MOST_LINES: usize = 5;

/// The engine's best lines.
pub struct EngineLines {
    handle: EngineHandle,
    /// Does it think?
    pub is_on: bool,
    /// How many lines are wanted.
    pub wanted: usize,
    /// Is it asked what the other side threatens?
    pub shows_threat: bool,
    asked: Option<(NodeId, usize, bool)>,
    /// The side to move in what was asked.
    turn: Colour,
    lines: Vec<Line>,
    /// Did it give up, as a program that does not answer?
    pub has_failed: bool,
}

impl EngineLines {
    pub fn new(handle: EngineHandle) -> EngineLines {
        EngineLines {
            handle,
            is_on: true,
            wanted: 1,
            shows_threat: false,
            asked: None,
            turn: Colour::White,
            lines: Vec::new(),
            has_failed: false,
        }
    }

    /// Lets another engine think.
    pub fn set_handle(&mut self, handle: EngineHandle) {
        self.handle = handle;
        self.asked = None;
        self.lines.clear();
        (self.is_on, self.has_failed) = (true, false);
    }

    /// Asks about the position that is shown, unless the processor is needed elsewhere, and takes
    /// what was found.
    pub fn follow(&mut self, history: &History, node: NodeId, is_busy: bool) {
        if !self.is_on || is_busy {
            if self.asked.take().is_some() {
                self.handle.stop();
                self.lines.clear();
            }
            return;
        }
        let position = history.position();
        let threat = self.shows_threat && !position.shows_check(position.turn());
        let wanted = (node, self.wanted, threat);
        if self.asked != Some(wanted) {
            self.asked = Some(wanted);
            self.lines.clear();
            self.ask(history, threat);
        }
        while let Some(report) = self.handle.report() {
            match report {
                EngineReport::Line(line) if line.bound == Bound::Exact => self.take(line),
                EngineReport::Failed => (self.is_on, self.has_failed) = (false, true),
                _ => {}
            }
        }
    }

    fn ask(&mut self, history: &History, threat: bool) {
        let mut history = history.clone();
        if threat {
            history.pass();
        }
        self.turn = history.position().turn();
        if history.outcome().is_some() {
            self.handle.stop();
            return;
        }
        let limits = Limits { lines: self.wanted, move_time: Some(LONGEST), ..Limits::default() };
        self.handle.ask(EngineRequest::new(1, history, Task::Analysis, limits));
    }

    fn take(&mut self, line: Line) {
        let rank = line.rank;
        if rank == self.lines.len() {
            self.lines.push(line);
        } else if let Some(old) = self.lines.get_mut(rank) {
            *old = line;
        }
    }

    /// The lines so far, best first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// A score of a line for White.
    pub fn for_white(&self, line: &Line) -> Score {
        match self.turn {
            Colour::White => line.score,
            Colour::Black => line.score.reversed(),
        }
    }

    /// The evaluation of the position for White.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| self.for_white(line))
    }

    /// Nodes a second.
    pub fn speed(&self) -> Option<f64> {
        let line = self.lines.first()?;
        let seconds = line.time.as_secs_f64();
        (seconds > 0.05).then(|| line.nodes as f64 / seconds)
    }

    /// Are its lines those of the other side, as if the one to move passed?
    pub fn is_threat(&self) -> bool {
        self.asked.is_some_and(|(_, _, threat)| threat)
    }
}
