//! Every sound of the game, made here and played where there is a device.
//!
//! ```
//! use xxlchess_sound::{Cue, SoundPlayer, Volume};
//!
//! let mut player = SoundPlayer::silent(); // or `SoundPlayer::new()`, to be heard
//! player.set_sound_volume(Volume::percent(70));
//! player.set_music(true);
//! player.play(Cue::Capture);
//! assert_eq!(player.failure(), None);
//! ```
//!
//! Nothing is recorded: [`Cue::render`] and [`Music`] calculate every sample, always the same for the
//! same cue and the same seed. [`SoundPlayer`] mixes them with kira.

#![warn(missing_docs)]

#[cfg(target_os = "linux")]
mod alsa;
mod cue;
mod device;
mod mixer;
mod music;
mod recording;
mod sound_player;
mod synth;
mod volume;

pub use cue::{Cue, SoundKind};
pub use kira::Frame;
pub use music::{MUSIC_RATE, Music};
pub use recording::CUE_RATE;
pub use sound_player::SoundPlayer;
pub use volume::Volume;
