//! The engine in a web worker, which only exchanges messages.
//!
//! A worker receives nothing while it searches. One with a stale request is
//! therefore terminated, and another one is started for the next request.

use std::collections::VecDeque;
use std::rc::Rc;

use engine::Signals;

use super::Wake;
use super::message::{RequestMessage, RequestReader, ResponseMessage};
use super::worker::{EngineReport, EngineRequest, EngineWorker};
use crate::services::{FromWorker, WebWorker, WebWorkers};

/// The client side.
pub struct WorkerClient {
    workers: Rc<dyn WebWorkers>,
    wake: Wake,
    worker: Option<Box<dyn WebWorker>>,
    /// The number of the current request.
    asked: Option<u64>,
    reports: VecDeque<EngineReport>,
}

impl WorkerClient {
    /// Starts a worker; nothing if there are none.
    pub fn new(workers: Rc<dyn WebWorkers>, wake: Wake) -> Option<WorkerClient> {
        let worker = Some(workers.start(wake.clone())?);
        Some(WorkerClient { workers, wake, worker, asked: None, reports: VecDeque::new() })
    }

    /// Sends a request and cancels the current one.
    pub fn ask(&mut self, number: u64, request: &EngineRequest) {
        self.stop();
        if self.worker.is_none() {
            self.worker = self.workers.start(self.wake.clone());
        }
        let text = serde_json::to_string(&RequestMessage::new(number, request));
        match (&mut self.worker, text) {
            (Some(worker), Ok(text)) => {
                worker.send(&text);
                self.asked = Some(number);
            }
            _ => self.reports.push_back(EngineReport::Failed),
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
    pub fn report(&mut self) -> Option<EngineReport> {
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
                        self.reports.push_back(EngineReport::Failed);
                    }
                }
            }
        }
    }

    fn take(&mut self, text: &str) {
        let Ok(ResponseMessage { number, report }) = serde_json::from_str(text) else { return };
        match report {
            _ if self.asked != Some(number) => {}
            Some(report) => self.reports.push_back(report),
            None => self.asked = None,
        }
    }
}

/// The worker side: decodes requests, and encodes what it finds.
pub struct WebWorkerHost {
    worker: EngineWorker,
    reader: RequestReader,
}

impl WebWorkerHost {
    /// The file of the network that a request could use and that has to be fetched first.
    pub fn missing_network(&mut self, text: &str) -> Option<&'static str> {
        let asked = serde_json::from_str::<RequestMessage>(text).ok()?;
        engine::nnue::missing(self.reader.request(asked)?.history.position().rules())
    }

    /// Takes a network that was fetched. Players that think without it are forgotten.
    #[cfg(target_arch = "wasm32")]
    pub fn provide_network(&mut self, name: &str, bytes: Vec<u8>) {
        engine::nnue::provide(name, bytes);
        self.worker.forget();
    }

    /// Answers a request that `WorkerClient` has sent, however long it takes.
    pub fn answer(&mut self, text: &str, tell: &mut dyn FnMut(String)) {
        let Ok(asked) = serde_json::from_str::<RequestMessage>(text) else { return };
        let number = asked.number;
        let mut tell = |report| {
            if let Ok(text) = serde_json::to_string(&ResponseMessage { number, report }) {
                tell(text);
            }
        };
        match self.reader.request(asked) {
            Some(request) => {
                self.worker.arm();
                self.worker.answer(request, &mut |report| tell(Some(report)));
            }
            None => tell(Some(EngineReport::Failed)),
        }
        tell(None);
    }
}

impl Default for WebWorkerHost {
    fn default() -> WebWorkerHost {
        WebWorkerHost {
            worker: EngineWorker::new(Signals::default(), 1),
            reader: RequestReader::default(),
        }
    }
}

#[cfg(test)]
mod tests;
