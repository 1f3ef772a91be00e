//! A seeded random number generator: the same seed gives the same numbers on every machine.

/// The increment of SplitMix64.
pub(crate) const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The mixing function of SplitMix64, which also hashes numbers.
#[inline]
pub(crate) const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(STRIDE);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next random number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STRIDE);
        mix(self.0)
    }

    /// A uniform number below `count`; 0 if that is 0.
    pub const fn below(&mut self, count: usize) -> usize {
        ((self.next_u64() as u128 * count as u128) >> 64) as usize
    }

    /// A random element; none of an empty slice.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_come_up() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 6];
        for _ in 0..600 {
            seen[rng.below(6)] += 1;
        }
        assert!(seen.iter().all(|n| *n > 60), "{seen:?}");
        assert_eq!(Rng::new(5).next_u64(), Rng::new(5).next_u64());
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
