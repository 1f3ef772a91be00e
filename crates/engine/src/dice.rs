//! Chance that can be repeated: the same seed gives the same numbers on every machine.

/// What SplitMix64 adds from number to number.
pub(crate) const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// One number mixed well from another, as SplitMix64 does it.
#[inline]
pub(crate) const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(STRIDE);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that always fall the same way for the same seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Any number.
    pub const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STRIDE);
        mix(self.0)
    }

    /// A number below `count`; 0 if that is 0.
    pub const fn below(&mut self, count: usize) -> usize {
        ((self.roll() as u128 * count as u128) >> 64) as usize
    }

    /// One of several things.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_come_up() {
        let mut dice = Dice::new(1);
        let mut seen = [0; 6];
        for _ in 0..600 {
            seen[dice.below(6)] += 1;
        }
        assert!(seen.iter().all(|n| *n > 60), "{seen:?}");
        assert_eq!(Dice::new(5).roll(), Dice::new(5).roll());
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
