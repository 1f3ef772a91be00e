//! The programs that are packed: built for release, without what would tell of the computer that
//! built them, and stripped.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};

use super::Release;
use crate::{project, web};

/// The targets of the programs.
pub const LINUX: &str = "x86_64-unknown-linux-gnu";
pub const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// Builds the web page, which all programs carry inside. A trial takes the one that is there.
pub fn page(release: &Release) -> Result<()> {
    if takes_old_page(release.is_trial) { Ok(()) } else { web::build(&web::Options::default()) }
}

/// Whether the page that is there is good enough.
fn takes_old_page(is_trial: bool) -> bool {
    is_trial && web::is_built()
}

/// Fails when a target of the compiler is missing, or cannot be built for here.
pub fn check_targets(targets: &[&str], is_trial: bool) -> Result<()> {
    let for_page = (!takes_old_page(is_trial)).then_some(web::TARGET);
    for target in targets.iter().copied().chain(for_page) {
        if target == LINUX && !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            bail!("packages for Linux are made on Linux, on an x86-64 processor");
        }
        // Here a missing target is a failure.
        project::require_target(target).map_err(|error| anyhow!("{error:#}"))?;
    }
    Ok(())
}

/// The program for the system that this runs on, stripped.
pub fn linux(release: &Release) -> Result<PathBuf> {
    stripped(release, None, "strip", "xxlchess")
}

/// The program for Windows, stripped.
pub fn windows(release: &Release) -> Result<PathBuf> {
    stripped(release, Some(WINDOWS), "x86_64-w64-mingw32-strip", "xxlchess.exe")
}

fn stripped(release: &Release, target: Option<&str>, tool: &str, name: &str) -> Result<PathBuf> {
    let folder = release.folder().join("unpacked");
    std::fs::create_dir_all(&folder)?;
    let built = build(release, target)?.join(name);
    let mut strip = project::program(tool);
    project::run(strip.args(["--strip-all", "-o"]).arg(folder.join(name)).arg(built))?;
    Ok(folder.join(name))
}

/// Features that the program is given away with. A trial does without.
pub fn features(release: &Release) -> &'static [&'static str] {
    if release.is_trial { &[] } else { &["postgres", "cluster"] }
}

/// Builds the program, and returns its folder.
fn build(release: &Release, target: Option<&str>) -> Result<PathBuf> {
    let mut cargo = project::cargo();
    cargo.args(["build", "--package", "xxlchess", "--bin", "xxlchess", "--locked"]);
    let features = features(release);
    if !features.is_empty() {
        cargo.arg("--features").arg(features.join(","));
    }
    let mut folder = release.target.clone();
    if let Some(target) = target {
        cargo.args(["--target", target]);
        folder.push(target);
    }
    if release.is_trial {
        folder.push("debug");
    } else {
        let triple = target.unwrap_or(LINUX);
        cargo.args(["--release", "--config", &project::remapped_paths(triple)?]);
        folder.push("release");
    }
    project::run(&mut cargo)?;
    Ok(folder)
}
