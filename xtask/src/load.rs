//! The game server under load, and with connections that are cut. With `XXLCHESS_DATA` it keeps its
//! games in that PostgreSQL database, which must be an empty one.

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
    cargo.args(["run", "--release", "--package", "xxlchess-server", "--example", "load"]);
    if std::env::var_os("XXLCHESS_DATA").is_some() {
        cargo.args(["--features", "postgres"]);
    }
    cargo.args(["--", kind]).args(arguments);
    project::run(&mut cargo)?;
    Ok(Outcome::Done)
}
