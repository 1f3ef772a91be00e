//! The computer players: a few threads that think, apart from those that serve.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use engine::level::{Level, LevelPlayer};
use engine::{Limits, Score, Signals};
use protocol::RoomId;
use rules::{History, Move};
use tokio::sync::watch;

use crate::fair_queue::FairQueue;
use crate::identity::PlayerKey;
use crate::quota::Owner;

/// The transposition table of one player, in mebibytes.
const TABLE: usize = 4;

/// A position for which a room wants a move.
#[derive(Debug)]
pub(crate) struct Question {
    /// The room, whose computer player remembers its game.
    pub(crate) room: RoomId,
    /// Owners take turns.
    pub(crate) owner: Owner,
    pub(crate) level: &'static Level,
    /// The same for all moves of a game: by it the failings of weak levels are chosen.
    pub(crate) seed: u64,
    pub(crate) history: History,
    pub(crate) limits: Limits,
}

/// How far a question is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Progress {
    /// Others are thought about first.
    Waiting,
    /// It is being thought about.
    Thinking,
    /// It was answered.
    Done(Answer),
}

/// What the computer player has found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    /// Its move; none where there is none, or if the engine has failed.
    pub(crate) best: Option<Move>,
    pub(crate) score: Option<Score>,
}

/// A question on its way. Dropped, it is cancelled.
#[derive(Debug)]
pub(crate) struct Inquiry {
    ticket: u64,
    owner: Owner,
    queue: Arc<Queue>,
    progress: watch::Receiver<Progress>,
}

/// The threads that think. They end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct EnginePool {
    queue: Option<Arc<Queue>>,
}

#[derive(Debug)]
struct Queue {
    contents: Mutex<Contents>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct Contents {
    last_ticket: u64,
    order: FairQueue<Option<IpAddr>, Option<PlayerKey>, u64>,
    waiting: HashMap<u64, (Question, watch::Sender<Progress>)>,
    /// What is being thought about can be stopped.
    thinking: HashMap<u64, Signals>,
    resident: Resident,
    /// Threads that have nothing to do.
    idle_threads: usize,
    is_closed: bool,
}

/// Players between their moves, the last used ones last.
#[derive(Default)]
struct Resident {
    most: usize,
    players: VecDeque<(RoomId, LevelPlayer)>,
}

impl EnginePool {
    /// A pool of so many threads, with so many players that keep their tables between moves. With no
    /// threads the server does not play.
    pub(crate) fn start(threads: usize, resident: usize) -> io::Result<EnginePool> {
        let pool = EnginePool { queue: (threads > 0).then(|| Queue::new(resident)) };
        for number in 1..=threads {
            let queue = pool.queue.clone();
            let think = move || queue.into_iter().for_each(|queue| queue.serve());
            thread::Builder::new().name(format!("engine-{number}")).spawn(think)?;
        }
        Ok(pool)
    }

    /// A pool that takes questions and never answers them.
    #[cfg(test)]
    pub(crate) fn stalled() -> EnginePool {
        EnginePool { queue: Some(Queue::new(1)) }
    }

    /// Does the server play at all?
    pub(crate) fn plays(&self) -> bool {
        self.queue.is_some()
    }

    /// How many questions wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, |queue| queue.lock().order.len())
    }

    /// Asks a question. It never blocks: there is one question a room at most.
    pub(crate) fn ask(&self, question: Question) -> Option<Inquiry> {
        let queue = Arc::clone(self.queue.as_ref()?);
        let owner = question.owner;
        let mut contents = queue.lock();
        contents.last_ticket += 1;
        let ticket = contents.last_ticket;
        let begins_at_once = contents.idle_threads > contents.order.len();
        let (sender, progress) = watch::channel(match begins_at_once {
            true => Progress::Thinking,
            false => Progress::Waiting,
        });
        contents.order.push(owner.address, owner.player, ticket);
        contents.waiting.insert(ticket, (question, sender));
        drop(contents);
        queue.wake.notify_one();
        Some(Inquiry { ticket, owner, queue, progress })
    }

    /// The game of a room is over: its player is not needed any more.
    pub(crate) fn forget(&self, room: &RoomId) {
        if let Some(queue) = &self.queue {
            queue.lock().resident.take(room);
        }
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        if let Some(queue) = &self.queue {
            let mut contents = queue.lock();
            contents.is_closed = true;
            contents.thinking.values().for_each(Signals::stop);
            drop(contents);
            queue.wake.notify_all();
        }
    }
}

impl Inquiry {
    /// How far it is now.
    pub(crate) fn progress(&self) -> Progress {
        *self.progress.borrow()
    }

    /// Waits until it is further. An engine that has failed has no move.
    pub(crate) async fn changed(&mut self) -> Progress {
        match self.progress.changed().await {
            Ok(()) => *self.progress.borrow_and_update(),
            Err(_) => Progress::Done(Answer::default()),
        }
    }
}

impl Drop for Inquiry {
    fn drop(&mut self) {
        let mut contents = self.queue.lock();
        contents.order.remove(self.owner.address, self.owner.player, &self.ticket);
        contents.waiting.remove(&self.ticket);
        if let Some(signals) = contents.thinking.get(&self.ticket) {
            signals.stop();
        }
    }
}

impl Queue {
    fn new(resident: usize) -> Arc<Queue> {
        let resident = Resident { most: resident, ..Resident::default() };
        let contents = Contents { resident, ..Contents::default() };
        Arc::new(Queue { contents: Mutex::new(contents), wake: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers questions until the pool is dropped.
    fn serve(&self) {
        while let Some((ticket, question, progress, player)) = self.next() {
            progress.send_replace(Progress::Thinking);
            let room = question.room.clone();
            // A fault of the engine costs one thought, not the thread.
            let thought = catch_unwind(AssertUnwindSafe(|| think(&question, player)));
            let mut contents = self.lock();
            contents.thinking.remove(&ticket);
            let answer = match thought {
                Ok((answer, player)) => {
                    contents.resident.put(room, player);
                    answer
                }
                Err(_) => {
                    tracing::error!(%room, "the engine has failed");
                    Answer::default()
                }
            };
            drop(contents);
            progress.send_replace(Progress::Done(answer));
        }
    }

    /// Waits for a question. From now on it can be stopped.
    fn next(&self) -> Option<(u64, Question, watch::Sender<Progress>, LevelPlayer)> {
        let mut contents = self.lock();
        loop {
            if contents.is_closed {
                return None;
            }
            if let Some(ticket) = contents.order.pop()
                && let Some((question, progress)) = contents.waiting.remove(&ticket)
            {
                let rules = question.history.position().rules();
                let player = contents.resident.take(&question.room).unwrap_or_else(|| {
                    LevelPlayer::new(rules, Some(question.level), question.seed)
                        .with_resources(TABLE, 1)
                });
                player.signals().arm(false);
                contents.thinking.insert(ticket, player.signals());
                return Some((ticket, question, progress, player));
            }
            contents.idle_threads += 1;
            contents = self.wake.wait(contents).unwrap_or_else(PoisonError::into_inner);
            contents.idle_threads -= 1;
        }
    }
}

fn think(question: &Question, mut player: LevelPlayer) -> (Answer, LevelPlayer) {
    let thought = player.think(&question.history, &question.limits, &mut |_| {});
    (Answer { best: thought.best, score: thought.score }, player)
}

impl Resident {
    fn take(&mut self, room: &RoomId) -> Option<LevelPlayer> {
        let place = self.players.iter().position(|(known, _)| known == room)?;
        self.players.remove(place).map(|(_, player)| player)
    }

    fn put(&mut self, room: RoomId, player: LevelPlayer) {
        self.take(&room);
        self.players.push_back((room, player));
        if self.players.len() > self.most {
            self.players.pop_front();
        }
    }
}

impl std::fmt::Debug for Resident {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} players", self.players.len())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rules::Position;

    use super::*;

    fn question(room: u64, address: u8, level: &str) -> Question {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        Question {
            room: RoomId::from_random(room),
            owner: Owner { player: None, address: Some(IpAddr::from([192, 0, 2, address])) },
            level: engine::level::find(level).expect("a level"),
            seed: room,
            history: History::new(Position::start(&rules)),
            limits: Limits::default(),
        }
    }

    async fn answer(inquiry: &mut Inquiry) -> Answer {
        loop {
            if let Progress::Done(answer) = inquiry.changed().await {
                return answer;
            }
        }
    }

    #[tokio::test]
    async fn a_question_that_is_dropped_is_not_thought_about() {
        let pool = EnginePool::start(1, 1).expect("threads");
        // Without limits level 18 thinks for ever.
        let endless = pool.ask(question(1, 1, "18")).expect("a pool");
        for _ in 0..2000 {
            drop(pool.ask(question(2, 1, "18")));
        }
        assert!(pool.waiting() <= 1, "nothing is left of what was cancelled");
        let mut honest = pool.ask(question(3, 2, "random")).expect("a pool");
        drop(endless);
        assert!(answer(&mut honest).await.best.is_some());
        assert_eq!(pool.waiting(), 0);
    }

    #[tokio::test]
    async fn a_player_stays_the_same_from_move_to_move_within_the_limit() {
        let pool = EnginePool::start(1, 2).expect("threads");
        for room in [1, 2, 3, 1] {
            let mut inquiry = pool.ask(question(room, 1, "1")).expect("a pool");
            assert!(answer(&mut inquiry).await.best.is_some());
        }
        let resident = || -> Vec<RoomId> {
            let queue = pool.queue.as_ref().expect("a pool");
            queue.lock().resident.players.iter().map(|(room, _)| room.clone()).collect()
        };
        assert_eq!(resident(), [3, 1].map(RoomId::from_random));
        pool.forget(&RoomId::from_random(3));
        assert_eq!(resident(), [RoomId::from_random(1)]);
    }

    #[tokio::test]
    async fn questions_wait_without_a_thread() {
        let pool = EnginePool::stalled();
        let mut inquiry = pool.ask(question(1, 1, "random")).expect("a pool");
        assert_eq!(inquiry.progress(), Progress::Waiting);
        let waited = tokio::time::timeout(Duration::ZERO, inquiry.changed()).await;
        assert!(waited.is_err() && pool.waiting() == 1);
    }
}
