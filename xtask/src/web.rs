//! The web page: built into `dist/web`, and tried in a real browser.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::project;

/// The target of the browser.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The browsers that the page is tried in, as their programs are called.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// How the page is built.
#[derive(Args, Default)]
pub struct Options {
    /// In less time, but larger
    #[arg(long)]
    quick: bool,
    /// Twice from one commit, to compare every byte
    #[arg(long)]
    twice: bool,
}

/// Builds the page. Programs that are built afterwards carry it inside. With `--quick` it is as
/// large as it comes, and there sooner. With `--twice` it is built again from another folder, and
/// must be the same.
pub fn build(options: &Options) -> Result<()> {
    let &Options { quick: is_quick, twice: is_repeated } = options;
    project::require_target(TARGET)?;
    let (profile, folder_of_profile) = if is_quick { ("dev", "debug") } else { ("web", "web") };
    let mut cargo = project::cargo();
    cargo.args(["build", "--package", "xxlchess-web", "--lib", "--target", TARGET]);
    cargo.args(["--profile", profile, "--locked"]);
    project::run(cargo.args(["--config", &project::remapped_paths(TARGET)?]))?;

    let root = project::root();
    let built = project::metadata()?.target_directory.join(TARGET);
    let built = built.join(folder_of_profile).join("xxlchess_web.wasm");
    let mut cargo = project::cargo();
    cargo.args(["run", "--quiet", "--locked", "--package", "bundler", "--features", "bundle"]);
    cargo
        .arg("--")
        .arg(built)
        .arg(root.join("crates/web/page"))
        .arg(root.join("crates/board-ui/assets/icon/icon.svg"))
        .arg(root.join("crates/engine/networks"));
    cargo.arg(folder()).args(is_quick.then_some("--plain"));
    project::run(&mut cargo)?;
    for file in files(&folder())? {
        project::check_for_paths(&file)?;
    }
    if is_repeated {
        build_again(is_quick)?;
    }
    println!("\nThe page is in dist/web; programs that are built from now on carry it inside.");
    Ok(())
}

/// Builds the page of the last commit in another folder, and compares it with the one that is there.
fn build_again(is_quick: bool) -> Result<()> {
    if !project::output(project::program("git").args(["status", "--porcelain"]))?.is_empty() {
        bail!("there are changes that are not committed; only a commit can be built twice");
    }
    let copy = project::metadata()?.target_directory.join("twice");
    if copy.exists() {
        std::fs::remove_dir_all(&copy)?;
    }
    project::run(project::program("git").args(["clone", "--quiet", "."]).arg(&copy))?;
    let mut cargo = project::cargo();
    cargo.current_dir(&copy).env("CARGO_TARGET_DIR", copy.join("target"));
    cargo.args(["xtask", "web"]).args(is_quick.then_some("--quick"));
    project::run(&mut cargo)?;
    let again = copy.join("dist/web");
    let (one, other) = (files(&folder())?, files(&again)?);
    let name = |file: &PathBuf, folder: &Path| file.strip_prefix(folder).map(Path::to_owned).ok();
    let names = one.iter().map(|file| name(file, &folder()));
    if !names.eq(other.iter().map(|file| name(file, &again))) {
        bail!("the two builds have files of different names, which follow their contents");
    }
    for (first, second) in one.iter().zip(&other) {
        if std::fs::read(first)? != std::fs::read(second)? {
            bail!("{} differs between two builds of one commit", first.display());
        }
    }
    println!("\nTwo builds of this commit have the same {} files.", one.len());
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    Ok(project::entries(folder)?.into_iter().filter(|path| path.is_file()).collect())
}

/// Plays in the page with a real browser, and takes pictures of it. What is given besides goes to
/// the runner of the tests, such as the file of one of them.
pub fn test(arguments: &[String]) -> Result<()> {
    if !project::succeeds(project::program("node").arg("--version")) {
        return project::skip("the tests need Node.js 20 or later, and `node` cannot be started");
    }
    let is_there = |name: &&&str| project::succeeds(project::program(name).arg("--version"));
    let Some(browser) = CHROMIUM.iter().find(is_there) else {
        return project::skip("the tests need Chromium, and none of its programs can be started");
    };
    let tests = project::root().join("crates/web/e2e");
    if !tests.join("node_modules").is_dir() {
        let mut npm = project::program("npm");
        npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(&tests);
        project::run(&mut npm).context("the tests need playwright-core, which npm fetches once")?;
    }
    if !is_built() {
        build(&Options::default())?;
    }
    // The server is the real one, with the page as it lies there.
    let program = project::build(&["--package", "xxlchess"], "xxlchess")?;
    let mut node = project::program("node");
    node.args(["--test", "--test-concurrency=1"]).current_dir(&tests);
    project::run(node.env("CHROMIUM", browser).env("XXLCHESS", program).args(arguments))
}

/// Where the page is built.
pub fn folder() -> PathBuf {
    project::root().join("dist/web")
}

/// Is it there?
pub fn is_built() -> bool {
    folder().join("index.html").is_file()
}
