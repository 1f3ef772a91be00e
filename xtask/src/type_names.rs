//! Checks that no two libraries export types of one name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::project;

/// The library whose names are not checked: what tests share.
const UNCHECKED: &str = "xxlchess-test-kit";

/// Names that more than one library exports, each with what it names. Rename one rather than add here.
const SHARED: &[(&str, &str)] = &[("Game", "a game being played; a game of a PGN file")];

/// Fails on a name that several libraries give to types of their own, unless it is listed.
pub fn run() -> Result<()> {
    let mut owners: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let packages = project::metadata()?.packages;
    for package in packages.iter().filter(|p| p.is_library() && p.name != UNCHECKED) {
        let root = package.folder().join("src/lib.rs");
        for name in exported_types(&root)? {
            owners.entry(name).or_default().insert(package.name.clone());
        }
    }
    let is_listed = |name: &str| SHARED.iter().any(|(listed, _)| *listed == name);
    let clash = |(name, owners): (&String, &BTreeSet<String>)| {
        let owners: Vec<&str> = owners.iter().map(String::as_str).collect();
        (owners.len() > 1 && !is_listed(name)).then(|| format!("{name}: {}", owners.join(", ")))
    };
    let mut faults: Vec<String> = owners.iter().filter_map(clash).collect();
    let is_alone = |name: &str| owners.get(name).is_none_or(|owners| owners.len() < 2);
    faults.extend(SHARED.iter().filter(|(name, _)| is_alone(name)).map(|(name, _)| {
        format!("{name}: listed in xtask/src/type_names.rs, but no longer exported twice")
    }));
    if !faults.is_empty() {
        bail!("libraries export types of one name:\n  {}", faults.join("\n  "));
    }
    println!("{} types of the libraries, {} names twice", owners.len(), SHARED.len());
    Ok(())
}

/// The types that a module and its public modules export, by their names.
fn exported_types(file: &Path) -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(file).with_context(|| format!("no {}", file.display()))?;
    let mut names = BTreeSet::new();
    let modules: BTreeSet<&str> = statements(&text).filter_map(|s| declared(s, "mod")).collect();
    for statement in statements(&text) {
        let kinds = ["struct", "enum", "trait", "type", "union"];
        if let Some(name) = kinds.iter().find_map(|kind| declared_public(statement, kind)) {
            names.insert(name.to_owned());
        } else if let Some(module) = declared_public(statement, "mod") {
            // A module without a file stands inside this one; its types are not looked at.
            let file = module_file(file, module);
            if file.is_file() {
                names.extend(exported_types(&file)?);
            }
        } else if let Some(paths) = statement.strip_prefix("pub use ") {
            for path in flattened(paths) {
                let (first, last) = (path.split("::").next(), path.rsplit("::").next());
                let (Some(first), Some(last)) = (first, last) else { continue };
                if !modules.contains(first) {
                    continue;
                }
                if last == "*" {
                    names.extend(exported_types(&module_file(file, first))?);
                } else if is_type_name(last) {
                    names.insert(last.to_owned());
                }
            }
        }
    }
    Ok(names)
}

/// The items at the top of a file, from their first line to the first semicolon or brace.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    let is_start = |line: &str| line.starts_with("pub ") || line.starts_with("mod ");
    let mut place = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let rest = &text[place..];
        place += line.len();
        let end =
            if line.starts_with("pub use ") { rest.find(';') } else { rest.find([';', '{', '(']) };
        is_start(line).then(|| rest[..end.unwrap_or(rest.len())].trim())
    })
}

fn declared<'a>(statement: &'a str, kind: &str) -> Option<&'a str> {
    let public = statement.strip_prefix("pub ").unwrap_or(statement);
    let name =
        public.strip_prefix("(crate) ").unwrap_or(public).strip_prefix(kind)?.strip_prefix(' ')?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    Some(&name[..end])
}

fn declared_public<'a>(statement: &'a str, kind: &str) -> Option<&'a str> {
    statement.starts_with("pub ").then(|| declared(statement, kind)).flatten()
}

fn module_file(parent: &Path, module: &str) -> std::path::PathBuf {
    let folder = match parent.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "mod") | None => parent.with_file_name(""),
        Some(stem) => parent.with_file_name(stem),
    };
    let file = folder.join(format!("{module}.rs"));
    if file.is_file() { file } else { folder.join(module).join("mod.rs") }
}

/// The single paths of a `use`, with the names that they are given.
fn flattened(paths: &str) -> Vec<String> {
    let paths = paths.trim();
    if let Some((start, inside)) = paths.split_once('{') {
        let inside = inside.trim().trim_end_matches('}');
        return parts(inside)
            .into_iter()
            .flat_map(flattened)
            .map(|p| format!("{start}{p}"))
            .collect();
    }
    match paths.split_once(" as ") {
        Some((path, name)) => {
            let start = path.rsplit_once("::").map_or("", |(start, _)| start);
            vec![format!("{start}::{name}")]
        }
        None => vec![paths.to_owned()],
    }
}

/// What stands between commas, as far as they are not inside braces.
fn parts(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_end = move |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    };
    text.split(is_end).map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn is_type_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase()) && name.contains(|c: char| c.is_lowercase())
}
