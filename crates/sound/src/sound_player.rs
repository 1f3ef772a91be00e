//! Plays the cues and the music, or does nothing where there is no device.

use std::error::Error;
use std::hash::{BuildHasher, Hasher, RandomState};

use kira::Decibels;
use kira::sound::static_sound::{StaticSoundData, StaticSoundSettings};

use crate::device;
use crate::mixer::{Levels, Mixer};
use crate::synth::Random;
use crate::{CUE_RATE, Cue, SoundKind, Volume};

type Opener = Box<dyn FnMut(Levels) -> Result<Box<dyn Mixer>, Box<dyn Error>>>;

/// Plays sounds and music. It never fails and never blocks: without a device it is silent.
///
/// The device is opened when there is something to be heard for the first time. If that fails, or
/// the device goes away, the player stays silent until sounds or music are turned on again, which
/// tries once more.
pub struct SoundPlayer {
    open: Option<Opener>,
    device: Device,
    /// A browser plays nothing before the user has done something.
    allowed: bool,
    sounds: Channel,
    /// The kinds of sounds that are heard, in the order of [`SoundKind::ALL`].
    kinds: [bool; SoundKind::ALL.len()],
    music: Channel,
    /// The cues that were played before, in the order of [`Cue::ALL`].
    made: [Option<StaticSoundData>; Cue::ALL.len()],
    random: Random,
}

/// How far the device has come.
enum Device {
    Unopened,
    Open(Box<dyn Mixer>),
    Failed(String),
}

/// The user's settings.
#[derive(Clone, Copy)]
struct Channel {
    on: bool,
    volume: Volume,
}

impl Channel {
    fn is_heard(self) -> bool {
        self.on && self.volume > Volume::SILENT
    }
}

impl SoundPlayer {
    /// A player with sounds on and music off. The music will be different each time.
    #[must_use]
    pub fn new() -> Self {
        let seed = RandomState::new().build_hasher().finish();
        Self::with(Some(Box::new(move |levels| device::open(seed, levels))))
    }

    /// A player that will never be heard, for tests and for those who want quiet.
    #[must_use]
    pub fn silent() -> Self {
        Self::with(None)
    }

    fn with(open: Option<Opener>) -> Self {
        Self {
            open,
            device: Device::Unopened,
            allowed: cfg!(not(target_arch = "wasm32")),
            sounds: Channel { on: true, volume: Volume::percent(80) },
            kinds: [true; SoundKind::ALL.len()],
            music: Channel { on: false, volume: Volume::percent(60) },
            made: [const { None }; Cue::ALL.len()],
            random: Random::new(1),
        }
    }

    /// Plays a cue, over whatever is playing.
    pub fn play(&mut self, cue: Cue) {
        if !self.sounds.is_heard() || !self.kinds[cue.kind() as usize] {
            return;
        }
        self.open_device();
        let Device::Open(mixer) = &mut self.device else {
            return;
        };
        let made = self.made[cue as usize].get_or_insert_with(|| StaticSoundData {
            sample_rate: CUE_RATE,
            frames: cue.render(),
            settings: StaticSoundSettings::new(),
            slice: None,
        });
        let mut sound = made.clone();
        if cue.varies() {
            sound = sound
                .playback_rate(f64::from(self.random.between(0.965, 1.035)))
                .volume(self.random.between(-1.5, 0.0));
        }
        mixer.play(sound);
    }

    /// Plays the cues of one moment. Of those that ring only the one with the most to say is
    /// heard, so that they do not pile up.
    pub fn play_all(&mut self, cues: impl IntoIterator<Item = Cue>) {
        let mut ringing: Option<Cue> = None;
        for cue in cues {
            match cue.weight() {
                None => self.play(cue),
                Some(_) if !self.kinds[cue.kind() as usize] => {}
                weight => {
                    let is_louder = ringing.is_none_or(|other| weight > other.weight());
                    ringing = if is_louder { Some(cue) } else { ringing };
                }
            }
        }
        if let Some(cue) = ringing {
            self.play(cue);
        }
    }

    /// Sets which kinds of cues are heard, in the order of [`SoundKind::ALL`].
    pub fn set_kinds(&mut self, kinds: [bool; SoundKind::ALL.len()]) {
        self.kinds = kinds;
    }

    /// Turns the cues on or off.
    pub fn set_sounds(&mut self, on: bool) {
        self.sounds.on = on;
        self.settings_changed(on);
    }

    /// Turns the music on or off; it fades, and goes on later where it stopped.
    pub fn set_music(&mut self, on: bool) {
        self.music.on = on;
        self.settings_changed(on);
    }

    /// Sets how loud the cues are.
    pub fn set_sound_volume(&mut self, volume: Volume) {
        self.sounds.volume = volume;
        self.settings_changed(false);
    }

    /// Sets how loud the music is.
    pub fn set_music_volume(&mut self, volume: Volume) {
        self.music.volume = volume;
        self.settings_changed(false);
    }

    /// Reports that the user has clicked or pressed a key. A browser allows no sound before that, so
    /// nothing is played until then; elsewhere this has no effect. It costs nothing to call often.
    pub fn user_acted(&mut self) {
        if !self.allowed {
            self.allowed = true;
            self.settings_changed(false);
        }
    }

    /// Why nothing can be heard, in words for the user, if the device could not be opened or has
    /// gone away. Before the first sound there is nothing to tell.
    #[must_use]
    pub fn failure(&mut self) -> Option<&str> {
        self.look_for_failure();
        match &self.device {
            Device::Failed(reason) => Some(reason),
            _ => None,
        }
    }

    /// Passes the settings on to the device, which is tried again first where that was asked for.
    fn settings_changed(&mut self, try_again: bool) {
        self.look_for_failure();
        if try_again && matches!(self.device, Device::Failed(_)) {
            self.device = Device::Unopened;
        }
        if self.music.is_heard() {
            self.open_device();
        }
        self.pass_settings();
    }

    fn open_device(&mut self) {
        self.look_for_failure();
        let levels = self.levels();
        if let (Device::Unopened, true, Some(open)) = (&self.device, self.allowed, &mut self.open) {
            self.device = match open(levels) {
                Ok(mixer) => Device::Open(mixer),
                Err(reason) => Device::Failed(reason.to_string()),
            };
            self.pass_settings();
        }
    }

    fn look_for_failure(&mut self) {
        if let Device::Open(mixer) = &mut self.device
            && let Some(reason) = mixer.failure()
        {
            self.device = Device::Failed(reason);
        }
    }

    fn pass_settings(&mut self) {
        let levels = self.levels();
        let is_music_heard = self.music.is_heard();
        if let Device::Open(mixer) = &mut self.device {
            mixer.set_levels(levels);
            mixer.set_music(is_music_heard);
        }
    }

    fn levels(&self) -> Levels {
        let cues = if self.sounds.on { self.sounds.volume.decibels() } else { Decibels::SILENCE };
        // Music that is turned off fades by itself.
        Levels { cues, music: self.music.volume.decibels() }
    }
}

impl Default for SoundPlayer {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
