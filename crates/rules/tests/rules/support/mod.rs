//! Support for tests: rule sets of the project, random generators, and a slow reference.
//!
//! The package `xxlchess-test-kit` contains these same files for the tests of other crates. The
//! tests of `rules` cannot depend on that package, because it depends on `rules`.

pub mod compare;
mod fixtures;
pub mod random;
pub mod reference;
mod ruleset;
mod wide_ends;
pub mod wide_reference;

pub use fixtures::{
    every_rule_set, first_seed, ordinary_positions, perft_cases, positions_wanted, rulesets,
    with_and_without_fog,
};
pub use ruleset::{rules_by_name, rules_from_text};
