//! The store on a thread of its own: rooms never block on the disk, and changes of many rooms are
//! committed together.

use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

use store::{RoomChange, ServerStore, StoreError};
use tokio::sync::{mpsc, oneshot};

/// The most changes of rooms in one transaction.
const LARGEST_BATCH: usize = 512;

/// The capacity of the queue of jobs.
const MOST_WAITING: usize = 8192;

type Work = Box<dyn FnOnce(&mut dyn ServerStore) + Send>;

enum Job {
    Keep(RoomChange, oneshot::Sender<Result<(), String>>),
    Work(Work),
}

/// The store, as rooms and requests see it. Changes of rooms come first, as players wait for them.
/// Whatever must happen in order is awaited before the next.
#[derive(Clone, Debug)]
pub(crate) struct StoreHandle {
    jobs: mpsc::Sender<Job>,
    /// After so long a job counts as failed, although it may still be done later.
    timeout: Duration,
}

/// The thread of the store. It ends when nobody has the [`StoreHandle`] any more.
#[derive(Debug)]
pub(crate) struct StoreThread(thread::JoinHandle<()>);

/// The store is gone, or failed; the text says how.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct StoreFailure(String);

impl StoreHandle {
    /// Moves a store to its thread.
    pub(crate) fn start(
        store: Box<dyn ServerStore>,
        timeout: Duration,
    ) -> std::io::Result<(StoreHandle, StoreThread)> {
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let actor = StoreActor { store, waiting, changes: Vec::new(), works: VecDeque::new() };
        let thread = thread::Builder::new().name("store".to_owned()).spawn(|| actor.run())?;
        Ok((StoreHandle { jobs, timeout }, StoreThread(thread)))
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Saves a change of a room. When it returns, it is committed.
    pub(crate) async fn save(&self, change: RoomChange) -> Result<(), StoreFailure> {
        let (reply, answer) = oneshot::channel();
        let saved = self.reply(Job::Keep(change, reply), answer).await?;
        saved.map_err(StoreFailure)
    }

    /// Runs a job on the thread of the store.
    pub(crate) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn ServerStore) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreFailure> {
        let (reply, answer) = oneshot::channel();
        let job: Work = Box::new(move |store| {
            // Nobody waits for the answer any more if the connection was closed meanwhile.
            let _ = reply.send(work(store));
        });
        let done = self.reply(Job::Work(job), answer).await?;
        done.map_err(|error| StoreFailure(error.to_string()))
    }

    /// Hands over a job and waits for its answer, but not for ever.
    async fn reply<T>(&self, job: Job, answer: oneshot::Receiver<T>) -> Result<T, StoreFailure> {
        let answered = async {
            self.jobs.send(job).await.ok()?;
            answer.await.ok()
        };
        match tokio::time::timeout(self.timeout, answered).await {
            Ok(answered) => answered.ok_or_else(StoreFailure::closed),
            Err(_) => Err(StoreFailure("the store does not answer in time".to_owned())),
        }
    }
}

impl StoreFailure {
    fn closed() -> StoreFailure {
        StoreFailure("the store is closed".to_owned())
    }
}

impl StoreThread {
    /// Waits until everything is saved, but no longer than this.
    pub(crate) async fn join(self, timeout: Duration) {
        let finished = async {
            while !self.0.is_finished() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        if tokio::time::timeout(timeout, finished).await.is_err() {
            tracing::error!("the store does not answer; what waits for it is not saved");
        } else if self.0.join().is_err() {
            tracing::error!("the thread of the store has failed");
        }
    }
}

/// The thread that owns the store.
struct StoreActor {
    store: Box<dyn ServerStore>,
    waiting: mpsc::Receiver<Job>,
    changes: Vec<(RoomChange, oneshot::Sender<Result<(), String>>)>,
    /// Everything else. Callers wait for their answer, so that there are no more jobs than rooms and
    /// requests.
    works: VecDeque<Work>,
}

impl StoreActor {
    fn run(mut self) {
        while self.take_jobs() {
            self.keep_changes();
            if let Some(work) = self.works.pop_front() {
                work(&mut *self.store);
            }
        }
    }

    /// Receives waiting jobs, blocking if there is nothing else to do. False when no [`StoreHandle`]
    /// is left.
    fn take_jobs(&mut self) -> bool {
        let mut jobs = Vec::new();
        if self.works.is_empty() {
            self.waiting.blocking_recv_many(&mut jobs, LARGEST_BATCH);
        } else {
            let next = std::iter::from_fn(|| self.waiting.try_recv().ok());
            jobs.extend(next.take(LARGEST_BATCH));
        }
        for job in jobs {
            match job {
                Job::Keep(change, reply) => self.changes.push((change, reply)),
                Job::Work(work) => self.works.push_back(work),
            }
        }
        !(self.changes.is_empty() && self.works.is_empty())
    }

    fn keep_changes(&mut self) {
        if self.changes.is_empty() {
            return;
        }
        let (changes, replies): (Vec<_>, Vec<_>) = self.changes.drain(..).unzip();
        let mut failure = self.store.save_rooms(&changes).err();
        for (change, reply) in changes.into_iter().zip(replies) {
            // A change that cannot be saved does not affect the others; but if the database is
            // unreachable, each attempt would only delay everybody.
            if !matches!(failure, None | Some(StoreError::Unreachable { .. })) {
                match self.store.save_rooms(&[change]) {
                    Ok(()) => {
                        let _ = reply.send(Ok(()));
                        continue;
                    }
                    Err(error) => failure = Some(error),
                }
            }
            let _ = reply.send(failure.as_ref().map_or(Ok(()), |error| Err(error.to_string())));
        }
    }
}
