//! The wish to end long work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// Tells everybody who works that the work is to end.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

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
        ctrlc::set_handler(move || {
            if interrupt.0.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        })
        .context("cannot listen for Ctrl-C")
    }

    /// Asks for an end as soon as possible.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was an end asked for?
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Goes on with other work.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
