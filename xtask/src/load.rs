//! Load and faults: the game server with many games, with connections that are cut, and programs that
//! are killed. With `postgres` as the last argument the server keeps its games in a PostgreSQL server
//! that is started for it; with `XXLCHESS_DATA`, in that database, which must be empty.

use anyhow::Result;

use crate::project;

/// Shows what three nodes of a cluster do when they are killed, frozen, cut off and restarted, and
/// what all of them share, as a table; or the proofs that are named, without the tests before them.
pub fn cluster(arguments: &[String]) -> Result<()> {
    if arguments.iter().all(|word| word.parse::<u64>().is_ok()) {
        let mut tests = project::cargo();
        tests.args(["test", "--package", "xxlchess-server", "--features", "cluster"]);
        project::run(tests.args(["--test", "server", "cluster"]))?;
    }
    start("cluster", arguments)
}

/// Starts the load generator of the server for one kind of load.
pub fn start(kind: &str, arguments: &[String]) -> Result<()> {
    let mut cargo = project::cargo();
    cargo.args(["run", "--release", "--package", "xxlchess-server", "--example", "load"]);
    let is_own = arguments.last().is_some_and(|word| word == "postgres");
    if is_own || std::env::var_os("XXLCHESS_DATA").is_some() {
        cargo.args(["--features", "postgres"]);
    }
    if kind == "cluster" {
        cargo.args(["--features", "cluster"]);
    }
    project::run(cargo.args(["--", kind]).args(arguments))
}

/// The tests that are repeated: the store alone, and the whole window.
const TESTS: [[&str; 4]; 2] = [
    ["--package", "xxlchess-store", "--test", "store"],
    ["--package", "xxlchess-app", "--test", "persistence"],
];

/// Runs the tests that kill, each this number of times.
pub fn kill_loop(times: u64) -> Result<()> {
    for test in TESTS {
        let mut command = project::cargo();
        command.arg("test").args(test).args(["killed", "--", "--nocapture"]);
        project::run(command.env("XXLCHESS_KILLS", times.to_string()))?;
    }
    Ok(())
}
