//! A node asks workers: it offers them what the computer is to think about, follows what becomes of
//! it, and asks again when a worker falls silent. Without workers it thinks itself.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use store::ClusterNode;
use tokio::sync::mpsc;

use super::Cluster;
use super::broker::{Broker, BrokerError, Inbox, Letter};
use super::question::{self, NOTICES, Notice, QUESTIONS, Reply, WrittenQuestion};
use crate::engine_pool::{EnginePool, PoolEvent};
use crate::metrics::write_metric;

/// Silence after which a worker, or a question, counts as lost.
const WORKER_TIMEOUT: Duration = Duration::from_secs(1);

/// How often silence is looked for.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Counters of workers.
#[derive(Debug, Default)]
pub(super) struct Workers {
    count: AtomicUsize,
    threads: AtomicUsize,
    handed_out: AtomicUsize,
    answered: AtomicUsize,
    lost: AtomicUsize,
    refused: AtomicUsize,
}

impl Workers {
    pub(super) fn write_metrics(&self, text: &mut String) {
        for (name, about, value) in [
            ("workers", "Workers that are heard", &self.count),
            ("worker_threads", "Threads of all workers", &self.threads),
            ("worker_questions", "Questions that workers have", &self.handed_out),
            ("worker_answers_total", "Questions that workers have answered", &self.answered),
            ("worker_losses_total", "Questions asked again, as a worker fell silent", &self.lost),
            ("worker_refusals_total", "Questions that a worker could not read", &self.refused),
        ] {
            write_metric(text, &format!("cluster_{name}"), about, value.load(Relaxed));
        }
    }
}

/// The task that asks workers, before it runs.
pub(super) struct AskingTask {
    node: ClusterNode,
    notices: Inbox,
    replies: Inbox,
    events: mpsc::UnboundedReceiver<PoolEvent>,
    sender: mpsc::UnboundedSender<PoolEvent>,
}

/// A worker that is heard.
struct Known {
    notice: Notice,
    heard: Instant,
}

impl AskingTask {
    pub(super) async fn subscribe(
        broker: &Broker,
        node: ClusterNode,
    ) -> Result<AskingTask, BrokerError> {
        let notices = broker.subscribe(NOTICES.to_owned()).await?;
        let replies = broker.subscribe(format!("{}*", answers(node))).await?;
        let (sender, events) = mpsc::unbounded_channel();
        Ok(AskingTask { node, notices, replies, events, sender })
    }

    pub(super) fn pool_events(&self) -> mpsc::UnboundedSender<PoolEvent> {
        self.sender.clone()
    }

    /// Asks until the server ends.
    pub(super) async fn run(mut self, cluster: Arc<Cluster>) {
        let mut known: BTreeMap<u64, Known> = BTreeMap::new();
        let mut tick = tokio::time::interval(CHECK_INTERVAL);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let (mut event, mut notice, mut reply) = (None, None, None);
            tokio::select! {
                received = self.events.recv() => event = received,
                letter = self.notices.next() => match letter {
                    Some(letter) => notice = serde_json::from_str::<Notice>(&letter.text).ok(),
                    None => return,
                },
                letter = self.replies.next() => match letter {
                    Some(letter) => reply = Some(letter),
                    None => return,
                },
                _ = tick.tick() => {}
            }
            let Some(server) = cluster.server.upgrade() else { return };
            let engines = &server.engines;
            if let Some(PoolEvent::Cancelled { ticket, worker }) = event {
                self.cancel(&cluster.broker, ticket, worker).await;
            }
            if let Some(notice) = notice {
                self.note(engines, notice, &mut known);
            }
            if let Some(reply) = reply {
                self.follow(&cluster, engines, reply).await;
            }
            self.look_for_silence(&cluster, engines, &mut known).await;
            self.ask(&cluster.broker, engines).await;
            let counts = &cluster.workers;
            counts.count.store(known.len(), Relaxed);
            counts.threads.store(known.values().map(|known| known.notice.threads).sum(), Relaxed);
            counts.handed_out.store(engines.handed_out(), Relaxed);
        }
    }

    /// Handles the status of a worker.
    fn note(&self, engines: &EnginePool, notice: Notice, known: &mut BTreeMap<u64, Known>) {
        let worker = notice.worker;
        for subject in &notice.thinking {
            if let Some(ticket) = self.ticket(subject) {
                engines.keep_alive(ticket, worker);
            }
        }
        let is_first = known.is_empty();
        match notice.threads {
            0 => drop(known.remove(&worker)),
            _ => drop(known.insert(worker, Known { notice, heard: Instant::now() })),
        }
        if is_first && !known.is_empty() {
            tracing::info!("workers think for this node");
        }
        report_free_threads(engines, known);
    }

    /// Something has become of a question.
    async fn follow(&self, cluster: &Cluster, engines: &EnginePool, letter: Letter) {
        let Some(ticket) = self.ticket(&letter.subject) else { return };
        if letter.is_returned {
            return engines.give_back(ticket);
        }
        match serde_json::from_str(&letter.text) {
            Ok(Reply::Taken { worker }) => {
                if !engines.taken(ticket, worker) {
                    self.cancel(&cluster.broker, ticket, worker).await;
                }
            }
            Ok(Reply::Answered { best, score }) => {
                cluster.workers.answered.fetch_add(1, Relaxed);
                engines.answered(ticket, |asked| question::read_answer(asked, best, score));
            }
            Ok(Reply::Refused { why }) => {
                tracing::warn!(why, "a worker cannot think about a question");
                cluster.workers.refused.fetch_add(1, Relaxed);
                engines.keep(ticket);
            }
            Err(error) => tracing::warn!(%error, "an answer of a worker makes no sense"),
        }
    }

    /// Workers that are gone are forgotten, and what they had is asked again.
    async fn look_for_silence(
        &self,
        cluster: &Cluster,
        engines: &EnginePool,
        known: &mut BTreeMap<u64, Known>,
    ) {
        let Some(since) = Instant::now().checked_sub(WORKER_TIMEOUT) else { return };
        let before = known.len();
        known.retain(|_, known| known.heard >= since);
        if known.len() < before {
            tracing::warn!(left = known.len(), "a worker is not heard any more");
            report_free_threads(engines, known);
        }
        for (ticket, worker) in engines.lose_silent(since) {
            tracing::warn!(ticket, worker, "a question is asked again");
            cluster.workers.lost.fetch_add(1, Relaxed);
            if let Some(worker) = worker {
                self.cancel(&cluster.broker, ticket, worker).await;
            }
        }
    }

    /// Offers questions to workers, as long as some are free.
    async fn ask(&self, broker: &Broker, engines: &EnginePool) {
        let write = |question: &_| protocol::write(&WrittenQuestion::of(question));
        while let Some((ticket, text)) = engines.hand_out(write) {
            broker.ask(QUESTIONS, format!("{}{ticket}", answers(self.node)), text).await;
        }
    }

    async fn cancel(&self, broker: &Broker, ticket: u64, worker: u64) {
        let asked = format!("{}{ticket}", answers(self.node));
        broker.publish(question::cancellations(worker), asked).await;
    }

    /// The question of this node whose answer goes to a place.
    fn ticket(&self, subject: &str) -> Option<u64> {
        subject.strip_prefix(&answers(self.node))?.parse().ok()
    }
}

/// Reports to the pool how many threads of workers are free, if there are workers at all.
fn report_free_threads(engines: &EnginePool, known: &BTreeMap<u64, Known>) {
    let free = known.values().map(|known| known.notice.free).sum();
    engines.set_free_elsewhere((!known.is_empty()).then_some(free));
}

/// Before the numbers of a node's questions, where their answers go.
fn answers(node: ClusterNode) -> String {
    format!("xxlchess.answers.{}.", node.0)
}
