//! Comparisons with what Python knows: moves of Fairy-Stockfish (`pyffish`), and PGN of python-chess.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::project;

/// Compares moves with those of Fairy-Stockfish. With `--all`, every variant that can be expressed is
/// compared.
pub fn pyffish(arguments: &[String]) -> Result<()> {
    let (all, arguments): (Vec<_>, Vec<_>) =
        arguments.iter().cloned().partition(|argument| argument == "--all");
    let module = ("pyffish", "pyffish");
    if all.is_empty() {
        return run(module, "xtask/compare_pyffish.py", PROGRAM, &arguments);
    }
    let build = ["--package", "xxlchess-notation", "--example", "variants"];
    run(module, "xtask/compare_variants.py", (&build, "examples/variants"), &arguments)
}

/// Reads random games with nested variations that python-chess has made, and writes them again.
pub fn pgn(arguments: &[String]) -> Result<()> {
    run(("chess", "chess==1.11.2"), "xtask/compare_pgn.py", PROGRAM, arguments)
}

/// What cargo is to build, and where the program is then.
type Program<'a> = (&'a [&'a str], &'a str);

const PROGRAM: Program<'static> = (&["--package", "xxlchess"], "xxlchess");

/// Gets a module of Python, builds a program, and hands both to the script.
///
/// Without the module the comparison is skipped, or fails when it is `--required`. All other
/// arguments are the script's own.
fn run(
    module: (&str, &str),
    script: &str,
    (build, name): Program<'_>,
    arguments: &[String],
) -> Result<()> {
    let (required, arguments): (Vec<_>, Vec<_>) =
        arguments.iter().partition(|argument| *argument == "--required");
    let python = match python_with(module, &project::metadata()?.target_directory) {
        Err(error) if required.is_empty() => return project::skip(format!("{error:#}")),
        python => python?,
    };
    let program = project::build(build, name)?;
    let mut command = project::program(python);
    project::run(command.arg(script).arg("--program").arg(program).args(arguments))
}

/// A Python that has a module: the system's, or else one of our own under the target folder, into
/// which its package is installed.
fn python_with((module, package): (&str, &str), target: &Path) -> Result<PathBuf> {
    let Some(system) = ["python3", "python"].map(PathBuf::from).into_iter().find(|python| {
        project::succeeds(
            project::program(python)
                .args(["-c", "import sys; sys.version_info.major == 3 or sys.exit(1)"]),
        )
    }) else {
        bail!("there is no Python 3 here");
    };
    let folder = target.join(format!("python-{module}"));
    let private = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    for python in [&system, &private] {
        if has(python, module) {
            return Ok(python.clone());
        }
    }

    println!("{package} is missing and will be installed into {}", folder.display());
    project::run(project::program(&system).args(["-m", "venv"]).arg(&folder))?;
    project::run(project::program(&private).args(["-m", "pip", "install", "--quiet", package]))
        .with_context(|| format!("{package} could not be installed"))?;
    if !has(&private, module) {
        bail!("{package} was installed but cannot be imported");
    }
    Ok(private)
}

fn has(python: &Path, module: &str) -> bool {
    project::succeeds(project::program(python).args(["-c", &format!("import {module}")]))
}
