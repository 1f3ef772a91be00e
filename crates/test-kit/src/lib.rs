//! Generators, fixtures and a slow reference of the rules, for tests and benchmarks.

pub mod book;
#[cfg(unix)]
pub mod broker;
#[cfg(unix)]
pub mod cluster;
pub mod kill;
pub mod mates;
pub mod stopwatch;
#[path = "../../rules/tests/rules/support/mod.rs"]
mod support;

pub use support::*;
