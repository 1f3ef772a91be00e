//! The web page: built into `dist/web`, and tried in a real browser.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::project::{self, Outcome};

/// The target of the browser.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The browsers that the page is tried in, as their programs are called.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Builds the page. Programs that are built afterwards carry it inside.
pub fn build(_arguments: &[String]) -> Result<Outcome> {
    if let Some(reason) = target_is_missing()? {
        return Ok(Outcome::Skipped(reason));
    }
    let mut cargo = project::cargo();
    cargo.args(["build", "--package", "web", "--lib", "--target", TARGET, "--profile", "web"]);
    project::run(&mut cargo)?;

    let root = project::root();
    let built = project::metadata()?.target_directory.join(TARGET).join("web").join("web.wasm");
    let mut cargo = project::cargo();
    cargo.args(["run", "--quiet", "--package", "bundler", "--features", "bundle", "--"]);
    cargo.arg(built).arg(root.join("crates/web/page")).arg(root.join("assets/icon/icon.svg"));
    cargo.arg(folder());
    project::run(&mut cargo)?;
    println!("\nThe page is in dist/web; programs that are built from now on carry it inside.");
    Ok(Outcome::Done)
}

/// Plays in the page with a real browser, and takes pictures of it.
pub fn test(arguments: &[String]) -> Result<Outcome> {
    let missing = |what: &str| Ok(Outcome::Skipped(what.to_owned()));
    if !project::succeeds(project::program("node").arg("--version")) {
        return missing("Node.js is not installed");
    }
    let is_there = |name: &&&str| project::succeeds(project::program(name).arg("--version"));
    let Some(browser) = CHROMIUM.iter().find(is_there) else {
        return missing("Chromium is not installed");
    };
    let tests = project::root().join("crates/web/e2e");
    if !tests.join("node_modules").is_dir() {
        let mut npm = project::program("npm");
        npm.args(["install", "--no-audit", "--no-fund"]).current_dir(&tests);
        project::run(&mut npm).context("the tests need playwright-core from npm")?;
    }
    if !is_built(&folder()) {
        build(&[])?;
    }
    let mut node = project::program("node");
    node.args(["--test", "--test-concurrency=1"]).current_dir(&tests);
    node.env("CHROMIUM", browser).args(arguments);
    project::run(&mut node)?;
    Ok(Outcome::Done)
}

/// Where the page is built.
fn folder() -> PathBuf {
    project::root().join("dist/web")
}

fn is_built(folder: &Path) -> bool {
    folder.join("index.html").is_file()
}

/// Says why nothing can be built for the browser. The target is fetched where that can be done.
pub fn target_is_missing() -> Result<Option<String>> {
    if target_is_installed()? {
        return Ok(None);
    }
    match project::run(project::program("rustup").args(["target", "add", TARGET])) {
        Err(error) if project::in_ci() => Err(error),
        Err(error) => Ok(Some(format!("{TARGET} is not here: {error:#}"))),
        Ok(()) => Ok(None),
    }
}

/// The compiler knows where the target's libraries would lie, even without rustup.
fn target_is_installed() -> Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = project::program(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("rustc could not be started")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    Ok(output.status.success() && Path::new(folder.trim()).is_dir())
}
