//! Sound on Linux, by way of an ALSA library that is looked for only when the program runs.

#[allow(unsafe_code)]
mod library;
mod worker;

use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread;

use kira::backend::{Backend, Renderer};

use crate::mixer::Output;
use library::Library;
use worker::Worker;

/// Frames a second that the device gets; ALSA converts them where it must.
const RATE: u32 = 48_000;

/// Why there is no sound on this machine.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum AlsaError {
    /// There is no ALSA, or one that lacks something.
    #[error("the sound library ALSA cannot be used: {0}")]
    Library(String),
    /// ALSA knows no device that works.
    #[error("the sound device cannot be used: {0}")]
    Device(String),
    /// The system gave us no thread.
    #[error("no thread for the sound could be started: {0}")]
    Thread(String),
}

/// Which device is meant: the one that ALSA calls `default`, as the user has set it up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DefaultDevice;

/// A thread that plays to ALSA's default device while there is something to hear, and sleeps
/// otherwise. It ends when this is dropped.
pub(crate) struct AlsaBackend {
    library: &'static Library,
    /// Wakes the thread; without it, the thread ends.
    wake: SyncSender<()>,
    woken: Option<Receiver<()>>,
    failure: Arc<OnceLock<AlsaError>>,
}

impl Backend for AlsaBackend {
    type Settings = DefaultDevice;
    type Error = AlsaError;

    fn setup(_: DefaultDevice, _internal_buffer_size: usize) -> Result<(Self, u32), AlsaError> {
        let library = Library::get()?;
        let (wake, woken) = mpsc::sync_channel(1);
        let backend = Self { library, wake, woken: Some(woken), failure: Arc::default() };
        Ok((backend, RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), AlsaError> {
        let Some(woken) = self.woken.take() else {
            return Ok(());
        };
        let library = self.library;
        let failure = Arc::clone(&self.failure);
        let run = move || {
            if let Err(error) = Worker::new(library, renderer, woken).run() {
                // The cell is empty, as only this thread fills it and ends then.
                let _ = failure.set(error);
            }
        };
        let thread = thread::Builder::new().name("sound".to_owned());
        thread.spawn(run).map_err(|error| AlsaError::Thread(error.to_string()))?;
        Ok(())
    }
}

impl Output for AlsaBackend {
    fn wake(&self) {
        // One call in waiting is enough, and a thread that has ended has left word why.
        let _ = self.wake.try_send(());
    }

    fn failure(&self) -> Option<String> {
        self.failure.get().map(AlsaError::to_string)
    }
}
