//! A short sound being made: instruments are struck into it, then it gets its room and its level.

use std::sync::Arc;

use kira::Frame;

use crate::synth::{
    DcBlock, Partial, Random, Reverb, Room, Strike, add_noise, add_partials, ease, frequency,
};

/// Frames a second of all short sounds.
pub const CUE_RATE: u32 = 48_000;

const RATE: f32 = CUE_RATE as f32;

/// A wooden board with a piece put on it: low partials of the board, short ones of the piece.
const WOOD: [Partial; 8] = [
    Partial { frequency: 186.0, decay: 0.030, gain: 0.38 },
    Partial { frequency: 311.0, decay: 0.027, gain: 0.52 },
    Partial { frequency: 487.0, decay: 0.022, gain: 0.72 },
    Partial { frequency: 742.0, decay: 0.017, gain: 0.78 },
    Partial { frequency: 1087.0, decay: 0.012, gain: 0.66 },
    Partial { frequency: 1596.0, decay: 0.008, gain: 0.50 },
    Partial { frequency: 2290.0, decay: 0.005, gain: 0.32 },
    Partial { frequency: 3360.0, decay: 0.003, gain: 0.18 },
];

/// A soft bell, in multiples of its note.
const BELL: [Partial; 5] = [
    Partial { frequency: 1.0, decay: 0.300, gain: 1.00 },
    Partial { frequency: 2.0, decay: 0.190, gain: 0.34 },
    Partial { frequency: 3.0, decay: 0.110, gain: 0.13 },
    Partial { frequency: 4.18, decay: 0.060, gain: 0.08 },
    Partial { frequency: 5.43, decay: 0.035, gain: 0.04 },
];

/// A tuned bar of wood struck with a soft mallet, in multiples of its note.
const BAR: [Partial; 4] = [
    Partial { frequency: 1.0, decay: 0.260, gain: 1.00 },
    Partial { frequency: 2.0, decay: 0.120, gain: 0.16 },
    Partial { frequency: 3.98, decay: 0.050, gain: 0.17 },
    Partial { frequency: 9.6, decay: 0.012, gain: 0.04 },
];

/// How a piece meets the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tock {
    /// A smaller piece sounds higher; 1 is an ordinary one.
    pub(crate) pitch: f32,
    /// 0 is put down on felt, 1 is knocked on bare wood.
    pub(crate) hardness: f32,
    /// How loud.
    pub(crate) gain: f32,
    /// From -1 (left) to 1 (right).
    pub(crate) place: f32,
}

/// A sound in the making.
pub(crate) struct Recording {
    frames: Vec<Frame>,
    random: Random,
}

impl Recording {
    /// Silence of a length in seconds; the seed determines its noise.
    pub(crate) fn new(seconds: f32, seed: u64) -> Self {
        Self { frames: vec![Frame::ZERO; (seconds * RATE) as usize], random: Random::new(seed) }
    }

    /// Puts a piece on the board.
    pub(crate) fn tock(mut self, at: f32, tock: Tock) -> Self {
        let Tock { pitch, hardness, gain, place } = tock;
        let attack = 0.0022 - 0.0015 * hardness;
        let strike = Strike { at, attack, gain, place };
        // Felt swallows the high partials; bare wood lets them speak.
        let partials = WOOD.map(|partial| {
            let height = (partial.frequency / 487.0).log2().max(0.0);
            Partial {
                frequency: partial.frequency * pitch,
                decay: partial.decay / pitch.sqrt(),
                gain: partial.gain * (1.0 - 0.28 * (1.0 - hardness)).powf(height * 2.0),
            }
        });
        add_partials(&mut self.frames, RATE, strike, &partials);
        let contact = Strike { gain: gain * (1.3 + 1.3 * hardness), ..strike };
        let cutoff = (1100.0 + 1500.0 * hardness) * pitch.sqrt();
        add_noise(&mut self.frames, RATE, contact, cutoff, 0.006, &mut self.random);
        self
    }

    /// Rings a bell at a pitch in semitones.
    pub(crate) fn bell(self, at: f32, pitch: f32, gain: f32, place: f32) -> Self {
        self.note(Strike { at, attack: 0.006, gain, place }, pitch, 1.0, BELL)
    }

    /// Strikes a bar at a pitch in semitones; `length` 1 lets it ring, less damps it.
    pub(crate) fn bar(self, at: f32, pitch: f32, gain: f32, length: f32) -> Self {
        self.note(Strike { at, attack: 0.005, gain, place: 0.0 }, pitch, length, BAR)
    }

    fn note<const COUNT: usize>(
        mut self,
        strike: Strike,
        pitch: f32,
        length: f32,
        partials: [Partial; COUNT],
    ) -> Self {
        let fundamental = frequency(pitch);
        // Low notes ring longer than high ones.
        let ring = length * (523.0 / fundamental).sqrt();
        let partials = partials.map(|partial| Partial {
            frequency: partial.frequency * fundamental,
            decay: partial.decay * ring,
            ..partial
        });
        add_partials(&mut self.frames, RATE, strike, &partials);
        self
    }

    /// Adds the room, fades the end out, and brings the loudest sample to `peak`.
    pub(crate) fn finish(mut self, room: Room, wetness: f32, peak: f32) -> Arc<[Frame]> {
        let mut reverb = Reverb::new(room, RATE);
        let (mut left, mut right) = (DcBlock::new(RATE), DcBlock::new(RATE));
        let count = self.frames.len();
        let fade = (count as f32 * 0.3).max(1.0);
        for (index, frame) in self.frames.iter_mut().enumerate() {
            let wet = *frame + reverb.run(*frame) * wetness;
            let end = ease((count - 1 - index) as f32 / fade);
            *frame = Frame::new(left.run(wet.left), right.run(wet.right)) * end;
        }
        let loudest = self
            .frames
            .iter()
            .fold(0.0, |loudest: f32, frame| loudest.max(frame.left.abs()).max(frame.right.abs()));
        if loudest > 0.0 {
            self.frames.iter_mut().for_each(|frame| *frame *= peak / loudest);
        }
        self.frames.into()
    }
}
