//! Everything that must hold besides the tests, one step after the other, with a summary.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::project::{self, Outcome};
use crate::{comments, layers, tools, type_names, web};

/// One thing that is checked.
struct Step {
    name: &'static str,
    run: fn() -> Result<Outcome>,
}

const STEPS: &[Step] = &[
    Step { name: "formatting", run: formatting },
    Step { name: "layers of crates", run: || layers::run(&[]) },
    Step { name: "names of types", run: type_names::run },
    Step { name: "comments", run: comments::run },
    Step { name: "lints", run: lints },
    Step { name: "documentation", run: documentation },
    Step { name: "wasm", run: wasm },
    Step { name: "licences, bans and sources", run: tools::licences_bans_and_sources },
    Step { name: "advisories", run: tools::advisories },
    Step { name: "unused dependencies", run: tools::unused_dependencies },
];

/// Runs all steps, or those whose names contain one of the arguments. Goes on after one has failed,
/// and fails if any of them did.
pub fn run(arguments: &[String]) -> Result<Outcome> {
    let is_named = |step: &&Step| arguments.iter().any(|part| step.name.contains(part.as_str()));
    let steps: Vec<_> = STEPS.iter().filter(|s| arguments.is_empty() || is_named(s)).collect();
    if steps.is_empty() {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!("no check is called `{}`; there are: {}", arguments.join(" "), names.join(", "));
    }
    let reports: Vec<_> = steps.iter().map(|step| (step.name, run_step(step))).collect();

    println!("\n== summary");
    for (name, (result, time)) in &reports {
        let verdict = match result {
            Ok(Outcome::Done) => "passed".to_owned(),
            Ok(Outcome::Skipped(reason)) => format!("skipped: {reason}"),
            Err(_) => "FAILED".to_owned(),
        };
        println!("{name:<28}{:>7.1} s  {verdict}", time.as_secs_f64());
    }
    // The last line names the checks that were skipped.
    let skipped =
        reports.iter().filter(|(_, (result, _))| matches!(result, Ok(Outcome::Skipped(_))));
    let skipped: Vec<_> = skipped.map(|(name, _)| *name).collect();
    if !skipped.is_empty() {
        println!("\n!!! NOT CHECKED: {}", skipped.join(", "));
    }
    let failed = reports.iter().filter(|(_, (result, _))| result.is_err()).count();
    if failed > 0 {
        bail!("{failed} of {} checks failed", steps.len());
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
    let mut cargo = project::cargo();
    cargo.args(["clippy", "--workspace", "--all-targets", "--features", "xxlchess/cluster"]);
    project::run(cargo.args(["--", "-D", "warnings"]))?;
    Ok(Outcome::Done)
}

fn documentation() -> Result<Outcome> {
    let mut cargo = project::cargo();
    cargo.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    project::run(&mut cargo)?;
    Ok(Outcome::Done)
}

/// Everything that a browser runs, down to the rules, is part of the page.
fn wasm() -> Result<Outcome> {
    if let Some(reason) = project::target_is_missing(web::TARGET)? {
        return Ok(Outcome::Skipped(reason));
    }
    let arguments =
        ["clippy", "--package", "xxlchess-web", "--target", web::TARGET, "--", "-D", "warnings"];
    project::run(project::cargo().args(arguments))?;
    Ok(Outcome::Done)
}
