//! The game server under load, and with connections that are cut.

use anyhow::Result;

use crate::project::{self, Outcome};

/// Plays many games at once before many spectators.
pub fn run(arguments: &[String]) -> Result<Outcome> {
    start("games", arguments)
}

/// Plays games while connections are cut and the server is killed.
pub fn faults(arguments: &[String]) -> Result<Outcome> {
    start("faults", arguments)
}

fn start(kind: &str, arguments: &[String]) -> Result<Outcome> {
    let mut cargo = project::cargo();
    cargo.args(["run", "--release", "--package", "server", "--example", "load", "--", kind]);
    cargo.args(arguments);
    project::run(&mut cargo)?;
    Ok(Outcome::Done)
}
