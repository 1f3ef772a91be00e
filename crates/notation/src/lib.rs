#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

pub mod archive;
pub mod config;
pub mod diagnostics;
mod document;
pub mod fairy;
pub mod file;
pub mod layout;
pub mod pgn;
mod quote;
mod reader;
pub mod ruleset;
pub mod san;
pub mod tree;
pub mod uci;

pub use document::{Key, Node, Number, Value, parse_json, parse_toml};
pub use reader::{EXPECTED_TABLE, Field, TableReader};
pub use rules::fen;
