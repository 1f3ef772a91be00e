//! The computer players: a few threads that think, apart from those that serve. In a cluster with
//! workers these threads rest, and the same questions are handed out to them.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use engine::level::{Level, LevelPlayer};
use engine::{Limits, Score, Signals};
use parking_lot::{Condvar, Mutex};
use protocol::{RoomId, RoomOptions};
use rules::{History, Move};
use tokio::sync::{mpsc, watch};

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
    /// The rules and the start of the game, for remote workers.
    pub(crate) options: RoomOptions,
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
    /// The worker that searched it is gone: it must be asked again.
    Lost,
}

/// The result of a search.
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
    queue: Arc<Queue>,
    threads: usize,
}

/// An event for the task that hands questions out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PoolEvent {
    /// A question waits.
    Asked,
    /// A question that a worker has is cancelled.
    Cancelled { ticket: u64, worker: u64 },
}

/// A question that a worker has, or is offered.
#[derive(Debug)]
struct HandedOut {
    question: Question,
    progress: watch::Sender<Progress>,
    worker: Option<u64>,
    /// When a worker last reported on it.
    heard: Instant,
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
    /// Questions that no worker took; they come before the others.
    returned: VecDeque<u64>,
    /// Questions that only the threads here can answer.
    own: VecDeque<u64>,
    handed_out: HashMap<u64, HandedOut>,
    /// Number of free threads of remote workers; `None` without remote workers.
    free_elsewhere: Option<usize>,
    events: Option<mpsc::UnboundedSender<PoolEvent>>,
    /// Signals that stop running searches.
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
    /// A pool of threads, with `resident` players that keep their tables between moves. With a receiver
    /// of events, questions are handed out to remote workers while there are any. With neither threads
    /// nor events the server does not play.
    pub(crate) fn start(
        threads: usize,
        resident: usize,
        events: Option<mpsc::UnboundedSender<PoolEvent>>,
    ) -> io::Result<EnginePool> {
        let pool = EnginePool { queue: Queue::new(resident, events), threads };
        for number in 1..=threads {
            let queue = Arc::clone(&pool.queue);
            let think = move || queue.serve();
            thread::Builder::new().name(format!("engine-{number}")).spawn(think)?;
        }
        Ok(pool)
    }

    /// A pool that takes questions and never answers them.
    #[cfg(test)]
    pub(crate) fn stalled() -> EnginePool {
        EnginePool { queue: Queue::new(1, None), threads: 1 }
    }

    /// Does the server play at all?
    pub(crate) fn plays(&self) -> bool {
        self.threads > 0 || self.queue.contents.lock().free_elsewhere.is_some()
    }

    /// How many questions wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.contents.lock().waiting.len()
    }

    /// Asks a question. It never blocks: there is one question a room at most.
    pub(crate) fn ask(&self, question: Question) -> Option<Inquiry> {
        let owner = question.owner;
        let mut contents = self.queue.contents.lock();
        if self.threads == 0 && contents.events.is_none() {
            return None;
        }
        contents.last_ticket += 1;
        let ticket = contents.last_ticket;
        let free = contents.free_elsewhere.unwrap_or(contents.idle_threads);
        let begins_at_once = free > contents.order.len() + contents.returned.len();
        let (sender, progress) = watch::channel(match begins_at_once {
            true => Progress::Thinking,
            false => Progress::Waiting,
        });
        contents.order.push(owner.address, owner.player, ticket);
        contents.waiting.insert(ticket, (question, sender));
        contents.notify(PoolEvent::Asked);
        drop(contents);
        self.queue.wake.notify_one();
        Some(Inquiry { ticket, owner, queue: Arc::clone(&self.queue), progress })
    }

    /// The game of a room is over: its player is not needed any more.
    pub(crate) fn forget(&self, room: &RoomId) {
        self.queue.contents.lock().resident.take(room);
    }

    /// Sets the number of free threads of remote workers; `None` without remote workers.
    pub(crate) fn set_free_elsewhere(&self, free: Option<usize>) {
        let mut contents = self.queue.contents.lock();
        contents.free_elsewhere = free;
        if free.is_none() {
            drop(contents);
            self.queue.wake.notify_all();
        }
    }

    /// Takes the next question for a remote worker, if one is free.
    pub(crate) fn hand_out<T>(&self, write: impl FnOnce(&Question) -> T) -> Option<(u64, T)> {
        let mut contents = self.queue.contents.lock();
        contents.free_elsewhere.filter(|free| *free > 0)?;
        let ticket = contents.pop()?;
        let waiting = contents.waiting.remove(&ticket);
        debug_assert!(waiting.is_some(), "question {ticket} waits");
        let (question, progress) = waiting?;
        contents.free_elsewhere = contents.free_elsewhere.map(|free| free - 1);
        let written = write(&question);
        let heard = Instant::now();
        contents.handed_out.insert(ticket, HandedOut { question, progress, worker: None, heard });
        Some((ticket, written))
    }

    /// How many questions remote workers have, or are offered.
    pub(crate) fn handed_out(&self) -> usize {
        self.queue.contents.lock().handed_out.len()
    }

    /// A worker thinks about a question. False if that is not wanted any more.
    pub(crate) fn taken(&self, ticket: u64, worker: u64) -> bool {
        let mut contents = self.queue.contents.lock();
        let Some(handed) = contents.handed_out.get_mut(&ticket) else { return false };
        (handed.worker, handed.heard) = (Some(worker), Instant::now());
        handed.progress.send_replace(Progress::Thinking);
        true
    }

    /// A worker goes on thinking about a question.
    pub(crate) fn keep_alive(&self, ticket: u64, worker: u64) {
        if let Some(handed) = self.queue.contents.lock().handed_out.get_mut(&ticket)
            && handed.worker == Some(worker)
        {
            handed.heard = Instant::now();
        }
    }

    /// Returns a question that no worker took, as all are busy.
    pub(crate) fn give_back(&self, ticket: u64) {
        let mut contents = self.queue.contents.lock();
        contents.free_elsewhere = contents.free_elsewhere.map(|_| 0);
        // A question may be cancelled while it is on its way back.
        let Some(handed) = contents.handed_out.remove(&ticket) else { return };
        debug_assert!(!contents.waiting.contains_key(&ticket), "question {ticket} is handed out");
        handed.progress.send_replace(Progress::Waiting);
        contents.waiting.insert(ticket, (handed.question, handed.progress));
        contents.returned.push_back(ticket);
        drop(contents);
        self.queue.wake.notify_one();
    }

    /// A worker cannot answer a question, for instance because it is of an older version: then the
    /// question is answered here.
    pub(crate) fn keep(&self, ticket: u64) {
        let mut contents = self.queue.contents.lock();
        let Some(handed) = contents.handed_out.remove(&ticket) else { return };
        if self.threads == 0 {
            handed.progress.send_replace(Progress::Done(Answer::default()));
            return;
        }
        handed.progress.send_replace(Progress::Waiting);
        contents.waiting.insert(ticket, (handed.question, handed.progress));
        contents.own.push_back(ticket);
        drop(contents);
        self.queue.wake.notify_all();
    }

    /// A worker has answered; the answer is read with the position of its question.
    pub(crate) fn answered(&self, ticket: u64, read: impl FnOnce(&Question) -> Answer) {
        if let Some(handed) = self.queue.contents.lock().handed_out.remove(&ticket) {
            let answer = read(&handed.question);
            handed.progress.send_replace(Progress::Done(answer));
        }
    }

    /// Marks questions without a report since then as lost, to be asked again. Returns them
    /// and their workers.
    pub(crate) fn lose_silent(&self, since: Instant) -> Vec<(u64, Option<u64>)> {
        let mut contents = self.queue.contents.lock();
        let silent = contents.handed_out.extract_if(|_, handed| handed.heard < since);
        let lose = |(ticket, handed): (u64, HandedOut)| {
            handed.progress.send_replace(Progress::Lost);
            (ticket, handed.worker)
        };
        silent.map(lose).collect()
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        let mut contents = self.queue.contents.lock();
        contents.is_closed = true;
        contents.thinking.values().for_each(Signals::stop);
        drop(contents);
        self.queue.wake.notify_all();
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
        let mut contents = self.queue.contents.lock();
        contents.order.remove(self.owner.address, self.owner.player, &self.ticket);
        contents.returned.retain(|ticket| *ticket != self.ticket);
        contents.own.retain(|ticket| *ticket != self.ticket);
        contents.waiting.remove(&self.ticket);
        if let Some(worker) = contents.handed_out.remove(&self.ticket).and_then(|out| out.worker) {
            contents.notify(PoolEvent::Cancelled { ticket: self.ticket, worker });
        }
        if let Some(signals) = contents.thinking.get(&self.ticket) {
            signals.stop();
        }
    }
}

impl Contents {
    /// The next question in turn.
    fn pop(&mut self) -> Option<u64> {
        self.returned.pop_front().or_else(|| self.order.pop())
    }

    fn notify(&self, event: PoolEvent) {
        if let Some(listener) = &self.events {
            // The receiver is gone when the server stops.
            let _ = listener.send(event);
        }
    }
}

impl Queue {
    fn new(resident: usize, events: Option<mpsc::UnboundedSender<PoolEvent>>) -> Arc<Queue> {
        let resident = Resident { most: resident, ..Resident::default() };
        let contents = Contents { resident, events, ..Contents::default() };
        Arc::new(Queue { contents: Mutex::new(contents), wake: Condvar::new() })
    }

    /// Answers questions until the pool is dropped.
    fn serve(&self) {
        while let Some((ticket, question, progress, player)) = self.next() {
            progress.send_replace(Progress::Thinking);
            let room = question.room.clone();
            // A fault of the engine costs one thought, not the thread.
            let thought = catch_unwind(AssertUnwindSafe(|| think(&question, player)));
            let mut contents = self.contents.lock();
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
        let mut contents = self.contents.lock();
        loop {
            if contents.is_closed {
                return None;
            }
            let ticket = match contents.free_elsewhere {
                Some(_) => contents.own.pop_front(),
                None => contents.own.pop_front().or_else(|| contents.pop()),
            };
            if let Some(ticket) = ticket
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
            self.wake.wait(&mut contents);
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
