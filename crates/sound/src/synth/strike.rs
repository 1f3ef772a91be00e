//! Things that are struck: a handful of partials that ring and die away, and the noise of contact.

use std::f64::consts::TAU;

use kira::Frame;

use super::{LowPass, Random, ease, pan};

/// One partial of a struck thing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partial {
    /// Hertz, or a multiple of the fundamental where an instrument says so.
    pub(crate) frequency: f32,
    /// Seconds until it has fallen to a third (1/e).
    pub(crate) decay: f32,
    /// How loud it begins.
    pub(crate) gain: f32,
}

/// When, how hard and where something is struck.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strike {
    /// Seconds from the beginning of the sound.
    pub(crate) at: f32,
    /// Seconds until the blow has its full force: short is hard, long is soft.
    pub(crate) attack: f32,
    /// How loud.
    pub(crate) gain: f32,
    /// From -1 (left) to 1 (right).
    pub(crate) place: f32,
}

impl Strike {
    /// The frames from the strike on, none where it lies behind the end.
    fn frames<'a>(&self, out: &'a mut [Frame], rate: f32) -> &'a mut [Frame] {
        let start = ((self.at * rate) as usize).min(out.len());
        &mut out[start..]
    }

    /// The force of the blow after `index` frames.
    fn onset(&self, index: usize, rate: f32) -> f32 {
        ease((index as f32 + 1.0) / (self.attack * rate).max(1.0))
    }
}

/// Below this a partial is over: 80 dB under full scale.
const INAUDIBLE: f32 = 1e-4;

/// A point that turns about the origin while it nears it; its height is the wave of a partial.
struct Spiral {
    height: f32,
    width: f32,
    turn_sin: f32,
    turn_cos: f32,
}

impl Spiral {
    fn new(partial: &Partial, rate: f32) -> Self {
        // In double precision, as an error here would put the note out of tune.
        let angle = TAU * f64::from(partial.frequency) / f64::from(rate);
        let fall = (-1.0 / (f64::from(partial.decay) * f64::from(rate))).exp();
        let (sin, cos) = angle.sin_cos();
        let (turn_sin, turn_cos) = ((sin * fall) as f32, (cos * fall) as f32);
        Self { height: 0.0, width: partial.gain, turn_sin, turn_cos }
    }

    fn advance(&mut self) -> f32 {
        let height = self.height;
        self.height = height * self.turn_cos + self.width * self.turn_sin;
        self.width = self.width * self.turn_cos - height * self.turn_sin;
        height
    }

    fn is_audible(&self) -> bool {
        self.height.abs() + self.width.abs() > INAUDIBLE
    }
}

/// Adds ringing partials to what is there. Each starts at the zero of its wave.
pub(crate) fn add_partials(out: &mut [Frame], rate: f32, strike: Strike, partials: &[Partial]) {
    let (left, right) = pan(strike.place);
    let mut spirals: Vec<_> = partials.iter().map(|partial| Spiral::new(partial, rate)).collect();
    let mut onset = 0;
    for chunk in strike.frames(out, rate).chunks_mut(256) {
        for frame in chunk {
            let wave: f32 = spirals.iter_mut().map(Spiral::advance).sum();
            let sample = wave * strike.gain * strike.onset(onset, rate);
            *frame += Frame::new(sample * left, sample * right);
            onset += 1;
        }
        spirals.retain(Spiral::is_audible);
    }
}

/// Adds a burst of dull noise that dies away within a few times `decay` seconds.
pub(crate) fn add_noise(
    out: &mut [Frame],
    rate: f32,
    strike: Strike,
    cutoff: f32,
    decay: f32,
    random: &mut Random,
) {
    let (left, right) = pan(strike.place);
    let fall = (-1.0 / (decay * rate)).exp();
    let mut level = strike.gain;
    let (mut first, mut second) = (LowPass::new(cutoff, rate), LowPass::new(cutoff, rate));
    for (index, frame) in strike.frames(out, rate).iter_mut().enumerate() {
        if level < INAUDIBLE {
            break;
        }
        let dull = second.run(first.run(random.between(-1.0, 1.0)));
        let sample = dull * level * strike.onset(index, rate);
        *frame += Frame::new(sample * left, sample * right);
        level *= fall;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f32 = 48_000.0;
    const STRIKE: Strike = Strike { at: 0.1, attack: 0.002, gain: 0.5, place: 0.0 };

    #[test]
    fn a_partial_rings_at_its_frequency_and_dies_away() {
        let mut out = vec![Frame::ZERO; 48_000];
        let partial = Partial { frequency: 500.0, decay: 0.1, gain: 1.0 };
        add_partials(&mut out, RATE, STRIKE, &[partial]);
        assert!(out[..4800].iter().all(|frame| *frame == Frame::ZERO));
        let crossings = out[4800..9600]
            .windows(2)
            .filter(|pair| pair[0].left <= 0.0 && pair[1].left > 0.0)
            .count();
        assert!((49..=51).contains(&crossings), "{crossings}");
        assert!(out[47_000..].iter().all(|frame| frame.left.abs() < 1e-3));
    }

    #[test]
    fn a_strike_behind_the_end_adds_nothing() {
        let mut out = vec![Frame::ZERO; 100];
        let partial = Partial { frequency: 500.0, decay: 0.1, gain: 1.0 };
        add_partials(&mut out, RATE, STRIKE, &[partial]);
        add_noise(&mut out, RATE, STRIKE, 2000.0, 0.01, &mut Random::new(1));
        assert!(out.iter().all(|frame| *frame == Frame::ZERO));
    }
}
