//! The queue of finished games that are to be archived: into the library and the ratings. Ends are
//! broadcast first; games are archived later, many in one transaction and after waiting moves.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use store::{ArchiveOutcome, FinishedGame, FinishedRoom, ServerStore, StoreError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use crate::rated_games;
use crate::store_actor::{StoreFailure, StoreHandle};

/// The most games in one transaction: few, so that a move does not wait for long behind them.
const LARGEST_BATCH: usize = 32;

/// Number of moves being saved above which archiving waits.
const MANY_MOVES: usize = 32;

/// Longest wait for moves, and how often their number is polled.
const MAX_WAIT: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// After a batch there is a pause of four times as long as it took, so that most of the time is left
/// to moves, but no longer than this.
const MAX_PAUSE: Duration = Duration::from_millis(100);

/// A room that is busy for this long is called again later.
const HAND_OVER_TIMEOUT: Duration = Duration::from_secs(1);

/// Writes out the game for the library, which takes a while.
type Writing = Box<dyn FnOnce() -> FinishedGame + Send>;

/// The result of archiving a game.
pub(crate) type Outcome = Result<ArchiveOutcome, StoreFailure>;

/// A room's turn to hand its game over. Nothing is copied before: when many games end together, that
/// would delay the broadcast of the ends.
pub(crate) struct Turn {
    game: oneshot::Sender<Writing>,
    outcome: oneshot::Receiver<Outcome>,
}

impl Turn {
    /// Hands the game over. The result arrives later.
    pub(crate) fn hand_over(
        self,
        write: impl FnOnce() -> FinishedGame + Send + 'static,
    ) -> oneshot::Receiver<Outcome> {
        // If the task is gone, the reply is dropped, which the room treats as a failure.
        let _ = self.game.send(Box::new(write));
        self.outcome
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Turn")
    }
}

/// The queue of games that have ended, as rooms see it.
#[derive(Clone, Debug)]
pub(crate) struct ArchiveQueue {
    rooms: mpsc::UnboundedSender<(String, oneshot::Sender<Turn>)>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    waiting: AtomicUsize,
    /// The server stops, and there are no pauses.
    hurries: AtomicBool,
}

/// The task that archives them.
pub(crate) struct ArchiveTask {
    rooms: mpsc::UnboundedReceiver<(String, oneshot::Sender<Turn>)>,
    shared: Arc<Shared>,
    storage: StoreHandle,
}

impl ArchiveQueue {
    pub(crate) fn new(storage: StoreHandle) -> (ArchiveQueue, ArchiveTask) {
        // A room waits once, so that there are never more than there are rooms.
        let (rooms, queue) = mpsc::unbounded_channel();
        let shared = Arc::<Shared>::default();
        let task = ArchiveTask { rooms: queue, shared: Arc::clone(&shared), storage };
        (ArchiveQueue { rooms, shared }, task)
    }

    /// How many games wait.
    pub(crate) fn waiting(&self) -> usize {
        self.shared.waiting.load(Relaxed)
    }

    /// Queues a room whose game is to be archived.
    pub(crate) fn queue(&self, room: String) -> oneshot::Receiver<Turn> {
        let (call, turn) = oneshot::channel();
        self.shared.waiting.fetch_add(1, Relaxed);
        let _ = self.rooms.send((room, call));
        turn
    }

    /// The server stops: waiting games are archived without pauses.
    pub(crate) fn hurry(&self) {
        self.shared.hurries.store(true, Relaxed);
    }
}

impl ArchiveTask {
    /// Archives games until the last [`ArchiveQueue`] is dropped.
    pub(crate) async fn run(mut self) {
        let mut rooms = Vec::new();
        while self.rooms.recv_many(&mut rooms, LARGEST_BATCH).await > 0 {
            self.let_moves_pass().await;
            let begun = Instant::now();
            self.shared.waiting.fetch_sub(rooms.len(), Relaxed);
            let (games, replies) = collect(rooms.drain(..)).await;
            let outcomes = archive_games(&self.storage, games).await;
            for (reply, outcome) in replies.into_iter().zip(outcomes) {
                // The room may be gone by now.
                let _ = reply.send(outcome);
            }
            self.pause((4 * begun.elapsed()).min(MAX_PAUSE)).await;
        }
    }

    /// Waits while many moves do.
    async fn let_moves_pass(&self) {
        let until = Instant::now() + MAX_WAIT;
        while self.storage.saving() > MANY_MOVES && Instant::now() < until {
            self.pause(POLL_INTERVAL).await;
            if self.shared.hurries.load(Relaxed) {
                return;
            }
        }
    }

    async fn pause(&self, time: Duration) {
        if !self.shared.hurries.load(Relaxed) {
            sleep(time).await;
        }
    }
}

/// Calls rooms one after the other; returns the games that they hand over, with the senders of the
/// results. A room that is closed has none.
async fn collect(
    rooms: impl Iterator<Item = (String, oneshot::Sender<Turn>)>,
) -> (Vec<(String, Writing)>, Vec<oneshot::Sender<Outcome>>) {
    let mut called = Vec::new();
    for (room, call) in rooms {
        let (game, handed_over) = oneshot::channel();
        let (reply, outcome) = oneshot::channel();
        if call.send(Turn { game, outcome }).is_ok() {
            called.push((room, handed_over, reply));
        }
    }
    let (mut games, mut replies) = (Vec::new(), Vec::new());
    for (room, handed_over, reply) in called {
        if let Ok(Ok(write)) = timeout(HAND_OVER_TIMEOUT, handed_over).await {
            games.push((room, write));
            replies.push(reply);
        }
    }
    (games, replies)
}

/// Archives games and returns the result of each.
async fn archive_games(storage: &StoreHandle, games: Vec<(String, Writing)>) -> Vec<Outcome> {
    let count = games.len();
    if count == 0 {
        return Vec::new();
    }
    let failed = |why: &dyn fmt::Display| StoreFailure::Failed(why.to_string());
    // Not on a thread that serves others, nor on that of the store.
    let write = move || {
        let written = games.into_iter().map(|(room, write)| FinishedRoom { room, game: write() });
        written.collect::<Vec<FinishedRoom>>()
    };
    let rooms = match tokio::task::spawn_blocking(write).await {
        Ok(rooms) => rooms,
        Err(error) => return vec![Err(failed(&error)); count],
    };
    match storage.with(move |store| Ok(archive_all(store, &rooms))).await {
        Ok(outcomes) => {
            let to_error =
                |outcome: Result<ArchiveOutcome, StoreError>| outcome.map_err(|e| failed(&e));
            outcomes.into_iter().map(to_error).collect()
        }
        Err(error) => vec![Err(error); count],
    }
}

/// Archives all in one transaction. If that fails, archives each in its own, so that a faulty one
/// does not cost the others.
fn archive_all(
    store: &mut dyn ServerStore,
    rooms: &[FinishedRoom],
) -> Vec<Result<ArchiveOutcome, StoreError>> {
    match store.archive_rooms(rooms, &rated_games::counted) {
        Ok(done) => done.into_iter().map(Ok).collect(),
        Err(error) if rooms.len() == 1 => vec![Err(error)],
        Err(StoreError::Unreachable { place, why }) => {
            let again = || StoreError::Unreachable { place: place.clone(), why: why.clone() };
            rooms.iter().map(|_| Err(again())).collect()
        }
        Err(_) => {
            let mut alone = |room: &FinishedRoom| {
                let done = store.archive_rooms(std::slice::from_ref(room), &rated_games::counted);
                done.map(|mut done| done.pop().unwrap_or_default())
            };
            rooms.iter().map(&mut alone).collect()
        }
    }
}
