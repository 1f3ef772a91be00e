//! The highlight of a square: it flashes three times, half a second each.

use rules::Square;

/// How often a square flashes.
const TIMES: f64 = 3.0;
/// How long each flash takes, in seconds.
const SECONDS: f64 = 0.5;
/// The part of each flash in which the square is lit.
const LIT: f64 = 0.6;
/// How long the light takes to come and to go, as a part of a flash.
const RAMP: f64 = 0.12;

/// A square that flashes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Highlight {
    pub square: Square,
    start: Option<f64>,
}

impl Highlight {
    /// A flash that begins in the next frame.
    pub fn new(square: Square) -> Highlight {
        Highlight { square, start: None }
    }

    /// How brightly the square is lit, from 0 to 1, or nothing when it is over.
    pub fn level(&mut self, now: f64) -> Option<f32> {
        let elapsed = now - *self.start.get_or_insert(now);
        level(elapsed)
    }
}

fn level(elapsed: f64) -> Option<f32> {
    if elapsed >= TIMES * SECONDS - 1e-6 {
        return None;
    }
    let phase = ((elapsed + 1e-9) / SECONDS).fract();
    let rising = phase / RAMP;
    let falling = (LIT - phase) / RAMP + 1.0;
    Some(rising.min(falling).clamp(0.0, 1.0) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_flashes_three_times_half_a_second_each() {
        let lit = |elapsed: f64| level(elapsed).map(|level| level > 0.5);
        for flash in 0..3 {
            let begin = f64::from(flash) * 0.5;
            assert_eq!(lit(begin + 0.2), Some(true), "flash {flash}");
            assert_eq!(lit(begin + 0.45), Some(false), "flash {flash}");
        }
        assert_eq!(lit(1.5), None);
        let rises = (0..1500).map(|ms| lit(f64::from(ms) / 1000.0) == Some(true));
        let steps: Vec<bool> = rises.collect();
        assert_eq!(steps.windows(2).filter(|pair| !pair[0] && pair[1]).count(), 3);
    }

    #[test]
    fn it_begins_when_it_is_first_shown() {
        let mut flash = Highlight::new(Square::new(0, 0));
        assert!(flash.level(100.0).is_some_and(|level| level < 1e-3));
        assert_eq!(flash.level(100.2), Some(1.0));
        assert_eq!(flash.level(101.5), None);
    }
}
