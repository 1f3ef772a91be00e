//! Compares our moves with those of Fairy-Stockfish, which Python knows as `pyffish`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::project::{self, Outcome};

const SCRIPT: &str = "xtask/compare_pyffish.py";
const VARIANTS_SCRIPT: &str = "xtask/compare_variants.py";

/// Gets `pyffish`, builds the program, and hands both to the script.
///
/// Without `pyffish` the comparison is skipped, or fails when it is `--required`. With `--all`, every
/// variant of Fairy-Stockfish that can be expressed is compared. All other arguments are the script's
/// own.
pub fn run(arguments: &[String]) -> Result<Outcome> {
    let (required, arguments): (Vec<_>, Vec<_>) =
        arguments.iter().partition(|argument| *argument == "--required");

    let target = project::metadata()?.target_directory;
    let python = match python_with_pyffish(&target) {
        Ok(python) => python,
        Err(error) if required.is_empty() => return Ok(Outcome::Skipped(format!("{error:#}"))),
        Err(error) => return Err(error),
    };

    let (all, arguments): (Vec<_>, Vec<_>) =
        arguments.into_iter().partition(|argument| *argument == "--all");
    if !all.is_empty() {
        let example = ["build", "--package", "xxlchess-notation", "--example", "variants"];
        project::run(project::cargo().args(example))?;
        let name = format!("variants{}", std::env::consts::EXE_SUFFIX);
        let mut script = project::program(python);
        script.arg(VARIANTS_SCRIPT).arg("--program").arg(target.join("debug/examples").join(name));
        project::run(script.args(arguments))?;
        return Ok(Outcome::Done);
    }

    project::run(project::cargo().args(["build", "--package", "xxlchess"]))?;
    let xxlchess = target.join("debug").join(format!("xxlchess{}", std::env::consts::EXE_SUFFIX));
    let mut script = project::program(python);
    script.arg(SCRIPT).arg("--program").arg(xxlchess).args(arguments);
    project::run(&mut script)?;
    Ok(Outcome::Done)
}

/// A Python that has `pyffish`: the system's, or else one of our own under the target folder.
fn python_with_pyffish(target: &Path) -> Result<PathBuf> {
    let Some(system) = ["python3", "python"].map(PathBuf::from).into_iter().find(|python| {
        project::succeeds(
            project::program(python)
                .args(["-c", "import sys; sys.version_info.major == 3 or sys.exit(1)"]),
        )
    }) else {
        bail!("there is no Python 3 here");
    };
    let folder = target.join("pyffish");
    let private = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    for python in [&system, &private] {
        if has_pyffish(python) {
            return Ok(python.clone());
        }
    }

    println!("pyffish is missing and will be installed into {}", folder.display());
    project::run(project::program(&system).args(["-m", "venv"]).arg(&folder))?;
    project::run(project::program(&private).args(["-m", "pip", "install", "--quiet", "pyffish"]))
        .context("pyffish could not be installed")?;
    if !has_pyffish(&private) {
        bail!("pyffish was installed but cannot be imported");
    }
    Ok(private)
}

fn has_pyffish(python: &Path) -> bool {
    project::succeeds(project::program(python).args(["-c", "import pyffish"]))
}
