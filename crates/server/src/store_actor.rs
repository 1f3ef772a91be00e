//! The store on a thread of its own: rooms never block on the disk, and changes of many rooms are
//! committed together.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use store::{Lease, RoomChange, ServerStore, StoreError};
use tokio::sync::{mpsc, oneshot};

/// The most changes of rooms in one transaction.
const LARGEST_BATCH: usize = 512;

/// The capacity of the queue of jobs.
const MOST_WAITING: usize = 8192;

type Work = Box<dyn FnOnce(&mut dyn ServerStore) + Send>;

type Reply = oneshot::Sender<Result<(), StoreFailure>>;

enum Job {
    Keep(RoomChange, Option<Lease>, Reply),
    Work(Work),
}

/// The store, as rooms and requests see it. Changes of rooms come first, as players wait for them.
/// Whatever must happen in order is awaited before the next.
#[derive(Clone, Debug)]
pub(crate) struct StoreHandle {
    jobs: mpsc::Sender<Job>,
    /// How many changes of rooms are being saved.
    saving: Arc<AtomicUsize>,
    /// Timeout after which a job counts as failed, although it may still be done later.
    timeout: Duration,
}

/// The thread of the store. It ends when the last [`StoreHandle`] is dropped.
#[derive(Debug)]
pub(crate) struct StoreThread(thread::JoinHandle<()>);

/// Why something could not be saved or read.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum StoreFailure {
    /// The store is gone, or failed; the text says how.
    #[error("{0}")]
    Failed(String),
    /// Another node has the room now.
    #[error("another node has the room")]
    Lost,
}

impl StoreHandle {
    /// Moves a store to its thread.
    pub(crate) fn start(
        store: Box<dyn ServerStore>,
        timeout: Duration,
    ) -> std::io::Result<(StoreHandle, StoreThread)> {
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let actor = StoreActor {
            store,
            waiting,
            changes: Vec::new(),
            leases: Vec::new(),
            works: VecDeque::new(),
        };
        let thread = thread::Builder::new().name("store".to_owned()).spawn(|| actor.run())?;
        let saving = Arc::new(AtomicUsize::new(0));
        Ok((StoreHandle { jobs, saving, timeout }, StoreThread(thread)))
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// How many changes of rooms are being saved, for each of which players wait.
    pub(crate) fn saving(&self) -> usize {
        self.saving.load(Relaxed)
    }

    /// Saves a change of a room, in a cluster under the lease of its shard. When it returns, it is
    /// committed.
    pub(crate) async fn save(
        &self,
        change: RoomChange,
        lease: Option<Lease>,
    ) -> Result<(), StoreFailure> {
        let (reply, answer) = oneshot::channel();
        self.saving.fetch_add(1, Relaxed);
        let saved = self.reply(Job::Keep(change, lease, reply), answer).await;
        self.saving.fetch_sub(1, Relaxed);
        saved?
    }

    /// Runs a job on the thread of the store.
    pub(crate) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn ServerStore) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreFailure> {
        let (reply, answer) = oneshot::channel();
        let job: Work = Box::new(move |store| {
            // The receiver is gone if the connection was closed meanwhile.
            let _ = reply.send(work(store));
        });
        let done = self.reply(Job::Work(job), answer).await?;
        done.map_err(|error| StoreFailure::Failed(error.to_string()))
    }

    /// Hands over a job and waits for its answer, but not for ever.
    async fn reply<T>(&self, job: Job, answer: oneshot::Receiver<T>) -> Result<T, StoreFailure> {
        let answered = async {
            self.jobs.send(job).await.ok()?;
            answer.await.ok()
        };
        match tokio::time::timeout(self.timeout, answered).await {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(StoreFailure::Failed("the store is closed".to_owned())),
            Err(_) => Err(StoreFailure::Failed("the store does not answer in time".to_owned())),
        }
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
    changes: Vec<(RoomChange, Reply)>,
    /// The leases of the changes; none of them has one without a cluster.
    leases: Vec<Lease>,
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
                Job::Keep(change, lease, reply) => {
                    self.changes.push((change, reply));
                    self.leases.extend(lease);
                }
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
        let leases = std::mem::take(&mut self.leases);
        let mut error = match save(&mut *self.store, &changes, &leases) {
            Ok(outcomes) => {
                debug_assert_eq!(outcomes.len(), replies.len(), "each change has an outcome");
                for (reply, is_saved) in replies.into_iter().zip(outcomes) {
                    let _ = reply.send(saved_or_lost(is_saved));
                }
                return;
            }
            Err(error) => error,
        };
        // A change that cannot be saved does not affect the others; but if the database is
        // unreachable, each attempt would only delay the other jobs.
        for (index, (change, reply)) in changes.iter().zip(replies).enumerate() {
            if !matches!(error, StoreError::Unreachable { .. }) {
                let lease = leases.get(index..=index).unwrap_or(&[]);
                match save(&mut *self.store, std::slice::from_ref(change), lease) {
                    Ok(outcomes) => {
                        let _ = reply.send(saved_or_lost(outcomes[0]));
                        continue;
                    }
                    Err(own) => error = own,
                }
            }
            let _ = reply.send(Err(StoreFailure::Failed(error.to_string())));
        }
    }
}

/// Saves changes, all or none of them but those whose leases are lost; returns which were saved.
fn save(
    store: &mut dyn ServerStore,
    changes: &[RoomChange],
    leases: &[Lease],
) -> Result<Vec<bool>, StoreError> {
    match leases {
        [] => store.save_rooms(changes).map(|()| vec![true; changes.len()]),
        _ => store.save_leased(changes, leases),
    }
}

fn saved_or_lost(is_saved: bool) -> Result<(), StoreFailure> {
    if is_saved { Ok(()) } else { Err(StoreFailure::Lost) }
}
