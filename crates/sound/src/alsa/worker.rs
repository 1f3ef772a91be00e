//! The thread that carries sound from the mixer to the device while there is some.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use kira::backend::Renderer;

use super::library::{Library, Pcm};
use super::{AlsaError, RATE};

/// How much is mixed at once.
const BLOCK: Duration = Duration::from_millis(10);
const FRAMES: usize = RATE as usize / 100;

/// Number of silent blocks after which the device is stopped: ten seconds. Some devices take long to
/// start again, so it is not done between the moves of a lively game.
const SILENT_BLOCKS: usize = 1000;

/// A sound may come as late as this; see [`Worker::skip`].
const STALL_TIMEOUT: Duration = Duration::from_millis(300);

/// After this all short sounds are over.
const LONGEST_SKIP: Duration = Duration::from_secs(3);

/// Number of failed writes in a row after which a device counts as broken.
const ATTEMPTS: usize = 16;

/// Number of blocks over which the clocks of device and computer are compared, and then afresh,
/// as they always differ a little.
const PACED_BLOCKS: u32 = 100;

/// Everything that the thread has, but for the device.
pub(super) struct Worker {
    library: &'static Library,
    renderer: Renderer,
    woken: Receiver<()>,
    mixed: [f32; 2 * FRAMES],
    samples: [[i16; 2]; FRAMES],
}

impl Worker {
    /// A worker that plays what the renderer gives.
    pub(super) fn new(library: &'static Library, renderer: Renderer, woken: Receiver<()>) -> Self {
        let (mixed, samples) = ([0.0; 2 * FRAMES], [[0; 2]; FRAMES]);
        Self { library, renderer, woken, mixed, samples }
    }

    /// Sleeps until woken and plays until there is silence, until all handles are dropped.
    pub(super) fn run(&mut self) -> Result<(), AlsaError> {
        let mut device = None;
        while self.woken.recv().is_ok() {
            if let Some(pcm) = &mut device
                && self.play(pcm).is_ok()
            {
                continue;
            }
            // Not opened yet, or it has gone; there may be another one by now.
            drop(device.take());
            let start = Instant::now();
            let pcm = device.insert(Pcm::open(self.library)?);
            self.skip(start.elapsed());
            self.play(pcm)?;
        }
        Ok(())
    }

    /// Plays until there has been silence for a while, or until all handles are dropped.
    fn play(&mut self, pcm: &mut Pcm) -> Result<(), AlsaError> {
        pcm.prepare()?;
        let mut pace = Pace::new();
        let mut silent_blocks = 0;
        while silent_blocks < SILENT_BLOCKS {
            match self.woken.try_recv() {
                Ok(()) => silent_blocks = 0,
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => break,
            }
            self.mix();
            let is_silent = self.mixed.iter().all(|sample| *sample == 0.0);
            silent_blocks = if is_silent { silent_blocks + 1 } else { 0 };
            for (sample, mixed) in self.samples.as_flattened_mut().iter_mut().zip(&self.mixed) {
                *sample = (mixed * f32::from(i16::MAX)).round() as i16;
            }
            write_all(pcm, &self.samples)?;
            self.skip(pace.block_written());
        }
        pcm.stop();
        Ok(())
    }

    /// Leaves out what was due while the device kept us waiting too long. Otherwise all sounds that
    /// came in the meantime would be heard at once, and late.
    fn skip(&mut self, waited: Duration) {
        if waited > STALL_TIMEOUT {
            for _ in 0..waited.min(LONGEST_SKIP).as_millis() / BLOCK.as_millis() {
                self.mix();
            }
        }
    }

    /// Mixes the next block.
    fn mix(&mut self) {
        self.renderer.on_start_processing();
        self.renderer.process(&mut self.mixed, 2);
    }
}

fn write_all(pcm: &mut Pcm, mut samples: &[[i16; 2]]) -> Result<(), AlsaError> {
    let mut attempts = 0;
    while !samples.is_empty() {
        let written = pcm.write(samples)?;
        samples = &samples[written..];
        attempts = if written == 0 { attempts + 1 } else { 0 };
        if attempts == ATTEMPTS {
            return Err(AlsaError::Device("it takes no sound".to_owned()));
        }
    }
    Ok(())
}

/// Watches whether the device takes the sound in time.
struct Pace {
    blocks: u32,
    since: Instant,
}

impl Pace {
    fn new() -> Self {
        Self { blocks: 0, since: Instant::now() }
    }

    /// Counts a block; returns the delay of the device if it is too long. Where the
    /// device takes everything at once, as ALSA's `null` does, this waits for it.
    fn block_written(&mut self) -> Duration {
        self.blocks += 1;
        let (due, passed) = (BLOCK * self.blocks, self.since.elapsed());
        let late = passed.saturating_sub(due);
        if late > STALL_TIMEOUT || self.blocks == PACED_BLOCKS {
            if passed < due / 2 {
                thread::sleep(due - passed);
            }
            *self = Self::new();
        }
        late
    }
}
