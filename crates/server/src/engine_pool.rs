//! The computer player: a few threads that think, apart from those that serve.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use engine::Limits;
use engine::level::{Level, LevelPlayer};
use rules::{History, Move};

/// So many positions can wait to be thought about.
const MOST_WAITING: usize = 1024;

/// The table of positions of one thought, in mebibytes.
const TABLE: usize = 4;

/// A position to be thought about.
pub(crate) struct Question {
    pub(crate) history: History,
    pub(crate) level: &'static Level,
    /// How long it may take.
    pub(crate) time: Duration,
    pub(crate) seed: u64,
    /// What becomes of the move.
    pub(crate) answer: Box<dyn FnOnce(Option<Move>) + Send>,
}

/// The threads that think. They end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct EnginePool {
    questions: Option<SyncSender<Question>>,
}

impl EnginePool {
    /// A pool of so many threads; none if the server does not play.
    pub(crate) fn start(threads: usize) -> std::io::Result<EnginePool> {
        if threads == 0 {
            return Ok(EnginePool { questions: None });
        }
        let (questions, waiting) = sync_channel(MOST_WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 1..=threads {
            let waiting = Arc::clone(&waiting);
            let think = move || think_about_all(&waiting);
            thread::Builder::new().name(format!("engine-{number}")).spawn(think)?;
        }
        Ok(EnginePool { questions: Some(questions) })
    }

    /// Does the server play at all?
    pub(crate) fn plays(&self) -> bool {
        self.questions.is_some()
    }

    /// Puts a question. If too many wait already, it is given back.
    pub(crate) fn ask(&self, question: Question) -> Result<(), Box<Question>> {
        let Some(questions) = &self.questions else { return Err(Box::new(question)) };
        questions.try_send(question).map_err(|refused| match refused {
            TrySendError::Full(question) | TrySendError::Disconnected(question) => {
                Box::new(question)
            }
        })
    }
}

fn think_about_all(waiting: &Mutex<Receiver<Question>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Question { history, level, time, seed, answer }) = next else { return };
        let rules = history.position().rules();
        let mut player = LevelPlayer::new(rules, Some(level), seed).with_resources(TABLE, 1);
        let limits = Limits { lines: 1, ..Limits::move_time(time) };
        player.signals().arm(false);
        answer(player.think(&history, &limits, &mut |_| {}).best);
    }
}
