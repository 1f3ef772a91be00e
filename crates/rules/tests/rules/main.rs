//! The rules against a slow reference, shakmaty, published numbers, and themselves.
//!
//! `XXLCHESS_POSITIONS` says how many positions are looked at, `XXLCHESS_SEED` where chance starts.

mod agreement;
mod allocation;
mod castling_fen;
mod disagreements;
mod history;
mod perft;
mod properties;
mod reference_itself;
mod shakmaty;
// Other crates use what these tests do not.
#[allow(unused_imports)]
mod support;
mod tactics;
