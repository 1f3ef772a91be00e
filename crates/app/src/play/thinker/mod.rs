//! The computer's thoughts, away from the window: questions go in, reports come out, and a frame
//! never waits.
//!
//! On a desktop it thinks on a thread of its own, in a browser in a worker. Where there is neither,
//! it answers at once and briefly.

mod elsewhere;
mod message;
mod mind;
mod priority;
mod thread;

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use engine::Signals;

use elsewhere::Elsewhere;
pub use elsewhere::Helper;
use mind::Mind;
pub use mind::{Question, Report, Task, move_time};

pub use crate::services::Wake;
use crate::services::Workers;

/// Somebody who thinks about one question at a time.
pub struct Thinker {
    /// The number of the question that counts; others are out of date.
    latest: Arc<AtomicU64>,
    signals: Signals,
    place: Place,
    reports: Receiver<(u64, Report)>,
}

/// Where it thinks.
enum Place {
    Thread(Sender<(u64, Question)>),
    Elsewhere(Box<Elsewhere>),
    Here(Box<Mind>, Sender<(u64, Report)>),
}

impl Thinker {
    /// Thinks in a worker where there are some, else on a thread of its own, and with so many threads
    /// where the question is hard.
    pub fn new(threads: usize, wake: Wake, workers: Option<&Rc<dyn Workers>>) -> Thinker {
        let signals = Signals::default();
        let latest = Arc::new(AtomicU64::new(0));
        let (report_sender, reports) = channel();
        let elsewhere =
            workers.and_then(|workers| Elsewhere::new(Rc::clone(workers), wake.clone()));
        let place = elsewhere.map(|elsewhere| Place::Elsewhere(Box::new(elsewhere)));
        let place = place.or_else(|| {
            let mind = Mind::new(signals.clone(), threads);
            let latest = Arc::clone(&latest);
            thread::spawn(mind, latest, report_sender.clone(), wake).map(Place::Thread)
        });
        let place = place
            .unwrap_or_else(|| Place::Here(Box::new(Mind::brief(signals.clone())), report_sender));
        Thinker { latest, signals, place, reports }
    }

    /// Answers at once, within the call that asks: for tests, and where there are no threads.
    #[cfg(test)]
    pub fn here() -> Thinker {
        let signals = Signals::default();
        let (report_sender, reports) = channel();
        let mind = Box::new(Mind::brief(signals.clone()));
        let place = Place::Here(mind, report_sender);
        Thinker { latest: Arc::default(), signals, place, reports }
    }

    /// Asks a question in place of the one that is being thought about.
    pub fn ask(&mut self, question: Question) {
        self.stop();
        let number = self.latest.load(Ordering::SeqCst);
        match &mut self.place {
            // If the thread has ended, no answer will come; nothing else can be done about it.
            Place::Thread(questions) => drop(questions.send((number, question))),
            Place::Elsewhere(elsewhere) => elsewhere.ask(number, &question),
            Place::Here(mind, reports) => {
                self.signals.arm(false);
                mind.answer(question, &mut |report| drop(reports.send((number, report))));
            }
        }
    }

    /// Stops thinking; whatever it has found does not count any more.
    pub fn stop(&mut self) {
        // The number first: a thread that has just begun looks at it after it has armed itself.
        self.latest.fetch_add(1, Ordering::SeqCst);
        self.signals.stop();
        if let Place::Elsewhere(elsewhere) = &mut self.place {
            elsewhere.stop();
        }
    }

    /// The next report about the question that counts.
    pub fn report(&mut self) -> Option<Report> {
        if let Place::Elsewhere(elsewhere) = &mut self.place {
            return elsewhere.report();
        }
        let latest = self.latest.load(Ordering::SeqCst);
        let mut reports = self.reports.try_iter();
        reports.find(|(number, _)| *number == latest).map(|(_, report)| report)
    }
}

impl Drop for Thinker {
    /// The thread ends by itself when nobody can ask it any more.
    fn drop(&mut self) {
        self.stop();
    }
}

/// How many threads may think so that the window still has a processor for itself.
pub fn spare_threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    processors.saturating_sub(1).max(1)
}

#[cfg(test)]
mod tests {
    use engine::{Limits, level};
    use rules::{History, Position};

    use super::*;

    fn question(task: Task, limits: Limits) -> Question {
        let rules = notation::ruleset::shipped("xxl").expect("it ships");
        let history = History::new(Position::start(&rules));
        Question { game: 1, history, task, limits }
    }

    /// Waits for the next report.
    fn wait(thinker: &mut Thinker) -> Report {
        loop {
            if let Some(report) = thinker.report() {
                return report;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn another_question_takes_the_place_of_one_that_has_no_end() {
        let mut thinker = Thinker::new(1, Arc::new(|| ()), None);
        let endless = Limits { infinite: true, ..Limits::default() };
        thinker.ask(question(Task::Analysis, endless.clone()));
        assert!(matches!(wait(&mut thinker), Report::Line(_)));
        // Without a stop this would never be answered.
        thinker.ask(question(Task::Move(level::find("random")), Limits::default()));
        assert!(matches!(wait(&mut thinker), Report::Chosen(thought) if thought.best.is_some()));
        // Stopped before it has begun, or while it thinks: either way it is free again.
        for _ in 0..50 {
            thinker.ask(question(Task::Analysis, endless.clone()));
            thinker.stop();
        }
        assert!(thinker.report().is_none(), "what was stopped is not heard of");
        thinker.ask(question(Task::Move(level::find("greedy")), Limits::default()));
        assert!(matches!(wait(&mut thinker), Report::Chosen(_)));
    }

    #[test]
    fn whoever_asks_is_woken() {
        let calls = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&calls);
        let wake = Arc::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        let mut thinker = Thinker::new(1, wake, None);
        thinker.ask(question(Task::Move(level::find("1")), Limits::default()));
        wait(&mut thinker);
        while calls.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
    }
}
