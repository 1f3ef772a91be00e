//! The device of the platform: our own way to ALSA on Linux, cpal everywhere else.

use std::error::Error;

use crate::mixer::{KiraMixer, Levels, Mixer};

#[cfg(target_os = "linux")]
use crate::alsa::AlsaBackend as PlatformBackend;

#[cfg(not(target_os = "linux"))]
use kira::backend::cpal::CpalBackend as PlatformBackend;

#[cfg(not(target_os = "linux"))]
impl crate::mixer::Output for PlatformBackend {}

/// Opens the platform's default device, with the music of a seed, or says why that cannot be done.
pub(crate) fn open(seed: u64, levels: Levels) -> Result<Box<dyn Mixer>, Box<dyn Error>> {
    KiraMixer::<PlatformBackend>::open(Default::default(), seed, levels)
}
