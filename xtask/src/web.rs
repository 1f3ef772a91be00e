//! The web page: built into `dist/web`, and tried in a real browser.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::project::{self, Outcome};

/// The target of the browser.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The browsers that the page is tried in, as their programs are called.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Builds the page. Programs that are built afterwards carry it inside. With `--quick` it is as
/// large as it comes, and there sooner.
pub fn build(arguments: &[String]) -> Result<Outcome> {
    let is_quick = match arguments {
        [] => false,
        [quick] if quick == "--quick" => true,
        [other, ..] => bail!("expected --quick or nothing, found `{other}`"),
    };

    if let Some(reason) = project::target_is_missing(TARGET)? {
        return Ok(Outcome::Skipped(reason));
    }
    let (profile, folder_of_profile) = if is_quick { ("dev", "debug") } else { ("web", "web") };
    let mut cargo = project::cargo();
    cargo.args([
        "build",
        "--package",
        "xxlchess-web",
        "--lib",
        "--target",
        TARGET,
        "--profile",
        profile,
    ]);
    project::run(&mut cargo)?;

    let root = project::root();
    let built = project::metadata()?.target_directory.join(TARGET);
    let built = built.join(folder_of_profile).join("xxlchess_web.wasm");
    let mut cargo = project::cargo();
    cargo.args(["run", "--quiet", "--package", "bundler", "--features", "bundle", "--"]);
    cargo
        .arg(built)
        .arg(root.join("crates/web/page"))
        .arg(root.join("crates/board-ui/assets/icon/icon.svg"));
    cargo.arg(folder()).args(is_quick.then_some("--plain"));
    project::run(&mut cargo)?;
    println!("\nThe page is in dist/web; programs that are built from now on carry it inside.");
    Ok(Outcome::Done)
}

/// Plays in the page with a real browser, and takes pictures of it. What is given besides goes to
/// the runner of the tests, such as the file of one of them.
pub fn test(arguments: &[String]) -> Result<Outcome> {
    let missing = |what: &str| Ok(Outcome::Skipped(what.to_owned()));
    if !project::succeeds(project::program("node").arg("--version")) {
        return missing("the tests need Node.js 20 or later, and `node` cannot be started");
    }
    let is_there = |name: &&&str| project::succeeds(project::program(name).arg("--version"));
    let Some(browser) = CHROMIUM.iter().find(is_there) else {
        return missing("the tests need Chromium, and none of its programs can be started");
    };
    let tests = project::root().join("crates/web/e2e");
    if !tests.join("node_modules").is_dir() {
        let mut npm = project::program("npm");
        npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(&tests);
        project::run(&mut npm).context("the tests need playwright-core, which npm fetches once")?;
    }
    if !is_built() {
        build(&[])?;
    }
    // The server is the real one, with the page as it lies there.
    project::run(project::cargo().args(["build", "--package", "xxlchess"]))?;
    let name = format!("xxlchess{}", std::env::consts::EXE_SUFFIX);
    let program = project::metadata()?.target_directory.join("debug").join(name);
    let mut node = project::program("node");
    node.args(["--test", "--test-concurrency=1"]).current_dir(&tests);
    node.env("CHROMIUM", browser).env("XXLCHESS", program).args(arguments);
    project::run(&mut node)?;
    Ok(Outcome::Done)
}

/// Where the page is built.
pub fn folder() -> PathBuf {
    project::root().join("dist/web")
}

/// Is it there?
pub fn is_built() -> bool {
    folder().join("index.html").is_file()
}
