//! The engine off the UI thread: requests go in, reports come out, and a frame
//! never waits.
//!
//! On a desktop it thinks on a thread of its own, in a browser in a worker. Where there is neither,
//! it answers at once and briefly.

mod message;
mod thread;
mod worker;
mod worker_client;

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use engine::Signals;

use worker::EngineWorker;
pub use worker::{EngineReport, EngineRequest, Task};
pub use worker_client::WebWorkerHost;
use worker_client::WorkerClient;

#[cfg(not(target_arch = "wasm32"))]
use crate::engines;
use crate::engines::ExternalEngine;
pub use crate::services::Wake;
use crate::services::WebWorkers;

/// A handle to an engine that works on one request at a time.
pub struct EngineHandle {
    /// The number of the current request; reports with another number are stale.
    latest: Arc<AtomicU64>,
    signals: Signals,
    backend: Backend,
    reports: Receiver<(u64, EngineReport)>,
}

/// Where the engine runs.
enum Backend {
    Thread(Sender<(u64, EngineRequest)>),
    Worker(Box<WorkerClient>),
    Inline(Box<EngineWorker>, Sender<(u64, EngineReport)>),
}

impl EngineHandle {
    /// Runs in a web worker if there are any, else on a thread of its own, with this many search threads
    /// for hard positions.
    pub fn new(threads: usize, wake: Wake, workers: Option<&Rc<dyn WebWorkers>>) -> EngineHandle {
        let signals = Signals::default();
        let latest = Arc::new(AtomicU64::new(0));
        let (report_sender, reports) = channel();
        let worker_client =
            workers.and_then(|workers| WorkerClient::new(Rc::clone(workers), wake.clone()));
        let backend = worker_client.map(|worker_client| Backend::Worker(Box::new(worker_client)));
        let backend = backend.or_else(|| {
            let worker = EngineWorker::new(signals.clone(), threads);
            let latest = Arc::clone(&latest);
            thread::spawn(worker, latest, report_sender.clone(), wake).map(Backend::Thread)
        });
        let backend = backend.unwrap_or_else(|| {
            Backend::Inline(Box::new(EngineWorker::brief(signals.clone())), report_sender)
        });
        EngineHandle { latest, signals, backend, reports }
    }

    /// Another program that speaks UCI; nothing if the system has no thread for it.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn with_program(engine: ExternalEngine, wake: Wake) -> Option<EngineHandle> {
        let latest = Arc::new(AtomicU64::new(0));
        let (report_sender, reports) = channel();
        let requests = engines::spawn(engine, Arc::clone(&latest), report_sender, wake)?;
        let backend = Backend::Thread(requests);
        Some(EngineHandle { latest, signals: Signals::default(), backend, reports })
    }

    /// A page can start no programs.
    #[cfg(target_arch = "wasm32")]
    pub fn with_program(_: ExternalEngine, _: Wake) -> Option<EngineHandle> {
        None
    }

    /// Answers at once, within the call that asks: for tests, and where there are no threads.
    #[cfg(test)]
    pub fn here() -> EngineHandle {
        let signals = Signals::default();
        let (report_sender, reports) = channel();
        let worker = Box::new(EngineWorker::brief(signals.clone()));
        let backend = Backend::Inline(worker, report_sender);
        EngineHandle { latest: Arc::default(), signals, backend, reports }
    }

    /// Sends a request and cancels the current one.
    pub fn ask(&mut self, request: EngineRequest) {
        self.stop();
        let number = self.latest.load(Ordering::SeqCst);
        match &mut self.backend {
            // If the thread has ended, no answer will come; nothing else can be done about it.
            Backend::Thread(requests) => drop(requests.send((number, request))),
            Backend::Worker(worker_client) => worker_client.ask(number, &request),
            Backend::Inline(worker, reports) => {
                self.signals.arm(false);
                worker.answer(request, &mut |report| drop(reports.send((number, report))));
            }
        }
    }

    /// Cancels the current request; its reports are dropped.
    pub fn stop(&mut self) {
        // The number first: a thread that has just begun looks at it after it has armed itself.
        self.latest.fetch_add(1, Ordering::SeqCst);
        self.signals.stop();
        if let Backend::Worker(worker_client) = &mut self.backend {
            worker_client.stop();
        }
    }

    /// The next report about the current request.
    pub fn report(&mut self) -> Option<EngineReport> {
        if let Backend::Worker(worker_client) = &mut self.backend {
            return worker_client.report();
        }
        let latest = self.latest.load(Ordering::SeqCst);
        let mut reports = self.reports.try_iter();
        reports.find(|(number, _)| *number == latest).map(|(_, report)| report)
    }
}

impl Drop for EngineHandle {
    /// The thread ends when its channel is closed.
    fn drop(&mut self) {
        self.stop();
    }
}

/// Number of search threads that leave one processor to the UI thread.
pub fn spare_threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    processors.saturating_sub(1).max(1)
}

#[cfg(test)]
mod tests {
    use engine::{Limits, level};
    use rules::{History, Position};

    use super::*;

    fn request(task: Task, limits: Limits) -> EngineRequest {
        let rules = notation::ruleset::shipped("xxl").expect("it ships");
        let history = History::new(Position::start(&rules));
        EngineRequest::new(1, history, task, limits)
    }

    /// Waits for the next report.
    fn wait(engine_handle: &mut EngineHandle) -> EngineReport {
        loop {
            if let Some(report) = engine_handle.report() {
                return report;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn another_question_takes_the_place_of_one_that_has_no_end() {
        let mut engine_handle = EngineHandle::new(1, Arc::new(|| ()), None);
        let endless = Limits { infinite: true, ..Limits::default() };
        engine_handle.ask(request(Task::Analysis, endless.clone()));
        assert!(matches!(wait(&mut engine_handle), EngineReport::Line(_)));
        // Without a stop this would never be answered.
        engine_handle.ask(request(Task::Move(level::find("random")), Limits::default()));
        assert!(
            matches!(wait(&mut engine_handle), EngineReport::Chosen(thought) if thought.best.is_some())
        );
        // Stopped before it has begun, or while it thinks: either way it is free again.
        for _ in 0..50 {
            engine_handle.ask(request(Task::Analysis, endless.clone()));
            engine_handle.stop();
        }
        assert!(engine_handle.report().is_none(), "what was stopped is not heard of");
        engine_handle.ask(request(Task::Move(level::find("greedy")), Limits::default()));
        assert!(matches!(wait(&mut engine_handle), EngineReport::Chosen(_)));
    }

    #[test]
    fn whoever_asks_is_woken() {
        let calls = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&calls);
        let wake = Arc::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        let mut engine_handle = EngineHandle::new(1, wake, None);
        engine_handle.ask(request(Task::Move(level::find("1")), Limits::default()));
        wait(&mut engine_handle);
        while calls.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
    }
}
