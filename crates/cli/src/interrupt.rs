//! Ctrl-C: long work ends early, and with an exit code of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use engine::Signals;

/// A second signal that comes so soon is the first one again: `timeout` sends its signal to a program
/// and to the group it is in.
const ECHO: Duration = Duration::from_millis(300);

/// The exit code of a program that was interrupted, as shells have it.
pub const EXIT_CODE: u8 = 130;

/// Whether Ctrl-C was pressed.
static IS_SIGNALLED: AtomicBool = AtomicBool::new(false);

/// Was the program asked by a signal to end?
pub fn is_signalled() -> bool {
    IS_SIGNALLED.load(Ordering::Relaxed)
}

/// A shared flag that ends all running work.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<InterruptState>);

#[derive(Debug, Default)]
struct InterruptState {
    is_set: AtomicBool,
    /// The searches that end with it.
    searches: Mutex<Vec<Signals>>,
}

impl Interrupt {
    /// The first Ctrl-C asks for an end, a second one takes it.
    pub fn by_signal() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::default();
        interrupt.listen()?;
        Ok(interrupt)
    }

    /// From now on Ctrl-C sets it, and ends the program where it is set already.
    pub fn listen(&self) -> anyhow::Result<()> {
        let interrupt = self.clone();
        let mut last: Option<Instant> = None;
        ctrlc::set_handler(move || {
            if last.replace(Instant::now()).is_some_and(|last| last.elapsed() < ECHO) {
                return;
            }
            if interrupt.is_set() {
                std::process::exit(EXIT_CODE.into());
            }
            IS_SIGNALLED.store(true, Ordering::Relaxed);
            interrupt.set();
        })
        .context("cannot listen for Ctrl-C")
    }

    /// Ends the searches with these signals from now on.
    pub fn end_searches(&self, signals: &Signals) {
        self.searches().push(signals.clone());
    }

    /// Makes ready for a search, unless an end was asked for; one that is asked for from now on is
    /// not lost.
    pub fn arm(&self, signals: &Signals) -> bool {
        let _held_back = self.searches();
        signals.arm(false);
        !self.is_set()
    }

    fn searches(&self) -> MutexGuard<'_, Vec<Signals>> {
        self.0.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for an end as soon as possible.
    pub fn set(&self) {
        let searches = self.searches();
        self.0.is_set.store(true, Ordering::Relaxed);
        searches.iter().for_each(Signals::stop);
    }

    /// Was an end asked for?
    pub fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// Goes on with other work.
    pub fn reset(&self) {
        self.0.is_set.store(false, Ordering::Relaxed);
    }
}
