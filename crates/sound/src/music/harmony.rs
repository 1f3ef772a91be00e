//! Which chord comes next, and how its notes are laid out.

use crate::synth::Random;

/// Voices of a chord above its bass.
pub(super) const VOICES: usize = 4;

/// The tonics of the three keys, in the order in which they are neighbours: G, D and A major. All
/// of them contain D E F♯ A B.
const KEYS: [i32; 3] = [7, 2, 9];

/// The steps of a major scale in semitones.
const SCALE: [i32; 7] = [0, 2, 4, 5, 7, 9, 11];

/// How likely a chord is to follow by the distance of its root, in steps of the scale: thirds and
/// fourths sound natural, the step to a neighbour comes less often.
const BY_DISTANCE: [f32; 7] = [0.0, 1.2, 3.0, 2.6, 2.6, 3.0, 1.2];

/// How likely a chord is by its own step of the scale. The seventh has a harsh chord.
const BY_STEP: [f32; 7] = [1.5, 1.2, 0.7, 1.6, 0.9, 1.5, 0.0];

/// Chords upon a root, in steps of the scale above it, with their weights.
const SHAPES: [([i32; VOICES], f32); 5] = [
    // With a ninth.
    ([2, 4, 8, 4], 3.0),
    // With a seventh and a ninth.
    ([2, 6, 8, 4], 2.4),
    // With a seventh.
    ([2, 4, 6, 2], 1.2),
    // With a sixth.
    ([2, 4, 5, 2], 1.2),
    // Open: neither major nor minor.
    ([4, 8, 0, 4], 1.2),
];

/// The range of the voices, in semitones as [`frequency`](crate::synth::frequency) counts them.
const LOWEST: i32 = 54;
const HIGHEST: i32 = 76;

/// A chord as it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chord {
    /// The root, low down.
    pub(super) bass: i32,
    /// The other notes, each near the one that the same voice had before.
    pub(super) voices: [i32; VOICES],
}

impl Chord {
    /// Whether a melody note is kind to the chord: part of it, or at least no half-tone away from
    /// any part.
    pub(super) fn welcomes(&self, pitch: i32) -> bool {
        let distances = || {
            std::iter::once(self.bass).chain(self.voices).map(|note| (note - pitch).rem_euclid(12))
        };
        distances().any(|distance| distance == 0)
            || distances().all(|distance| distance != 1 && distance != 11)
    }
}

/// Wanders from chord to chord and now and then from key to key.
#[derive(Clone, Debug)]
pub(super) struct Harmony {
    key: usize,
    /// The step of the scale on which the chord stands, and the one before.
    step: usize,
    previous_step: usize,
    chord: Chord,
    chords_in_key: usize,
}

impl Harmony {
    /// Begins at home, in D major.
    pub(super) fn new(random: &mut Random) -> Self {
        let start = Chord { bass: 38, voices: [57, 62, 66, 69] };
        let chords_in_key = 4 + random.index(4);
        Self { key: 1, step: 3, previous_step: 4, chord: start, chords_in_key }
    }

    /// The chord that is being played.
    pub(super) fn chord(&self) -> &Chord {
        &self.chord
    }

    /// Goes on to the next chord.
    pub(super) fn next(&mut self, random: &mut Random) -> &Chord {
        if self.chords_in_key == 0 {
            self.change_key(random);
        }
        self.chords_in_key -= 1;

        let weights: [f32; 7] = std::array::from_fn(|step| {
            let distance = (step + 7 - self.step) % 7;
            let again = if step == self.previous_step { 0.25 } else { 1.0 };
            BY_STEP[step] * BY_DISTANCE[distance] * again
        });
        self.previous_step = self.step;
        self.step = random.weighted(&weights);

        let root = self.pitch_class(self.step as i32);
        let shapes = SHAPES.map(|(shape, weight)| {
            let classes = shape.map(|above| self.pitch_class(self.step as i32 + above));
            // A minor ninth or a minor sixth above the root is too sharp for this music.
            let sharp = |class: i32| matches!((class - root).rem_euclid(12), 1 | 8);
            (classes, if classes.into_iter().any(sharp) { 0.0 } else { weight })
        });
        let (classes, _) = shapes[random.weighted(&shapes.map(|(_, weight)| weight))];
        self.chord = Chord { bass: 36 + root, voices: lead(self.chord.voices, classes) };
        &self.chord
    }

    /// Moves to a neighbouring key, which shares all notes but one.
    fn change_key(&mut self, random: &mut Random) {
        let home = KEYS[self.key];
        self.key = match self.key {
            1 if random.chance(0.5) => 0,
            1 => 2,
            _ => 1,
        };
        // The step is kept at the same root, so that the next chord follows from what is heard.
        let root = (home + SCALE[self.step]).rem_euclid(12);
        let nearest = (0..6).min_by_key(|&step| {
            let away = (self.pitch_class(step as i32) - root).rem_euclid(12);
            away.min(12 - away)
        });
        self.step = nearest.unwrap_or(0);
        self.chords_in_key = 5 + random.index(5);
    }

    /// The pitch class, from 0 for C to 11 for B, of a step of the scale.
    fn pitch_class(&self, step: i32) -> i32 {
        (KEYS[self.key] + SCALE[step.rem_euclid(7) as usize]).rem_euclid(12)
    }
}

/// Lays the pitch classes out so that the voices move as little as possible, no two of them
/// meet, and none rubs against another.
fn lead(from: [i32; VOICES], classes: [i32; VOICES]) -> [i32; VOICES] {
    let mut best = from;
    let mut best_cost = i32::MAX;
    let mut order = [0, 1, 2, 3];
    permute(&mut order, 0, &mut |order| {
        // Each voice goes up or down to its class: a bit for each.
        for directions in 0..1 << VOICES {
            let voices = std::array::from_fn(|voice| {
                let up = (classes[order[voice]] - from[voice]).rem_euclid(12);
                let is_down = directions >> voice & 1 == 1;
                from[voice] + if is_down && up > 0 { up - 12 } else { up }
            });
            let cost = cost(from, voices);
            if cost < best_cost {
                (best, best_cost) = (voices, cost);
            }
        }
    });
    best
}

fn permute(order: &mut [usize; VOICES], fixed: usize, visit: &mut impl FnMut(&[usize; VOICES])) {
    if fixed == VOICES {
        return visit(order);
    }
    for chosen in fixed..VOICES {
        order.swap(fixed, chosen);
        permute(order, fixed + 1, visit);
        order.swap(fixed, chosen);
    }
}

/// How badly a layout sounds: the way of all voices, and a lot for each fault.
fn cost(from: [i32; VOICES], to: [i32; VOICES]) -> i32 {
    let way: i32 = from.iter().zip(&to).map(|(from, to)| (from - to).abs()).sum();
    let outside = to.iter().filter(|voice| !(LOWEST..=HIGHEST).contains(voice)).count() as i32;
    let (mut rubs, mut unisons) = (0, 0);
    for (index, one) in to.iter().enumerate() {
        for other in &to[index + 1..] {
            match (one - other).abs() {
                0 => unisons += 1,
                1 | 13 => rubs += 1,
                _ => {}
            }
        }
    }
    // Voices that have drifted to one end are pulled back to the middle.
    let middle = (LOWEST + HIGHEST) / 2;
    let drift = (to.iter().sum::<i32>() / VOICES as i32 - middle).abs();
    way + 2 * drift + 12 * unisons + 40 * rubs + 100 * outside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chords(seed: u64, count: usize) -> Vec<Chord> {
        let mut random = Random::new(seed);
        let mut harmony = Harmony::new(&mut random);
        (0..count).map(|_| *harmony.next(&mut random)).collect()
    }

    #[test]
    fn chords_stay_in_range_and_do_not_rub() {
        for chord in chords(1, 2000).into_iter().chain(chords(2, 2000)) {
            assert!((36..48).contains(&chord.bass), "{chord:?}");
            let mut voices = chord.voices;
            voices.sort_unstable();
            assert!(voices[0] >= LOWEST && voices[VOICES - 1] <= HIGHEST, "{chord:?}");
            assert!(voices.windows(2).all(|pair| pair[1] - pair[0] != 1), "{chord:?}");
        }
    }

    #[test]
    fn every_chord_lies_in_one_of_the_keys() {
        for chord in chords(3, 2000) {
            let fits = KEYS.iter().any(|tonic| {
                std::iter::once(chord.bass)
                    .chain(chord.voices)
                    .all(|note| SCALE.contains(&(note - tonic).rem_euclid(12)))
            });
            assert!(fits, "{chord:?}");
        }
    }

    #[test]
    fn harmony_is_varied_and_voices_move_little() {
        let chords = chords(4, 400);
        let mut different: Vec<_> = chords.iter().map(|chord| chord.bass % 12).collect();
        assert!(different.windows(2).filter(|pair| pair[0] == pair[1]).count() < 8);
        different.sort_unstable();
        different.dedup();
        assert!(different.len() >= 6, "{different:?}");
        let way: i32 = chords
            .windows(2)
            .flat_map(|pair| {
                (0..VOICES).map(|voice| (pair[0].voices[voice], pair[1].voices[voice]))
            })
            .map(|(from, to)| (from - to).abs())
            .sum();
        assert!(way < 3 * 4 * 400, "{way}");
    }

    #[test]
    fn a_half_tone_from_a_chord_is_not_welcome() {
        let chord = Chord { bass: 38, voices: [57, 62, 66, 69] };
        assert!(chord.welcomes(74));
        assert!(chord.welcomes(76));
        assert!(!chord.welcomes(67));
    }
}
