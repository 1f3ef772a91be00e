//! Thinking in a helper that is only written to, such as the worker of a browser.
//!
//! A helper hears nothing while it thinks. One that thinks about something out of date is
//! therefore ended, and another one is started for the next question.

use std::collections::VecDeque;
use std::rc::Rc;

use engine::Signals;
use rules::Position;

use super::Wake;
use super::message::{Asked, News, Reader, Told};
use super::mind::{Mind, Question, Report};
use crate::services::{FromWorker, Worker, Workers};

/// The side of whoever asks.
pub struct Elsewhere {
    workers: Rc<dyn Workers>,
    wake: Wake,
    worker: Option<Box<dyn Worker>>,
    /// The question that is being thought about, by its number and position.
    asked: Option<(u64, Position)>,
    reports: VecDeque<Report>,
}

impl Elsewhere {
    /// Thinks in such helpers; nothing if there is none to be had.
    pub fn new(workers: Rc<dyn Workers>, wake: Wake) -> Option<Elsewhere> {
        let worker = Some(workers.start(wake.clone())?);
        Some(Elsewhere { workers, wake, worker, asked: None, reports: VecDeque::new() })
    }

    /// Asks a question in place of the one that is being thought about.
    pub fn ask(&mut self, number: u64, question: &Question) {
        self.stop();
        if self.worker.is_none() {
            self.worker = self.workers.start(self.wake.clone());
        }
        let text = serde_json::to_string(&Asked::new(number, question));
        match (&mut self.worker, text) {
            (Some(worker), Ok(text)) => {
                worker.send(&text);
                self.asked = Some((number, question.history.position().clone()));
            }
            _ => self.reports.push_back(Report::Failed),
        }
    }

    /// Stops thinking.
    pub fn stop(&mut self) {
        self.listen();
        if self.asked.take().is_some() {
            self.worker = None;
        }
        self.reports.clear();
    }

    /// The next report.
    pub fn report(&mut self) -> Option<Report> {
        self.listen();
        self.reports.pop_front()
    }

    fn listen(&mut self) {
        while let Some(heard) = self.worker.as_mut().and_then(|worker| worker.receive()) {
            match heard {
                FromWorker::Message(text) => self.take(&text),
                FromWorker::Died => {
                    self.worker = None;
                    if self.asked.take().is_some() {
                        self.reports.push_back(Report::Failed);
                    }
                }
            }
        }
    }

    fn take(&mut self, text: &str) {
        let Ok(Told { number, news }) = serde_json::from_str(text) else { return };
        let Some((asked, position)) = &self.asked else { return };
        if *asked != number {
            return;
        }
        match news.report(position) {
            Some(report) => self.reports.push_back(report),
            None => self.asked = None,
        }
    }
}

/// The side of the helper: takes questions as texts, and tells what it finds as texts.
pub struct Helper {
    mind: Mind,
    reader: Reader,
}

impl Helper {
    /// Answers a question that `Elsewhere` has sent, whatever time it takes.
    pub fn answer(&mut self, text: &str, tell: &mut dyn FnMut(String)) {
        let Ok(asked) = serde_json::from_str::<Asked>(text) else { return };
        let number = asked.number;
        let mut tell = |news: News| {
            if let Ok(text) = serde_json::to_string(&Told { number, news }) {
                tell(text);
            }
        };
        match self.reader.question(asked) {
            Some(question) => {
                let position = question.history.position().clone();
                self.mind.arm();
                self.mind.answer(question, &mut |report| {
                    News::new(&position, &report).into_iter().for_each(&mut tell);
                });
            }
            None => tell(News::Failed),
        }
        tell(News::Done);
    }
}

impl Default for Helper {
    fn default() -> Helper {
        Helper { mind: Mind::new(Signals::default(), 1), reader: Reader::default() }
    }
}

#[cfg(test)]
mod tests;
