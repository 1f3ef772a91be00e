//! Text in, trusted values out: FEN, SAN, PGN, layouts, configs, rule sets, archives.

pub mod diagnostics;
mod document;
pub mod fen;
mod reader;
pub mod ruleset;

pub use document::{Key, Node, Number, Value, parse_json, parse_toml};
pub use reader::{Field, TableReader};
