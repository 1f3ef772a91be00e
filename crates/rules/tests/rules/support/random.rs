//! Seeded chance: games, odd set-ups and whole rule sets that are the same on every run.

mod game;
mod layout;
mod rule_set;
mod wide;

pub use game::{legal_move, walk};
pub use layout::odd_setup;
pub use rule_set::{betza_piece, rule_spec, rules};
pub use wide::{wide_rules, wide_setup};

/// A seeded generator of random numbers; equal seeds give equal numbers.
#[derive(Clone, Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// The next 64 random bits, which serve as a seed as well.
    pub fn bits(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// A number from 0 to `limit - 1`; 0 for a limit of 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.usize(..limit.max(1))
    }

    /// A number between the two, both included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        self.0.usize(least..=most)
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items, if there are any.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.0.choice(items).copied()
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}
