//! What comes with the program: manual, completions, licences, things to try.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::tree::Tree;
use super::{Release, licences};
use crate::project;

/// The shells that are told of the commands, and the files in which they look for that.
pub const SHELLS: [(&str, &str); 3] =
    [("bash", "xxlchess"), ("zsh", "_xxlchess"), ("fish", "xxlchess.fish")];

/// Adds the documentation and what can be tried, below a folder.
pub fn add_documents(tree: &Tree, folder: &str) -> Result<()> {
    let root = project::root();
    tree.copy_folder(&root.join("docs"), &format!("{folder}docs"), &["md", "pgn", "py"])?;
    tree.copy_folder(&root.join("configs"), &format!("{folder}configs"), &[])?;
    tree.copy_folder(&root.join("rulesets"), &format!("{folder}rulesets"), &["toml"])
}

/// Adds the licences of the program and of what is inside it, below a folder.
pub fn add_licences(tree: &Tree, folder: &str, release: &Release, target: &str) -> Result<()> {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        tree.copy(&project::root().join(name), &format!("{folder}{name}"))?;
    }
    tree.write(&format!("{folder}THIRD-PARTY.txt"), licences::of_others(release, target)?)
}

/// Lets the program write its manual pages into a folder.
pub fn write_manual(program: &Path, folder: &Path) -> Result<()> {
    tell(program, &["man", &folder.to_string_lossy()])?;
    Ok(())
}

/// What the program tells a shell.
pub fn completions(program: &Path, shell: &str) -> Result<Vec<u8>> {
    tell(program, &["completions", shell])
}

/// A file that the packaging keeps in its own folder.
pub fn packaging(name: &str) -> PathBuf {
    project::root().join("packaging").join(name)
}

/// What a program prints.
pub fn tell(program: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let output = project::program(program).args(arguments).output()?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr);
        bail!("`{} {}` failed: {}", program.display(), arguments.join(" "), told.trim());
    }
    Ok(output.stdout)
}
