//! Lists the rule sets that ship, so that adding one is adding its file: the program's own games in
//! `rulesets`, and the variants of the world in `rulesets/variants`, with a folder for each group.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The own games that come before the others.
const FIRST: [&str; 5] = ["xxl", "standard", "king-capture", "casual", "capablanca"];

/// The folders of the variants, each with its member of `Group`, in the order in which they are shown.
const GROUPS: [(&str, &str); 5] = [
    ("popular", "Popular"),
    ("world", "World"),
    ("large", "Large"),
    ("pieces", "Pieces"),
    ("small", "Small"),
];

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let folder = here.join("rulesets");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut list = String::new();
    let mut own = rule_sets(&folder);
    own.retain(|(id, _)| id != "pieces");
    own.sort_by_key(|(id, _)| FIRST.iter().position(|first| first == id).unwrap_or(FIRST.len()));
    enter(&mut list, "None", &own);
    for (name, group) in GROUPS {
        let variants = rule_sets(&folder.join("variants").join(name));
        enter(&mut list, &format!("Some(Group::{group})"), &variants);
    }
    let code = format!("const SHIPPED: &[(Option<Group>, &str, &str)] = &[\n{list}];\n");
    fs::write(out.join("shipped.rs"), code).expect("the folder of a build can be written");
}

/// The ids and paths of the rule sets in a folder, in the order of their ids.
fn rule_sets(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let is_rule_set = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let id = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut found: Vec<_> = paths.filter(is_rule_set).map(|path| (id(&path), path)).collect();
    found.sort();
    found
}

/// Adds rule sets to the list: their group, id and text.
fn enter(list: &mut String, group: &str, found: &[(String, PathBuf)]) {
    for (id, path) in found {
        let path = path.display().to_string();
        let _ = writeln!(list, "    ({group}, {id:?}, include_str!({path:?})),");
    }
}
