//! Brings the music to the mixer: at the device's rate, fading in and out, idle while it is off.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kira::info::Info;
use kira::sound::{Sound, SoundData};
use kira::{Frame, interpolate_frame};

use super::{MUSIC_RATE, Music};
use crate::synth::ease;

/// Seconds in which the music comes and goes.
const FADE: f64 = 2.0;

/// Music on its way to the mixer; it waits until its handle says that it should play.
pub(crate) struct MusicStream {
    music: Music,
    wanted: Arc<AtomicBool>,
    /// Four frames around the playback position, which lies between the second and the third.
    near: [Frame; 4],
    place: f64,
    /// From 0 (faded out) to 1.
    level: f64,
}

/// Turns the music on and off. The music ends when the handle is dropped.
#[derive(Debug)]
pub(crate) struct MusicHandle(Arc<AtomicBool>);

impl MusicHandle {
    /// Fades the music in or out. While it is out, it does not go on.
    pub(crate) fn set_playing(&self, playing: bool) {
        self.0.store(playing, Ordering::Relaxed);
    }
}

impl MusicStream {
    /// The music of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            music: Music::new(seed),
            wanted: Arc::new(AtomicBool::new(false)),
            near: [Frame::ZERO; 4],
            place: 0.0,
            level: 0.0,
        }
    }

    fn next(&mut self, dt: f64, wanted: bool) -> Frame {
        let change = dt / FADE;
        self.level = (self.level + if wanted { change } else { -change }).clamp(0.0, 1.0);
        if self.level == 0.0 {
            return Frame::ZERO;
        }
        self.place += dt * f64::from(MUSIC_RATE);
        while self.place >= 1.0 {
            self.place -= 1.0;
            self.near.rotate_left(1);
            self.near[3] = self.music.next_frame();
        }
        let [before, from, to, after] = self.near;
        interpolate_frame(before, from, to, after, self.place as f32) * ease(self.level as f32)
    }
}

impl SoundData for MusicStream {
    type Error = Infallible;
    type Handle = MusicHandle;

    fn into_sound(self) -> Result<(Box<dyn Sound>, MusicHandle), Infallible> {
        let handle = MusicHandle(Arc::clone(&self.wanted));
        Ok((Box::new(self), handle))
    }
}

impl Sound for MusicStream {
    fn process(&mut self, out: &mut [Frame], dt: f64, _info: &Info) {
        let wanted = self.wanted.load(Ordering::Relaxed);
        for frame in out {
            *frame = self.next(dt, wanted);
        }
    }

    fn finished(&self) -> bool {
        Arc::strong_count(&self.wanted) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(stream: &mut MusicStream, seconds: f64, rate: f64, wanted: bool) -> Vec<Frame> {
        (0..(seconds * rate) as usize).map(|_| stream.next(1.0 / rate, wanted)).collect()
    }

    #[test]
    fn it_is_silent_until_wanted_and_after_it_has_faded() {
        let mut stream = MusicStream::new(1);
        assert!(play(&mut stream, 0.5, 48_000.0, false).iter().all(|frame| *frame == Frame::ZERO));
        let heard = play(&mut stream, 6.0, 48_000.0, true);
        assert!(heard.iter().any(|frame| frame.left.abs() > 0.005));
        play(&mut stream, FADE, 48_000.0, false);
        assert!(play(&mut stream, 0.5, 48_000.0, false).iter().all(|frame| *frame == Frame::ZERO));
    }

    #[test]
    fn another_rate_plays_the_same_music() {
        let seconds = 8.0;
        let low = play(&mut MusicStream::new(1), seconds, 44_100.0, true);
        let high = play(&mut MusicStream::new(1), seconds, 96_000.0, true);
        // The frames that fall on the same moments, every 147th and every 320th, must agree.
        let pairs = low.iter().skip(146).step_by(147).zip(high.iter().skip(319).step_by(320));
        let furthest = pairs.map(|(low, high)| (low.left - high.left).abs()).fold(0.0, f32::max);
        assert!(furthest < 1e-3, "{furthest}");
    }
}
