//! Every sound of the game, made here and played where there is a device.
//!
//! ```
//! use xxlchess_sound::{Cue, Player, Volume};
//!
//! let mut player = Player::silent(); // or `Player::new()`, to be heard
//! player.set_sound_volume(Volume::percent(70));
//! player.set_music(true);
//! player.play(Cue::Capture);
//! assert_eq!(player.failure(), None);
//! ```
//!
//! Nothing is recorded: [`Cue::render`] and [`Music`] calculate every sample, always the same for the
//! same cue and the same seed. [`Player`] mixes them with kira.

#[cfg(target_os = "linux")]
mod alsa;
mod cue;
mod device;
mod mixer;
mod music;
mod player;
mod recording;
mod synth;
mod volume;

pub use cue::Cue;
pub use kira::Frame;
pub use music::{MUSIC_RATE, Music};
pub use player::Player;
pub use recording::CUE_RATE;
pub use volume::Volume;
