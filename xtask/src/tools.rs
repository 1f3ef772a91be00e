//! Checks that other tools do for us: cargo-deny, cargo-machete and cargo-llvm-cov.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::project::{self, Outcome};

/// A program that extends cargo, at the version that is used where it has to be installed.
struct Tool {
    subcommand: &'static str,
    package: &'static str,
    version: &'static str,
}

const DENY: Tool = Tool { subcommand: "deny", package: "cargo-deny", version: "0.20.2" };
const MACHETE: Tool = Tool { subcommand: "machete", package: "cargo-machete", version: "0.9.2" };

/// Holds the dependencies against `deny.toml`.
pub fn licences_bans_and_sources() -> Result<Outcome> {
    DENY.run(&["check", "bans", "licenses", "sources"])
}

/// Looks for known faults in the dependencies; the list of them is not always in reach.
pub fn advisories() -> Result<Outcome> {
    if let Some(reason) = DENY.is_missing()? {
        return Ok(Outcome::Skipped(reason));
    }
    if !project::succeeds(DENY.command()?.args(["fetch", "db"])) {
        return Ok(Outcome::Skipped("the advisory database could not be fetched".to_owned()));
    }
    DENY.run(&["check", "--disable-fetch", "advisories"])
}

/// Looks for dependencies that no source file names.
pub fn unused_dependencies() -> Result<Outcome> {
    MACHETE.run(&[])
}

/// Below this share of lines that the tests run, in per cent, coverage fails.
const FLOOR: &str = "90";

/// Measures how many lines of `rules` and `notation` the tests run, and fails below the floor.
pub fn coverage(_arguments: &[String]) -> Result<Outcome> {
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

impl Tool {
    fn run(&self, arguments: &[&str]) -> Result<Outcome> {
        if let Some(reason) = self.is_missing()? {
            return Ok(Outcome::Skipped(reason));
        }
        project::run(self.command()?.args(arguments))?;
        Ok(Outcome::Done)
    }

    /// Says why the tool cannot be used. In CI it is installed.
    fn is_missing(&self) -> Result<Option<String>> {
        if project::succeeds(self.command()?.arg("--version")) {
            return Ok(None);
        }
        if project::in_ci() {
            self.install()?;
            return Ok(None);
        }
        let Tool { package, .. } = self;
        Ok(Some(format!("{package} is not installed; `cargo install --locked {package}` gets it")))
    }

    /// Installs the tool beside the build, unoptimised: it runs for a second, and so compiles
    /// in a third of the time.
    fn install(&self) -> Result<()> {
        let mut cargo = project::cargo();
        cargo
            .args(["install", "--quiet", "--locked", "--debug", "--version", self.version])
            .arg(self.package)
            .arg("--root")
            .arg(folder()?)
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        project::run(&mut cargo)
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
