//! Runs every fuzz target for a while.

use std::path::Path;

use anyhow::{Context, Result};

use crate::project;

/// The folder of the inputs with which fuzzing begins, a folder for each target.
const SEEDS: &str = "seeds";

/// Fuzzes one target after the other and stops at the first that crashes.
pub fn run(seconds: u32) -> Result<()> {
    let targets = targets(&project::root().join("fuzz/fuzz_targets"))?;

    if !project::succeeds(project::program("rustup").args(["run", "nightly", "rustc", "-V"])) {
        return skip("a nightly compiler", "rustup toolchain install nightly");
    }
    let cargo_fuzz = ["run", "nightly", "cargo", "fuzz"];
    if !project::succeeds(project::program("rustup").args(cargo_fuzz).arg("--version")) {
        return skip("cargo-fuzz", "cargo install --locked cargo-fuzz");
    }
    for target in &targets {
        println!("\n== {target}, {seconds} s");
        let mut fuzz = project::program("rustup");
        // What is found goes into the first folder; the second is where it begins.
        let folders = ["corpus", SEEDS].map(|folder| format!("fuzz/{folder}/{target}"));
        std::fs::create_dir_all(project::root().join(&folders[0]))?;
        fuzz.args(cargo_fuzz).args(["run", target]).args(folders).arg("--");
        fuzz.arg(format!("-max_total_time={seconds}"));
        project::run(&mut fuzz).with_context(|| format!("the fuzz target `{target}`"))?;
    }
    println!("\n{} targets ran without a crash", targets.len());
    Ok(())
}

fn skip(what: &str, how: &str) -> Result<()> {
    project::skip(format!("fuzzing needs {what}; `{how}` gets it"))
}

/// The names of the targets: each is a file.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let files = folder.read_dir().with_context(|| format!("no targets in {}", folder.display()))?;
    let mut names = Vec::new();
    for file in files {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_small_seeds() {
        let folder = project::root().join("fuzz");
        let targets = targets(&folder.join("fuzz_targets")).expect("targets");
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        for target in targets {
            assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
            let seeds = folder.join(SEEDS).join(&target).read_dir();
            let sizes = seeds.unwrap_or_else(|_| panic!("no seeds for {target}"));
            let sizes: Vec<u64> =
                sizes.map(|seed| seed.and_then(|s| s.metadata()).expect("a file").len()).collect();
            assert!(!sizes.is_empty() && sizes.iter().all(|size| *size < 20_000), "{target}");
        }
    }
}
