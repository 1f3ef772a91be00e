//! Generators, fixtures and a slow reference of the rules, for tests and benchmarks.

pub mod compare;
mod fixtures;
pub mod mates;
pub mod random;
pub mod reference;

pub use fixtures::{
    PerftCase, every_rule_set, first_seed, perft_cases, positions_wanted, rules_by_name, rulesets,
};
