//! The project's root, what cargo says of it, and the running of programs there.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// How a chore ended, when it did not fail.
pub enum Outcome {
    /// It ran, and all was well.
    Done,
    /// It could not run here, for the reason given.
    Skipped(String),
}

/// What `cargo metadata --no-deps` says, as far as it matters here.
#[derive(Deserialize)]
pub struct Metadata {
    /// The crates of this workspace.
    pub packages: Vec<Package>,
    /// Where cargo puts what it builds.
    pub target_directory: PathBuf,
}

/// A crate of the workspace.
#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// Its features, with what each switches on.
    pub features: BTreeMap<String, Vec<String>>,
    /// Everything that its manifest names, of all kinds.
    pub dependencies: Vec<Dependency>,
    /// The file in which it is described.
    pub manifest_path: PathBuf,
    /// The registries that it may be published in; all if there is no list.
    pub publish: Option<Vec<String>>,
}

impl Package {
    /// Whether it is a library for other programs, and not only a part of this one.
    pub fn is_library(&self) -> bool {
        self.publish.is_none()
    }

    /// The folder of its manifest.
    pub fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new(""))
    }
}

/// One dependency of a crate, as the manifest has it.
#[derive(Deserialize)]
pub struct Dependency {
    /// The name of the package, even where the manifest renames it.
    pub name: String,
    /// `dev`, `build`, or nothing for an ordinary one.
    pub kind: Option<String>,
}

/// The folder of the workspace's manifest.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// Asks cargo about the workspace.
pub fn metadata() -> Result<Metadata> {
    let output = cargo()
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .stderr(Stdio::inherit())
        .output()
        .context("cargo could not be started")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed ({})", output.status);
    }
    serde_json::from_slice(&output.stdout).context("`cargo metadata` gave an unexpected answer")
}

/// Whether this runs unattended, where a missing tool is a failure and not a skip.
pub fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

/// A program that will run in the project's root, as if started from a shell: what cargo has
/// told this program about its own package is nothing to others.
pub fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root()).stdin(Stdio::null());
    for (variable, _) in std::env::vars_os() {
        let name = variable.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&variable);
        }
    }
    command
}

/// The cargo that runs this program.
pub fn cargo() -> Command {
    program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Shows the command, runs it, and fails when it does.
pub fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", shown(command));
    run_quietly(command)
}

/// Runs the command, and fails when it does.
pub fn run_quietly(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command.status().with_context(|| format!("`{shown}` could not be started"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Whether the command starts and succeeds; what it prints is dropped.
pub fn succeeds(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Says why nothing can be built for a target. It is fetched where that can be done.
pub fn target_is_missing(target: &str) -> Result<Option<String>> {
    if target_is_installed(target)? {
        return Ok(None);
    }
    match run(program("rustup").args(["target", "add", target])) {
        Err(error) if in_ci() => Err(error),
        Err(error) => Ok(Some(format!("{target} is not here: {error:#}"))),
        Ok(()) => Ok(None),
    }
}

/// The compiler knows where the target's libraries would lie, even without rustup.
fn target_is_installed(target: &str) -> Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = program(rustc)
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .context("rustc could not be started")?;
    let folder = String::from_utf8_lossy(&output.stdout);
    Ok(output.status.success() && Path::new(folder.trim()).is_dir())
}

/// The folders of this computer that compilers write into programs, and what stands there instead.
fn folders() -> Result<[(PathBuf, &'static str); 3]> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let home = home.context("there is no home folder")?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = program(rustc).args(["--print", "sysroot"]).output();
    let output = output.context("rustc could not be started")?;
    let toolchain = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    Ok([(home.join("registry/src"), "crates"), (toolchain, "rust"), (root(), "xxlchess")])
}

/// A setting for cargo that replaces the folders of this computer in messages of a program, so that
/// it is the same wherever it is built.
pub fn remapped_paths(target: &str) -> Result<String> {
    let flag = |(from, to): (PathBuf, &str)| format!("--remap-path-prefix={}={to}", from.display());
    Ok(format!("target.{target}.rustflags={:?}", folders()?.map(flag)))
}

/// Fails if a file names a folder of this computer.
pub fn check_for_paths(file: &Path) -> Result<()> {
    let bytes = std::fs::read(file).with_context(|| format!("no {}", file.display()))?;
    for (folder, _) in folders()? {
        let name = folder.to_string_lossy().into_owned();
        let count = bytes.windows(name.len()).filter(|part| *part == name.as_bytes()).count();
        if count > 0 {
            bail!("{} names the folder {name} of this computer {count} times", file.display());
        }
    }
    Ok(())
}

/// The command as one would type it, with programs by their bare names.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy();
    let arguments = command.get_args().map(|argument| format!(" {}", argument.to_string_lossy()));
    name.into_owned() + &arguments.collect::<String>()
}
