//! Checks that other tools do for us: cargo-deny, cargo-machete and cargo-llvm-cov.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::project;

/// A program that extends cargo, at the version that is used where it has to be installed.
struct Tool {
    subcommand: &'static str,
    version: &'static str,
}

const DENY: Tool = Tool { subcommand: "deny", version: "0.20.2" };
const MACHETE: Tool = Tool { subcommand: "machete", version: "0.9.2" };

/// Holds the dependencies against `deny.toml`.
pub fn licences_bans_and_sources() -> Result<()> {
    DENY.run(&["check", "bans", "licenses", "sources"])
}

/// Looks for known faults in the dependencies; the list of them is not always in reach.
pub fn advisories() -> Result<()> {
    DENY.require()?;
    if !project::succeeds(DENY.command()?.args(["fetch", "db"])) {
        return project::skip("the advisory database could not be fetched");
    }
    DENY.run(&["check", "--disable-fetch", "advisories"])
}

/// Looks for dependencies that no source file names.
pub fn unused_dependencies() -> Result<()> {
    MACHETE.run(&[])
}

/// Below this share of lines that the tests run, in per cent, coverage fails.
const FLOOR: &str = "90";

/// Measures how many lines of `rules` and `notation` the tests run, and fails below the floor.
pub fn coverage() -> Result<()> {
    if !project::succeeds(project::cargo().args(["llvm-cov", "--version"])) {
        return project::skip(
            "coverage needs cargo-llvm-cov; `rustup component add llvm-tools` and \
             `cargo install --locked cargo-llvm-cov` get it",
        );
    }
    let mut cargo = project::cargo();
    cargo.args(["llvm-cov", "--workspace", "--summary-only"]);
    cargo.args(["--ignore-filename-regex", "(crates/(cli|engine|test-kit)|xtask)/"]);
    project::run(cargo.args(["--fail-under-lines", FLOOR]))
}

impl Tool {
    fn run(&self, arguments: &[&str]) -> Result<()> {
        self.require()?;
        project::run(self.command()?.args(arguments))
    }

    /// Skips what the tool is needed for if it is missing. In CI it is installed.
    fn require(&self) -> Result<()> {
        if project::succeeds(self.command()?.arg("--version")) {
            return Ok(());
        }
        let package = format!("cargo-{}", self.subcommand);
        if !project::in_ci() {
            return project::skip(format!(
                "{package} is not installed; `cargo install --locked {package}` gets it"
            ));
        }
        // Beside the build, unoptimised: it runs for a second, and so compiles in a third of the time.
        let mut cargo = project::cargo();
        cargo.args(["install", "--quiet", "--locked", "--debug", "--version", self.version]);
        cargo.args([&package, "--root"]).arg(folder()?);
        project::run(cargo.env("CARGO_PROFILE_DEV_DEBUG", "0"))
    }

    fn command(&self) -> Result<Command> {
        let known = std::env::var_os("PATH").unwrap_or_default();
        let mut places: Vec<PathBuf> = std::env::split_paths(&known).collect();
        places.push(folder()?.join("bin"));
        let path = std::env::join_paths(places).context("the PATH cannot be extended")?;
        let mut cargo = project::cargo();
        cargo.arg(self.subcommand).env("PATH", path);
        Ok(cargo)
    }
}

/// Where tools are installed that were missing.
fn folder() -> Result<PathBuf> {
    Ok(project::metadata()?.target_directory.join("tools"))
}
