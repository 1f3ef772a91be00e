//! The store on a thread of its own: rooms never block on the disk, and what many of them keep at
//! the same time is written at once.

use std::thread;

use store::{RoomChange, ServerStore, StoreError};
use tokio::sync::{mpsc, oneshot};

/// So many changes of rooms are kept at once at most.
const LARGEST_BATCH: usize = 512;

/// So many jobs can wait.
const MOST_WAITING: usize = 8192;

type Work = Box<dyn FnOnce(&mut dyn ServerStore) + Send>;

enum Job {
    Keep(RoomChange, oneshot::Sender<Result<(), String>>),
    Work(Work),
}

/// The store, as rooms and requests see it.
#[derive(Clone, Debug)]
pub(crate) struct Storage {
    jobs: mpsc::Sender<Job>,
}

/// The thread of the store. It ends when nobody has the [`Storage`] any more.
#[derive(Debug)]
pub(crate) struct StorageThread(thread::JoinHandle<()>);

/// The store is gone, or failed; the text says how.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct StorageError(String);

impl Storage {
    /// Takes a store to its thread.
    pub(crate) fn start(
        mut store: Box<dyn ServerStore>,
    ) -> std::io::Result<(Storage, StorageThread)> {
        let (jobs, mut waiting) = mpsc::channel(MOST_WAITING);
        let work = move || {
            let mut batch = Vec::new();
            while waiting.blocking_recv_many(&mut batch, LARGEST_BATCH) > 0 {
                run(&mut *store, batch.drain(..));
            }
        };
        let thread = thread::Builder::new().name("store".to_owned()).spawn(work)?;
        Ok((Storage { jobs }, StorageThread(thread)))
    }

    /// Keeps a change of a room. When it returns, it is on the disk.
    pub(crate) async fn keep(&self, change: RoomChange) -> Result<(), StorageError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StorageError("the store is closed".to_owned());
        self.jobs.send(Job::Keep(change, reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?.map_err(StorageError)
    }

    /// Does something with the store.
    pub(crate) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn ServerStore) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StorageError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StorageError("the store is closed".to_owned());
        let job: Work = Box::new(move |store| {
            // Nobody waits for the answer any more if the connection was closed meanwhile.
            let _ = reply.send(work(store));
        });
        self.jobs.send(Job::Work(job)).await.map_err(|_| gone())?;
        let done = answer.await.map_err(|_| gone())?;
        done.map_err(|error| StorageError(error.to_string()))
    }
}

impl StorageThread {
    /// Waits until everything was kept.
    pub(crate) fn join(self) {
        if self.0.join().is_err() {
            tracing::error!("the thread of the store has failed");
        }
    }
}

fn run(store: &mut dyn ServerStore, jobs: impl Iterator<Item = Job>) {
    let mut changes = Vec::new();
    let mut replies = Vec::new();
    for job in jobs {
        match job {
            Job::Keep(change, reply) => {
                changes.push(change);
                replies.push(reply);
            }
            Job::Work(work) => {
                // In the order in which it was asked for.
                keep(store, &mut changes, &mut replies);
                work(store);
            }
        }
    }
    keep(store, &mut changes, &mut replies);
}

fn keep(
    store: &mut dyn ServerStore,
    changes: &mut Vec<RoomChange>,
    replies: &mut Vec<oneshot::Sender<Result<(), String>>>,
) {
    if changes.is_empty() {
        return;
    }
    let together = store.save_rooms(changes);
    for (change, reply) in changes.drain(..).zip(replies.drain(..)) {
        // If one of them cannot be kept, the others shall not suffer.
        let kept = match &together {
            Ok(()) => Ok(()),
            Err(_) => store.save_rooms(&[change]).map_err(|error| error.to_string()),
        };
        let _ = reply.send(kept);
    }
}
