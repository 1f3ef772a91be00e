//! Generators, fixtures and a slow reference of the rules, for tests and benchmarks.

pub mod book;
pub mod compare;
mod fixtures;
pub mod kill;
pub mod mates;
pub mod random;
pub mod reference;
pub mod stopwatch;

pub use fixtures::{
    PerftCase, every_rule_set, first_seed, perft_cases, positions_wanted, rules_by_name, rulesets,
};
