//! Packages to give away: for Debian, for any Linux, for Windows and for web servers, with checksums.

mod archive;
mod build;
mod contents;
mod deb;
mod licences;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::project;

/// What the user asks for.
#[derive(Args)]
pub struct Options {
    /// The packages; all of them unless some are named
    #[arg(value_parser = KINDS.map(|kind| kind.name))]
    names: Vec<String>,
    /// A trial: an unoptimised program, and the page that is there
    #[arg(long)]
    dev: bool,
}

/// What can be made.
struct Kind {
    name: &'static str,
    /// The programs that it takes, each with the package of Debian that has it.
    tools: &'static [Tool],
    /// The target that the compiler builds for, besides that of the page.
    target: Option<&'static str>,
    make: fn(&Release) -> Result<PathBuf>,
}

type Tool = (&'static str, &'static str);

const KINDS: [Kind; 4] = [
    Kind {
        name: "deb",
        tools: &[
            ("dpkg-deb", "dpkg"),
            ("dpkg-shlibdeps", "dpkg-dev"),
            ("gzip", "gzip"),
            ("md5sum", "coreutils"),
            ("strip", "binutils"),
            ("appstreamcli", "appstream"),
        ],
        target: Some(build::LINUX),
        make: deb::make,
    },
    Kind {
        name: "tar",
        tools: &[("tar", "tar"), ("xz", "xz-utils"), ("strip", "binutils")],
        target: Some(build::LINUX),
        make: archive::for_linux,
    },
    Kind {
        name: "windows",
        tools: &[
            ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
            ("x86_64-w64-mingw32-strip", "binutils-mingw-w64-x86-64"),
            ("x86_64-w64-mingw32-windres", "binutils-mingw-w64-x86-64"),
            ("zip", "zip"),
        ],
        target: Some(build::WINDOWS),
        make: archive::for_windows,
    },
    Kind {
        name: "web",
        tools: &[("tar", "tar"), ("gzip", "gzip")],
        target: None,
        make: archive::for_the_web,
    },
];

/// What all packages of one release have in common.
pub struct Release {
    version: String,
    /// The time that all files get, in seconds since 1970, so that the same source gives the same packages.
    time: u64,
    /// Whether the program is built as for working on it: quickly, to try the packing itself.
    is_trial: bool,
    /// Where cargo puts what it builds.
    target: PathBuf,
}

/// Makes the packages that are named, or all of them.
pub fn run(options: &Options) -> Result<()> {
    let Options { names, dev } = options;
    let is_trial = *dev;
    let is_chosen = |kind: &&Kind| names.is_empty() || names.iter().any(|name| name == kind.name);
    let chosen: Vec<&Kind> = KINDS.iter().filter(is_chosen).collect();
    // Whatever is missing is better known before a long build than after it.
    check_tools(&chosen)?;
    let targets: Vec<_> = chosen.iter().filter_map(|kind| kind.target).collect();
    build::check_targets(&targets, is_trial)?;

    let release = Release::new(is_trial)?;
    build::page(&release)?;
    let mut made = Vec::new();
    for (number, kind) in (1..).zip(&chosen) {
        println!("\n== {number} of {}: {}", chosen.len(), kind.name);
        made.push((kind.make)(&release).with_context(|| format!("no package `{}`", kind.name))?);
    }
    println!();
    for file in &made {
        let size = fs::metadata(file)?.len() as f64 / f64::from(1 << 20);
        println!("{size:>6.1} MiB  {}", file.display());
    }
    write_checksums(&release, &made)
}

/// Fails when a program is missing, and says how to get it.
fn check_tools(kinds: &[&Kind]) -> Result<()> {
    let tools = kinds.iter().flat_map(|kind| kind.tools).chain(&[("sha256sum", "coreutils")]);
    let is_missing = |tool: &&Tool| {
        let mut command = project::program(tool.0);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err()
    };
    let mut missing: Vec<&Tool> = tools.filter(is_missing).collect();
    missing.sort_unstable();
    missing.dedup();
    if missing.is_empty() {
        return Ok(());
    }
    let [programs, packages] = [|tool: &&Tool| tool.0, |tool: &&Tool| tool.1]
        .map(|part| missing.iter().map(part).collect::<Vec<_>>());
    bail!(
        "{} cannot be started; on Debian and Ubuntu, `sudo apt install {}` brings what is missing",
        programs.join(", "),
        packages.join(" ")
    )
}

impl Release {
    fn new(is_trial: bool) -> Result<Release> {
        let metadata = project::metadata()?;
        let program = metadata.packages.iter().find(|package| package.name == "xxlchess");
        let version = program.context("there is no package `xxlchess`")?.version.clone();
        let (time, target) = (time_of_source()?, metadata.target_directory);
        let release = Release { version, time, is_trial, target };
        fs::create_dir_all(release.folder())?;
        Ok(release)
    }

    /// Where packages are put.
    fn folder(&self) -> PathBuf {
        self.target.join("packages")
    }

    /// Makes a file elsewhere and puts it in its place when it is whole.
    fn write_whole(&self, file: &Path, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        let name = file.file_name().context("a package has a name")?;
        let part = self.folder().join("unpacked").join(name);
        if part.exists() {
            fs::remove_file(&part)?;
        }
        make(&part)?;
        Ok(fs::rename(part, file)?)
    }

    /// A file there, with the version in its name.
    fn file(&self, ending: &str) -> PathBuf {
        self.folder().join(format!("xxlchess-{}-{ending}", self.version))
    }
}

/// When the source was changed last: what `SOURCE_DATE_EPOCH` says, or the last commit.
fn time_of_source() -> Result<u64> {
    let said = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(said) => said,
        Err(_) => project::text(project::program("git").args(["log", "-1", "--format=%ct"]))
            .context("git does not tell; set SOURCE_DATE_EPOCH")?,
    };
    said.trim().parse().with_context(|| {
        format!(
            "the time of the source is `{}`; expected seconds, as SOURCE_DATE_EPOCH has them",
            said.trim()
        )
    })
}

/// Writes the checksums of these packages, as `sha256sum --check` reads them.
fn write_checksums(release: &Release, made: &[PathBuf]) -> Result<()> {
    let mut names: Vec<_> = made.iter().filter_map(|file| file.file_name()).collect();
    names.sort_unstable();
    let mut sums = project::program("sha256sum");
    let sums = project::output(sums.current_dir(release.folder()).args(&names))?;
    let path = release.folder().join("SHA256SUMS");
    fs::write(&path, sums)?;
    println!("            {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changelog_and_description_name_the_version() {
        let version = format!("{}\n", env!("CARGO_PKG_VERSION"));
        let read = |path: &str| fs::read_to_string(project::root().join(path)).expect("a file");
        let changes = read("CHANGELOG.md");
        let (_, newest) = changes.split_once("\n## ").expect("a release");
        assert!(newest.starts_with(&version), "the newest release is not {version}");
        let description = read(&format!("packaging/{}", deb::METAINFO));
        let newest = format!("<releases>\n    <release version=\"{}\" ", version.trim());
        assert!(description.contains(&newest), "the newest release is not {version}");
    }
}
