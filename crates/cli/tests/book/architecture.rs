//! The page about the architecture names every crate of ours, and every one of others with a reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use test_kit::book::{page, root};

#[test]
fn every_dependency_has_its_reason() {
    let text = page("ARCHITECTURE.md").text;
    let (_, reasons) = text.split_once("\n## Dependencies\n").expect("the section");
    let reasons = reasons.split("\n## ").next().unwrap_or_default();
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    let named: BTreeSet<_> = reasons.split(|letter| !is_letter(letter)).collect();
    for folder in ["crates", "xtask"] {
        for manifest in manifests(&root().join(folder)) {
            for name in dependencies(&manifest) {
                assert!(named.contains(name), "{name} is missing in ARCHITECTURE.md");
            }
        }
    }
}

#[test]
fn every_crate_is_on_the_map() {
    let text = page("ARCHITECTURE.md").text;
    for entry in fs::read_dir(root().join("crates")).expect("a readable folder") {
        let name = entry.expect("a readable folder").file_name().to_string_lossy().into_owned();
        assert!(text.contains(&format!("\n  {name}/ ")), "{name} is missing in ARCHITECTURE.md");
    }
}

/// The manifests in a folder and in those within it.
fn manifests(folder: &Path) -> Vec<String> {
    let within = fs::read_dir(folder).expect("a readable folder");
    let within = within.map(|entry| entry.expect("a readable folder").path());
    let places = within.chain([folder.to_owned()]).map(|place| place.join("Cargo.toml"));
    places.filter_map(|path| fs::read_to_string(path).ok()).collect()
}

/// The crates of others that a manifest names.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    let mut is_listed = false;
    manifest.lines().filter_map(move |line| {
        if let Some(section) = line.strip_prefix('[') {
            is_listed = section.ends_with("dependencies]");
            return None;
        }
        let (name, what) = line.split_once('=').filter(|_| is_listed)?;
        let name = name.trim();
        let is_ours = name.ends_with(".workspace") || what.contains("path =");
        (!is_ours && !name.starts_with('#')).then_some(name)
    })
}
