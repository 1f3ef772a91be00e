//! Quiet music without end: slow chords, and now and then a few plucked notes.

mod harmony;
mod melody;
mod pad;
mod stream;

use kira::Frame;

pub(crate) use stream::{MusicHandle, MusicStream};

use crate::synth::{LowPass, Random, Reverb, Room};
use harmony::Harmony;
use melody::Melody;
use pad::Pad;

/// Frames a second of the music. It has nothing in it that needs more.
pub const MUSIC_RATE: u32 = 24_000;

const RATE: f32 = MUSIC_RATE as f32;

/// Frames that are made at once. What moves slowly is looked at once a block.
const BLOCK: usize = 64;

const BLOCK_SECONDS: f32 = BLOCK as f32 / RATE;

/// A wide, dark hall.
const HALL: Room = Room { size: 2.6, decay: 4.5, brightness: 2600.0 };

/// Endless generated music. The same seed always gives the same music.
#[derive(Clone, Debug)]
pub struct Music {
    random: Random,
    harmony: Harmony,
    pad: Pad,
    melody: Melody,
    hall: Reverb,
    softness: [LowPass; 2],
    /// Seconds until the next chord.
    until_chord: f32,
    block: [Frame; BLOCK],
    /// How many frames of the block have been given out.
    given: usize,
}

impl Music {
    /// Music that begins out of silence.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        Self {
            harmony: Harmony::new(&mut random),
            pad: Pad::new(),
            melody: Melody::new(&mut random),
            random,
            hall: Reverb::new(HALL, RATE),
            softness: [LowPass::new(4200.0, RATE), LowPass::new(4200.0, RATE)],
            until_chord: 0.0,
            block: [Frame::ZERO; BLOCK],
            given: BLOCK,
        }
    }

    /// Writes the next frames over `out`. It makes no difference in what portions they are taken.
    pub fn fill(&mut self, out: &mut [Frame]) {
        for frame in out {
            *frame = self.next_frame();
        }
    }

    pub(crate) fn next_frame(&mut self) -> Frame {
        if self.given == BLOCK {
            self.make_block();
            self.given = 0;
        }
        let frame = self.block[self.given];
        self.given += 1;
        frame
    }

    fn make_block(&mut self) {
        if self.until_chord <= 0.0 {
            let chord = self.harmony.next(&mut self.random);
            self.pad.change_to(chord, &mut self.random);
            self.until_chord += self.random.between(8.5, 14.0);
        }
        self.until_chord -= BLOCK_SECONDS;

        let mut pad = [Frame::ZERO; BLOCK];
        let mut melody = [Frame::ZERO; BLOCK];
        self.pad.add_to(&mut pad);
        self.melody.add_to(&mut melody, self.harmony.chord(), &mut self.random);

        let [left, right] = &mut self.softness;
        for ((out, pad), melody) in self.block.iter_mut().zip(pad).zip(melody) {
            let echo = self.hall.run(pad * 0.22 + melody * 0.50);
            let sum = pad * 0.80 + melody + echo;
            *out = Frame::new(left.run(sum.left), right.run(sum.right));
        }
    }
}
