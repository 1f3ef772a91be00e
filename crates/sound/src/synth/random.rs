//! Repeatable randomness for noise and for the composer of the music.

/// A generator whose numbers follow from its seed alone.
#[derive(Clone, Debug)]
pub(crate) struct Random(fastrand::Rng);

impl Random {
    /// A generator that always gives the same numbers for the same seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number from 0 up to but not including 1.
    pub(crate) fn unit(&mut self) -> f32 {
        self.0.f32()
    }

    /// A number from `low` up to but not including `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// An index below `count`, or 0 where there is nothing to choose from.
    pub(crate) fn index(&mut self, count: usize) -> usize {
        ((self.unit() * count as f32) as usize).min(count.saturating_sub(1))
    }

    /// True in `share` of all cases, where 1 is always.
    pub(crate) fn chance(&mut self, share: f32) -> bool {
        self.unit() < share
    }

    /// An index into `weights`, each as likely as its weight.
    pub(crate) fn weighted(&mut self, weights: &[f32]) -> usize {
        let mut rest = self.unit() * weights.iter().sum::<f32>();
        for (index, weight) in weights.iter().enumerate() {
            rest -= weight;
            if rest < 0.0 {
                return index;
            }
        }
        weights.len().saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let mut first = Random::new(7);
        let mut second = Random::new(7);
        assert!((0..100).all(|_| first.unit() == second.unit()));
    }

    #[test]
    fn numbers_stay_in_range_and_spread() {
        let mut random = Random::new(1);
        let numbers: Vec<f32> = (0..10_000).map(|_| random.between(-1.0, 1.0)).collect();
        assert!(numbers.iter().all(|number| (-1.0..1.0).contains(number)));
        let mean = numbers.iter().sum::<f32>() / 10_000.0;
        assert!(mean.abs() < 0.03, "{mean}");
    }

    #[test]
    fn a_weight_of_nought_is_never_chosen() {
        let mut random = Random::new(3);
        assert!((0..1000).all(|_| random.weighted(&[0.0, 1.0, 0.0, 2.0]) % 2 == 1));
    }
}
