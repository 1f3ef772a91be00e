//! What comes with the program: manual, completions, licences, things to try.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use test_kit::book::Page;

use super::tree::Tree;
use super::{Release, licences};
use crate::project;

/// The shells with completions, and the files in which they look for them.
pub const SHELLS: [(&str, &str); 3] =
    [("bash", "xxlchess"), ("zsh", "_xxlchess"), ("fish", "xxlchess.fish")];

/// Adds the documentation and what can be tried, below a folder.
pub fn add_documents(tree: &Tree, folder: &str) -> Result<()> {
    let root = project::root();
    tree.copy_folder(
        &root.join("docs"),
        &format!("{folder}docs"),
        &["md", "pgn", "py", "mjs", "jsonl", "png"],
    )?;
    tree.copy_folder(&root.join("configs"), &format!("{folder}configs"), &[])?;
    tree.copy_folder(&root.join("rulesets"), &format!("{folder}rulesets"), &["toml"])?;
    drop_dead_links(tree)
}

/// Lets the pages of the book say what they say without links to what the package does not have.
fn drop_dead_links(tree: &Tree) -> Result<()> {
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    for path in tree.entries()?.into_iter().filter(is_page) {
        let page = Page { text: fs::read_to_string(&path)?, path };
        let mut text = page.text.clone();
        for link in page.links().iter().filter(|link| is_dead(&page, link.target)) {
            let end = format!("]({})", link.target);
            let Some((before, after)) = text.split_once(&end) else { continue };
            let Some((before, label)) = before.rsplit_once('[') else { continue };
            text = format!("{before}{label}{after}");
        }
        fs::write(&page.path, text)?;
    }
    Ok(())
}

/// Does a link of a page lead to a file that is not there?
fn is_dead(page: &Page, target: &str) -> bool {
    let file = target.split('#').next().unwrap_or_default();
    let place = page.path.with_file_name("").join(file);
    !target.contains("://") && !file.is_empty() && !place.exists()
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
    project::output(project::program(program).arg("man").arg(folder)).map(drop)
}

/// The completion script for a shell.
pub fn completions(program: &Path, shell: &str) -> Result<Vec<u8>> {
    project::output(project::program(program).args(["completions", shell]))
}

/// A file that the packaging keeps in its own folder.
pub fn packaging(name: &str) -> PathBuf {
    project::root().join("packaging").join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_of_the_packed_book_leads_somewhere() {
        let name = format!("xxlchess-{}-packed-book", std::process::id());
        let tree = Tree::at(std::env::temp_dir().join(name)).expect("a folder");
        add_documents(&tree, "doc/").expect("a place for files");
        let (mut dead, mut count) = (Vec::new(), 0);
        for path in tree.entries().expect("a folder") {
            if path.extension().is_none_or(|ending| ending != "md") {
                continue;
            }
            let page = Page { text: fs::read_to_string(&path).expect("a page"), path };
            for link in page.links() {
                count += 1;
                if is_dead(&page, link.target) {
                    dead.push(format!("{}: {}", page.path.display(), link.target));
                }
            }
        }
        fs::remove_dir_all(tree.root()).expect("it was there");
        assert!(dead.is_empty(), "{}", dead.join("\n"));
        assert!(count > 100, "only {count} links were found");
    }
}
