//! A worker: a program that does nothing but think about the questions of a cluster's nodes.
//!
//! Each of its threads takes one question at a time from the queue of all nodes, so that no question
//! waits at a busy worker while another one is free. Several times a second the worker publishes which
//! questions it thinks about; nodes ask again what is not heard of any more.

use std::collections::{HashMap, VecDeque};
use std::fmt::Display;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use parking_lot::Mutex;
use protocol::RoomOptions;
use record::names::milliseconds;
use rules::Position;
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot, watch};
use tokio::task::JoinHandle;

use super::broker::{Broker, Letter};
use super::question::{
    self, GROUP, NOTICES, Notice, QUESTIONS, QuestionError, Reply, WrittenQuestion,
};
use crate::engine_pool::{Answer, EnginePool, Inquiry, Progress};
use crate::identity::random_bits;
use crate::limits::ServerLimits;
use crate::metrics::write_metric;
use crate::server::{StartError, signalled};

/// How often a worker publishes its status.
const STATUS_INTERVAL: Duration = Duration::from_millis(200);

/// If the broker does not let it wait for questions, it tries again after this.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Number of games whose first positions, with their rules, are cached.
const MOST_GAMES: usize = 64;

/// How a worker is set up.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// The broker of the cluster, such as `nats://host:4222`.
    pub broker: String,
    /// How many questions it thinks about at a time.
    pub threads: usize,
    /// How many computer players keep their search tables from move to move.
    pub resident_opponents: usize,
    /// Where it serves `/metrics` and `/api/health`, if it does.
    pub metrics: Option<SocketAddr>,
}

impl Default for WorkerConfig {
    fn default() -> WorkerConfig {
        WorkerConfig {
            broker: "nats://127.0.0.1:4222".to_owned(),
            threads: 1,
            resident_opponents: ServerLimits::default().resident_opponents,
            metrics: None,
        }
    }
}

/// A worker that runs.
pub struct Worker {
    state: Arc<WorkerState>,
    stop: watch::Sender<bool>,
    thinking: Vec<JoinHandle<()>>,
    others: Vec<JoinHandle<()>>,
    metrics: Option<SocketAddr>,
}

/// The state that all tasks of a worker share.
struct WorkerState {
    /// A number that no other worker has.
    id: u64,
    broker: Broker,
    engines: EnginePool,
    threads: usize,
    free: AtomicUsize,
    /// The questions that are thought about, by where their answers go, with what cancels them.
    asked: Mutex<HashMap<String, oneshot::Sender<()>>>,
    games: Mutex<VecDeque<(RoomOptions, Position)>>,
    /// Something has changed that nodes should know.
    changed: Notify,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    answered: AtomicU64,
    cancelled: AtomicU64,
    refused: AtomicU64,
    thinking_ms: AtomicU64,
}

impl Worker {
    /// Connects to the broker, and begins to take questions.
    ///
    /// # Errors
    /// Why it cannot start.
    pub async fn start(config: WorkerConfig) -> Result<Worker, StartError> {
        let to_error = |error: &dyn Display| StartError::Cluster(error.to_string());
        let id = random_bits().map_err(|error| to_error(&error))?;
        let broker = Broker::connect(&config.broker).await.map_err(|error| to_error(&error))?;
        let cancellations = broker.subscribe(question::cancellations(id)).await;
        let mut cancellations = cancellations.map_err(|error| to_error(&error))?;
        let threads = config.threads.max(1);
        let engines = EnginePool::start(threads, config.resident_opponents.max(threads), None)
            .map_err(StartError::Thread)?;
        let state = Arc::new(WorkerState {
            id,
            broker,
            engines,
            threads,
            free: AtomicUsize::new(0),
            asked: Mutex::default(),
            games: Mutex::default(),
            changed: Notify::new(),
            counts: Counts::default(),
        });
        let stop = watch::Sender::new(false);
        let take = |_| tokio::spawn(Arc::clone(&state).take_questions(stop.subscribe()));
        let thinking = (0..threads).map(take).collect();
        let cancelling = Arc::clone(&state);
        let mut others = vec![
            tokio::spawn(Arc::clone(&state).publish_status()),
            tokio::spawn(async move {
                while let Some(letter) = cancellations.next().await {
                    cancelling.cancel(&letter.text);
                }
            }),
        ];
        let mut metrics = None;
        if let Some(address) = config.metrics {
            let listen = |why| StartError::Listen { address, why };
            let listener = TcpListener::bind(address).await.map_err(listen)?;
            metrics = listener.local_addr().ok();
            others.push(tokio::spawn(serve_metrics(listener, Arc::clone(&state))));
        }
        tracing::info!(worker = id, threads, "the worker runs");
        Ok(Worker { state, stop, thinking, others, metrics })
    }

    /// Where it serves what it counts, if it does.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Its metrics, in the text format of Prometheus.
    pub fn metrics(&self) -> String {
        self.state.metrics_text()
    }

    /// Takes no questions any more, answers those that it has, and takes leave.
    pub async fn stop(self) {
        tracing::info!("the worker stops");
        self.stop.send_replace(true);
        for task in self.thinking {
            let _ = task.await;
        }
        for task in self.others {
            task.abort();
        }
        let gone = Notice { worker: self.state.id, threads: 0, free: 0, thinking: Vec::new() };
        self.state.broker.publish(NOTICES.to_owned(), protocol::write(&gone)).await;
        self.state.broker.flush().await;
    }
}

impl WorkerState {
    /// Takes questions, one at a time, until the worker stops.
    async fn take_questions(self: Arc<WorkerState>, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let mut offered = match self.broker.take_one(QUESTIONS, GROUP).await {
                Ok(offered) => offered,
                Err(error) => {
                    tracing::warn!(%error, "no questions can be taken");
                    tokio::time::sleep(RETRY_INTERVAL).await;
                    continue;
                }
            };
            self.free.fetch_add(1, Relaxed);
            self.changed.notify_one();
            let letter = tokio::select! {
                letter = offered.next() => letter,
                () = signalled(&mut stop) => {
                    // One may have been on its way.
                    offered.close().await;
                    offered.next().await
                }
            };
            self.free.fetch_sub(1, Relaxed);
            if let Some(letter) = letter {
                self.answer(letter).await;
            }
        }
    }

    /// Searches a question and replies with the answer.
    async fn answer(&self, letter: Letter) {
        let Some(wanted_at) = letter.reply else { return };
        let (cancel, mut cancelled) = oneshot::channel();
        self.asked.lock().insert(wanted_at.clone(), cancel);
        self.reply(&wanted_at, &Reply::Taken { worker: self.id }).await;
        let begun = Instant::now();
        let reply = match self.inquire(&letter.text).await {
            Ok((mut inquiry, position)) => tokio::select! {
                answer = finish(&mut inquiry) => {
                    self.counts.answered.fetch_add(1, Relaxed);
                    Some(Reply::of(answer, &position))
                }
                // Dropped, the inquiry ends.
                _ = &mut cancelled => {
                    self.counts.cancelled.fetch_add(1, Relaxed);
                    None
                }
            },
            Err(error) => {
                let why = error.to_string();
                tracing::warn!(why, "a question makes no sense");
                self.counts.refused.fetch_add(1, Relaxed);
                Some(Reply::Refused { why })
            }
        };
        let took = milliseconds::whole(begun.elapsed());
        self.counts.thinking_ms.fetch_add(took, Relaxed);
        if let Some(reply) = reply {
            self.reply(&wanted_at, &reply).await;
        }
        self.asked.lock().remove(&wanted_at);
    }

    /// Begins to think about a question.
    async fn inquire(&self, text: &str) -> Result<(Inquiry, Position), QuestionError> {
        let written: WrittenQuestion = serde_json::from_str(text)?;
        let options = written.options().clone();
        let known = self.games.lock().iter().find(|(known, _)| *known == options).cloned();
        // Rules of a user's own may take a while to compile.
        let read = tokio::task::spawn_blocking(move || {
            let first = match known {
                Some((_, first)) => first,
                None => written.options().first_position()?,
            };
            Ok::<_, QuestionError>((first.clone(), written.read(first)?))
        });
        let (first, question) = read.await??;
        self.keep_game(options, first);
        let position = question.history.position().clone();
        let inquiry = self.engines.ask(question).ok_or(QuestionError::NoThreads)?;
        Ok((inquiry, position))
    }

    /// Keeps the first position of a game, which brings its compiled rules.
    fn keep_game(&self, options: RoomOptions, first: Position) {
        let mut games = self.games.lock();
        games.retain(|(known, _)| *known != options);
        games.push_back((options, first));
        if games.len() > MOST_GAMES {
            games.pop_front();
        }
    }

    fn cancel(&self, wanted_at: &str) {
        if let Some(cancel) = self.asked.lock().remove(wanted_at) {
            let _ = cancel.send(());
        }
    }

    async fn reply(&self, wanted_at: &str, reply: &Reply) {
        self.broker.publish(wanted_at.to_owned(), protocol::write(reply)).await;
    }

    /// Publishes the status of this worker repeatedly.
    async fn publish_status(self: Arc<WorkerState>) {
        loop {
            let thinking: Vec<String> = self.asked.lock().keys().cloned().collect();
            let (worker, threads) = (self.id, self.threads);
            let notice = Notice { worker, threads, free: self.free.load(Relaxed), thinking };
            self.broker.publish(NOTICES.to_owned(), protocol::write(&notice)).await;
            let _timeout = tokio::time::timeout(STATUS_INTERVAL, self.changed.notified()).await;
        }
    }

    fn metrics_text(&self) -> String {
        let Counts { answered, cancelled, refused, thinking_ms } = &self.counts;
        let (free, is_connected) = (self.free.load(Relaxed), self.broker.is_connected());
        let seconds = thinking_ms.load(Relaxed) as f64 / 1e3;
        let mut text = String::new();
        let mut write = |name: &str, about: &str, value: &dyn Display| {
            write_metric(&mut text, &format!("worker_{name}"), about, value);
        };
        write("threads", "Threads that think", &self.threads);
        write("free_threads", "Threads that wait for a question", &free);
        write("connected", "Is the broker there?", &u8::from(is_connected));
        write("answers_total", "Questions that were answered", &answered.load(Relaxed));
        write("cancelled_total", "Questions that were cancelled", &cancelled.load(Relaxed));
        write("refused_total", "Questions that could not be read", &refused.load(Relaxed));
        write("thinking_seconds_total", "Time that questions took", &seconds);
        text
    }
}

/// Waits for the answer.
async fn finish(inquiry: &mut Inquiry) -> Answer {
    loop {
        if let Progress::Done(answer) = inquiry.changed().await {
            return answer;
        }
    }
}

async fn serve_metrics(listener: TcpListener, state: Arc<WorkerState>) {
    let metrics = move || async move { ([(CONTENT_TYPE, "text/plain")], state.metrics_text()) };
    let routes = Router::new()
        .route("/metrics", get(metrics))
        .route("/api/health", get(|| async { "ok\n" }));
    if let Err(error) = axum::serve(listener, routes).await {
        tracing::warn!(%error, "metrics are not served any more");
    }
}
