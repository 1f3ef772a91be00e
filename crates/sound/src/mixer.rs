//! The mixing desk: one track for the cues, one for the music, and an output behind them.

use std::error::Error;
use std::time::Duration;

use kira::backend::Backend;
use kira::sound::static_sound::StaticSoundData;
use kira::track::{TrackBuilder, TrackHandle};
use kira::{AudioManager, AudioManagerSettings, Decibels, Tween};

use crate::music::{MusicHandle, MusicStream};

/// Cues that can be heard at once; one more is left out.
const CUES: usize = 24;

/// Changes of volume take this long, so that they do not crack.
const GLIDE: Tween = Tween {
    start_time: kira::StartTime::Immediate,
    duration: Duration::from_millis(40),
    easing: kira::Easing::Linear,
};

/// How loud each track is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    pub(crate) cues: Decibels,
    pub(crate) music: Decibels,
}

/// Operations of a device besides playing.
pub(crate) trait Output: Backend<Error: Error + 'static> {
    /// Called after something was handed over that can be heard.
    fn wake(&self) {}

    /// Why the device has stopped working, if it has.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// A mixing desk, whatever it plays to.
pub(crate) trait Mixer {
    /// Begins a sound. Where too many play already, it is left out.
    fn play(&mut self, sound: StaticSoundData);

    /// Sets how loud everything is.
    fn set_levels(&mut self, levels: Levels);

    /// Fades the music in or out.
    fn set_music(&mut self, playing: bool);

    /// Why nothing can be heard any more, if so.
    fn failure(&mut self) -> Option<String>;
}

/// A mixing desk in front of a device.
pub(crate) struct KiraMixer<B: Output> {
    manager: AudioManager<B>,
    cues: TrackHandle,
    music_track: TrackHandle,
    music: MusicHandle,
}

impl<B: Output + 'static> KiraMixer<B> {
    /// Opens the device; the music of the seed waits behind it. Else it says why not.
    pub(crate) fn open(
        settings: B::Settings,
        seed: u64,
        levels: Levels,
    ) -> Result<Box<dyn Mixer>, Box<dyn Error>> {
        let mut manager = AudioManager::<B>::new(AudioManagerSettings {
            capacities: kira::Capacities { sub_track_capacity: 2, ..Default::default() },
            main_track_builder: kira::track::MainTrackBuilder::new(),
            internal_buffer_size: 128,
            backend_settings: settings,
        })?;
        let mut add_track = |sounds, level: Decibels| {
            let track = TrackBuilder::new().sub_track_capacity(0).sound_capacity(sounds);
            manager.add_sub_track(track.volume(level))
        };
        let cues = add_track(CUES, levels.cues)?;
        let mut music_track = add_track(1, levels.music)?;
        let music = music_track.play(MusicStream::new(seed))?;
        Ok(Box::new(Self { manager, cues, music_track, music }))
    }

    fn wake(&mut self) {
        self.manager.backend_mut().wake();
    }
}

impl<B: Output + 'static> Mixer for KiraMixer<B> {
    fn play(&mut self, sound: StaticSoundData) {
        if self.cues.play(sound).is_ok() {
            self.wake();
        }
    }

    fn set_levels(&mut self, levels: Levels) {
        // Where no cue sounds there is no crack, and the next one begins at its proper level.
        let is_quiet = self.cues.num_sounds() == 0;
        let at_once = Tween { duration: Duration::ZERO, ..GLIDE };
        self.cues.set_volume(levels.cues, if is_quiet { at_once } else { GLIDE });
        self.music_track.set_volume(levels.music, GLIDE);
        self.wake();
    }

    fn set_music(&mut self, playing: bool) {
        self.music.set_playing(playing);
        self.wake();
    }

    fn failure(&mut self) -> Option<String> {
        self.manager.backend_mut().failure()
    }
}
