//! Slow chords: warm tones that swell, breathe and fade into each other.

use std::f32::consts::TAU;

use kira::Frame;

use super::harmony::{Chord, VOICES};
use super::{BLOCK, BLOCK_SECONDS, RATE};
use crate::synth::{LowPass, Random, ease, frequency, pan};

/// Tones that can sound at once: two chords that overlap, and one more that is still fading.
const TONES: usize = 3 * (VOICES + 1);

/// Entries of the table of one wave.
const TABLE: usize = 1024;

/// How far the two halves of a tone are apart, as a share of its frequency: under three cents, so
/// that they drift against each other once in some seconds and still sound in tune.
const DETUNE: f32 = 0.0008;

/// Seconds of a tone's fading in and out.
const SWELL: f32 = 4.5;
const FADE: f32 = 6.5;

/// The chords of the music.
#[derive(Clone, Debug)]
pub(super) struct Pad {
    wave: Vec<f32>,
    tones: [Option<Tone>; TONES],
    /// Takes the edge off; it opens and closes slowly.
    tilt: [LowPass; 2],
    age: f32,
}

/// One held note.
#[derive(Clone, Debug)]
struct Tone {
    pitch: i32,
    halves: [Half; 2],
    gain: f32,
    /// Seconds since it began, and since it was let go.
    age: f32,
    released: Option<f32>,
    /// How fast it breathes, in hertz, and from where in a breath it began.
    breath: f32,
    breath_start: f32,
    /// The level at the end of the last block, from which the next one goes on.
    level: f32,
}

/// Half of a tone, a little off its pitch and to one side.
#[derive(Clone, Debug)]
struct Half {
    /// Place in the wave and how far it moves with each frame, both in turns.
    phase: f32,
    step: f32,
    left: f32,
    right: f32,
}

impl Pad {
    /// Silence.
    pub(super) fn new() -> Self {
        Self {
            wave: wave(),
            tones: [const { None }; TONES],
            tilt: [LowPass::new(900.0, RATE), LowPass::new(900.0, RATE)],
            age: 0.0,
        }
    }

    /// Lets go of what the chord does not contain, and begins what is new.
    pub(super) fn change_to(&mut self, chord: &Chord, random: &mut Random) {
        // Now and then the bass is silent, and the chord floats.
        let bass = random.chance(0.75).then_some((chord.bass, true));
        let wanted = || bass.into_iter().chain(chord.voices.map(|voice| (voice, false)));
        for tone in self.tones.iter_mut().flatten() {
            if tone.released.is_none() && wanted().all(|(pitch, _)| pitch != tone.pitch) {
                tone.released = Some(0.0);
            }
        }
        for (pitch, is_bass) in wanted() {
            let sounds = |tone: &Tone| tone.released.is_none() && tone.pitch == pitch;
            if self.tones.iter().flatten().any(sounds) {
                continue;
            }
            if let Some(free) = self.tones.iter_mut().find(|tone| tone.is_none()) {
                *free = Some(Tone::new(pitch, is_bass, random));
            }
        }
    }

    /// Adds the next block.
    pub(super) fn add_to(&mut self, out: &mut [Frame; BLOCK]) {
        for slot in &mut self.tones {
            if let Some(tone) = slot {
                tone.add_to(out, &self.wave);
                if tone.is_over() {
                    *slot = None;
                }
            }
        }
        self.age = (self.age + BLOCK_SECONDS / 47.0).fract();
        let cutoff = 1000.0 + 350.0 * (TAU * self.age).sin();
        for filter in &mut self.tilt {
            filter.set_cutoff(cutoff, RATE);
        }
        let [left, right] = &mut self.tilt;
        for frame in out {
            *frame = Frame::new(left.run(frame.left), right.run(frame.right));
        }
    }
}

impl Tone {
    fn new(pitch: i32, is_bass: bool, random: &mut Random) -> Self {
        let base = frequency(pitch as f32) / RATE;
        let spread = if is_bass { 0.15 } else { 0.75 };
        let centre = if is_bass { 0.0 } else { random.between(-0.25, 0.25) };
        let halves = [(-DETUNE, -spread), (DETUNE, spread)].map(|(detune, side)| {
            let (left, right) = pan(centre + side);
            Half { phase: random.unit(), step: base * (1.0 + detune), left, right }
        });
        Self {
            pitch,
            halves,
            gain: if is_bass { 0.038 } else { 0.029 },
            age: 0.0,
            released: None,
            breath: random.between(0.05, 0.13),
            breath_start: random.unit(),
            level: 0.0,
        }
    }

    fn is_over(&self) -> bool {
        self.released.is_some_and(|seconds| seconds >= FADE)
    }

    fn add_to(&mut self, out: &mut [Frame; BLOCK], wave: &[f32]) {
        self.age += BLOCK_SECONDS;
        let fade = self.released.as_mut().map_or(1.0, |seconds| {
            *seconds += BLOCK_SECONDS;
            1.0 - ease(*seconds / FADE)
        });
        let breath = (TAU * (self.breath_start + self.age * self.breath).fract()).sin();
        let level = self.gain * ease(self.age / SWELL) * fade * (1.0 + 0.38 * breath);
        let rise = (level - self.level) / BLOCK as f32;
        for half in &mut self.halves {
            let mut level = self.level;
            for frame in out.iter_mut() {
                level += rise;
                let sample = half.next(wave) * level;
                *frame += Frame::new(sample * half.left, sample * half.right);
            }
        }
        self.level = level;
    }
}

impl Half {
    fn next(&mut self, wave: &[f32]) -> f32 {
        let place = self.phase * TABLE as f32;
        let index = place as usize % TABLE;
        let share = place.fract();
        self.phase += self.step;
        if self.phase >= 1.0 {
            self.phase -= 1.0;
        }
        // One entry more than the table has turns it into a ring.
        wave[index] + (wave[index + 1] - wave[index]) * share
    }
}

/// One turn of a warm tone: few partials, the odd ones a little stronger.
fn wave() -> Vec<f32> {
    const PARTIALS: [f32; 8] = [1.0, 0.42, 0.30, 0.12, 0.10, 0.05, 0.04, 0.02];
    (0..=TABLE)
        .map(|index| {
            let turn = TAU * (index % TABLE) as f32 / TABLE as f32;
            let partials = PARTIALS.iter().zip(1..);
            partials.map(|(gain, number)| gain * (turn * number as f32).sin()).sum()
        })
        .collect()
}
