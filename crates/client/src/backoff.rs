//! How long to wait before the next attempt to connect: longer each time, and not for all clients
//! alike, so that a server that was restarted is not run over.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(8);

/// The waits between attempts.
#[derive(Clone, Debug)]
pub(crate) struct Backoff {
    attempts: u32,
    rng: fastrand::Rng,
}

impl Backoff {
    pub(crate) fn new(seed: u64) -> Backoff {
        Backoff { attempts: 0, rng: fastrand::Rng::with_seed(seed) }
    }

    /// All is well: the next wait is short again.
    pub(crate) fn reset(&mut self) {
        self.attempts = 0;
    }

    /// How long to wait now: between half of the full wait and all of it.
    pub(crate) fn next(&mut self) -> Duration {
        let full = FIRST.saturating_mul(1 << self.attempts.min(10)).min(LONGEST);
        self.attempts += 1;
        let half = full / 2;
        half + half.mul_f64(self.rng.f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_limit_and_differ() {
        let (mut one, mut other) = (Backoff::new(1), Backoff::new(2));
        let waits: Vec<Duration> = (0..20).map(|_| one.next()).collect();
        assert!(waits[0] <= FIRST && waits[0] >= FIRST / 2);
        assert!(waits.iter().skip(8).all(|wait| *wait >= LONGEST / 2 && *wait <= LONGEST));
        assert!((0..20).map(|_| other.next()).ne(waits));
        one.reset();
        assert!(one.next() <= FIRST);
    }
}
