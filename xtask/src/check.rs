//! Everything that must hold besides the tests, one step after the other, with a summary.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::project::{self, Outcome};
use crate::{arrows, tools};

/// The target of the browser, and the crates that must build for it.
const WASM: &str = "wasm32-unknown-unknown";
const WASM_CRATES: &[&str] = &["rules", "notation", "engine"];

/// One thing that is checked.
struct Step {
    name: &'static str,
    run: fn() -> Result<Outcome>,
}

const STEPS: &[Step] = &[
    Step { name: "formatting", run: formatting },
    Step { name: "arrows between crates", run: || arrows::run(&[]) },
    Step { name: "lints", run: lints },
    Step { name: "documentation", run: documentation },
    Step { name: "wasm", run: wasm },
    Step { name: "licences, bans and sources", run: tools::licences_bans_and_sources },
    Step { name: "advisories", run: tools::advisories },
    Step { name: "unused dependencies", run: tools::unused_dependencies },
];

/// Runs all steps, also after one has failed, and fails if any of them did.
pub fn run(_arguments: &[String]) -> Result<Outcome> {
    let reports: Vec<_> = STEPS.iter().map(|step| (step.name, run_step(step))).collect();

    println!("\n== summary");
    for (name, (result, time)) in &reports {
        let verdict = match result {
            Ok(Outcome::Done) => "passed".to_owned(),
            Ok(Outcome::Skipped(reason)) => format!("skipped: {reason}"),
            Err(_) => "FAILED".to_owned(),
        };
        println!("{name:<28}{:>7.1} s  {verdict}", time.as_secs_f64());
    }
    let failed = reports.iter().filter(|(_, (result, _))| result.is_err()).count();
    if failed > 0 {
        bail!("{failed} of {} checks failed", STEPS.len());
    }
    Ok(Outcome::Done)
}

fn run_step(step: &Step) -> (Result<Outcome>, Duration) {
    println!("\n== {}", step.name);
    let start = Instant::now();
    let result = (step.run)();
    match &result {
        Ok(Outcome::Done) => {}
        Ok(Outcome::Skipped(reason)) => println!("skipped: {reason}"),
        Err(error) => println!("FAILED: {error:#}"),
    }
    (result, start.elapsed())
}

fn formatting() -> Result<Outcome> {
    project::run(project::cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Outcome::Done)
}

fn lints() -> Result<Outcome> {
    let arguments = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    project::run(project::cargo().args(arguments))?;
    Ok(Outcome::Done)
}

fn documentation() -> Result<Outcome> {
    let mut cargo = project::cargo();
    cargo.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    project::run(&mut cargo)?;
    Ok(Outcome::Done)
}

fn wasm() -> Result<Outcome> {
    if !wasm_is_installed()? {
        let added = project::run(project::program("rustup").args(["target", "add", WASM]));
        match added {
            Err(error) if project::in_ci() => return Err(error),
            Err(error) => return Ok(Outcome::Skipped(format!("{WASM} is not here: {error:#}"))),
            Ok(()) => {}
        }
    }
    let mut cargo = project::cargo();
    cargo.args(["build", "--lib", "--target", WASM]);
    cargo.args(WASM_CRATES.iter().flat_map(|name| ["--package", name]));
    project::run(&mut cargo)?;
    Ok(Outcome::Done)
}

/// The compiler knows where the target's libraries would lie, even without rustup.
fn wasm_is_installed() -> Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = project::program(rustc)
        .args(["--print", "target-libdir", "--target", WASM])
        .output()
        .context("rustc could not be started")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    Ok(output.status.success() && std::path::Path::new(folder.trim()).is_dir())
}
