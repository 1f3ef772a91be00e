//! Measures how many lines of `rules` and `notation` the tests run.

use anyhow::Result;

use crate::project::{self, Outcome};

/// Below this share of lines, in per cent, the command fails.
const FLOOR: &str = "90";

/// Prints the table of cargo-llvm-cov and fails below the floor.
pub fn run(_arguments: &[String]) -> Result<Outcome> {
    if !project::succeeds(project::cargo().args(["llvm-cov", "--version"])) {
        return Ok(Outcome::Skipped(
            "coverage needs cargo-llvm-cov; `rustup component add llvm-tools` and \
             `cargo install --locked cargo-llvm-cov` get it"
                .to_owned(),
        ));
    }
    let mut cargo = project::cargo();
    cargo.args(["llvm-cov", "--workspace", "--summary-only"]);
    cargo.args(["--ignore-filename-regex", "(crates/(cli|engine|test-kit)|xtask)/"]);
    cargo.args(["--fail-under-lines", FLOOR]);
    project::run(&mut cargo)?;
    Ok(Outcome::Done)
}
