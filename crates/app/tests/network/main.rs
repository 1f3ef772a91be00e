//! Plays over the network in the window, against a server that is played by the test.

#[path = "../common/mod.rs"]
mod common;
mod game;
mod hosting;
mod lobby;
#[path = "../play/table.rs"]
#[allow(dead_code, reason = "each program of tests uses a part of it")]
mod table;
mod wire;
