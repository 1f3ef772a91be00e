//! Filters of one pole: gentle, cheap, and never unstable.

use std::f32::consts::TAU;

/// Takes away what is above a frequency, by 6 dB an octave.
#[derive(Clone, Debug)]
pub(crate) struct LowPass {
    share: f32,
    state: f32,
}

impl LowPass {
    /// A filter at rest.
    pub(crate) fn new(cutoff: f32, rate: f32) -> Self {
        Self { share: Self::share(cutoff, rate), state: 0.0 }
    }

    /// Moves the filter to another frequency; what it holds is kept.
    pub(crate) fn set_cutoff(&mut self, cutoff: f32, rate: f32) {
        self.share = Self::share(cutoff, rate);
    }

    fn share(cutoff: f32, rate: f32) -> f32 {
        1.0 - (-TAU * cutoff / rate).exp()
    }

    /// The next sample.
    pub(crate) fn run(&mut self, input: f32) -> f32 {
        self.state += self.share * (input - self.state);
        self.state
    }
}

/// Takes away a constant offset, which no ear hears but every loudspeaker has to hold.
#[derive(Clone, Debug)]
pub(crate) struct DcBlock(LowPass);

impl DcBlock {
    /// A filter at rest that leaves everything above 15 Hz as it is.
    pub(crate) fn new(rate: f32) -> Self {
        Self(LowPass::new(15.0, rate))
    }

    /// The next sample.
    pub(crate) fn run(&mut self, input: f32) -> f32 {
        input - self.0.run(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f32 = 48_000.0;

    fn gain_at(frequency: f32, mut filter: impl FnMut(f32) -> f32) -> f32 {
        let samples = (0..48_000).map(|n| filter((TAU * frequency * n as f32 / RATE).sin()));
        samples.skip(24_000).fold(0.0, |peak: f32, sample| peak.max(sample.abs()))
    }

    #[test]
    fn a_low_pass_halves_the_power_at_its_cutoff() {
        let gain = |frequency| {
            let mut filter = LowPass::new(500.0, RATE);
            gain_at(frequency, move |input| filter.run(input))
        };
        assert!(gain(50.0) > 0.98);
        assert!((gain(500.0) - 0.707).abs() < 0.03);
        assert!(gain(5000.0) < 0.12);
    }

    #[test]
    fn an_offset_goes_and_a_tone_stays() {
        let mut filter = DcBlock::new(RATE);
        let last = (0..48_000).map(|_| filter.run(0.5)).last();
        assert!(last.is_some_and(|sample| sample.abs() < 1e-4));
        let mut filter = DcBlock::new(RATE);
        assert!(gain_at(200.0, move |input| filter.run(input)) > 0.98);
    }
}
