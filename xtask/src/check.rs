//! Everything that must hold besides the tests, one step after the other, with a summary.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::project::{self, Skipped};
use crate::{comments, layers, tools, type_names, web};

/// One thing that is checked.
struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
}

const STEPS: &[Step] = &[
    Step { name: "formatting", run: formatting },
    Step { name: "layers of crates", run: layers::run },
    Step { name: "names of types", run: type_names::run },
    Step { name: "comments", run: comments::run },
    Step { name: "packages of libraries", run: packages },
    Step { name: "lints", run: lints },
    Step { name: "documentation", run: documentation },
    Step { name: "wasm", run: wasm },
    Step { name: "licences, bans and sources", run: tools::licences_bans_and_sources },
    Step { name: "advisories", run: tools::advisories },
    Step { name: "unused dependencies", run: tools::unused_dependencies },
];

/// Runs all steps, or those whose names contain one of the arguments. Goes on after one has failed,
/// and fails if any of them did.
pub fn run(arguments: &[String]) -> Result<()> {
    let is_named = |step: &&Step| arguments.iter().any(|part| step.name.contains(part.as_str()));
    let steps: Vec<_> = STEPS.iter().filter(|s| arguments.is_empty() || is_named(s)).collect();
    if steps.is_empty() {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!("no check is called `{}`; there are: {}", arguments.join(" "), names.join(", "));
    }
    let reports: Vec<_> = steps.iter().map(|step| (step.name, run_step(step))).collect();

    println!("\n== summary");
    for (name, (result, time)) in &reports {
        let verdict = match (result, skipped(result)) {
            (Ok(()), _) => "passed".to_owned(),
            (_, Some(reason)) => format!("skipped: {reason}"),
            (Err(_), None) => "FAILED".to_owned(),
        };
        println!("{name:<28}{:>7.1} s  {verdict}", time.as_secs_f64());
    }
    // The last line names the checks that were skipped.
    let (not_run, run): (Vec<_>, Vec<_>) =
        reports.iter().partition(|(_, (result, _))| skipped(result).is_some());
    if !not_run.is_empty() {
        let names: Vec<_> = not_run.iter().map(|(name, _)| *name).collect();
        println!("\n!!! NOT CHECKED: {}", names.join(", "));
    }
    let failed = run.iter().filter(|(_, (result, _))| result.is_err()).count();
    if failed > 0 {
        bail!("{failed} of {} checks failed", steps.len());
    }
    Ok(())
}

/// Why a step was skipped, if it was.
fn skipped(result: &Result<()>) -> Option<&Skipped> {
    result.as_ref().err()?.downcast_ref()
}

fn run_step(step: &Step) -> (Result<()>, Duration) {
    println!("\n== {}", step.name);
    let start = Instant::now();
    let result = (step.run)();
    match (&result, skipped(&result)) {
        (Ok(()), _) => {}
        (_, Some(reason)) => println!("skipped: {reason}"),
        (Err(error), None) => println!("FAILED: {error:#}"),
    }
    (result, start.elapsed())
}

fn formatting() -> Result<()> {
    project::run(project::cargo().args(["fmt", "--all", "--check"]))
}

fn lints() -> Result<()> {
    let mut cargo = project::cargo();
    cargo.args(["clippy", "--workspace", "--all-targets", "--features", "xxlchess/cluster"]);
    project::run(cargo.args(["--", "-D", "warnings"]))
}

/// Every published library can be packaged: its manifest and the files that it includes are whole.
fn packages() -> Result<()> {
    let packages = project::metadata()?.packages;
    let published =
        packages.iter().filter(|package| package.is_library() && package.is_published());
    let mut cargo = project::cargo();
    cargo.args(["package", "--quiet", "--no-verify", "--allow-dirty", "--offline"]);
    cargo.args(published.flat_map(|package| ["--package", &package.name]));
    project::run(&mut cargo)
}

fn documentation() -> Result<()> {
    let mut cargo = project::cargo();
    cargo.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    project::run(&mut cargo)
}

/// Everything that a browser runs, down to the rules, is part of the page.
fn wasm() -> Result<()> {
    project::require_target(web::TARGET)?;
    let arguments =
        ["clippy", "--package", "xxlchess-web", "--target", web::TARGET, "--", "-D", "warnings"];
    project::run(project::cargo().args(arguments))
}
