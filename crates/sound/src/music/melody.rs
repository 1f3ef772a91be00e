//! The few plucked notes over the chords: short phrases that remember each other, and long rests.

use std::f32::consts::TAU;

use kira::Frame;

use super::harmony::Chord;
use super::{BLOCK, BLOCK_SECONDS, RATE};
use crate::synth::{Random, ease, frequency, pan};

/// The notes that may be plucked: D E F♯ A B in two octaves and a half.
const LADDER: [i32; 13] = [57, 59, 62, 64, 66, 69, 71, 74, 76, 78, 81, 83, 86];

/// The longest phrase.
const LONGEST: usize = 6;

/// Seconds of the shortest step from one note to the next.
const BEAT: f32 = 0.66;

/// Seconds of the slow wave between more and fewer notes.
const TIDE: f32 = 170.0;

/// Strings that can ring at once.
const STRINGS: usize = 12;

/// Partials of a plucked string: multiple of its note, seconds of decay at A of 440 Hz, gain.
const PARTIALS: [(f32, f32, f32); 4] =
    [(1.0, 0.95, 1.0), (2.0, 0.50, 0.34), (3.0, 0.28, 0.13), (4.0, 0.16, 0.06)];

/// Frames until a pluck has its full force.
const ATTACK: f32 = 0.006 * RATE;

/// One note of a phrase: how far up or down the ladder, and beats until the next.
#[derive(Clone, Copy, Debug)]
struct Note {
    rungs: i32,
    beats: f32,
}

/// Composes the phrases and plays them.
#[derive(Clone, Debug)]
pub(super) struct Melody {
    phrase: [Note; LONGEST],
    length: usize,
    /// The next note of the phrase, and where on the ladder the last one was.
    next: usize,
    rung: i32,
    until_note: f32,
    /// How far the tide has come, in turns.
    tide: f32,
    strings: [Option<StringVoice>; STRINGS],
}

impl Melody {
    /// Silence, with a phrase in mind.
    pub(super) fn new(random: &mut Random) -> Self {
        let mut melody = Self {
            phrase: [Note { rungs: 0, beats: 1.0 }; LONGEST],
            length: LONGEST,
            next: 0,
            rung: 6,
            until_note: random.between(7.0, 11.0),
            tide: random.unit(),
            strings: [const { None }; STRINGS],
        };
        melody.invent(random);
        melody
    }

    /// Adds the next block.
    pub(super) fn add_to(&mut self, out: &mut [Frame; BLOCK], chord: &Chord, random: &mut Random) {
        self.tide = (self.tide + BLOCK_SECONDS / TIDE).fract();
        self.until_note -= BLOCK_SECONDS;
        if self.until_note <= 0.0 {
            self.pluck(chord, random);
        }
        for slot in &mut self.strings {
            if let Some(string) = slot {
                string.add_to(out);
                if string.is_over() {
                    *slot = None;
                }
            }
        }
    }

    /// From 0 at low tide, when notes are rare, to 1.
    fn height(&self) -> f32 {
        0.5 + 0.5 * (TAU * self.tide).sin()
    }

    fn pluck(&mut self, chord: &Chord, random: &mut Random) {
        let note = self.phrase[self.next];
        self.rung = welcome_rung(self.rung + note.rungs, chord);
        let pitch = LADDER[self.rung as usize] as f32;
        let gain = random.between(0.070, 0.105) * (0.75 + 0.25 * self.height());
        let place = random.between(-0.55, 0.55);
        self.ring(StringVoice::new(pitch, gain, place));
        if random.chance(0.18) {
            // A harmonic, an octave up, on the other side.
            self.ring(StringVoice::new(pitch + 12.0, gain * 0.30, -place));
        }

        self.next += 1;
        self.until_note += note.beats * BEAT + random.between(-0.03, 0.03);
        if self.next == self.length {
            self.next = 0;
            let rest = random.between(5.0, 11.0) + 9.0 * (1.0 - self.height());
            self.until_note += rest;
            if random.chance(0.55) {
                self.vary(random);
            } else {
                self.invent(random);
            }
        }
    }

    /// Gives the note to a free string, or else to the one that is hardly heard any more.
    fn ring(&mut self, string: StringVoice) {
        let level = |slot: &Option<StringVoice>| slot.as_ref().map_or(0.0, StringVoice::level);
        let quietest =
            self.strings.iter_mut().min_by(|one, other| level(one).total_cmp(&level(other)));
        if let Some(slot) = quietest {
            *slot = Some(string);
        }
    }

    /// A new phrase: mostly small steps, and one leap that is answered in the other direction.
    fn invent(&mut self, random: &mut Random) {
        self.length = 2 + random.index(LONGEST - 1);
        let leap_at = 1 + random.index(self.length - 1);
        let up = if random.chance(0.5) { 1 } else { -1 };
        for (index, note) in self.phrase.iter_mut().enumerate() {
            note.rungs = match index {
                // Phrases begin near the middle of the ladder; see `welcome_rung` for its ends.
                0 => random.index(7) as i32 - 3,
                _ if index == leap_at => up * (2 + random.index(2) as i32),
                _ if index == leap_at + 1 => -up,
                _ => [-1, 1, -1, 1, 2, -2][random.index(6)],
            };
            note.beats = [1.0, 1.0, 2.0, 2.0, 3.0][random.index(5)];
        }
    }

    /// The same phrase again, begun elsewhere and with one note changed.
    fn vary(&mut self, random: &mut Random) {
        self.phrase[0].rungs = random.index(5) as i32 - 2;
        let changed = random.index(self.length);
        if changed > 0 {
            self.phrase[changed].rungs += if random.chance(0.5) { 1 } else { -1 };
        }
        if random.chance(0.3) {
            self.phrase[random.index(self.length)].beats = 2.0;
        }
    }
}

/// The rung nearest to the wanted one whose note is kind to the chord. A melody that has come to
/// an end of the ladder turns round.
fn welcome_rung(wanted: i32, chord: &Chord) -> i32 {
    let top = LADDER.len() as i32 - 1;
    let wanted = match wanted {
        wanted if wanted < 0 => -wanted,
        wanted if wanted > top => 2 * top - wanted,
        wanted => wanted,
    }
    .clamp(0, top);
    let by_distance = (0..=top).map(|away| [wanted - away, wanted + away]);
    by_distance
        .flatten()
        .filter(|rung| (0..=top).contains(rung))
        .find(|&rung| chord.welcomes(LADDER[rung as usize]))
        .unwrap_or(wanted)
}

/// A string that was plucked.
#[derive(Clone, Debug)]
struct StringVoice {
    /// Each partial as a point that turns about the origin and nears it.
    points: [(f32, f32); PARTIALS.len()],
    turns: [(f32, f32); PARTIALS.len()],
    left: f32,
    right: f32,
    age: f32,
}

impl StringVoice {
    fn new(pitch: f32, gain: f32, place: f32) -> Self {
        let fundamental = frequency(pitch);
        // High strings are shorter and die away sooner.
        let ring = (440.0 / fundamental).sqrt();
        let turns = PARTIALS.map(|(multiple, decay, _)| {
            let fall = (-1.0 / (decay * ring * RATE)).exp();
            let (sin, cos) = (std::f64::consts::TAU * f64::from(fundamental * multiple)
                / f64::from(RATE))
            .sin_cos();
            (sin as f32 * fall, cos as f32 * fall)
        });
        let (left, right) = pan(place);
        Self {
            points: PARTIALS.map(|(_, _, share)| (0.0, gain * share)),
            turns,
            left,
            right,
            age: 0.0,
        }
    }

    fn add_to(&mut self, out: &mut [Frame; BLOCK]) {
        for frame in out {
            self.age += 1.0;
            let mut sample = 0.0;
            for ((height, width), (sin, cos)) in self.points.iter_mut().zip(self.turns) {
                sample += *height;
                (*height, *width) = (*height * cos + *width * sin, *width * cos - *height * sin);
            }
            sample *= ease(self.age / ATTACK);
            *frame += Frame::new(sample * self.left, sample * self.right);
        }
    }

    /// How loud its longest partial is.
    fn level(&self) -> f32 {
        let (height, width) = self.points[0];
        height.abs() + width.abs()
    }

    /// Over when it is 100 dB under full scale.
    fn is_over(&self) -> bool {
        self.level() < 1e-5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_is_never_left_and_always_kind() {
        let chord = Chord { bass: 43, voices: [55, 59, 62, 69] };
        for wanted in -20..40 {
            let rung = welcome_rung(wanted, &chord);
            assert!(chord.welcomes(LADDER[rung as usize]), "{wanted} became {rung}");
        }
    }
}
