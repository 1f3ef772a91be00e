//! The project's root, what cargo says of it, and the running of programs there.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// Why a chore cannot run here, which is no failure.
#[derive(Debug)]
pub struct Skipped(String);

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Skipped {}

/// Ends a chore that cannot run here.
pub fn skip<T>(reason: impl Into<String>) -> Result<T> {
    Err(Skipped(reason.into()).into())
}

/// What `cargo metadata` says, as far as it matters here.
#[derive(Deserialize)]
pub struct Metadata {
    /// The crates of this workspace, and those of others if they were asked for.
    pub packages: Vec<Package>,
    /// Where cargo puts what it builds.
    pub target_directory: PathBuf,
    /// Which crate needs which, if the crates of others were asked for.
    pub resolve: Option<Graph>,
}

#[derive(Default, Deserialize)]
pub struct Package {
    pub id: String,
    pub name: String,
    pub version: String,
    pub license: Option<String>,
    pub repository: Option<String>,
    /// Where it comes from; nothing for our own.
    pub source: Option<String>,
    /// Everything that its manifest names, of all kinds.
    pub dependencies: Vec<Dependency>,
    /// The file in which it is described.
    pub manifest_path: PathBuf,
    /// The registries that it may be published in; all if there is no list.
    pub publish: Option<Vec<String>>,
}

impl Package {
    /// Whether it is published as a library for other programs.
    pub fn is_published(&self) -> bool {
        self.publish.is_none()
    }

    /// Whether it has a library, published or not.
    pub fn is_library(&self) -> bool {
        self.folder().join("src/lib.rs").is_file()
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

/// The crates that are compiled, each with those that it needs.
#[derive(Deserialize)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

#[derive(Deserialize)]
pub struct Node {
    pub id: String,
    pub deps: Vec<Arrow>,
}

/// A crate that another one needs, for one purpose or several.
#[derive(Deserialize)]
pub struct Arrow {
    pub pkg: String,
    pub dep_kinds: Vec<ArrowKind>,
}

#[derive(Deserialize)]
pub struct ArrowKind {
    /// As of a [`Dependency`].
    pub kind: Option<String>,
}

/// The folder of the workspace's manifest.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// Asks cargo about the workspace.
pub fn metadata() -> Result<Metadata> {
    metadata_by(&["--no-deps"])
}

/// Asks cargo about the workspace with these arguments.
pub fn metadata_by(arguments: &[&str]) -> Result<Metadata> {
    let answer = output(cargo().args(["metadata", "--format-version", "1"]).args(arguments))?;
    serde_json::from_slice(&answer).context("`cargo metadata` gave an unexpected answer")
}

/// Runs `cargo build` with these arguments, and returns the path of the program of this name.
pub fn build(arguments: &[&str], name: &str) -> Result<PathBuf> {
    run(cargo().arg("build").args(arguments))?;
    let profile = if arguments.contains(&"--release") { "release" } else { "debug" };
    let program = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Ok(metadata()?.target_directory.join(profile).join(program))
}

/// Whether this runs unattended, where a missing tool is a failure and not a skip.
pub fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

/// A program that will run in the project's root, as if started from a shell: without the
/// variables that describe xtask's own package.
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

/// What the command prints; if it fails, what it complains of is the error.
pub fn output(command: &mut Command) -> Result<Vec<u8>> {
    let shown = shown(command);
    let output = command.output().with_context(|| format!("`{shown}` could not be started"))?;
    if !output.status.success() {
        bail!("`{shown}` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output.stdout)
}

/// What the command prints, as a text without blanks around it.
pub fn text(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8_lossy(&output(command)?).trim().to_owned())
}

/// Whether the command starts and succeeds; what it prints is dropped.
pub fn succeeds(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Skips what cannot be built because a target is missing. It is fetched where that can be done.
pub fn require_target(target: &str) -> Result<()> {
    // The compiler knows where the target's libraries would lie, even without rustup.
    let folder = text(rustc().args(["--print", "target-libdir", "--target", target]));
    if folder.is_ok_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    match run(program("rustup").args(["target", "add", target])) {
        Err(error) if !in_ci() => skip(format!("{target} is not here: {error:#}")),
        added => added,
    }
}

fn rustc() -> Command {
    program(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The folders of this computer that compilers write into programs, and what stands there instead.
fn folders() -> Result<[(PathBuf, &'static str); 3]> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let home = home.context("there is no home folder")?;
    let toolchain = text(rustc().args(["--print", "sysroot"]))?.into();
    Ok([(home.join("registry/src"), "crates"), (toolchain, "rust"), (root(), "xxlchess")])
}

/// A setting for cargo that replaces the folders of this computer in messages of a program, so that
/// it is the same wherever it is built.
pub fn remapped_paths(target: &str) -> Result<String> {
    let flag = |(from, to): (PathBuf, &str)| format!("--remap-path-prefix={}={to}", from.display());
    Ok(format!("target.{target}.rustflags={:?}", folders()?.map(flag)))
}

/// All files and folders below a folder, in order.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("no {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(entries(&path)?);
        }
        found.push(path);
    }
    found.sort_unstable();
    Ok(found)
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
