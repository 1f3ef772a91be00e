//! The building blocks of every sound: struck partials, noise, filters and a small room.

mod filter;
mod random;
mod reverb;
mod strike;

pub(crate) use filter::{DcBlock, LowPass};
pub(crate) use random::Random;
pub(crate) use reverb::{Reverb, Room};
pub(crate) use strike::{Partial, Strike, add_noise, add_partials};

/// The frequency in hertz of a pitch in semitones, where 69 is the A of 440 Hz.
pub(crate) fn frequency(pitch: f32) -> f32 {
    440.0 * ((pitch - 69.0) / 12.0).exp2()
}

/// A curve from 0 to 1 that starts and ends level, so that a fade along it has no corner to hear.
pub(crate) fn ease(progress: f32) -> f32 {
    let x = progress.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// The share of a sound that each ear gets, for a place from -1 (left) to 1 (right); the loudness
/// is the same everywhere.
pub(crate) fn pan(place: f32) -> (f32, f32) {
    let angle = (place.clamp(-1.0, 1.0) + 1.0) * std::f32::consts::FRAC_PI_4;
    (angle.cos(), angle.sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pitches_have_their_frequencies() {
        assert!((frequency(69.0) - 440.0).abs() < 1e-3);
        assert!((frequency(81.0) - 880.0).abs() < 1e-3);
        assert!((frequency(60.0) - 261.626).abs() < 1e-2);
    }

    #[test]
    fn panning_keeps_the_loudness() {
        for place in [-1.0, -0.4, 0.0, 0.7, 1.0] {
            let (left, right) = pan(place);
            assert!((left * left + right * right - 1.0).abs() < 1e-6);
        }
        assert!(pan(-1.0).1.abs() < 1e-6);
        assert!(pan(1.0).0.abs() < 1e-6);
    }
}
