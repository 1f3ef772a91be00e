//! What of others is inside the program, and under which terms: most of them ask for a notice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{Release, build};
use crate::project::{self, Metadata, Package};

const HEAD: &str = "\
xxlchess contains the software and fonts of others that are listed here, each with its version, its
licence and where it comes from. The texts of the licences and notices follow, each once, with those
who use it.

";

/// How the names of files with terms begin.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicense"];

/// The list of all that is inside the program for a target, and the texts of its licences.
pub fn of_others(release: &Release, target: &str) -> Result<String> {
    let root = if target.starts_with("wasm") { "xxlchess-web" } else { "xxlchess" };
    let features = build::features(release).iter().map(|feature| format!("xxlchess/{feature}"));
    let features = features.collect::<Vec<_>>().join(",");
    let platform = ["--locked", "--filter-platform", target, "--features", &features];
    let metadata = project::metadata_by(&platform)?;
    let mut inside = inside(&metadata, root)?;
    inside.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));

    let mut list = String::from(HEAD);
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in inside {
        let Package { name, version, license, repository, .. } = package;
        let licence = license.as_deref().unwrap_or("see below");
        let place = repository.as_deref().unwrap_or("crates.io");
        // Writing to a text does not fail.
        let _ = writeln!(list, "{name} {version}: {licence}; {place}");
        for text in terms(package.folder())? {
            texts.entry(text).or_default().insert(name.clone());
        }
    }
    let fonts = fs::read_to_string(project::root().join("assets/fonts/OFL.txt"))?;
    texts.entry(fonts).or_default().insert("the font Inter".to_owned());
    let _ = writeln!(list, "the font Inter: OFL-1.1; https://rsms.me/inter");
    for (text, users) in texts {
        let users: Vec<String> = users.into_iter().collect();
        let _ = write!(list, "\n{}\n{}\n\n{}\n", "-".repeat(80), users.join(", "), text.trim_end());
    }
    Ok(list)
}

/// All crates of others that become a part of one of ours.
fn inside<'a>(metadata: &'a Metadata, root: &str) -> Result<Vec<&'a Package>> {
    let package = |id: &str| metadata.packages.iter().find(|package| package.id == id);
    let is_root = |package: &&Package| package.source.is_none() && package.name == root;
    let root = metadata.packages.iter().find(is_root).context("the crate is not there")?;
    let graph = metadata.resolve.as_ref().context("cargo tells of no dependencies")?;
    let mut known = BTreeSet::from([root.id.as_str()]);
    let mut next = vec![root.id.as_str()];
    while let Some(id) = next.pop() {
        let node = graph.nodes.iter().find(|node| node.id == id);
        for arrow in node.map_or(&[][..], |node| &node.deps) {
            let is_linked = arrow.dep_kinds.iter().any(|kind| kind.kind.is_none());
            if is_linked && known.insert(&arrow.pkg) {
                next.push(&arrow.pkg);
            }
        }
    }
    Ok(known.into_iter().filter_map(package).filter(|package| package.source.is_some()).collect())
}

/// The licences and notices that come with a crate.
fn terms(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        // Fonts have theirs beside them, under names of all kinds.
        let is_of_fonts = folder.ends_with("fonts") && name.ends_with(".txt");
        if !is_of_fonts && name != "fonts" && !NAMES.iter().any(|start| name.starts_with(start)) {
            continue;
        }
        if path.is_dir() {
            texts.extend(terms(&path)?);
        } else if let (false, Ok(text)) = (name.ends_with(".rs"), fs::read_to_string(&path)) {
            texts.push(text.replace('\r', ""));
        }
    }
    texts.sort_unstable();
    Ok(texts)
}
