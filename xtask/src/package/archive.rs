//! Archives: for any Linux, for Windows, and for web servers.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::contents::{self, SHELLS};
use super::tree::Tree;
use super::{Release, build};
use crate::{project, web};

/// An archive with the program for Linux and all that comes with it.
pub fn for_linux(release: &Release) -> Result<PathBuf> {
    let program = build::linux(release)?;
    let file = release.file("linux-x86_64.tar.xz");
    let mut tree = tree_for(release, "linux-x86_64")?;
    tree.copy_program(&program, "xxlchess")?;
    add_all(&tree, release, "x86_64-unknown-linux-gnu")?;
    contents::write_manual(&program, &tree.place("man/man6/xxlchess.6")?.with_file_name(""))?;
    for (shell, name) in SHELLS {
        tree.write(&format!("completions/{name}"), contents::completions(&program, shell)?)?;
    }
    for name in ["xxlchess.desktop", "xxlchess-open.desktop"] {
        tree.copy(&contents::packaging(name), &format!("desktop/{name}"))?;
    }
    tree.copy(
        &project::root().join("crates/board-ui/assets/icon/icon.svg"),
        "desktop/xxlchess.svg",
    )?;
    pack(&tree, release, &file, "xz --threads=1 -9")?;
    Ok(file)
}

/// An archive with the program for Windows, as Windows can open it.
pub fn for_windows(release: &Release) -> Result<PathBuf> {
    let program = build::windows(release)?;
    let file = release.file("windows-x86_64.zip");
    let mut tree = tree_for(release, "windows-x86_64")?;
    tree.copy_program(&program, "xxlchess.exe")?;
    add_all(&tree, release, "x86_64-pc-windows-gnu")?;
    tree.seal(release)?;
    // Names are given in order, and times in the world's own zone: the archive is always the same.
    let folder = tree.root().parent().context("a tree is in a folder")?;
    release.write_whole(&file, |part| {
        let mut zip = project::program("zip");
        zip.current_dir(folder).env("TZ", "UTC").args(["-X", "-9", "-q"]).arg(part);
        zip.arg(tree.root().strip_prefix(folder)?);
        for entry in tree.entries()? {
            zip.arg(entry.strip_prefix(folder)?);
        }
        project::run_quietly(&mut zip)
    })?;
    Ok(file)
}

/// An archive with the web page, for any server of files.
pub fn for_the_web(release: &Release) -> Result<PathBuf> {
    let file = release.file("web.tar.gz");
    let tree = tree_for(release, "web")?;
    tree.copy_folder(&web::folder(), "web", &[])?;
    contents::add_licences(&tree, "", release, web::TARGET)?;
    tree.copy(&project::root().join("docs/web.md"), "README.md")?;
    pack(&tree, release, &file, "gzip --no-name --best")?;
    Ok(file)
}

/// A folder that is named as the archive, for archives are opened in places where there is more.
fn tree_for(release: &Release, system: &str) -> Result<Tree> {
    Tree::new(release, &format!("xxlchess-{}-{system}", release.version))
}

fn add_all(tree: &Tree, release: &Release, target: &str) -> Result<()> {
    tree.copy(&contents::packaging("README.txt"), "README.txt")?;
    contents::add_licences(tree, "", release, target)?;
    contents::add_documents(tree, "")
}

/// Packs a tree with its folder: sorted, with one time stamp, owned by root.
fn pack(tree: &Tree, release: &Release, file: &Path, packer: &str) -> Result<()> {
    tree.seal(release)?;
    let folder = tree.root().parent().context("a tree is in a folder")?;
    release.write_whole(file, |part| {
        let mut tar = project::program("tar");
        tar.args(["--create", "--sort=name", "--format=gnu", "--owner=0", "--group=0"]);
        tar.args(["--numeric-owner", "--use-compress-program", packer]);
        tar.arg(format!("--mtime=@{}", release.time)).arg("--file").arg(part);
        tar.arg("--directory").arg(folder).arg(tree.root().strip_prefix(folder)?);
        project::run(&mut tar)
    })
}
