//! The leases on a thread of their own, so that slow statements cannot delay their renewal.

use std::io;
use std::sync::mpsc;
use std::thread;

use store::{Shards, StoreError};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce(&mut dyn Shards) + Send>;

/// The thread that owns the leases. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct LeaseThread {
    jobs: mpsc::Sender<Job>,
}

/// A lease could not be changed; the text says why.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct LeaseFailure(String);

impl LeaseThread {
    pub(super) fn start(mut shards: Box<dyn Shards>) -> io::Result<LeaseThread> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let work = move || waiting.into_iter().for_each(|job| job(&mut *shards));
        thread::Builder::new().name("leases".to_owned()).spawn(work)?;
        Ok(LeaseThread { jobs })
    }

    /// Does something with the leases.
    pub(super) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Shards) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, LeaseFailure> {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |shards| {
            let _ = reply.send(work(shards));
        });
        let closed = || LeaseFailure("the thread of the leases has ended".to_owned());
        self.jobs.send(job).map_err(|_| closed())?;
        let done = answer.await.map_err(|_| closed())?;
        done.map_err(|error| LeaseFailure(error.to_string()))
    }
}
